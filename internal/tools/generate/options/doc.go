// Package options writes the types of the options in include/schema: typed
// dictionaries for Python, interfaces for TypeScript, classes for C#, each key with
// its description, range and default. It also updates the comments of Go's option
// structs, which are written by hand.
//
// [Files] returns the former by path, [GoFiles] the latter. The schemas are the source; table.go says
// which of them become which types, and the name of each type in each language.
//
// A description is written once for all languages: keys are in backticks, and range
// and default are left out, because they follow from the schema's keywords
// (minimum, default). Two hints are our own: "format" says that a text is a path or
// that a number has 64 bits, "x-keys" that the keys of an object are numbers.
package options

// Package options writes what every language repeats of the options in
// include/schema: typed dictionaries for Python, interfaces for TypeScript,
// classes for C#, each key with its description, range and default. The comments
// of Go's option structs, which are written by hand, it brings up to date.
//
// [Files] gives the former by path, [GoFiles] the latter. The schemas are the source; which of them become
// which types, and how these are called in each language, is in table.go.
//
// A description is written once for all languages: keys stand in backticks, and
// range and default are left out, because they follow from the schema's own
// words (minimum, default). Two hints are ours: "format" says that a text is a
// path or that a number has 64 bits, "x-keys" that the keys of an object are
// numbers.
package options

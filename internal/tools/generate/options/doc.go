// Package options writes the types of the options in include/schema: typed
// dictionaries for Python, interfaces for TypeScript, classes for C#, structs for Go,
// each key with its description, range and default.
//
// [Files] returns them by path. The schemas are the source; table.go says which of
// them become which types of Python, TypeScript and C#, and their names there.
//
// A description is written once for all languages: keys are in backticks, and range
// and default are left out, because they follow from the schema's keywords
// (minimum, default). Three keywords are our own: "format" says that a text is a path
// or that a number has 64 bits, "x-keys" that the keys of an object are numbers, and
// "x-go" what only Go needs.
//
// # Structs of Go
//
// An object with "x-go": {"struct": "lib/review.Options", "doc": ...} becomes that
// struct, in the file options_gen.go of its package. A key becomes a field; its type,
// its name and the tags that internal/options checks it by follow from the schema, so
// the limits that the schema states are those that Go holds. Where they do not follow,
// "x-go" beside the key says them; schema.Go lists all that it may say. A key that
// refers to a key of another struct in its file is left to that struct, to be embedded.
//
// Defaults become a method, SetDefaults of an object inside other options and
// setDefaults of others. The package writes by hand what depends on the machine, its
// named types and the checks of several fields together.
package options

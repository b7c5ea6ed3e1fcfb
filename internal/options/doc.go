// Package options reads a struct of options from a JSON object over its
// defaults, and checks it. It is the one reader of options in this library: what
// it refuses it refuses in the same words everywhere, and in the words of JSON,
// because its readers program in several languages.
//
// [Read] reads and checks; [Fill] only reads; [Check] only checks, for structs
// that were filled in Go. An error is an [Error], which knows the path of its key.
// Tags on the fields say everything:
//
//	type Options struct {
//		Level  int           `json:"level" range:"1..10"`
//		Effort string        `json:"effort" words:"quick default deep"`
//		Out    string        `json:"out" required:"the path of a file"`
//		Grace  time.Duration `json:"grace" range:"0..86400"`
//		Stop   *Stop         `json:"stop"`
//	}
//
// json is the key; a field without one is not an option. The keys of an embedded
// struct without a key of its own belong to the outer struct.
//
// range is what a number may be: "1..10", "1.." (1 or more), ">0..1" (over 0 to
// 1), ">0" (over 0), and alternatives, "0|2..9" (0 or 2 to 9). It holds for every
// element of a list or an object, too. A time.Duration is in seconds, in JSON
// and in ranges.
//
// words are the texts allowed, or those of a type that has a method String; "-"
// stands for the empty text. required says what an empty text or list lacks.
// expected says what JSON a field takes, where that is not plain from its Go type.
// each:"true" lets one value stand for every element of an array.
//
// The structs of options that include/schema describes are generated from it with
// their tags, so the limits that a schema states are those that are checked here.
//
// null leaves a plain field as it was and makes a pointer nil. A pointer to a
// struct is a part that can be off: null and false turn it off, true gives its
// defaults, an object is read over them. The defaults are what its method
// SetDefaults sets, or the zero struct.
//
// What several fields must satisfy together is for the package that owns them;
// its errors come from [Wrong], so that they read alike.
//
// The package does not write options, and knows no defaults of its own.
package options

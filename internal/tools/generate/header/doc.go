// Package header reads include/qikit.h, from which the C entry points and the
// prototypes of the bindings are generated.
//
// [Parse] gives a [Header]: its constants, structs with offsets, handles and
// functions, in the order of the file. It is strict: it accepts only the few forms
// of declaration that the header uses, and the conventions that the manual states
// (a text is a pointer and its length, a buffer is buf, cap and needed, err comes
// last). Anything else is an error with its line.
//
//	h, err := header.Parse(text)
//	for _, f := range h.Functions {
//		fmt.Println(f.Name, len(f.Args))
//	}
//
// It is no C parser: there are no expressions, no nested types and no macros
// with parameters.
package header

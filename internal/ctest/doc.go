// Package ctest tests libqikit from C: it builds the library and runs the
// harness in testdata, which calls every function of the header with good and
// with bad input, under AddressSanitizer (both the harness and the library are
// built with it, so that a byte that Go writes behind a caller's buffer shows).
//
// The package has no code of its own, and imports none: the library under test
// is a file.
package ctest

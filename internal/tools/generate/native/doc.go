// Package native writes what follows from include/qikit.h in every language: the
// entry points of the library in C and in Go, and for Python, Node and C# the
// prototypes, the layouts of structs, the constants, and an exception for each status.
//
// [Files] returns them by path. The frame of each file is a template beside this
// package (entry.c.tmpl), which also holds its prose; table.go has what the header
// does not say.
package native

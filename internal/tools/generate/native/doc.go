// Package native writes what every language repeats of include/qikit.h: the
// entry points of the library in C, and for Python, Node and C# the prototypes,
// the layouts of structs, the constants, and an exception for each status.
//
// [Files] gives them by path. The frame of each file is a template beside this
// package (entry.c.tmpl), where its prose stands; what the header does not say
// is in table.go.
package native

// Package host sets what the library takes of the process it lives in: threads,
// memory, and the kernels that networks run on. A Go program sets the first two
// with package runtime as well; a program of another language has no other way,
// since the environment variables that Go reads are those of the moment the
// process started.
//
//	o := host.Current()
//	o.Threads = 2
//	err := host.Set(o)
package host

// Package host sets how much of its process the library uses: threads, memory, and
// the kernels that networks run on. A Go program sets the first two with package
// runtime as well; a program in another language has no other way, because Go sees
// the environment variables as they were when the process started.
//
//	o := host.Current()
//	o.Threads = 2
//	err := host.Set(o)
package host

// Package cputime tells how much processor time this process has used, of all processors together, so that a
// measurement means something on a busy machine.
//
//	began := cputime.Own()
//	work()
//	used := cputime.Own() - began
//
// [Watch] tells the lesser of that and the clock's. The package knows nothing of single goroutines or threads.
package cputime

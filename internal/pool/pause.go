//go:build !wasip1

package pool

// Pause lets others run where there is one thread only. Work that takes long calls it where it looks whether to stop.
// Here it does nothing.
func Pause() {}

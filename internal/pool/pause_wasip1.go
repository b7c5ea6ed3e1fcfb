package pool

var pause func()

// SetPause sets what Pause does, before any work is started.
func SetPause(f func()) { pause = f }

// Pause lets others run where there is one thread only. Work that takes long calls it where it looks whether to stop.
func Pause() {
	if pause != nil {
		pause()
	}
}

//go:build unix && !linux

package engine

import "time"

// awaitEnd gives a program that closed its output the time to end: package unix cannot
// wait here without reaping it.
func awaitEnd(int) { time.Sleep(quitGrace) }

package main

import (
	"fmt"
	"strings"
)

// levelGames is how many games each level plays against the next.
const levelGames = 20

// platformBars report what a test of lib/platform measures: the time saved by the
// AI platform's memory and by its thinking in the opponent's time, and the points
// that each level scores against the one below.
func platformBars(m *meter) {
	out := tested("TestPlatform_bars", "./lib/platform", "-bars")
	for line := range strings.Lines(out) {
		_, text, _ := strings.Cut(line, "bar: ")
		name, values, found := strings.Cut(text, ": ")
		var ours, theirs float64
		if n, _ := fmt.Sscan(values, &ours, &theirs); found && n == 2 {
			m.beside(name, ours, theirs, "")
		}
	}
}

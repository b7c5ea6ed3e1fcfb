package main

import (
	"fmt"
	"strings"
)

// levelGames are played between each two levels.
const levelGames = 20

// platformBars are what the AI platform's memory and its thinking in the opponent's
// time save, and what each level gains on the one below, as a test of
// lib/platform measures them.
func platformBars(m *meter) error {
	out, err := tested("TestPlatform_bars", "./lib/platform", "-bars")
	if err != nil {
		return err
	}
	for line := range strings.Lines(out) {
		_, text, _ := strings.Cut(line, "bar: ")
		name, values, found := strings.Cut(text, ": ")
		var ours, theirs float64
		if n, _ := fmt.Sscan(values, &ours, &theirs); found && n == 2 {
			m.beside(name, ours, theirs, "")
		}
	}
	return nil
}

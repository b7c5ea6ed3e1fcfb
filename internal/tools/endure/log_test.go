package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// Slices add up, whatever their notes say.
func TestLog_addsUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.tsv")
	first := []row{
		{day: "2026-11-25", commit: "abc", kind: "kills", what: "kill of a gateway", seconds: 60, count: 7},
		{day: "2026-11-25", commit: "abc", kind: "fuzz", what: "./lib/sgf FuzzSGF", seconds: 30, count: 1000, note: "tab\there\nand a line"},
	}
	second := []row{
		{day: "2026-11-26", commit: "def", kind: "kills", what: "kill of a gateway", seconds: 40, count: 3, bad: 1},
		{day: "2026-11-26", commit: "def", kind: "fuzz", what: "./lib/ludo FuzzNew", seconds: 30, count: 500},
	}
	for _, rows := range [][]row{first, second} {
		if err := addLog(path, rows); err != nil {
			t.Fatal(err)
		}
	}
	read, err := readLog(path)
	if err != nil || len(read) != 4 || read[0] != first[0] || read[1].note != "tab here and a line" {
		t.Fatalf("read %+v, %v", read, err)
	}
	want := []row{
		{kind: "fuzz", what: "./lib/sgf FuzzSGF", seconds: 30, count: 1000},
		{kind: "fuzz", what: "./lib/ludo FuzzNew", seconds: 30, count: 500},
		{kind: "kills", what: "kill of a gateway", seconds: 100, count: 10, bad: 1},
		{kind: "fuzz", what: "all targets", seconds: 60, count: 1500},
	}
	if got := sums(read); !slices.Equal(got, want) {
		t.Errorf("sums %+v, want %+v", got, want)
	}
	if rows, err := readLog(filepath.Join(t.TempDir(), "none")); err != nil || len(rows) != 0 {
		t.Errorf("no log: %v, %v", rows, err)
	}
}

// Memory is compared after the warming up.
func TestMemoryRow_comparesQuarters(t *testing.T) {
	grows := func(by float64) (samples []float64) {
		for i := range 100 {
			samples = append(samples, 50+by*float64(max(0, i-25))/75)
		}
		return samples
	}
	for _, c := range []struct {
		samples []float64
		bad     int64
	}{{grows(0), 0}, {grows(2), 0}, {grows(10), 1}, {nil, 1}, {append(make([]float64, 25), grows(0)...), 0}} {
		if r := memoryRow(&server{name: "gateway"}, c.samples, 60); r.bad != c.bad {
			t.Errorf("%v: bad %d, want %d: %s", c.samples, r.bad, c.bad, r.note)
		}
	}
}

package main

import (
	"slices"
	"strings"
	"testing"
)

func TestBars_areWellFormed(t *testing.T) {
	var known []string
	for _, g := range groups() {
		known = append(known, g.name)
		if g.about == "" || len(g.steps) == 0 {
			t.Errorf("group %s says nothing or measures nothing", g.name)
		}
		if !slices.ContainsFunc(bars, func(b bar) bool { return b.group == g.name }) {
			t.Errorf("group %s has no bar", g.name)
		}
	}
	seen := map[string]bool{}
	for _, b := range bars {
		if !slices.Contains(known, b.group) {
			t.Errorf("%s: no group %q", b.name, b.group)
		}
		if key := b.group + " " + b.name; b.name == "" || seen[key] {
			t.Errorf("%q stands twice", key)
		} else {
			seen[key] = true
		}
		if b.fixed < 0 || b.fixed > 0 && b.baseline == "" {
			t.Errorf("%s: the baseline %g is of nothing", b.name, b.fixed)
		}
		if b.bound.rule == reported && b.bound.limit != 0 {
			t.Errorf("%s: a limit of %g that nothing is held to", b.name, b.bound.limit)
		}
		if b.bound.rule != reported && b.baseline == "" {
			t.Errorf("%s is held to %v of nothing", b.name, b.bound)
		}
	}
}

func TestMeter_judges(t *testing.T) {
	defer func(was []bar) { bars = was }(bars)
	bars = []bar{
		{"g", "speed", "k/s", "k/s of the peer", 0, least(2)},
		{"g", "time", "ms", "ms allowed", 10, most(1)},
		{"g", "garbage", "", "none allowed", 0, most(0)},
		{"g", "size", "MB", "", 0, shown},
		{"other", "size", "MB", "MB allowed", 1, most(1)},
	}
	for _, row := range []struct {
		name         string
		ours, theirs float64 // a negative one is not measured
		missed       bool
		want         string
	}{
		{"speed", 10, 5, false, "5 k/s of the peer"},
		{"speed", 9.9, 5, true, "at least 2"},
		{"speed", 10, 0, true, "0 k/s"}, // no baseline was measured
		{"time", 10, -1, false, "10 ms allowed"},
		{"time", 10.1, -1, true, "ratio    1.010"},
		{"time", 5, 2, false, "ratio    0.500"}, // the fixed baseline counts
		{"garbage", 0, -1, false, "none allowed"},
		{"garbage", 0.5, -1, true, "MISSED"},
		{"size", 1e9, -1, false, "reported"}, // reported by its own group only
		{"unknown", 1, -1, true, "no row"},
	} {
		var out strings.Builder
		m := meter{group: "g", out: &out}
		if row.theirs >= 0 {
			m.beside(row.name, row.ours, row.theirs, "a note")
		} else {
			m.put(row.name, row.ours, "")
		}
		if (m.missed == 1) != row.missed || !strings.Contains(out.String(), row.want) {
			t.Errorf("%s %g beside %g: missed %d, %q; want missed %v with %q", row.name, row.ours, row.theirs, m.missed, out.String(), row.missed, row.want)
		}
		if known := row.name != "unknown"; slices.Contains(m.left(), row.name) || known && len(m.left()) != 3 {
			t.Errorf("%s: left are %q", row.name, m.left())
		}
	}
}

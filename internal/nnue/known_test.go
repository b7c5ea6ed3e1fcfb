package nnue

import (
	"errors"
	"testing"
)

// What cannot be told a network is refused, and the game stays as it was known.
func TestAdd(t *testing.T) {
	good := func() *Inputs {
		return &Inputs{Name: "lines/1", Rows: 4, Columns: 5, Men: []Man{{'A', "", 100}, {'K', "a0-c1 e3", 0}}, King: 1, MenMost: 8}
	}
	if err := Add(good()); err != nil {
		t.Fatal(err)
	}
	was := Of("lines")
	if was == nil || Of("lines/1") != was || Of("lines/2") != nil || Of("line") != nil {
		t.Fatalf("lines is known as %v", was)
	}
	for what, change := range map[string]func(in *Inputs){
		"no rows":        func(in *Inputs) { in.Rows = 0 },
		"many points":    func(in *Inputs) { in.Rows = 26 },
		"overflow":       func(in *Inputs) { in.Rows, in.Columns = 1<<62, 4 },
		"no men":         func(in *Inputs) { in.Men = nil },
		"eight kinds":    func(in *Inputs) { in.Men = make([]Man, 8) },
		"a letter twice": func(in *Inputs) { in.Men[1].Letter = 'A' },
		"small letter":   func(in *Inputs) { in.Men[0].Letter = 'a' },
		"point outside":  func(in *Inputs) { in.Men[1].Places = "a0-f1" },
		"row outside":    func(in *Inputs) { in.Men[1].Places = "a4" },
		"no name":        func(in *Inputs) { in.Men[1].Places = "a" },
		"no men at once": func(in *Inputs) { in.MenMost = 0 },
		"too many men":   func(in *Inputs) { in.MenMost = 21 },
		"king":           func(in *Inputs) { in.King = 2 },
		"worth":          func(in *Inputs) { in.Men[0].Worth = 1 << 40 },
		"zones of none":  func(in *Inputs) { in.King, in.Zones = -1, []string{""} },
		"zone outside":   func(in *Inputs) { in.Zones = []string{"a0-c1 e3", "e4"} },
		"too few zones":  func(in *Inputs) { in.Zones = []string{"a0-c1"} },
		"zones overlap":  func(in *Inputs) { in.Zones = []string{"a0-c1 e3", "c1"} },
		"one-sided zone": func(in *Inputs) { in.Mirror, in.Zones = true, []string{"a0-c1 d0-e1 e3", "a3"} },
	} {
		in := good()
		change(in)
		if err := Add(in); !errors.Is(err, ErrNetwork) || Of("lines") != was {
			t.Errorf("%s: %v", what, err)
		}
	}
	next := good()
	next.Zones = []string{"a0-c0", "a1-c1 e3"}
	if l, err := NewLayout(next, false); err != nil || l.Kings != 2 {
		t.Errorf("two zones: %v", err)
	}
	if err := Add(next); err != nil || Of("lines") != next {
		t.Errorf("the second time: %v", err)
	}
}

// The games of the library are described as one of another author would have to be.
func TestKnown_areSound(t *testing.T) {
	for _, in := range []*Inputs{Xiangqi, Chess} {
		if err := in.check(); err != nil {
			t.Error(err)
		}
	}
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// A match that was stopped, even in the middle of a line, resumes where it stopped.
func TestRun_resumes(t *testing.T) {
	c := conditions{Game: "xiangqi", A: `{"table_mb": 1}`, B: `{"table_mb": 1, "level": 1}`, Nodes: 200, Openings: 2, Plies: 4, Seed: 3}
	path := filepath.Join(t.TempDir(), "build", "match.jsonl")
	if err := must.Run(func() { run(context.Background(), c, path) }); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSpace(string(whole)), "\n")
	if len(lines) != 1+4 {
		t.Fatalf("%d lines, want the conditions and four games:\n%s", len(lines), whole)
	}
	cut := strings.Join(lines[:3], "") + lines[3][:len(lines[3])/2]
	if err := os.WriteFile(path, []byte(cut), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := must.Run(func() { run(context.Background(), c, path) }); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(path); err != nil || string(again) != string(whole) {
		t.Errorf("resumed, %v:\n%s, want\n%s", err, again, whole)
	}
	c.Nodes++
	if err := must.Run(func() { run(context.Background(), c, path) }); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("other conditions: error %v, want a refusal", err)
	}
}

// A network plays the terms at equal nodes, and another file of its name is another match.
func TestRun_network(t *testing.T) {
	content, err := os.ReadFile("../../../lib/engine/testdata/men.qnet")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	net, path := filepath.Join(dir, "a.qnet"), filepath.Join(dir, "match.jsonl")
	put := func(content []byte) {
		if err := os.WriteFile(net, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(content)
	options := must.Get(json.Marshal(map[string]any{"table_mb": 1, "net": net}))
	c := conditions{Game: "xiangqi", A: string(options), B: `{"table_mb": 1, "evaluator": "terms"}`, Nodes: 200, Openings: 1, Plies: 4, Seed: 3}
	play := func() error { return must.Run(func() { run(context.Background(), c, path) }) }
	if err := play(); err != nil {
		t.Fatal(err)
	}
	whole := must.Get(os.ReadFile(path))
	if n := strings.Count(string(whole), "\n"); n != 1+2 {
		t.Errorf("%d lines, want the conditions and two games:\n%s", n, whole)
	}
	if err := play(); err != nil {
		t.Errorf("the same file again: %v", err)
	}
	f := must.Get(netfile.Decode(content))
	put(must.Get(f.Encode(false)))
	if err := play(); err == nil || !strings.Contains(err.Error(), "another match") {
		t.Errorf("another file: error %v, want a refusal", err)
	}
}

func TestScore(t *testing.T) {
	l := log{}
	if got := l.score(); got != "no games" {
		t.Errorf("%q", got)
	}
	for i := range 10 {
		g := played{Result: 1, Plies: 80}
		if i >= 6 {
			g.Result = 0.5
		}
		l.games = append(l.games, g)
	}
	// Four fifths of the points are 400 log10(4) = 241 Elo.
	if got := l.score(); !strings.HasPrefix(got, "10 games: +6 =4 -0, +241 Elo (") || !strings.HasSuffix(got, "80 plies a game") {
		t.Errorf("%q", got)
	}
}

// Each engine may have a depth of its own.
func TestConditions_limits(t *testing.T) {
	for _, row := range []struct {
		c    conditions
		a, b int
	}{{conditions{Depth: 4}, 4, 4}, {conditions{DepthB: 2}, 0, 2}, {conditions{Depth: 4, DepthB: 2}, 4, 2}} {
		if l := row.c.limits(); l[0].Depth != row.a || l[1].Depth != row.b {
			t.Errorf("%+v: %d and %d plies, want %d and %d", row.c, l[0].Depth, l[1].Depth, row.a, row.b)
		}
	}
}

// A position is even by its score, and without one by its win rate.
func TestEven(t *testing.T) {
	for _, row := range []struct {
		r    engine.Result
		want bool
	}{
		{engine.Result{Scored: true, Score: -evenScore, WinRate: 0.3}, true},
		{engine.Result{Scored: true, Score: evenScore + 1, WinRate: 0.5}, false},
		{engine.Result{WinRate: 0.6}, true},
		{engine.Result{WinRate: 0.9}, false},
		{engine.Result{WinRate: 0.1}, false},
	} {
		if got := even(row.r); got != row.want {
			t.Errorf("%+v: %v", row.r, got)
		}
	}
}

// Of openings of eight random stones in Capture Go a third are decided; none of those is played.
func TestOpening_evenInTrees(t *testing.T) {
	c := conditions{Game: "capturego", Openings: 1, Plies: 8, Seed: 1}
	referee := c.engine(`{"table_mb": 8}`)
	defer referee.Close()
	l := engine.DefaultLimits()
	l.Visits, l.Fresh = refereeVisits, true
	for n := range 3 {
		b := must.Get(game.New(c.Game, game.Setup{}))
		must.Do(game.PlayLine(b, c.opening(context.Background(), referee, n)))
		if r := must.Get(referee.Search(context.Background(), b, l)); !even(r) {
			t.Errorf("opening %d wins with %.2f: %s", n, r.WinRate, b.Position())
		}
	}
}

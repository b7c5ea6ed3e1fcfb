package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
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

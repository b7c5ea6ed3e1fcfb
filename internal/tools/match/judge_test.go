package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
)

// TestMain lets the test program act as a judge of Go that finds White the winner
// of every game.
func TestMain(m *testing.M) {
	if slices.Contains(os.Args, "--chinese-rules") {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			answer := ""
			if in.Text() == "final_score" {
				answer = " W+3.5"
			}
			fmt.Printf("=%s\n\n", answer)
		}
		return
	}
	os.Exit(m.Run())
}

// A game of Go is played until both players pass, and is won only when the judge
// agrees.
func TestRun_judgesGo(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := conditions{Game: "go", A: `{"table_mb": 2}`, B: `{"table_mb": 2, "level": 1}`, Visits: 30, Rules: `{"size": 5, "komi": 0.5}`, Openings: 2, Seed: 3, Judge: self}
	path := filepath.Join(t.TempDir(), "go.jsonl")
	if err := must.Run(func() { run(context.Background(), c, path) }); err != nil {
		t.Fatal(err)
	}
	l := openLog(path, c)
	defer l.close()
	if len(l.games) != 4 {
		t.Fatalf("%d games, want 4", len(l.games))
	}
	for _, g := range l.games {
		if g.Theirs != -3.5 || g.Ours == 0 {
			t.Errorf("%+v: want both counts", g)
		}
		// The first engine is Black where it is not swapped.
		mine := (g.Ours > 0) == (g.Swapped == 0)
		judged := g.Swapped == 1
		if won := g.Result == 1; won != (mine && judged) {
			t.Errorf("%+v: won %v, want %v", g, won, mine && judged)
		}
		if differ := strings.Contains(g.Reason, "differently"); differ != (mine != judged) {
			t.Errorf("%+v: reason %q", g, g.Reason)
		}
	}
}

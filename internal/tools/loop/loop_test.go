package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/train"
)

// Two small generations, the second by the network of the first; the same command once more
// finds everything done, and goes on where a step is missing.
func TestRun_twoGenerations(t *testing.T) {
	s := settings{game: "xiangqi", dir: t.TempDir(), generations: 2, games: 12, window: 2, passes: 1, options: `{"width": 16, "batch": 64, "held_out": 0.2}`, seed: 1}
	again := func() string {
		t.Helper()
		if err := must.Run(func() { run(context.Background(), s) }); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(s.dir, "rows.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows := again()
	if n := strings.Count(rows, "\n"); n != 4 || !strings.Contains(rows, "| 0 |") || !strings.Contains(rows, "| 1 |") {
		t.Errorf("rows\n%s", rows)
	}
	for _, name := range []string{"gen00.openings", "gen00.qkb", "gen00.qnet", "gen01.qnet"} {
		if _, err := os.Stat(filepath.Join(s.dir, name)); err != nil {
			t.Error(err)
		}
	}
	net, err := os.ReadFile(s.file(1, "qnet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"row", "qnet", "learnt"} {
		if err := os.Remove(s.file(1, name)); err != nil {
			t.Fatal(err)
		}
	}
	again()
	if now, err := os.ReadFile(s.file(1, "qnet")); err != nil || string(now) != string(net) {
		t.Errorf("learnt again, the network is another one: %v", err)
	}
}

// One generation of chess, whose network then plays.
func TestRun_chess(t *testing.T) {
	s := settings{game: "chess", dir: t.TempDir(), generations: 1, games: 12, window: 1, passes: 1, options: `{"width": 16, "batch": 64, "held_out": 0.2}`, seed: 1}
	if err := must.Run(func() { run(context.Background(), s) }); err != nil {
		t.Fatal(err)
	}
	o := engine.DefaultOptions()
	o.Net, o.TableMB = s.file(0, "qnet"), 1
	e, err := engine.New("chess", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b, err := game.New("chess", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if value, ok := engine.NetworkValue(e, b); !ok || value < -100 || value > 100 {
		t.Errorf("the start: %d, %v", value, ok)
	}
}

// The options of learning may be left out.
func TestLearning(t *testing.T) {
	for options, width := range map[string]int{"{}": train.DefaultOptions().Width, " { } ": train.DefaultOptions().Width, `{"width": 32}`: 32} {
		s := settings{options: options, passes: 3}
		if o := s.learning([]string{"a.qkb"}, "b.qnet"); o.Width != width || o.Books[0] != "a.qkb" || o.Out != "b.qnet" || o.Passes != 3 || !o.Resume {
			t.Errorf("%q: %+v", options, o)
		}
	}
}

func TestScore_isRead(t *testing.T) {
	m := score.FindStringSubmatch("60 games: +26 =8 -26, +0 Elo (-83 to +83), 117 plies a game")
	if m == nil || m[1] != "60" || m[2] != "26" || m[3] != "8" || m[4] != "26" || m[5] != "+0 Elo (-83 to +83)" {
		t.Errorf("%q", m)
	}
}

package ctest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

var update = flag.Bool("update", false, "rewrite testdata/levels.tsv")

// levelNodes limits each search: level 10 has no limit of its own.
const levelNodes = 100

// TestLevels_table says what the levels of each game play; the tests of C and of the bindings hold them to the same table.
func TestLevels_table(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: ninety searches of one goroutine")
	}
	const path = "testdata/levels.tsv"
	table, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var now strings.Builder
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			now.WriteString(line)
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		var moves []string
		for level := 1; level <= engine.LevelMax; level++ {
			moves = append(moves, levelPlays(t, row[0], row[1], row[2], level))
		}
		fmt.Fprintf(&now, "%s\t%s\t%s\t%s\n", row[0], row[1], row[2], strings.Join(moves, " "))
	}
	if *update {
		if err := os.WriteFile(path, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if now.String() != string(table) {
		t.Errorf("the levels play otherwise than the table says:\n%s", now.String())
	}
}

func levelPlays(t *testing.T, name, rules, position string, level int) string {
	t.Helper()
	b, err := game.New(name, game.Setup{Rules: []byte(rules), Position: position})
	if err != nil {
		t.Fatal(err)
	}
	o := engine.DefaultOptions()
	o.Level, o.Seed, o.TableMB, o.Deterministic = level, 7, 1, true
	e, err := engine.New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	l := engine.DefaultLimits()
	l.Nodes = levelNodes
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	return b.Text(r.Best)
}

package platform

import (
	"fmt"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// answers plays so many moves of a game on 7x7 against somebody who takes the first
// of a few points that is free, and returns the line.
func answers(t testing.TB, bank *MemoryBank, e *ParameterEditor, token sgcp.Gtoken, moves int) string {
	t.Helper()
	b, c := boardOf(t, 7, ""), newCoordinator(newSearch(t), bank, nil, 1)
	line := []string{}
	play := func(m game.Move) {
		line = append(line, moveText(m))
		b.Play(m)
	}
	for range moves {
		for _, text := range strings.Fields("D4 C3 E5 C5 E3 D2 D6 B4 F4 B2 F6 B6 F2 A1 G7") {
			if m := move(t, text); b.Check(m) == nil {
				play(m)
				break
			}
		}
		play(choose(t, c, question{Board: b, Editor: e, Game: token}).Chosen)
	}
	return strings.Join(line, " ")
}

// Who plays the same moves against the platform again does not get the same game
// again and again; the same game, begun anew with nothing remembered, is the same.
func TestCoordinator_gamesDiffer(t *testing.T) {
	levels := []string{"1", "5", "7", "10"}
	if testing.Short() {
		levels = levels[2:3]
	}
	for _, level := range levels {
		bank, e := newBank(t, ""), NewParameterEditor(nil)
		set(t, e, "level", level, "mc.playouts", "200", "mc.seconds", "100")
		lines := map[string]bool{}
		for n := range byte(3) {
			lines[answers(t, bank, e, sgcp.Gtoken{n + 1}, 6)] = true
		}
		if len(lines) == 1 {
			t.Errorf("level %s: three times %v", level, lines)
		}
		again := map[string]bool{}
		for range 2 {
			again[answers(t, newBank(t, ""), e, sgcp.Gtoken{9}, 4)] = true
		}
		if len(again) != 1 {
			t.Errorf("level %s: the same game is %v", level, again)
		}
	}
}

// A line that lost is not chosen again, by no level; one that won may be.
func TestMemoryBank_lostLines(t *testing.T) {
	levels := []string{"1", "7", "10"}
	if testing.Short() {
		levels = levels[1:2]
	}
	for _, level := range levels {
		bank, e := newBank(t, ""), NewParameterEditor(nil)
		set(t, e, "level", level, "mc.playouts", "200", "mc.seconds", "100")
		lost := map[string]bool{}
		for n := range 4 {
			line := answers(t, bank, e, sgcp.Gtoken{1}, 6)
			if lost[line] {
				t.Errorf("level %s: %s, lost before, is played again as game %d", level, line, n+1)
			}
			lost[line] = true
			var at int
			fmt.Sscan(level, &at)
			if err := bank.conclude(&GameData{Settings: "size=7", Color: sgcp.White, Line: line, Result: "B+R", Level: at}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The results of games are by level, and turn with the board.
func TestMemoryBank_results(t *testing.T) {
	bank := newBank(t, "")
	b := boardOf(t, 9, "C3")
	if err := bank.meet(b, nil); err != nil {
		t.Fatal(err)
	}
	for _, result := range []string{"W+R", "B+3.5", "B+T", "0"} {
		if err := bank.conclude(&GameData{Settings: "size=9", Color: sgcp.White, Line: "C3 E6 PASS E4", Result: result, Level: 2}); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		moves, at string
		level     int
		want      Tried
	}{{"C3", "E6", 2, Tried{3, 1}}, {"G3", "E6", 2, Tried{3, 1}}, {"C7", "E4", 2, Tried{3, 1}}, {"C3", "E6", 3, Tried{}}, {"C3 E6", "E4", 2, Tried{}}} {
		got, err := bank.results(boardOf(t, 9, row.moves), row.level)
		if err != nil || got[move(t, row.at)] != row.want || len(got) > 1 {
			t.Errorf("%+v: %v, %v", row, got, err)
		}
	}
}

// However much is known of a position, a quarter of a choice's playouts are new.
func TestCoordinator_searchesWhatItKnows(t *testing.T) {
	bank, e := newBank(t, ""), NewParameterEditor(nil)
	set(t, e, "mc.playouts", "200", "mc.seconds", "100")
	b := boardOf(t, 7, "D4")
	if err := bank.meet(b, evidence{move(t, "A1"): {Visits: 1e6, Wins: 1e6}}); err != nil {
		t.Fatal(err)
	}
	x := choose(t, newCoordinator(newSearch(t), bank, nil, 1), question{Board: b, Editor: e})
	visits := 0.0
	for _, k := range x.Candidates {
		visits += k.Tried.Visits
	}
	if x.Searched < 45 || x.Searched > 55 || visits > 205 || x.Remembered != 1e6 {
		t.Errorf("%d playouts searched of %v that counted, %d remembered", x.Searched, visits, x.Remembered)
	}
	if b.Check(x.Chosen) != nil || x.Chosen == goban.Pass {
		t.Errorf("chosen %s", moveText(x.Chosen))
	}
}

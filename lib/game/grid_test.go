package game_test

import (
	"errors"
	"strings"
	"testing"

	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// grid is that of a game's start position, or of one that is given.
func grid(t *testing.T, name, position string) (game.Board, game.Grid) {
	t.Helper()
	b, err := game.New(name, game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	return b, b.(game.Gridded).Grid()
}

// drawn writes cells as rows of the mover's men (letters of the first player) and the
// others' (of the second).
func drawn(g game.Grid, cells []int8) string {
	var rows []string
	for row := range g.Rows {
		var text strings.Builder
		for _, c := range cells[row*g.Columns : (row+1)*g.Columns] {
			switch {
			case c > 0:
				text.WriteByte(g.Men[0][c-1])
			case c < 0:
				text.WriteByte(g.Men[1][-c-1])
			default:
				text.WriteByte('.')
			}
		}
		rows = append(rows, text.String())
	}
	return strings.Join(rows, "/")
}

func TestGrid_place(t *testing.T) {
	for _, row := range []struct{ game, position, want string }{
		{"xiangqi", "", "rnbakabnr/........./.c.....c./p.p.p.p.p/........./........./P.P.P.P.P/.C.....C./........./RNBAKABNR"},
		{"surakarta", "", "wwwwww/wwwwww/....../....../bbbbbb/bbbbbb"},
		{"capturego", ".X.../OO.../5/.X.../..O.. X 1 1 0 0 -", ".X.../OO.../...../.X.../..O.."},
		{"go", "3X9/" + strings.Repeat("94/", 11) + "9OOOO X 0 0 -", "...X........./" + strings.Repeat("............./", 11) + ".........OOOO"},
	} {
		b, g := grid(t, row.game, row.position)
		cells := make([]int8, g.Points())
		codes := g.Codes(0)
		if err := g.Place(cells, b.Identity(game.View{}), &codes); err != nil {
			t.Error(err)
			continue
		}
		if got := drawn(g, cells); got != row.want {
			t.Errorf("%s: %s, want %s", row.game, got, row.want)
		}
		codes = g.Codes(1)
		if err := g.Place(cells, b.Identity(game.View{}), &codes); err != nil {
			t.Error(err)
		}
		g.Men[0], g.Men[1] = g.Men[1], g.Men[0]
		if got := drawn(g, cells); got != row.want {
			t.Errorf("%s, for the second player: %s, want %s", row.game, got, row.want)
		}
	}
}

func TestGrid_placeRefuses(t *testing.T) {
	_, g := grid(t, "surakarta", "")
	codes := g.Codes(0)
	cells := make([]int8, g.Points())
	for _, text := range []string{"", "6/6/6/6/6", "6/6/6/6/6/6/6 b", "6/6/6/6/6/5 b", "6/6/6/6/6/7 b", "6/6/6/6/6/6b b", "6/6/6/6/6/5q b", "66/6/6/6/6/6"} {
		if err := g.Place(cells, text, &codes); !errors.Is(err, game.ErrPosition) {
			t.Errorf("%q: %v, want ErrPosition", text, err)
		}
	}
}

// The ends of every legal move are the points that change, and those alone.
func TestGrid_ends(t *testing.T) {
	for _, name := range []string{"xiangqi", "chess", "surakarta", "capturego", "go", "gomoku"} {
		b, g := grid(t, name, "")
		codes := g.Codes(0)
		before, after := make([]int8, g.Points()), make([]int8, g.Points())
		for _, m := range b.Moves(nil) {
			if err := g.Place(before, b.Identity(game.View{}), &codes); err != nil {
				t.Fatal(err)
			}
			source, target := g.Ends(b.Text(m))
			b.Play(m)
			if err := g.Place(after, b.Identity(game.View{}), &codes); err != nil {
				t.Fatal(err)
			}
			b.Undo()
			man := int8(1) // a stone of the first player
			if source != game.NoPoint {
				man, before[source] = before[source], 0
			}
			if target != game.NoPoint {
				before[target] = man
			}
			if drawn(g, before) != drawn(g, after) {
				t.Errorf("%s: %s goes from %d to %d", name, b.Text(m), source, target)
			}
		}
	}
	_, g := grid(t, "xiangqi", "")
	for _, text := range []string{"", "pass", "h2", "h2e", "z2e2", "h2e22", "h2e2q"} {
		source, target := g.Ends(text)
		if text != "h2" && (source != game.NoPoint || target != game.NoPoint) {
			t.Errorf("%q: %d, %d, want no points", text, source, target)
		}
	}
}

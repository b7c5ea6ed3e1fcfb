package game_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// boardAt is a board of a game at a position, after moves.
func boardAt(t *testing.T, name, position string, moves ...string) game.Board {
	t.Helper()
	b, err := game.New(name, game.Setup{Position: position})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMenReport(t *testing.T) {
	for _, row := range []struct {
		name, game, position string
		moves                []string
		want                 string
	}{
		{"check by a rook", "xiangqi", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 7 30", []string{"a1a9"},
			`"rows":10,"columns":9,"men":["KABNRCP","kabnrcp"],"pieces":{"a9":"R","e9":"k","d0":"K"},"in_check":true,"ply":1,"half_moves":8,"last":{"move":"a1a9","source":"a1","target":"a9"}}`},
		{"no move yet", "xiangqi", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 7 30", nil,
			`"pieces":{"e9":"k","a1":"R","d0":"K"},"in_check":false,"ply":0,"half_moves":7,"last":null}`},
		{"a capture along a circuit", "surakarta", "6/6/6/6/b5/1w4 b", []string{"a2xb1"},
			`"rows":6,"columns":6,"men":["b","w"],"pieces":{"b1":"b"},"in_check":false,"ply":1,"half_moves":0,"last":{"move":"a2xb1","source":"a2","target":"b1"}}`},
		{"stones and a pass", "go", "3/.X./.O. X 0 0 -", []string{"A1", "pass"},
			`"rows":3,"columns":3,"men":["X","O"],"pieces":{"B2":"X","A1":"X","B1":"O"},"in_check":false,"ply":2,"half_moves":null,"last":{"move":"pass","source":"","target":""}}`},
		{"a stone of Capture Go", "capturego", "", []string{"J9"},
			`"men":["X","O"],"pieces":{"J9":"X"},"in_check":false,"ply":1,"half_moves":null,"last":{"move":"J9","source":"","target":"J9"}}`},
	} {
		b := boardAt(t, row.game, row.position, row.moves...)
		before := b.Position()
		text, err := game.MenReport(b)
		if err != nil || !strings.HasPrefix(string(text), `{"schema":"qikit/men/1",`) || !strings.HasSuffix(string(text), row.want) {
			t.Errorf("%s: %s, %v, want … %s", row.name, text, err, row.want)
		}
		if b.Position() != before || len(b.Played(nil)) != len(row.moves) {
			t.Errorf("%s: the board is not as it was", row.name)
		}
	}
}

func TestDiagram(t *testing.T) {
	for _, row := range []struct {
		name string
		b    game.Board
		flip bool
		want string
	}{
		{"xiangqi", boardAt(t, "xiangqi", "", "h2e2"), false, `
9 r n b a k a b n r
8 . . . . . . . . .
7 . c . . . . . c .
6 p . p . p . p . p
5 . . . . . . . . .
4 . . . . . . . . .
3 P . P . P . P . P
2 . C . . C . . . .
1 . . . . . . . . .
0 R N B A K A B N R
  a b c d e f g h i`},
		{"surakarta, black's men at the top", boardAt(t, "surakarta", "", "a2-a3"), true, `
1 b b b b b b
2 b b b b b .
3 . . . . . b
4 . . . . . .
5 w w w w w w
6 w w w w w w
  f e d c b a`},
		{"rows of two digits", boardAt(t, "go", "91/..X7/91/91/91/91/91/91/91/9O X 0 0 -"), false, `
10 . . . . . . . . . .
 9 . . X . . . . . . .
 8 . . . . . . . . . .
 7 . . . . . . . . . .
 6 . . . . . . . . . .
 5 . . . . . . . . . .
 4 . . . . . . . . . .
 3 . . . . . . . . . .
 2 . . . . . . . . . .
 1 . . . . . . . . . O
   A B C D E F G H J K`},
	} {
		if got, err := game.Diagram(row.b, row.flip); err != nil || "\n"+got != row.want {
			t.Errorf("%s: %v\n%s\nwant%s", row.name, err, got, row.want)
		}
	}
}

// The planes hold the men of MenReport and no others.
func TestPlanes(t *testing.T) {
	for _, b := range []game.Board{
		boardAt(t, "xiangqi", "", "h2e2", "h7e7", "e2e6"), boardAt(t, "surakarta", "", "a2-a3"),
		boardAt(t, "capturego", ".X.../OO.../5/.X.../..O.. X 1 1 0 0 -"), boardAt(t, "go", "3/.X./.O. X 0 0 -"),
	} {
		men, err := game.MenOf(b)
		if err != nil {
			t.Fatal(err)
		}
		n, err := game.PlanesSize(b)
		if letters := len(strings.Join(men.Men, "")); err != nil || n != letters*men.Rows*men.Columns {
			t.Fatalf("%s: %d numbers, %v", b.Game(), n, err)
		}
		planes := slices.Repeat([]float32{7}, n)
		if err := game.Planes(b, planes); err != nil {
			t.Fatal(err)
		}
		placed := map[string]string{}
		for _, piece := range men.Pieces {
			placed[piece.Point] = string(piece.Letter)
		}
		g := b.(game.Gridded).Grid()
		for at, x := range planes {
			plane, row, column := at/g.Points(), at/g.Columns%g.Rows, at%g.Columns
			letter := string(strings.Join(men.Men, "")[plane])
			point := string(g.Files[column]) + strconv.Itoa(g.First+g.Rows-1-row)
			if want := placed[point] == letter; x != 0 && x != 1 || (x == 1) != want {
				t.Errorf("%s: %v for %s on %s, want it to be %v", b.Game(), x, letter, point, want)
			}
		}
	}
}

func TestAttackerTexts(t *testing.T) {
	b := boardAt(t, "xiangqi", "4k4/4a4/9/4p4/9/9/4P4/4C4/9/R3K4 w - - 0 1")
	for _, row := range []struct{ name, point, side, want string }{
		{"a cannon over one man", "e6", "red", "e2"},
		{"no cannon over two men", "e8", "red", ""},
		{"a rook as far as it sees", "a9", "", "a0"},
		{"own men are guarded", "e0", "red", "a0"},
		{"a cannon and a soldier", "e4", "", "e2 e3"},
		{"a soldier has no point behind", "e7", "black", ""},
		{"kings and advisors", "f9", "black", "e8 e9"},
		{"men of both sides", "e5", "", "e2 e6"},
	} {
		points, err := game.AttackerTexts(b, row.point, row.side)
		if err != nil || strings.Join(points, " ") != row.want {
			t.Errorf("%s: %v, %v, want %q", row.name, points, err, row.want)
		}
	}
	for _, row := range []struct {
		b           game.Board
		point, side string
		want        error
	}{
		{b, "j1", "red", game.ErrMoveText}, {b, "", "", game.ErrMoveText}, {b, "e4", "white", game.ErrSide}, {boardAt(t, "go", ""), "A1", "", game.ErrNoAttacks},
	} {
		if _, err := game.AttackerTexts(row.b, row.point, row.side); !errors.Is(err, row.want) {
			t.Errorf("%s on %s by %q: %v, want %v", row.b.Game(), row.point, row.side, err, row.want)
		}
	}
}

// ungridded is a board of a game whose positions are no rows.
type ungridded struct{ game.Board }

func TestMen_withoutRows(t *testing.T) {
	b := ungridded{boardAt(t, "xiangqi", "")}
	_, menErr := game.MenReport(b)
	_, textErr := game.Diagram(b, false)
	_, sizeErr := game.PlanesSize(b)
	for i, err := range []error{menErr, textErr, sizeErr, game.Planes(b, nil)} {
		if !errors.Is(err, game.ErrNoGrid) {
			t.Errorf("%d: %v, want ErrNoGrid", i, err)
		}
	}
}

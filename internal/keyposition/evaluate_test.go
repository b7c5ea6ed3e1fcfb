package keyposition

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/surakarta"
)

// mirrored is a picture with left and right exchanged, top and bottom, or both.
func mirrored(picture string, leftRight, upDown bool) string {
	rows := strings.Fields(picture)
	if upDown {
		slices.Reverse(rows[:6])
	}
	for i, row := range rows[:6] {
		if cells := []byte(row); leftRight {
			slices.Reverse(cells)
			rows[i] = string(cells)
		}
	}
	return strings.Join(rows, " ")
}

func drawn(t *testing.T, picture string) *surakarta.Board {
	t.Helper()
	rows := strings.Fields(picture)
	b, err := surakarta.New(strings.Join(rows[:6], "/")+" "+rows[6], surakarta.DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Black on one point of every kind but the corners, where white is: a table's
// eight other values once each. On the inner circuit are b6, a5, b5, c2 and b3,
// on the outer one d6, c2, f4, b3 and c4. Black's b5 between its own b6 and a5: -20.
const (
	everyKind   = "wb.b.w bb.... ..b..b .b.... ..b... w....w b"
	everyKind11 = "wb.b.w bb.... ..b..b .b.... ..b... w..... b"
	everyKind10 = "wb.b.w bb.... ..b..b .b.... ..b... ...... b"
)

// Black at c4 and b5, each between two enemies: 80 and 91. Black's corners are
// worth 0; f3 and f4 cancel out. White has one more on the outer circuit and
// three more on the inner one.
const between = "bw...b wbw... .wb..w .....b ...... b....b b"

// Each board is worked out by hand for the side to move, and is worth the same
// with left and right or top and bottom exchanged.
func TestEvaluate_drawnBoards(t *testing.T) {
	tests := []struct {
		name, picture string
		role          Role
		want          Terms
	}{
		{"the start is even", "wwwwww wwwwww ...... ...... bbbbbb bbbbbb b", Front, Terms{}},
		// one piece more, at c3, which is on the outer circuit: 900; 93 + 50;
		// white in the corner: 0. Both edge neighbours of all inner
		// intersections and these themselves are empty: 0.
		{"one on an outer intersection", "w..... ...... ...... ..b... ...... b..... b", Front,
			Terms{Extent: 900, Position: 93 + 50, Phase: Endgame, Total: 2*900 + 3*143}},
		// a piece on both circuits counts on both; corners are empty: 90 each.
		{"on both circuits, corners open", "...... ...... ...... .b.... ...... ..w... b", Front,
			Terms{Position: 105 + 2*90 - 57 - 90, Phase: Endgame, Total: 3 * 138}},
		{"the same for the second mover", "...... ...... ...... .b.... ...... ..w... b", Back,
			Terms{Position: 83 + 180 - 75 - 90, Phase: Endgame, Total: 3 * 98}},
		// c3 between enemies at b3 and c2, closed corner a1 (own).
		{"dynamic", "...... ...... ...... .wb... ..w... b..... b", Front,
			Terms{Position: 93 + 50 - 2*105 - 2*(50+120), Dynamic: 80, Phase: Endgame, Total: 3*(93+50-210-340) + 80}},
		// b2 own with both edge neighbours empty: 84; e5 enemy with one empty
		// and one enemy neighbour (e6): -35; f6 keeps a corner filled.
		{"potential", "....ww ....w. ...... ...... .b.... ...... b", Front,
			Terms{Extent: -2 * 900, Position: 88 + 120 - 67 - 0 - 88 - 2*120, Potential: 84 - 35, Phase: Endgame,
				Total: 2*-1800 + 3*(88+120-67-88-240) + 49}},
		// an empty b2 with one own neighbour (a2) and one empty one: +45.
		{"empty intersection, one own", ".....w ...... ...... ...... b..... ...... b", Front,
			Terms{Position: 67 + 120, Potential: 45, Phase: Endgame, Total: 3*187 + 45}},
		{"empty intersection, both enemy", ".....b ...... ...... ...... w..... .w.... b", Front,
			Terms{Extent: -900, Position: -2 * (67 + 120), Potential: -25, Phase: Endgame, Total: -1800 - 3*374 - 25}},
		{"one own and one enemy neighbour are nothing", ".....b ...... ...... ...... w..... .b.... b", Front,
			Terms{Extent: 900, Position: 0, Phase: Endgame, Total: 1800}},
		// one corner held is enough for the role's marks; e2 beside the enemy's e1: -45.
		{"a corner held, inner circuit", "b..... ...... ...... ...... ...... ....w. b", Front,
			Terms{Position: -67 - 120, Potential: -45, Phase: Endgame, Total: -3*187 - 45}},
		{"a corner held, outer circuit", "b..... ...... ...... ...... ...... ...w.. b", Back,
			Terms{Position: -75 - 73, Phase: Endgame, Total: -3 * 148}},
		{"every kind of point, front, 12 pieces", everyKind, Front,
			Terms{Extent: 4 * 400, Position: 65 + 71 + 65 + 85 + 76 + 60 + 76 + 100 + 5*50 + 5*120, Potential: -20,
				Total: 1600 + 3*1448 - 2*20}},
		{"every kind of point, back, 12 pieces", everyKind, Back,
			Terms{Extent: 4 * 400, Position: 60 + 75 + 60 + 94 + 60 + 60 + 55 + 103 + 5*73 + 5*114, Potential: -20,
				Total: 1600 + 3*1502 - 2*20}},
		{"11 pieces are no endgame", everyKind11, Front,
			Terms{Extent: 5 * 400, Position: 1448, Potential: -20, Total: 2000 + 3*1448 - 2*20}},
		{"10 pieces are an endgame, front", everyKind10, Front,
			Terms{Extent: 6 * 900, Position: 67 + 57 + 67 + 88 + 105 + 57 + 105 + 93 + 5*50 + 5*120, Potential: -20, Phase: Endgame,
				Total: 2*5400 + 3*1489 - 20}},
		{"10 pieces are an endgame, back", everyKind10, Back,
			Terms{Extent: 6 * 900, Position: 60 + 75 + 60 + 97 + 83 + 60 + 83 + 90 + 5*73 + 5*114, Potential: -20, Phase: Endgame,
				Total: 2*5400 + 3*1543 - 20}},
		{"between enemies, front", between, Front,
			Terms{Extent: 2 * 400, Position: 100 + 85 - 65 - 65 - 76 - 76 - 50 - 3*120, Dynamic: 80, Potential: 91,
				Total: 800 - 3*507 + 2*80 + 2*91}},
		{"between enemies, back", between, Back,
			Terms{Extent: 2 * 400, Position: 103 + 94 - 60 - 60 - 60 - 55 - 73 - 3*114, Dynamic: 80, Potential: 91,
				Total: 800 - 3*453 + 2*80 + 2*91}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := drawn(t, test.picture)
			if got := Document().Evaluate(b, b.Side(), test.role); got != test.want {
				t.Errorf("Evaluate = %+v\nwant       %+v", got, test.want)
			}
			other := Document().Evaluate(b, b.Side().Other(), test.role)
			if other.Total != -test.want.Total {
				t.Errorf("for the other side %d, want %d", other.Total, -test.want.Total)
			}
			for i := 1; i < 4; i++ {
				b := drawn(t, mirrored(test.picture, i&1 != 0, i&2 != 0))
				if got := Document().Evaluate(b, b.Side(), test.role); got != test.want {
					t.Errorf("%s: Evaluate = %+v\nwant %+v", b.Position(), got, test.want)
				}
			}
		})
	}
}

func TestSimple_drawnBoard(t *testing.T) {
	b := drawn(t, "w..... ...... ..w... ..b... .b.... b..... b")
	if got, want := Document().Simple(b, surakarta.Black), 100+(40+30+5)-(5+40); got != want {
		t.Errorf("Simple = %d, want %d", got, want)
	}
	b = drawn(t, everyKind)
	if got, want := Document().Simple(b, surakarta.Black), 4*100+(20+20+20+30+50+20+50+40)-4*5; got != want {
		t.Errorf("Simple = %d, want %d", got, want)
	}
}

// The tables are symmetric from left to right and from top to bottom.
func TestTables_symmetric(t *testing.T) {
	tables := map[string]*[36]int{"simple": &simpleTable}
	for role := range positionTables {
		for phase := range positionTables[role] {
			tables[Role(role).String()+" "+Phase(phase).String()] = &positionTables[role][phase]
		}
	}
	for name, table := range tables {
		for r := range 6 {
			for f := range 6 {
				v := table[r*6+f]
				if v != table[r*6+5-f] || v != table[(5-r)*6+f] {
					t.Errorf("%s: row %d column %d", name, r, f)
				}
			}
		}
	}
}

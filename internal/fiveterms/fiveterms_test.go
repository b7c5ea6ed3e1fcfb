package fiveterms

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// drawn reads a board drawn with black's home on top, Red to move.
func drawn(t testing.TB, picture string) *xiangqi.Board {
	t.Helper()
	rows := strings.Fields(strings.TrimSpace(picture))
	for i, row := range rows {
		for n := 9; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), fmt.Sprint(n))
		}
		rows[i] = row
	}
	return read(t, strings.Join(rows, "/")+" w - - 0 1")
}

func read(t testing.TB, fen string) *xiangqi.Board {
	t.Helper()
	b, err := xiangqi.New(fen, xiangqi.DefaultOptions(), false)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b
}

const (
	king     = int(xiangqi.King)
	advisor  = int(xiangqi.Advisor)
	elephant = int(xiangqi.Elephant)
	horse    = int(xiangqi.Horse)
	rook     = int(xiangqi.Rook)
	cannon   = int(xiangqi.Cannon)
	soldier  = int(xiangqi.Soldier)
)

// point numbers a feature of position: a kind on rank (from its home) and file
// (from the edge).
func point(kind, rank, file int) int { return FeatPosition + kind*50 + rank*5 + file }

func attack(attacker, victim, protected int) int {
	return FeatAttack + (attacker*8+victim)*2 + protected
}

// Red's features, counted by hand from the picture.
var drawnRows = []struct {
	name, picture string
	want          map[int]int
}{
	{"a rook alone on an open file",
		`...k.....
		 .........
		 .........
		 .........
		 R........
		 .........
		 .........
		 .........
		 .........
		 ....K....`,
		map[int]int{
			FeatValue + king: 1, FeatValue + rook: 1,
			point(king, 0, 4): 1, point(rook, 5, 0): 1,
			FeatKingMoves + 3: 1, FeatRook + 17: 1, // d0 f0 e1; 8 along, 9 up and down
			FeatGuards: 1, FeatScreens: 1,
			FeatSiege + 5: 1, FeatRooks + 3: 1, FeatHorses: 1, FeatCannonsA: 1, FeatCannonsE: 1,
		}},
	{"a cannon aims at an advisor over an elephant; the king behind is two pieces away",
		`....k....
		 ....a....
		 ....b....
		 .........
		 .........
		 .........
		 .........
		 ....C....
		 ....A....
		 .....K...`,
		map[int]int{
			FeatValue + king: 1, FeatValue + advisor: 1, FeatValue + cannon: 1,
			point(king, 0, 3): 1, point(advisor, 1, 4): 1, point(cannon, 2, 4): 1,
			FeatKingMoves + 2: 1, // e0 f1
			FeatCannon + 12:   1, // 8 along the rank, e3 to e6; not e8, which the king protects
			FeatGuards + 3:    1, FeatScreens + 5 + 1: 1,
			attack(cannon, advisor, 1): 1, FeatZone + cannon*6 + 1: 1,
			FeatCannonFile + 2: 1,
			FeatSiege + 2:      1, FeatRooks + 1: 1, FeatHorses + 1: 1, FeatCannonsA + 3 + 1: 1, FeatCannonsE + 3 + 1: 1,
		}},
	{"a horse with a leg tied attacks a rook that a cannon protects and a soldier that nothing does",
		`...k.....
		 ...c.....
		 ...a.....
		 ...r.....
		 ......p..
		 ....N....
		 ....P....
		 .........
		 .........
		 .....K...`,
		map[int]int{
			FeatValue + king: 1, FeatValue + horse: 1, FeatValue + soldier: 1,
			point(king, 0, 3): 1, point(horse, 4, 4): 1, point(soldier, 3, 4): 1,
			FeatKingMoves + 2:     1, // e0 f1
			FeatHorse + 6:         1, // d6 f6 c5 c3 g5 g3; e3 ties d2 and f2
			FeatProtected + horse: 1, // by the soldier behind it
			FeatGuards:            1, FeatScreens: 1,
			attack(horse, rook, 1): 1, attack(horse, soldier, 0): 1,
			FeatSiege + 1: 1, FeatRooks + 1: 1, FeatHorses + 3 + 1: 1, FeatCannonsA + 1: 1, FeatCannonsE: 1,
		}},
	{"soldiers hand in hand over the river, elephants that protect each other's middle",
		`...k.....
		 .........
		 .........
		 ..PP.....
		 .........
		 .........
		 .........
		 ....B....
		 .........
		 ..B..K...`,
		map[int]int{
			FeatValue + king: 1, FeatValue + elephant: 2, FeatValue + soldier: 2,
			point(king, 0, 3): 1, point(elephant, 2, 4): 1, point(elephant, 0, 2): 1,
			point(soldier, 6, 2): 1, point(soldier, 6, 3): 1,
			FeatKingMoves + 2:        1,
			FeatProtected + elephant: 2, FeatProtected + soldier: 2, FeatPair: 1,
			FeatGuards + 2: 1, FeatScreens + 2: 1,
			FeatZone + soldier*6 + 1: 1, // d6 steps on d7
			FeatSiege + 2*5:          1, FeatRooks: 1, FeatHorses: 1, FeatCannonsA: 1, FeatCannonsE: 1,
		}},
}

func TestNotes_drawnBoards(t *testing.T) {
	for _, row := range drawnRows {
		t.Run(row.name, func(t *testing.T) {
			var tally Tally
			got := map[int]int{}
			for _, n := range tally.Notes(drawn(t, row.picture)) {
				if n.Color == xiangqi.Red {
					got[n.Feature]++
				}
			}
			maps.DeleteFunc(row.want, func(_, n int) bool { return n == 0 })
			for f := range Features {
				if got[f] != row.want[f] {
					t.Errorf("%s: counted %d times, want %d", featureName(f), got[f], row.want[f])
				}
			}
		})
	}
}

// featureName is the block that a feature is of, and its place in it.
func featureName(f int) string {
	last := Blocks[0]
	for _, b := range Blocks {
		if b.First <= f {
			last = b
		}
	}
	return fmt.Sprintf("%s [%d]", last.Name, f-last.First)
}

// Each term of each player is the sum of the weights of its features, weighed
// by how much of the opening is left.
func TestPlayer_sumsItsFeatures(t *testing.T) {
	for _, fen := range positions {
		b := read(t, fen)
		var tally Tally
		var opening, endgame [2][Terms]int
		for _, n := range tally.Notes(b) {
			term := termOf(n.Feature)
			opening[n.Color][term] += int(DefaultWeights[n.Feature][0])
			endgame[n.Color][term] += int(DefaultWeights[n.Feature][1])
		}
		phase := 0
		for s := range xiangqi.Square(90) {
			phase += phaseOf[b.At(s).Kind()]
		}
		for c := xiangqi.Red; c <= xiangqi.Black; c++ {
			total := 0
			for term := range Terms {
				want := (opening[c][term]*phase + endgame[c][term]*(phaseMax-phase)) / phaseMax
				if got := tally.Player(c, term); got != want {
					t.Errorf("%s: %s of %v = %d, want %d", fen, Names[term], c, got, want)
				}
				total += want
			}
			if got := tally.Total(c); got != total {
				t.Errorf("%s: total of %v = %d, want %d", fen, c, got, total)
			}
		}
	}
}

// termOf reads a feature's term off its block's name.
func termOf(feature int) int {
	name, _, _ := strings.Cut(featureName(feature), ":")
	for term, n := range Names {
		if n == name {
			return term
		}
	}
	return -1
}

var positions = []string{
	xiangqi.StartFEN,
	"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
	"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
	"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
	"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
	"3k5/2P1P4/9/4p4/9/9/9/4p4/3p5/5K3 b - - 0 1",
}

// A position and its half turn with the colours exchanged are one.
func TestTotal_turned(t *testing.T) {
	for _, fen := range positions {
		var a, b Tally
		board := read(t, fen)
		a.Count(board)
		b.Count(read(t, board.View(game.View{Turn: 1})))
		for c := xiangqi.Red; c <= xiangqi.Black; c++ {
			for term := range Terms {
				if x, y := a.Player(c, term), b.Player(c.Other(), term); x != y {
					t.Errorf("%s: %s of %v = %d, turned %d", fen, Names[term], c, x, y)
				}
			}
		}
	}
}

// A position and its left-right mirror are one.
func TestTotal_mirrored(t *testing.T) {
	for _, fen := range positions {
		var a, b Tally
		board := read(t, fen)
		a.Count(board)
		b.Count(read(t, board.View(game.View{Symmetry: 1})))
		for c := xiangqi.Red; c <= xiangqi.Black; c++ {
			for term := range Terms {
				if x, y := a.Player(c, term), b.Player(c, term); x != y {
					t.Errorf("%s: %s of %v = %d, mirrored %d", fen, Names[term], c, x, y)
				}
			}
		}
	}
}

// What the book document says of the terms holds for the weights.
func TestWeights_sense(t *testing.T) {
	worth := func(kind, rank, file int) int {
		return int(DefaultWeights[FeatValue+kind][0]) + int(DefaultWeights[point(kind, rank, file)][0])
	}
	if home, crossed := worth(soldier, 3, 4), worth(soldier, 6, 4); crossed <= home {
		t.Errorf("a soldier is worth %d at home and %d across the river, want more", home, crossed)
	}
	if DefaultWeights[FeatValue+soldier] != [2]int16{100, 100} {
		t.Errorf("a soldier's value is %v, want 100: it is the unit", DefaultWeights[FeatValue+soldier])
	}
	if r, s := DefaultWeights[FeatValue+rook][0], DefaultWeights[FeatValue+soldier][0]; r < 5*s {
		t.Errorf("a rook is worth %d, a soldier %d", r, s)
	}
}

// What moves keep up is what the board has.
func TestStanding_keptUp(t *testing.T) {
	for game := range uint64(20) {
		b, r := read(t, xiangqi.StartFEN), rng.Of(game)
		s := StandingOf(b)
		for range 120 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			s.Play(b, m)
			b.Play(m)
			if want := StandingOf(b); s != want {
				t.Fatalf("%s: %+v after %s, want %+v", b.Position(), s, b.Text(m), want)
			}
		}
	}
}

func TestCount_allocatesNothing(t *testing.T) {
	b := read(t, xiangqi.StartFEN)
	var tally Tally
	if n := testing.AllocsPerRun(100, func() { tally.Count(b) }); n != 0 {
		t.Errorf("Count allocates %v times, want 0", n)
	}
}

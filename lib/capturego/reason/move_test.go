package reason

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// randomBoard is a position of a random game, in which both sides mostly play near
// other stones so that they touch.
func randomBoard(t *testing.T, r *rng.Source) *capturego.Board {
	o := capturego.DefaultOptions()
	o.Size = 4 + r.IntN(4)
	o.Target = [2]int{1 + r.IntN(5), 1 + r.IntN(5)}
	for {
		b, err := capturego.New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 + r.IntN(o.Size*o.Size*2/3) {
			if m, ok := randomMove(b, r); ok {
				b.Play(m)
			}
		}
		if _, over := b.Outcome(); !over {
			return b
		}
	}
}

// randomMove is a legal move beside a stone, most of the time.
func randomMove(b *capturego.Board, r *rng.Source) (m game.Move, ok bool) {
	moves := b.Moves(nil)
	if len(moves) == 0 {
		return m, false
	}
	for range 4 {
		m = moves[r.IntN(len(moves))]
		if slices.ContainsFunc(neighbours(goban.Point(m)), func(p goban.Point) bool { return b.Stones().At(p) < goban.Empty }) {
			break
		}
	}
	return m, true
}

// compare holds the facts of a move against their plain definitions, and counts
// them by kind.
func compare(t *testing.T, b *capturego.Board, m game.Move, seen map[Kind]int) {
	t.Helper()
	var got []string
	facts := Move(b, m)
	for _, f := range facts {
		got = append(got, told(f))
		seen[f.Kind]++
	}
	s := newPlain(b.Position())
	at := -1
	if m != goban.Pass {
		p := goban.Point(m)
		at = (s.size-1-p.Row())*s.size + p.Column()
	}
	want := s.facts(at)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %s:\n%s\nwant\n%s", b.Position(), b.Text(m), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !slices.IsSortedFunc(facts, Fact.compare) {
		t.Errorf("%s: %s: facts out of order: %v", b.Position(), b.Text(m), facts)
	}
}

// Every fact of moves in a thousand random positions is true by the plain definitions,
// and none that they find is left out.
func TestMove_isTrueByPlainDefinitions(t *testing.T) {
	positions := 1000
	if testing.Short() {
		positions = 100
	}
	r := rng.New(1)
	seen := map[Kind]int{}
	for range positions {
		b := randomBoard(t, r)
		m, _ := randomMove(b, r)
		compare(t, b, m, seen)
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
	for _, kind := range kinds {
		if seen[kind] == 0 && !testing.Short() && !slices.Contains([]Kind{Score, OneLiberty, Ends, Forced, MissesWin, TwoLiberties, Edge, Net, Snapback, BrokenLadder, Connects}, kind) {
			t.Errorf("no position shows %q", kind)
		}
	}
}

// So is every quiet fact.
func TestQuiet_isTrueByPlainDefinitions(t *testing.T) {
	r := rng.New(5)
	seen := map[Kind]int{}
	for range 1000 {
		b := randomBoard(t, r)
		m, _ := randomMove(b, r)
		var got []string
		for _, f := range Quiet(b, m) {
			got = append(got, told(f))
			seen[f.Kind]++
		}
		s := newPlain(b.Position())
		if want := s.quiet((s.size-1-goban.Point(m).Row())*s.size + goban.Point(m).Column()); !slices.Equal(got, want) {
			t.Fatalf("%s: %s: %v, want %v", b.Position(), b.Text(m), got, want)
		}
	}
	if seen[TwoLiberties] < 50 || seen[Edge] < 20 {
		t.Errorf("only %v", seen)
	}
	if list := Quiet(randomBoard(t, r), goban.Pass); list != nil {
		t.Errorf("a pass: %v", list)
	}
}

// A ladder across a board of 19 by 19 is read within the limit; a reading that is
// given up claims nothing.
func TestKnown_limits(t *testing.T) {
	rows := slices.Repeat([]string{strings.Repeat(".", 19)}, 19)
	rows[15], rows[16], rows[17] = ".X................."[:19], ".XO................"[:19], "..X................"[:19]
	b := board(t, strings.Join(rows, " "), "X 3 3 0 0 -")
	b.Play(game.Move(goban.PointAt(3, 2)))
	r := newReader(b)
	q := goban.PointAt(2, 2)
	if caught, certain := r.known((*reader).caught, q, ladderMost); !caught || !certain {
		t.Errorf("caught %v, certain %v; want a ladder that works", caught, certain)
	}
	if used := ladderMost - r.nodes; used < 30 || used > ladderMost/4 {
		t.Errorf("the ladder took %d moves, expected 30 to %d", used, ladderMost/4)
	}
	before := r
	if caught, certain := r.known((*reader).caught, q, 5); caught || certain {
		t.Errorf("given up: caught %v, certain %v; want neither", caught, certain)
	}
	if r.nodes = before.nodes; r != before {
		t.Error("the reading left stones on the board")
	}
}

func BenchmarkMove(b *testing.B) {
	r := rng.New(3)
	var boards []*capturego.Board
	o := capturego.DefaultOptions()
	o.Target = [2]int{9, 9}
	for range 32 {
		board, err := capturego.New("", o, false)
		if err != nil {
			b.Fatal(err)
		}
		for range 30 {
			if m, ok := randomMove(board, r); ok {
				board.Play(m)
			}
		}
		if _, over := board.Outcome(); !over {
			boards = append(boards, board)
		}
	}
	for b.Loop() {
		for _, board := range boards {
			m, _ := randomMove(board, r)
			Move(board, m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(boards)), "ns/move")
}

// The second of two passes ends the game: the opponent can do nothing any more.
func TestMove_theSecondPass(t *testing.T) {
	o := capturego.DefaultOptions()
	o.Size, o.Pass = 5, "free"
	b, err := capturego.New("", o, false)
	if err != nil || game.PlayLine(b, []string{"B2", "C2", "D2", "E5", "C3"}) != nil {
		t.Fatal(err)
	}
	if list := Move(b, goban.Pass); len(list) == 0 || list[0].Kind != Loses {
		t.Errorf("a first pass: %+v, want that Black can capture", list)
	}
	if err := game.PlayLine(b, []string{"E4", "pass"}); err != nil {
		t.Fatal(err)
	}
	if list := Move(b, goban.Pass); len(list) > 0 && list[0].Kind == Loses {
		t.Errorf("the second pass: %+v", list)
	}
}

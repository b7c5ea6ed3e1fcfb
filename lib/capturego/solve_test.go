package capturego

import (
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// solver searches plainly, to the end of the game, remembering positions.
type solver struct {
	b    *Board
	seen []answer
}

type answer struct {
	key uint64
	yes bool
}

// reaches says whether the game is worth at least so much to the side to move:
// 1 when it can force a win within so many plies, -1 when it cannot avoid to
// lose within them, otherwise 0. worth is 0 or 1.
func (s *solver) reaches(worth, plies int) bool {
	if o, over := s.b.Outcome(); over {
		return o.Winner == s.b.Turn() || o.Winner == game.Draw && worth == 0
	}
	if plies == 0 {
		return worth == 0
	}
	// With target 1, whoever finds a chain in atari takes it and wins.
	var room [4]goban.Point
	if len(s.b.Stones().InAtari(s.b.Stones().Turn().Other(), room[:0])) > 0 {
		return true
	}
	key := s.b.Key() + uint64(plies<<2|s.b.Passes()<<1|worth) // keys do not lie as close to each other
	known := &s.seen[key%uint64(len(s.seen))]
	if known.key == key {
		return known.yes
	}
	yes := false
	var moves [17]game.Move
	for _, m := range s.b.Moves(moves[:0]) {
		s.b.Play(m)
		yes = !s.reaches(1-worth, plies-1)
		s.b.Undo()
		if yes {
			break
		}
	}
	*known = answer{key, yes}
	return yes
}

// The values and lengths of the smallest boards are published: E. van der Werf,
// J. Uiterwijk, J. van den Herik, "Solving Ponnuki-Go on small boards", 2002.
// That free passes make a draw of 4x4 was found by another program, too.
func TestSolved_smallBoards(t *testing.T) {
	const all = 60
	tests := []struct {
		size         int
		pass, noMove string
		plies        int
		worth        int // of the empty board, for the first player, within plies
		long         bool
	}{
		{2, "forced", "lose", 4, -1, false}, {2, "forced", "lose", 3, 0, false},
		{3, "forced", "lose", 7, 1, false}, {3, "forced", "lose", 6, 0, false},
		{4, "forced", "lose", 14, -1, true}, {4, "forced", "lose", 13, 0, true},
		{2, "free", "pass", all, 0, false}, {3, "forced", "pass", all, 1, false},
		{4, "free", "lose", all, 0, true},
	}
	for _, test := range tests {
		if test.long && testing.Short() {
			continue
		}
		o := DefaultOptions()
		o.Size, o.Pass, o.NoMove = test.size, test.pass, test.noMove
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		s := &solver{b, make([]answer, 1_000_003)}
		worth := -1
		if s.reaches(0, test.plies) {
			worth = 0
			if s.reaches(1, test.plies) {
				worth = 1
			}
		}
		if worth != test.worth {
			t.Errorf("%dx%d, pass %s, no move %s, within %d plies: %d, want %d",
				test.size, test.size, test.pass, test.noMove, test.plies, worth, test.worth)
		}
	}
}

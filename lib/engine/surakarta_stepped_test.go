package engine

import (
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// The index value after moves and undone moves is that of the position made anew.
func TestSteppedBoard_indexFollowsMoves(t *testing.T) {
	e := surakartaEngine(t, "106").(*stepped)
	r := rand.New(rand.NewPCG(3, 103))
	for range 20 {
		b := surakartaAfter(t, r, r.IntN(60))
		s := e.show(b).(*steppedBoard)
		_, first := s.Keys()
		played := 0
		for range 40 {
			if moves := s.Moves(nil); len(moves) > 0 && (played == 0 || r.IntN(3) > 0) {
				s.Play(moves[r.IntN(len(moves))])
				played++
			} else if played > 0 {
				s.Undo()
				played--
			}
			if _, got := s.Keys(); got != indexOf(s.Board)^indexKeys.root[s.root][s.role] {
				t.Fatalf("%s: index %#x, want %#x", s.Position(), got, indexOf(s.Board)^indexKeys.root[s.root][s.role])
			}
		}
		for range played {
			s.Undo()
		}
		if _, got := s.Keys(); got != first {
			t.Errorf("%s: index %#x after undoing everything, %#x before", b.Position(), got, first)
		}
	}
}

// Of the 73 numbers of pieces and turn some sums have a check value of 0, for it has 64
// bits only: positions that differ by such a sum have one check value. Their index
// values differ all the same.
func TestSteppedBoard_indexTellsEqualChecksApart(t *testing.T) {
	type sum struct {
		check uint64
		index uint32
	}
	of := func(position string) sum {
		s := surakartaEngine(t, "103").(*stepped).show(surakartaBoard(t, basic, position)).(*steppedBoard)
		check, index := s.Keys()
		return sum{check, index}
	}
	const both = "w4b/6/6/6/6/6"
	black, white := of(both+" b"), of(both+" w")
	sums := []sum{{black.check ^ white.check, black.index ^ white.index}}
	for side := range indexKeys.piece {
		for point, index := range indexKeys.piece[side] {
			sums = append(sums, sum{pieceCheck(t, surakarta.Side(side), point), index})
		}
	}
	pivots, equal := [64]*sum{}, 0
	for _, s := range sums {
		for bit := 63; bit >= 0 && s.check != 0; bit-- {
			if s.check>>bit&1 == 0 {
				continue
			}
			if pivots[bit] == nil {
				pivots[bit] = &s
				break
			}
			s.check ^= pivots[bit].check
			s.index ^= pivots[bit].index
		}
		if s.check == 0 {
			if equal++; s.index == 0 {
				t.Error("two positions have one check value and one index value")
			}
		}
	}
	if equal < 73-64 {
		t.Errorf("%d sums of a check value 0, want at least 9 of 73", equal)
	}
}

// pieceCheck is what one piece adds to the check value: with it less without it.
func pieceCheck(t *testing.T, side surakarta.Side, point int) uint64 {
	t.Helper()
	var rows [36]byte
	for i := range rows {
		rows[i] = '.'
	}
	key := func() uint64 {
		text := ""
		for rank := 5; rank >= 0; rank-- {
			text += string(rows[rank*6 : rank*6+6])
			if rank > 0 {
				text += "/"
			}
		}
		b, err := game.New("surakarta", game.Setup{Position: text + " b", Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		return b.Key()
	}
	without := key()
	rows[point] = side.String()[0]
	return without ^ key()
}

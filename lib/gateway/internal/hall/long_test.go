package hall_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// longLine is so many legal moves from the empty board, without two passes in a row.
func longLine(t *testing.T, size, n int) (line []sgcp.Coord) {
	s, r := goban.NewStones(size), rng.New(1)
	seen := map[uint64]bool{s.Hash(): true}
	for len(line) < n {
		moves, at := s.AppendLegal(nil), sgcp.Pass
		for len(moves) > 0 && at == sgcp.Pass {
			i := r.IntN(len(moves))
			trace := s.Play(goban.Point(moves[i]))
			if seen[s.Hash()] {
				s.Undo(&trace)
				moves = slices.Delete(moves, i, i+1)
				continue
			}
			seen[s.Hash()] = true
			at = sgcpgo.Coord(moves[i])
		}
		if at == sgcp.Pass {
			if len(line) > 0 && line[len(line)-1] == sgcp.Pass {
				t.Fatalf("no more than %d moves were found", len(line))
			}
			s.Pass()
		}
		line = append(line, at)
	}
	return line
}

// longGame begins a game by those settings with these moves, and returns what the last
// one was answered.
func longGame(t *testing.T, settings string, line []sgcp.Coord) (*world, []string) {
	w := newWorld(t, options())
	for _, command := range []string{"amy> 101 amy", "bob> 101 bob", "amy> 206 bob colour=black " + settings, "bob> 206 #1", "amy> 311", "bob> 311", "amy> 104 marking", "bob> 104 marking"} {
		w.step(command)
	}
	var said []string
	for i, at := range line {
		said = w.step([]string{"amy", "bob"}[i%2] + "> 321 " + at.String())
		if i+1 < len(line) && len(said) != 3 { // 821 and two 851
			t.Fatalf("move %d, %v: %q", i+1, at, said)
		}
	}
	return w, said
}

// A game has a greatest length, at which its board is counted as after two passes. What
// a move costs grows with the moves before it, and so do the rows of 301.
func TestGame_greatestLength(t *testing.T) {
	for _, c := range []struct{ size, most int }{{2, 600}, {5, 600}, {9, 648}, {19, 2888}} {
		if most := max(sgcp.GameMovesLeast, sgcp.GameMovesPerPoint*c.size*c.size); most != c.most {
			t.Errorf("size %d: %d moves, want %d", c.size, most, c.most)
		}
	}
	w, said := longGame(t, "rule=seed size=19", longLine(t, 19, 2888))
	if len(said) != 5 || !strings.HasPrefix(said[1], "amy< 855 $3 W+12 ") {
		t.Errorf("the last move was answered %q, want 821, 851 and 855", said)
	}
	if rows := w.step("amy> 301 $3"); len(rows) != 47 {
		t.Errorf("301 has %d lines, want 46 of moves and the reply", len(rows))
	}
	w.play("bob> 321 PASS\nbob< 538 321 the game is over")
}

// After the last move of a game by area the dead stones are found and marked, and nobody
// plays on.
func TestGame_greatestLengthMarking(t *testing.T) {
	line := longLine(t, 5, 600)
	w, said := longGame(t, "rule=area", line)
	if len(said) != 2 || w.count == nil {
		t.Fatalf("the last move was answered %q, want two 851 and a count", said)
	}
	killed, count := maps.Clone(w.games), w.count
	w.step("counted")
	w.play("amy> 328\namy< 503 328 too few moves are left to play on")
	w.play("bob> 328\nbob< 503 328 too few moves are left to play on")
	// A gateway that is killed while it counts goes on with the count.
	w.games, w.count = killed, count
	w.restart()
	for _, g := range w.games {
		if g.Status.State == sgcp.Playing {
			t.Error("the game goes on after a restart")
		}
	}
}

// With too few moves left to play on, and with just enough.
func TestGame_playsOnWithAMoveLeft(t *testing.T) {
	for _, c := range []struct {
		moves int
		want  string
	}{{597, "amy< 828"}, {598, "amy< 828"}, {599, "amy< 503 328 too few moves are left to play on"}} {
		line := longLine(t, 5, c.moves-2)
		w, _ := longGame(t, "rule=area", append(line, sgcp.Pass, sgcp.Pass))
		w.step("counted")
		if said := w.step("amy> 328"); said[0] != c.want {
			t.Errorf("328 after %d moves: %q, want %q", c.moves, said, c.want)
		}
	}
}

// A stored game of more moves than any has is refused before its moves are looked at.
func TestRestore_tooLongGame(t *testing.T) {
	w, _ := longGame(t, "rule=area", longLine(t, 5, 10))
	for _, g := range w.games {
		long := *g
		long.Moves = make([]hall.MoveRecord, 601)
		if _, refused := hall.New(options(), w.now).Restore(nil, []hall.GameRecord{long}, w.now); len(refused) != 1 || refused[0].Why.Error() != "601 moves, expected at most 600" {
			t.Errorf("refused %v", refused)
		}
	}
}

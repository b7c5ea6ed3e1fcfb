package capturego

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/gobantest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// replay plays the game that bytes stand for, on the board and on the slow
// one, compares both after every move, and takes everything back again.
func replay(t *testing.T, o Options, bytes []byte) {
	t.Helper()
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	s := gobantest.New(b.Position(), o.Pass, o.NoMove)
	var before []goban.Stones
	for _, choice := range bytes {
		compare(t, b, s)
		fresh, err := New(b.Position(), o, false)
		if err != nil {
			t.Fatalf("%q is not read back: %v", b.Position(), err)
		}
		if fresh.Key() != b.Key() || fresh.Position() != b.Position() {
			t.Fatalf("%s: key %x, fresh %x of %s", b.Position(), b.Key(), fresh.Key(), fresh.Position())
		}
		moves := b.Moves(nil)
		if _, over := b.Outcome(); over || len(moves) == 0 {
			break
		}
		m := moves[int(choice)%len(moves)]
		before = append(before, *b.Stones())
		s = s.Moves()[b.Text(m)]
		b.Play(m)
	}
	compare(t, b, s)
	for i := len(before) - 1; i >= 0; i-- {
		b.Undo()
		if *b.Stones() != before[i] {
			t.Fatalf("Undo of move %d left other bytes behind: %s", i+1, b.Position())
		}
	}
	if b.Position() != b.Initial() || b.Undo() {
		t.Fatalf("after all moves were taken back: %s, want %s", b.Position(), b.Initial())
	}
}

func optionsOf(size, black, white, rules byte) Options {
	o := DefaultOptions()
	o.Size = goban.SizeMin + int(size)%(goban.SizeMax-goban.SizeMin+1)
	o.Target = [2]int{1 + int(black)%TargetMax, 1 + int(white)%TargetMax}
	o.Pass = [2]string{"forced", "free"}[rules&1]
	o.NoMove = [3]string{"lose", "pass", "draw"}[rules>>1%3]
	if rules>>7 != 0 && o.Size >= crossCutMin {
		o.Start = "cross-cut"
	}
	return o
}

func FuzzPlay(f *testing.F) {
	f.Add(byte(0), byte(0), byte(0), byte(0), []byte{0, 1, 2, 3})
	f.Add(byte(3), byte(4), byte(2), byte(1), []byte("a game on five by five, both may pass"))
	f.Add(byte(7), byte(19), byte(19), byte(0x84), []byte("nine by nine from a cross-cut, a draw for who cannot move"))
	f.Fuzz(func(t *testing.T, size, black, white, rules byte, moves []byte) {
		o := optionsOf(size, black, white, rules)
		// The slow rules take the cube of the size a move.
		replay(t, o, moves[:min(len(moves), max(20, 5000/(o.Size*o.Size)))])
	})
}

func TestPlay_likeTheSlowRules(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 20
	}
	r := rand.New(rand.NewPCG(1, 9))
	for i := range games {
		// Small boards meet the rare cases, as they are soon full.
		size := byte(i % 6)
		if i%10 == 9 {
			size = byte(r.IntN(18))
		}
		moves := make([]byte, 160)
		for j := range moves {
			moves[j] = byte(r.Uint32())
		}
		t.Run(fmt.Sprint("game ", i), func(t *testing.T) {
			replay(t, optionsOf(size, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())), moves)
		})
	}
}

func TestView_keepsTheGame(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for range 40 {
		o := optionsOf(byte(r.IntN(6)), 9, 4, 1)
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 40; ply++ {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			v := game.View{Turn: r.IntN(2), Symmetry: r.IntN(8)}
			twin, err := New(b.View(v), o, false)
			if err != nil {
				t.Fatalf("%s seen by %+v: %v", b.Position(), v, err)
			}
			if twin.Turn() != b.Turn()^v.Turn {
				t.Fatalf("%s seen by %+v: %s is to move", b.Position(), v, twin.Sides()[twin.Turn()])
			}
			want := make([]string, len(moves))
			for i, m := range moves {
				want[i] = b.ViewText(v, m)
			}
			slices.Sort(want)
			if got := game.MoveTexts(twin); !slices.Equal(got, want) {
				t.Fatalf("%s seen by %+v: moves %q, want %q", b.Position(), v, got, want)
			}
			m := moves[r.IntN(len(moves))]
			text := b.ViewText(v, m)
			b.Play(m)
			if err := game.PlayLine(twin, []string{text}); err != nil {
				t.Fatal(err)
			}
			if got, want := twin.Identity(game.View{}), b.Identity(v); got != want {
				t.Fatalf("after %s: %s, want %s", text, got, want)
			}
		}
	}
}

func TestCopyFrom_isAssignment(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for _, size := range []int{2, 9, 19} {
		o := DefaultOptions()
		o.Size, o.Target = size, [2]int{20, 20}
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		into := goban.NewStones(size)
		for range 100 {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
			if into.CopyFrom(b.Stones()); *into != *b.Stones() {
				t.Fatalf("%s: the copy differs", b.Position())
			}
		}
	}
}

func TestPlay_allocatesNothing(t *testing.T) {
	o := DefaultOptions()
	o.Target = [2]int{20, 20}
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	room := make([]game.Move, 0, 400)
	if n := testing.AllocsPerRun(20, func() {
		for _, m := range b.Moves(room[:0]) {
			b.Play(m)
			b.Undo()
		}
		b.Outcome()
		b.Key()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A random game on the stones alone is one by the rules of the board.
func TestRandom_playsByTheRules(t *testing.T) {
	r := rng.New(6)
	for i := range 30 {
		o := optionsOf(byte(i%8), byte(r.IntN(20)), byte(r.IntN(20)), 0)
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		s := goban.NewStones(o.Size)
		s.CopyFrom(b.Stones())
		for {
			_, over := b.Outcome()
			if p := s.Random(r); !over && b.Check(game.Move(p)) == nil {
				b.Play(game.Move(p))
				s.Play(p)
			} else if over {
				break
			} else {
				t.Fatalf("%s: Random = %v", b.Position(), p)
			}
			if s.Key(0) != b.Stones().Key(0) {
				t.Fatalf("the stones went apart at %s", b.Position())
			}
		}
	}
}

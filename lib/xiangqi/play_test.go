package xiangqi

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// wander plays a game whose moves the bytes choose and calls look before every
// move and at the end.
func wander(b *Board, choices []byte, look func()) {
	for _, choice := range choices {
		look()
		moves := b.Moves(nil)
		if len(moves) == 0 {
			return
		}
		b.Play(moves[int(choice)%len(moves)])
	}
	look()
}

// scattered is a position with pieces where the bytes say, kings first; nil
// when it is not one that New accepts leniently.
func scattered(choices []byte) *Board {
	b := &Board{position: position{number: 1, turn: Color(len(choices) & 1)}, options: DefaultOptions()}
	palace := []Square{3, 4, 5, 12, 13, 14, 21, 22, 23}
	for i, c := range choices[:min(len(choices), 40)] {
		switch {
		case i == 0:
			b.cells[palace[c%9]] = NewPiece(Red, King)
		case i == 1:
			b.cells[palace[c%9].turned()] = NewPiece(Black, King)
		case i%2 == 0 && i+1 < len(choices):
			if p := NewPiece(Color(c>>3&1), Kind(c&7)); p.Kind() > King && b.cells[choices[i+1]%squares] == NoPiece {
				b.cells[choices[i+1]%squares] = p
			}
		}
	}
	b.index()
	if b.attacked(b.turn.Other()) {
		return nil
	}
	return b
}

// bytesOf is n bytes of the stream of a seed.
func bytesOf(seed uint64, n int) []byte {
	source := rng.New(seed)
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(source.Uint64())
	}
	return out
}

// FuzzMoves compares the move generator with the slow one, in games from the
// start and on boards strewn with pieces.
func FuzzMoves(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(bytesOf(seed, 60+int(seed)))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		choices = choices[:min(len(choices), 100)]
		b := start(t)
		wander(b, choices, func() { compare(t, b) })
		if b = scattered(choices); b != nil {
			wander(b, choices[:min(len(choices), 20)], func() { compare(t, b) })
		}
	})
}

// TestMoves_strewn does the same on many more boards than the fuzz seeds.
func TestMoves_strewn(t *testing.T) {
	boards := 4000
	if testing.Short() {
		boards = 400
	}
	looked := 0
	for seed := range uint64(boards) {
		if b := scattered(bytesOf(seed, 12+int(seed%29))); b != nil {
			compare(t, b)
			looked++
		}
	}
	if looked < boards/4 {
		t.Errorf("only %d of %d boards could be compared", looked, boards)
	}
}

// FuzzKey: the key kept up to date is the one computed afresh, and equal keys
// mean equal positions.
func FuzzKey(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(bytesOf(seed+100, 120))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		b := start(t)
		positions := map[uint64]string{}
		wander(b, choices[:min(len(choices), 400)], func() {
			if b.Key() != b.freshKey() {
				t.Fatalf("%s: Key = %x, fresh %x", b.Position(), b.Key(), b.freshKey())
			}
			identity := b.Identity(game.View{})
			if other, ok := positions[b.Key()]; ok && other != identity {
				t.Fatalf("%q and %q have one key", other, identity)
			}
			positions[b.Key()] = identity
		})
	})
}

// TestUndo: a move, or a pass, taken back leaves every byte as it was.
func TestUndo(t *testing.T) {
	for seed := range uint64(8) {
		b := start(t)
		wander(b, bytesOf(seed, 100), func() {
			before := b.Clone()
			for _, m := range b.Moves(nil) {
				b.Play(m)
				if !b.Undo() || !same(b, before) {
					t.Fatalf("%s: %s taken back leaves %s, or another board", before.Position(), before.Text(m), b.Position())
				}
			}
			if check := b.InCheck(); b.Null() == check {
				t.Fatalf("%s: Null = %v with check %v", before.Position(), !check, check)
			}
			if b.turn != before.turn {
				if b.Key() != b.freshKey() {
					t.Fatalf("%s: wrong key after Null", before.Position())
				}
				b.Undo()
			}
			if !same(b, before) {
				t.Fatalf("%s: Null taken back leaves another board", before.Position())
			}
		})
		for b.Undo() {
		}
		if b.Position() != StartFEN {
			t.Fatalf("all moves taken back leave %s", b.Position())
		}
	}
}

func same(a, b *Board) bool {
	return a.position == b.position && a.options == b.options && a.initial == b.initial && slices.Equal(a.history, b.history)
}

func TestPlay_doesNotAllocate(t *testing.T) {
	b := start(t)
	wander(b, bytesOf(7, 40), func() {})
	buffer := make([]game.Move, 0, maxMoves)
	allocated := testing.AllocsPerRun(100, func() {
		for _, m := range b.Moves(buffer) {
			b.Play(m)
			b.Verdict(3)
			b.Null()
			b.Undo()
			b.Undo()
		}
		b.Captures(buffer)
		b.Outcome()
	})
	if allocated != 0 {
		t.Errorf("%v allocations, want 0", allocated)
	}
}

func TestClone_isIndependent(t *testing.T) {
	b := start(t)
	wander(b, bytesOf(3, 30), func() {})
	c := b.Clone()
	position := b.Position()
	c.Play(c.Moves(nil)[0])
	for c.Undo() {
	}
	if b.Position() != position || len(b.Played(nil)) != 30 || c.Initial() != StartFEN || c.Position() != StartFEN {
		t.Errorf("the original is at %s after %d moves, the copy at %s; want %s, 30 and the start", b.Position(), len(b.Played(nil)), c.Position(), position)
	}
}

func TestLegal(t *testing.T) {
	b := start(t)
	wander(b, bytesOf(11, 15), func() {
		moves := b.Moves(nil)
		for m := game.Move(0); m < 1<<14; m++ {
			if b.Legal(m) != slices.Contains(moves, m) {
				t.Fatalf("%s: Legal(%d) = %v", b.Position(), m, b.Legal(m))
			}
		}
	})
	if b.Legal(1<<14|moveOf(t, b, texts(b, b.Moves(nil))[0])) || b.Legal(1<<31) {
		t.Error("a code beyond all moves is legal")
	}
}

func TestGivesCheck(t *testing.T) {
	b := start(t)
	checks := 0
	wander(b, bytesOf(5, 200), func() {
		for _, m := range b.Moves(nil) {
			gives := b.GivesCheck(m)
			b.Play(m)
			if b.InCheck() != gives {
				t.Fatalf("%s: InCheck = %v, GivesCheck said %v", b.Position(), b.InCheck(), gives)
			}
			b.Undo()
			if gives {
				checks++
			}
		}
	})
	if checks == 0 {
		t.Error("no check in the whole game")
	}
}

// TestMoves_seen: the mirror and the turned twin of a position have the
// mirrored and turned moves.
func TestMoves_seen(t *testing.T) {
	b := start(t)
	wander(b, bytesOf(13, 80), func() {
		for _, v := range []game.View{{Symmetry: 1}, {Turn: 1}, {Turn: 1, Symmetry: 1}} {
			twin := set(t, b.View(v))
			if twin.View(v) != b.Position() {
				t.Fatalf("%s: %v seen twice is %s", b.Position(), v, twin.View(v))
			}
			var want []string
			for _, m := range b.Moves(nil) {
				want = append(want, b.ViewText(v, m))
			}
			slices.Sort(want)
			if got := game.MoveTexts(twin); !slices.Equal(got, want) {
				t.Fatalf("%s seen through %v: moves %v, want %v", b.Position(), v, got, want)
			}
		}
	})
}

// moveOf is the legal move of that text.
func moveOf(t *testing.T, b *Board, text string) game.Move {
	t.Helper()
	for _, m := range b.Moves(nil) {
		if b.Text(m) == text {
			return m
		}
	}
	t.Fatalf("%s: %q is not legal, only %s", b.Position(), text, strings.Join(texts(b, b.Moves(nil)), " "))
	return game.NoMove
}

// line plays moves written as Text writes them.
func line(t *testing.T, b *Board, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		b.Play(moveOf(t, b, text))
	}
}

// draw is the position drawn as ten lines of nine points, black's home first,
// a dot for an empty point.
func draw(t *testing.T, side, picture string) *Board {
	t.Helper()
	rows := strings.Fields(picture)
	if len(rows) != ranks {
		t.Fatalf("%d lines drawn, want %d", len(rows), ranks)
	}
	for i, row := range rows {
		if len(row) != files {
			t.Fatalf("line %d is %d points wide, want %d", i+1, len(row), files)
		}
	}
	return set(t, strings.ReplaceAll(strings.Join(rows, "/"), ".", "1")+" "+side)
}

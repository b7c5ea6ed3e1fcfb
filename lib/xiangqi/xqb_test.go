package xiangqi

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// The rows of book.xqb as its author published it (github.com/fisherfan/xqbook,
// commit 6d6e210): the start position with 炮二平五, and the answer 馬８進７.
func TestBookKey_published(t *testing.T) {
	for _, row := range []struct {
		name, fen, key string
		move           string
		code           int
	}{
		{"start", StartFEN, "ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440", "h2e2", 30580},
		{"central cannon", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
			"ceb7cef37ac801e3c1f7df7df00002ebaebaeb02c004653a56939440", "h9g7", 38774},
	} {
		b, err := New(row.fen, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(b.BookKey()); got != row.key {
			t.Errorf("%s: BookKey() = %s, want %s", row.name, got, row.key)
		}
		for _, m := range b.Moves(nil) {
			if b.Text(m) == row.move && b.BookMove(m) != row.code {
				t.Errorf("%s: BookMove(%s) = %d, want %d", row.name, row.move, b.BookMove(m), row.code)
			}
		}
	}
}

func TestBookKey_viewsAgree(t *testing.T) {
	b, err := New("r1bakab1r/9/1cn4c1/p1p1p1p1p/2n6/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 6 4", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	want := string(b.BookKey())
	moves := map[int]bool{}
	for _, m := range b.Moves(nil) {
		moves[b.BookMove(m)] = true
	}
	if len(moves) != len(b.Moves(nil)) {
		t.Errorf("%d codes for %d moves", len(moves), len(b.Moves(nil)))
	}
	for _, fen := range []string{
		"r1bakab1r/9/1c4nc1/p1p1p1p1p/6n2/9/P1P1P1P1P/2N1C2C1/9/R1BAKABNR w", // left and right
		"r1bakabnr/9/2n1c2c1/p1p1p1p1p/9/6N2/P1P1P1P1P/1C4NC1/9/R1BAKAB1R b", // rotated, colours exchanged
		"rnbakab1r/9/1c2c1n2/p1p1p1p1p/9/2N6/P1P1P1P1P/1CN4C1/9/R1BAKAB1R b", // both
	} {
		twin, err := New(fen, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(twin.BookKey()); got != want {
			t.Errorf("%s: BookKey() = %x, want %x", fen, got, want)
		}
		for _, m := range twin.Moves(nil) {
			if !moves[twin.BookMove(m)] {
				t.Errorf("%s: BookMove(%s) = %#x, not a move of the twin", fen, twin.Text(m), twin.BookMove(m))
			}
		}
	}
	other, err := New("", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if string(other.BookKey()) == want {
		t.Error("two positions have one key")
	}
}

// Keys lead back to the position that they are of, and what is none leads nowhere.
func TestBookPosition(t *testing.T) {
	b, err := New("r1bakab1r/9/1cn4c1/p1p1p1p1p/2n6/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 6 4", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		position, err := b.BookPosition(b.BookKey())
		if err != nil {
			t.Fatal(err)
		}
		twin, err := New(position, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(twin.BookKey(), b.BookKey()) || twin.Turn() != 0 || len(twin.Moves(nil)) != len(b.Moves(nil)) {
			t.Errorf("%s of the key of %s", position, b.Position())
		}
		moves := b.Moves(nil)
		b.Play(moves[len(moves)/3])
	}
	key := b.BookKey()
	end := bytes.Clone(key)
	end[len(end)-1] |= 1
	for name, key := range map[string][]byte{
		"none": nil, "cut": key[:len(key)-1], "longer": append(bytes.Clone(key), 0), "no zeros at the end": end,
		"no such piece": append([]byte{0x84}, key[1:]...),
	} {
		if position, err := b.BookPosition(key); !errors.Is(err, game.ErrPosition) {
			t.Errorf("%s: %q, %v, want ErrPosition", name, position, err)
		}
	}
}

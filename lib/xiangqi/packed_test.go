package xiangqi

import (
	"bytes"
	"errors"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// packedBits are n bits from a place on, the lowest first.
func packedBits(packed [PackedSize]byte, from, n int) int {
	value := 0
	for i := range n {
		value |= int(packed[(from+i)/8]>>((from+i)%8)&1) << i
	}
	return value
}

// The fields by their places in the format, with Black to move and counters beyond what
// the format can say.
func TestBoard_Packed(t *testing.T) {
	b, err := New("r2k5/9/9/9/9/9/9/9/9/4K3C b - - 200 9000", DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	packed, ok := b.Packed()
	if !ok {
		t.Fatal("not packed")
	}
	const rights = 15 + 6 + 86 + 6 // kings, rook, empty points, cannon
	const quiet = rights + 75
	for _, c := range []struct {
		name           string
		at, bits, want int
	}{
		{"black to move", 0, 1, 1}, {"red king", 1, 7, 4}, {"black king", 8, 7, 84},
		{"black rook in the corner", 15, 5, 1}, {"its colour", 20, 1, 1}, {"empty points", 21, 2 + 5 + 72 + 4 + 3, 0},
		{"red cannon", rights - 6, 5, 5}, {"its colour", rights - 1, 1, 0}, {"rights", rights, 75, 0},
		{"plies without a capture", quiet, 6, 63}, {"number of the move", quiet + 6, 16, 9000}, {"their highest bit", quiet + 22, 1, 1},
		{"the rest", quiet + 23, 60, 0},
	} {
		if got := packedBits(packed, c.at, c.bits); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	m, err := b.Parse("a9b9")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.PackedMove(m); got != 9*12<<7|9*12+1 {
		t.Errorf("a9b9 is %d", got)
	}
	lone, err := New("3k5/9/9/9/9/9/9/9/9/9 w - - 0 1", DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := lone.Packed(); ok {
		t.Error("a position without a king was packed")
	}
	crowd, err := New("3Rk4/9/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRR2/4K4 w - - 0 1", DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := crowd.Packed(); !ok {
		t.Error("62 men beside the kings were not packed")
	}
	crowd, err = New("3Rk4/9/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRR1/4K4 w - - 0 1", DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := crowd.Packed(); ok {
		t.Error("63 men beside the kings were packed")
	}
}

func TestBoard_Unpacked(t *testing.T) {
	for _, fen := range []string{StartFEN, "r2k5/9/9/9/9/9/9/9/9/4K3C b - - 127 9000", "2bakab1r/9/1cn4c1/p1p1p1p1p/2n6/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b - - 70 4"} {
		b, err := New(fen, DefaultOptions(), true)
		if err != nil {
			t.Fatal(err)
		}
		packed, _ := b.Packed()
		if got, err := b.Unpacked(packed); err != nil || got != fen {
			t.Errorf("%s comes back as %q, %v", fen, got, err)
		}
		for name, change := range map[string]func(*[PackedSize]byte){
			"kings on one point":   func(p *[PackedSize]byte) { p[0], p[1] = 0, 0 },
			"a king off the board": func(p *[PackedSize]byte) { p[0] = 0xff },
			"all pieces":           func(p *[PackedSize]byte) { copy(p[2:], bytes.Repeat([]byte{0xff}, 62)) },
			"rights":               func(p *[PackedSize]byte) { copy(p[2:], make([]byte, 62)); p[20] = 1 },
		} {
			wrong := packed
			change(&wrong)
			if got, err := b.Unpacked(wrong); !errors.Is(err, game.ErrPosition) {
				t.Errorf("%s: %q, %v, want ErrPosition", name, got, err)
			}
		}
	}
}

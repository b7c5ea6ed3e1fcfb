package surakarta

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestCapturesOf_likeTheBoard(t *testing.T) {
	o, err := RulesOf("basic")
	if err != nil {
		t.Fatal(err)
	}
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	if b.Rules() != o {
		t.Errorf("Rules = %+v, want %+v", b.Rules(), o)
	}
	r := rand.New(rand.NewPCG(3, 1))
	captures := 0
	for range 20_000 {
		moves := b.Moves(nil)
		if len(moves) == 0 {
			for b.Undo() {
			}
			continue
		}
		own, enemy := b.Pieces(b.Side()), b.Pieces(b.Side().Other())
		got, want := CapturesOf(own, enemy, nil), b.Captures(nil)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", b.Position(), got, want)
		}
		captures += len(want)
		b.Play(moves[r.IntN(len(moves))])
	}
	if captures == 0 {
		t.Error("no capture was seen")
	}
	room := make([]game.Move, 0, 32)
	if n := testing.AllocsPerRun(100, func() { CapturesOf(1<<7, 1<<8, room) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

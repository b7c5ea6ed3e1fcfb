//go:build !slim

package engine

import (
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

// Worth alone serves games of chance and of more than two players.
func TestKnow_several(t *testing.T) {
	was := games["ludo"]
	t.Cleanup(func() { know(*was) })
	Know(Knowledge{Game: "ludo", Worth: func(b game.Board, worth []int) {
		for p := range worth {
			worth[p] = 0
			for _, at := range b.(*ludo.Board).Planes(p) {
				worth[p] -= 10 * int(at) // who stays behind is ahead
			}
		}
	}})
	b, err := game.New("ludo", game.Setup{Rules: []byte(`{"players": 3}`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, []string{game.MoveTexts(b)[5]}); err != nil { // a 6
		t.Fatal(err)
	}
	for len(b.Moves(nil)) < 2 || b.Turn() == game.Players(b) { // until there is a choice
		moves := b.Moves(nil)
		b.Play(moves[len(moves)-1])
	}
	o := DefaultOptions()
	o.Kind, o.TableMB = "alphabeta", 1
	e, err := New("ludo", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r := search(t, e, b, Limits{Depth: 1, Lines: 4})
	least, best := 1<<30, ""
	for _, m := range b.Moves(nil) {
		c := b.Copy()
		c.Play(m)
		sum := 0
		for _, at := range c.(*ludo.Board).Planes(b.Turn()) {
			sum += int(at)
		}
		if sum < least {
			least, best = sum, b.Text(m)
		}
	}
	if b.Text(r.Best) != best || len(r.Lines) != len(b.Moves(nil)) {
		t.Errorf("%s at %s; want %s, which flies least", r.JSON(b), b.Position(), best)
	}
}

package engine

import (
	"context"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

func TestSurakarta_takesTheLastPiece(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/4wb/4w1 w"})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"alphabeta", "mcts"} {
		o := DefaultOptions()
		o.Kind = kind
		e, err := New("surakarta", o)
		if err != nil {
			t.Fatal(err)
		}
		l := DefaultLimits()
		l.Depth = 4
		r, err := e.Search(context.Background(), b, l)
		if err != nil || r.Best == game.NoMove || !surakarta.IsCapture(r.Best) || r.Proven != "win" {
			t.Errorf("%s: %+v, %v; want a capture, a proven win", kind, r, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Under the basic rules the lack of a move decides by the position alone, so it
// is a proof. Black's corner is on no circuit, so walling it in is the way.
func TestSurakarta_wallsIn(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "4ww/6/6/6/w1w3/bw4 w", Rules: []byte(`{"rule_set":"basic"}`)})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New("surakarta", DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	l := DefaultLimits()
	l.Depth = 4
	r, err := e.Search(context.Background(), b, l)
	if err != nil || r.Proven != "win" || r.Plies != 1 || b.Text(r.Best) != "c2-b2" {
		t.Errorf("%s, %v; want c2-b2, a proven win in one ply", r.JSON(b), err)
	}
}

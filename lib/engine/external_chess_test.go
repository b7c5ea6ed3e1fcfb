package engine

import (
	"context"
	"errors"
	"testing"

	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

// newChessProgram is fairy-stockfish that plays chess over UCI.
func newChessProgram(t *testing.T) Engine {
	t.Helper()
	e, err := New("chess", fairyOptions(t, "uci"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	})
	return e
}

func chessBoard(t *testing.T, position string, free bool) *chess.Board {
	t.Helper()
	o := chess.DefaultOptions()
	o.Chess960 = free
	b, err := chess.New(position, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A program finds the only mate in one by castling, in chess and, after it and before it, in
// Chess960, where the king takes the rook, and that by a pawn that becomes a knight; and it
// takes a game with castlings in it.
func TestExternal_chess(t *testing.T) {
	e := newChessProgram(t)
	for _, test := range []struct {
		position string
		free     bool
		line     []string
		best     string
	}{
		{"", false, []string{"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"}, "h5f7"},
		{"8/8/6Q1/7B/8/8/6R1/k3K2R w K - 0 1", false, nil, "e1g1"},
		{"5B2/2R5/4Q3/8/8/3k4/8/RK6 w Q - 0 1", true, nil, "b1a1"},
		{"8/1R4B1/8/8/8/8/Q7/R3K2k w Q - 0 1", false, nil, "e1c1"},
		{"1Q6/3k1P2/1R6/8/3P4/B7/8/4K3 w - - 0 1", false, nil, "f7f8n"},
		{"", false, []string{"e4", "e5", "Nf3", "d6", "Be2", "Be6", "O-O", "Nc6", "h3", "Qd7", "a3", "O-O-O", "h4", "Qe8", "h5", "Qd7"}, ""},
		{"5k2/5ppp/8/8/8/8/5PPP/1RK5 w Q - 0 1", true, []string{"O-O-O", "g6"}, ""},
	} {
		b := chessBoard(t, test.position, test.free)
		if err := game.PlayLine(b, test.line); err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(context.Background(), b, limited(4, 1))
		if err != nil || !legal(b, r.Best) {
			t.Errorf("%s: %v, %v", b.Position(), r.Best, err)
			continue
		}
		if got := b.Text(r.Best); test.best != "" && (got != test.best || r.Score < 10000) {
			t.Errorf("%s: %s with score %d, want the mate %s", b.Position(), got, r.Score, test.best)
		}
	}
}

// A program without the setting for it is not asked to play Chess960.
func TestExternal_chessWithoutChess960(t *testing.T) {
	e, err := New("chess", fakeOptions(t, "uci", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	_, err = e.Search(context.Background(), chessBoard(t, "5k2/5ppp/8/8/8/8/5PPP/1RK5 w Q - 0 1", true), limited(1, 1))
	if !errors.Is(err, ErrUnsupported) {
		t.Errorf("err = %v, want ErrUnsupported", err)
	}
}

// What plays chess does not thereby play other games.
func TestExternal_games(t *testing.T) {
	for _, test := range []struct{ game, protocol string }{{"surakarta", "uci"}, {"chess", "ucci"}, {"chess", "gtp"}} {
		o := DefaultOptions()
		o.Kind, o.Path = test.protocol, "none"
		if _, err := New(test.game, o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s for %s: %v, want ErrUnsupported", test.protocol, test.game, err)
		}
	}
}

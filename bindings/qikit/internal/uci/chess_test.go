package uci

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// A program of chess finds us at chess by the flag or by the option, with castlings of both kinds and promotions.
func TestUCI_chess(t *testing.T) {
	k := start(t, "-game", "chess")
	k.say("uci")
	if lines := k.hear("uciok"); !slices.Contains(lines, "option name UCI_Variant type combo default chess var xiangqi var chess") ||
		!slices.Contains(lines, "option name UCI_Chess960 type check default false") {
		t.Errorf("greeting %q", lines)
	}
	k.say("setoption name UCI_Variant value xiangqi", "setoption name UCI_Variant value chess")
	for order, want := range map[string]string{
		"position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6":    "h5f7",
		"position fen 8/8/6Q1/7B/8/8/6R1/k3K2R w K - 0 1":          "e1g1",
		"position fen 1Q6/3k1P2/1R6/8/3P4/B7/8/4K3 w - - 0 1":      "f7f8n",
		"position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1c1": "e8",
	} {
		k.say(order, "go depth 3")
		if got := last(k.hear("bestmove ")); !strings.HasPrefix(got, "bestmove "+want) {
			t.Errorf("%s: %s, want %s", order, got, want)
		}
	}
	k.say("setoption name UCI_Chess960 value true", "position fen 5B2/2R5/4Q3/8/8/3k4/8/RK6 w Q - 0 1", "go depth 3")
	if got := last(k.hear("bestmove ")); !strings.HasPrefix(got, "bestmove b1a1") {
		t.Errorf("in Chess960: %s, want the king to take the rook", got)
	}
	// A position for the third time is drawn by our rules; a program that asks on gets a move.
	k.say("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "go depth 2")
	if got := last(k.hear("bestmove ")); strings.Contains(got, "(none)") {
		t.Errorf("repeated: %s", got)
	}
	k.quit()
}

// Book may be a Polyglot book.
func TestUCI_polyglot(t *testing.T) {
	dir := t.TempDir()
	o := book.DefaultCreate()
	o.Game = "chess"
	b, err := book.Create(filepath.Join(dir, "a.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.AddGamesFrom(t.Context(), strings.NewReader("[Result \"1-0\"]\n\n1. a4 a5 1-0\n"), nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.bin")
	if _, err := b.Export(t.Context(), path, "", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	k := start(t, "-game", "chess")
	k.say("uci", "setoption name Book value "+path, "position startpos", "go depth 2")
	if lines := k.hear("bestmove "); last(lines) != "bestmove a2a4" || !strings.Contains(strings.Join(lines, " "), "weight 2 of 2") {
		t.Errorf("%q, want a2a4 from the book", lines)
	}
	k.quit()
}

// A network of chess is taken; one of Xiangqi is refused, and play goes on.
func TestUCI_networkOfAnotherGame(t *testing.T) {
	k := start(t, "-game", "chess")
	k.say("uci", "setoption name EvalFile value ../../../../internal/nets/chess/chess.qnet", "position startpos", "go depth 1")
	if lines := k.hear("bestmove "); strings.Contains(strings.Join(lines, "\n"), "info string") {
		t.Errorf("%q, want no complaint of the network", lines)
	}
	k.say("setoption name EvalFile value ../../../../lib/engine/testdata/men.qnet", "position startpos", "go depth 1")
	if lines := k.hear("bestmove "); !strings.Contains(strings.Join(lines, "\n"), "is for xiangqi/1, expected chess/1") || strings.Contains(last(lines), "(none)") {
		t.Errorf("%q, want the network refused, and a move", lines)
	}
	k.quit()
}

// Our own client finds chess by the option, and sets Chess960.
func TestClient_playsChess(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := engine.DefaultOptions()
	o.Kind, o.Path, o.Args, o.TableMB = "uci", self, []string{"be-the-engine"}, 8
	e, err := engine.New("chess", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	rules := chess.DefaultOptions()
	rules.Chess960 = true
	b, err := chess.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	l := engine.DefaultLimits()
	l.Depth = 2
	for ply := range 30 {
		if _, over := b.Outcome(); over {
			break
		}
		r, err := e.Search(context.Background(), b, l)
		if err != nil || r.Best == game.NoMove {
			t.Fatalf("ply %d, %s: %v", ply, b.Position(), err)
		}
		b.Play(r.Best)
	}
}

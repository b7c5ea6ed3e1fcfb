package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

const (
	openingLeast = 4   // random plies before a game that counts
	openingMore  = 8   // or up to so many more
	scoreMost    = 800 // positions beyond are decided and teach nothing
)

// play writes a line per quiet position: text, the game's result for the side
// to move, the search's score.
func play(out string, games, nodes int, seed uint64) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	o := engine.DefaultOptions()
	o.TableMB = 8
	e, err := engine.New("surakarta", o)
	if err != nil {
		return err
	}
	defer e.Close()
	for n := range games {
		if err := playOne(e, w, nodes, rng.Of(seed, uint64(n))); err != nil {
			return err
		}
	}
	return w.Flush()
}

// quiet is a position whose best move takes nothing.
type quiet struct {
	text  string
	turn  int
	score int
}

func playOne(e engine.Engine, w *bufio.Writer, nodes int, r *rng.Source) error {
	b, err := surakarta.New("", surakarta.DefaultOptions(), false)
	if err != nil {
		return err
	}
	for range openingLeast + r.IntN(openingMore+1) {
		if moves := b.Moves(nil); len(moves) > 0 {
			b.Play(moves[r.IntN(len(moves))])
		}
	}
	if err := e.Clear(); err != nil {
		return err
	}
	l := engine.DefaultLimits()
	l.Nodes = nodes
	var seen []quiet
	var end game.Outcome
	for over := false; ; {
		if end, over = b.Outcome(); over {
			break
		}
		found, err := e.Search(context.Background(), b, l)
		if err != nil {
			return err
		}
		if !surakarta.IsCapture(found.Best) && max(found.Score, -found.Score) <= scoreMost {
			seen = append(seen, quiet{b.Position(), b.Turn(), found.Score})
		}
		b.Play(found.Best)
	}
	for _, q := range seen {
		if _, err := fmt.Fprintf(w, "%s\t%v\t%d\n", q.text, end.Result(q.turn), q.score); err != nil {
			return err
		}
	}
	return nil
}

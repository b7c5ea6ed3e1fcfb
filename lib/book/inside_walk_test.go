package book

import (
	"context"
	"fmt"
	"reflect"

	"qikit.dev/qikit/lib/game"
)

// PlayedTwice reads the moves of every position of a book as a look-up does, and as a walk
// that reads them by stretches, and counts the moves that both give; an error is the first
// difference.
func PlayedTwice(b *Book) (moves int, err error) {
	w := b.walk(-1, "")
	w.stretch = true
	for {
		p, ok, err := w.next(context.Background())
		if !ok || err != nil {
			return moves, err
		}
		view := game.View{Turn: presetTurn(w.board, b.job.Preset)}
		one, err := b.playedAt(w.board, p.id, view)
		if err != nil {
			return moves, err
		}
		stretch, err := w.playedHere(p.id, view)
		if err != nil {
			return moves, err
		}
		for _, m := range one { // a walk reads no values of Minimax
			m.value = nil
			m.Eval, m.WinRate, m.Depth, m.Engine = nil, nil, nil, nil
			m.tell()
		}
		if !reflect.DeepEqual(one, stretch) {
			return moves, fmt.Errorf("position %d: %d moves in a stretch, want the %d of a look-up", p.id, len(stretch), len(one))
		}
		moves += len(one)
	}
}

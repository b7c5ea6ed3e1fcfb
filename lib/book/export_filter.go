package book

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// checker is a board of a game with check.
type checker interface{ InCheck() bool }

// taker is a board that knows which of its moves take a piece.
type taker interface {
	Captures(dst []game.Move) []game.Move
}

// where is the part of the filter that SQLite checks, before a board is set up.
func (o *ExportOptions) where() string {
	var text strings.Builder
	for _, bound := range []struct {
		value *int
		test  string
	}{{o.MinScore, "abs(score) >= %d"}, {o.MaxScore, "abs(score) <= %d"}, {o.MinPly, "ply >= %d"}, {o.MaxPly, "ply <= %d"}} {
		if bound.value != nil {
			fmt.Fprintf(&text, " AND "+bound.test, *bound.value)
		}
	}
	return text.String()
}

// wholeGames refuses filters of positions, for formats that have none.
func (o *ExportOptions) wholeGames(format string) error {
	if o.SkipCheck || o.SkipCaptures || o.where() != "" {
		return fmt.Errorf("%w: %s has whole games, expected no filter of positions, only skip_unknown", ErrOptions, format)
	}
	return nil
}

// serves refuses filters that the book's game cannot answer.
func (o *ExportOptions) serves(b *Book) error {
	board, err := b.Board("")
	if err != nil {
		return err
	}
	_, checks := board.(checker)
	_, takes := board.(taker)
	if o.SkipCheck && !checks {
		return options.Wrap(ErrOptions, options.Wrong("skip_check", true, "false: "+b.job.Game+" has no check"))
	}
	if o.SkipCaptures && !takes {
		return options.Wrap(ErrOptions, options.Wrong("skip_captures", true, "false: for "+b.job.Game+" it is not known which moves take a piece"))
	}
	return nil
}

// keeps says whether the walker's position passes the part of the filter that
// needs the game or the board.
func (o *ExportOptions) keeps(w *walker, p *position) bool {
	if o.SkipUnknown && !w.played.Ended() {
		return false
	}
	if !o.SkipCheck && !o.SkipCaptures {
		return true
	}
	best := ""
	if p.found.Best != nil {
		best = *p.found.Best
	}
	return o.keepsBoard(w.board, game.View{Turn: presetTurn(w.board, w.book.job.Preset)}, best)
}

// keepsBoard says whether a position passes the part of the filter that needs the
// board. best is its best move in a view, "" for none.
func (o *ExportOptions) keepsBoard(b game.Board, v game.View, best string) bool {
	if o.SkipCheck && b.(checker).InCheck() {
		return false
	}
	return !o.SkipCaptures || best == "" || !slices.ContainsFunc(b.(taker).Captures(nil), func(m game.Move) bool {
		return b.ViewText(v, m) == best
	})
}

// filtered goes through the positions that an export writes, with the walker at
// each; tell is told how many positions, of those that SQLite gives, are done.
func (w *walker) filtered(ctx context.Context, o *ExportOptions, tell func(done int64)) iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		for done := int64(1); ; done++ {
			p, ok, err := w.next(ctx)
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !ok || o.keeps(w, p) && !yield(p, nil) {
				return
			}
			tell(done)
		}
	}
}

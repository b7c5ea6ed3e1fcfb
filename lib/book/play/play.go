package play

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// NewEngine is engine.New with an engine that plays from the book of
// Options.Book; without one it is engine.New. A file that is not there, is no
// book, is damaged, or is one of another game is refused.
//
// A search for one line with some limit, in a position that the book has, is
// answered from it at once, whatever the level: with the move that is best by the
// deepest knowledge of the book (book.Entry.Best), whether it was played there or
// only found, or, where nobody has searched, with the most played one, then with the
// first by text. So the same book gives the same move each time. In the Result Score
// is the move's evaluation (Scored is false where it has none), WinRate its part of
// the games with a result in which it was played, a draw counting a half, the line is
// the move alone, Depth, Nodes and Time are 0, and Note begins with "book: ".
// Everything else is
// searched: several lines, no limit (that is analysis), a position that the book
// does not have, a move that would end the game without winning it (the book
// knows no repetitions). A Note tells once when the book cannot be read later.
//
// In chess, a file with the suffix ".bin" is a Polyglot book: its move of the greatest weight is
// played, the first by text among equals, and none of weight 0. It says nothing of evaluations and results, so Scored
// is false and WinRate 0.5.
//
// The result has a method Unwrap, which gives the engine that searches, for what
// else that can do; engine.Evaluate finds it by itself.
func NewEngine(gameName string, o engine.Options) (engine.Engine, error) {
	path := o.Book
	if path == "" {
		return engine.New(gameName, o)
	}
	v, err := game.Lookup(gameName)
	if err != nil {
		return nil, err
	}
	b, err := open(v, path)
	if err != nil {
		return nil, fmt.Errorf("option book: %w", err)
	}
	o.Book = ""
	e, err := engine.New(gameName, o)
	if err != nil {
		b.Close()
		return nil, err
	}
	return &reader{Engine: e, game: v.Name, source: b}, nil
}

// source is a file of known moves.
type source interface {
	// answer is its move; book.ErrNotFound when it has none.
	answer(b game.Board) (engine.Result, error)
	Close() error
}

// open opens a book of a game, of either kind.
func open(v game.Variant, path string) (source, error) {
	start, err := v.New(game.Setup{})
	if err != nil {
		return nil, err
	}
	if book.IsPolyglot(path, start) {
		p, err := book.OpenPolyglot(path)
		if err != nil {
			return nil, err
		}
		return polyglot{p}, nil
	}
	b, err := book.Open(path)
	if err != nil {
		return nil, err
	}
	if b.Game() != v.Name {
		b.Close()
		return nil, fmt.Errorf("%w: %s is of %s, expected %s", book.ErrOtherGame, path, b.Game(), v.Name)
	}
	return records{b}, nil
}

// reader is an engine that looks into a book before it searches.
type reader struct {
	engine.Engine
	game   string
	source source
	told   atomic.Bool // that the book cannot be read
}

// Unwrap is the engine that searches.
func (r *reader) Unwrap() engine.Engine { return r.Engine }

// Close closes the book, too.
func (r *reader) Close() error { return errors.Join(r.Engine.Close(), r.source.Close()) }

// Search answers from the book where it can.
func (r *reader) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	if err := l.Check(); err != nil || l.Lines > 1 || !l.Limited() || b.Game() != r.game {
		return r.Engine.Search(ctx, b, l)
	}
	found, err := answer(r.source, b)
	if err == nil {
		return found, context.Cause(ctx)
	}
	found, searchErr := r.Engine.Search(ctx, b, l)
	if found.Note == "" && !errors.Is(err, book.ErrNotFound) && !r.told.Swap(true) {
		found.Note = err.Error()
	}
	return found, searchErr
}

// answer is the book's move, unless it ends the game without winning it.
func answer(s source, board game.Board) (engine.Result, error) {
	if _, over := board.Outcome(); over {
		return engine.Result{}, book.ErrNotFound
	}
	r, err := s.answer(board)
	if err != nil {
		return r, err
	}
	next := board.Copy()
	next.Play(r.Best)
	if o, over := next.Outcome(); over && o.Winner != board.Turn() {
		return engine.Result{}, book.ErrNotFound
	}
	r.Lines = []engine.Line{{Moves: []game.Move{r.Best}, Score: r.Score, WinRate: r.WinRate}}
	return r, nil
}

// records is a book file.
type records struct{ *book.Book }

func (b records) answer(board game.Board) (engine.Result, error) {
	entry, err := b.LookupBoard(board)
	if err != nil {
		return engine.Result{}, err
	}
	if len(entry.Moves) == 0 { // games ended here, or its moves were pruned
		return engine.Result{}, book.ErrNotFound
	}
	best := entry.Moves[0] // the most played
	if entry.Best != nil {
		best = book.Played{Move: *entry.Best, Eval: entry.Eval, WinRate: entry.WinRate}
		for _, p := range entry.Moves {
			if p.Move == best.Move {
				best = p
			}
		}
	}
	m, err := board.Parse(best.Move)
	if err != nil {
		return engine.Result{}, err
	}
	r := engine.Result{
		Best: m, WinRate: winRate(entry, best),
		Note: fmt.Sprintf("book: %s, played %d of %d times", best.Move, best.Count, entry.Count),
	}
	if best.Eval != nil {
		r.Score, r.Scored = *best.Eval, true
	}
	return r, nil
}

// polyglot is a Polyglot book.
type polyglot struct{ *book.Polyglot }

func (p polyglot) answer(board game.Board) (engine.Result, error) {
	moves, err := p.Moves(board)
	if err != nil {
		return engine.Result{}, err
	}
	if len(moves) == 0 || moves[0].Weight == 0 {
		return engine.Result{}, book.ErrNotFound
	}
	best, total := moves[0], 0
	for _, m := range moves {
		total += m.Weight
		if m.Weight == best.Weight && board.Text(m.Move) < board.Text(best.Move) {
			best = m
		}
	}
	return engine.Result{
		Best: best.Move, WinRate: 0.5,
		Note: fmt.Sprintf("book: %s, weight %d of %d", board.Text(best.Move), best.Weight, total),
	}, nil
}

// winRate is a move's part of the games with a result in which it was played. Where
// there is none the search has the word, or else the game is open.
func winRate(e book.Entry, p book.Played) float64 {
	switch n := p.Count - p.Unknown; {
	case n > 0:
		return (float64(p.Wins) + float64(p.Draws)/2) / float64(n)
	case p.WinRate != nil:
		return *p.WinRate
	case p.Count == 0 && e.WinRate != nil:
		return *e.WinRate
	}
	return 0.5
}

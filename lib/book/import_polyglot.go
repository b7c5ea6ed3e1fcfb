package book

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// polyglotReader reads a Polyglot book. Its keys do not say the positions: they are found
// by playing the book's moves from the beginning of the game.
type polyglotReader struct {
	polyglotFile
	book  *Book
	seen  map[uint64]bool
	yield func(alone, error) bool
}

// polyglotPlace is a position that the moves lead to. Its key may know of a pawn that
// passed where the text does not.
type polyglotPlace struct {
	key      uint64
	position string
	ply      int
}

// readPolyglot reads the positions that the moves of a Polyglot book lead to. The weight
// of a move counts as so many games without a result. Each position that no moves lead to
// is a fault.
func (b *Book) readPolyglot(s *incoming) (iter.Seq2[alone, error], error) {
	if err := polyglots(b); err != nil {
		return nil, err
	}
	if s.size < 0 {
		return nil, fmt.Errorf("%w: a compressed opening book, expected .bin as it is", ErrFormat)
	}
	entries, err := polyglotEntries(s.size)
	if err != nil {
		return nil, err
	}
	return func(yield func(alone, error) bool) {
		r := &polyglotReader{polyglotFile: polyglotFile{s.file, entries, s.wrap}, book: b, seen: map[uint64]bool{}, yield: yield}
		err := r.sorted(s)
		if err == nil {
			err = r.walk()
		}
		if err == nil {
			err = r.left()
		}
		if err != nil && !errors.Is(err, errStop) {
			yield(alone{}, err)
		}
	}, nil
}

// walk gives the positions that the moves lead to, those of few plies first.
func (r *polyglotReader) walk() error {
	start, err := r.book.Board("")
	if err != nil {
		return err
	}
	queue := []polyglotPlace{{start.(hashed).PolyglotKey(), start.Position(), 0}}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if r.seen[p.key] {
			continue
		}
		list, err := r.find(p.key)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		r.seen[p.key] = true
		if queue, err = r.visit(p, list, queue); err != nil {
			return err
		}
	}
	return nil
}

// visit gives a position with its moves, and puts those that they lead to in the queue.
func (r *polyglotReader) visit(p polyglotPlace, list []polyglotEntry, queue []polyglotPlace) ([]polyglotPlace, error) {
	board, err := r.book.Board(p.position)
	if err != nil {
		return queue, err
	}
	now := alone{board: board, ply: p.ply, winner: game.Draw, reason: ReasonPosition}
	for _, e := range list {
		m, err := among(board, e.move, board.(hashed).PolyglotMove)
		if err != nil {
			if !r.yield(alone{}, fmt.Errorf("key %016x: move %04x: %w", e.key, e.move, err)) {
				return queue, errStop
			}
			continue
		}
		t := tally{count: int64(e.weight)}
		now.tally.add(t)
		if i := slices.IndexFunc(now.moves, func(known aloneMove) bool { return known.move == m }); i >= 0 {
			now.moves[i].tally.add(t)
			continue
		}
		now.moves = append(now.moves, aloneMove{move: m, tally: t})
		board.Play(m)
		if key := board.(hashed).PolyglotKey(); !r.seen[key] {
			queue = append(queue, polyglotPlace{key, board.Position(), p.ply + 1})
		}
		board.Undo()
	}
	if len(now.moves) > 0 && !r.yield(now, nil) {
		return queue, errStop
	}
	return queue, nil
}

// left tells of the positions that no moves lead to.
func (r *polyglotReader) left() error {
	for i := 0; i < r.entries; i++ {
		e, err := r.at(i)
		if err != nil {
			return err
		}
		if r.seen[e.key] {
			continue
		}
		r.seen[e.key] = true
		if !r.yield(alone{}, fmt.Errorf("%w: key %016x, to which no moves of the file lead from the beginning", game.ErrPosition, e.key)) {
			return errStop
		}
	}
	return nil
}

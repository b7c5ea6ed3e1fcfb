package generate

import (
	"fmt"
	"path/filepath"

	"qikit.dev/qikit/lib/book"
)

// A book that grows becomes the book that the larger job makes at once, byte for byte in
// every export. What was searched is not searched again, unless the larger job searches
// it otherwise:
//
//   - The random streams of a game go by its initial position and its number there, those
//     of a node by the way to it, so that neither depends on how much there is.
//   - Games that come after all others are added to the positions. Games that come between
//     others (more from each of several positions) are played first; then the positions are
//     made again from all games. So are those of a breadth-first job, as its lines get
//     longer. Until then the book is as it was.
//   - Decisions of a tree are taken over, but not for another width: a search for more
//     moves is another search, and its scores may differ.
//   - Fresh searches are taken over by FEN, and the depth drawn where it decides theirs. Only
//     a position with another one, because its first way is another one, is searched again.
//   - Games that Settle gave a result get it anew, and Minimax goes over the whole book.
//   - Strength adjustment looks at one game or line alone; nothing of it changes.

// growingKey is an option that may be larger than in the book.
type growingKey struct {
	key        string
	asked, has int
}

// growing lists what may grow, besides the initial positions.
func growing(asked, was *Options) []growingKey {
	a, b := asked.Breadth, was.Breadth
	if a == nil || b == nil {
		return []growingKey{{"games", asked.Games, was.Games}}
	}
	return []growingKey{
		{"breadth.plies", a.Plies, b.Plies},
		{"breadth.width", a.Width, b.Width},
		{"breadth.positions", a.Positions, b.Positions},
	}
}

// grow changes the job in the file to a larger one, if the plan is larger. initials is
// how many positions the file has; same says that the engines search as they did.
func grow(p *plan, w *book.Writer, was *Options, same bool, initials int) error {
	larger := ""
	for _, n := range growing(&p.options, was) {
		if n.asked > n.has {
			larger = n.key
		}
	}
	if len(p.initials) > initials {
		larger = "initial"
	}
	if larger == "" {
		return nil
	}
	if p.earlier {
		return fmt.Errorf("%w: %s is larger than the book has, but %s is of an earlier version, whose games go by other random streams; expected a new book",
			ErrResume, larger, w.Path())
	}
	if w.Job().Repeatable && !same {
		return otherSearches(w)
	}
	own, err := w.Untouched()
	if err != nil {
		return err
	}
	if !own {
		return fmt.Errorf("%w: %s is larger than the book has, but games were added to %s or records or moves taken out; expected a book that only generation has filled",
			ErrResume, larger, w.Path())
	}
	r := book.Regrowth{Options: p.job.Options, Initials: p.initials}
	if p.options.Breadth != nil {
		r.Again, r.Replant, r.Decisions = true, true, p.options.Breadth.Width == was.Breadth.Width
	} else {
		r.Planned, r.Block = p.job.Planned, [2]int64{int64(was.Games), int64(p.options.Games)}
		r.Again = initials > 1 && r.Block[0] != r.Block[1]
	}
	return w.Regrow(r)
}

// otherSearches is the error of a job that would go on with other searches.
func otherSearches(w *book.Writer) error {
	return fmt.Errorf("%w: %s was begun by a version of the library whose engines search differently: its records would not be those of its seed, expected the job to be resumed by that version, or a new book, which takes in what %s has by a merge", ErrResume, w.Path(), filepath.Base(w.Path()))
}

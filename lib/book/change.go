package book

import (
	"errors"
	"fmt"
)

// importSchema names the JSON of an Imported.
const importSchema = "qikit/book-import/1"

// Imported says what was added from a file of games or another book.
type Imported struct {
	Schema     string   `json:"schema"`
	Games      int64    `json:"games"`      // added; 0 of a file that has positions alone
	Duplicates int64    `json:"duplicates"` // games of people's that the book has already, and were left out
	Candidates int64    `json:"candidates"` // positions seen
	Positions  int64    `json:"positions"`  // of these, new in the book
	Faults     int64    `json:"faults"`     // games or positions that could not be read, and were left out
	First      []string `json:"first"`      // the first ten faults
	Outdated   bool     `json:"outdated"`   // values of Minimax were there, and are out of use until it runs again
}

// JSON writes the report as an object with a field schema.
func (i Imported) JSON() []byte { return mustJSON(i) }

// outdate takes the values of Minimax out of use, and says whether there were any.
func (w *Writer) outdate() (there bool, err error) {
	if err = w.query("SELECT backed FROM job", nil, &there); err == nil && there {
		err = w.exec("UPDATE job SET backed = 0")
	}
	return there, err
}

// change makes a change to the file in one transaction.
func (b *Book) change(f func(w *Writer) error) (err error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	w, err := openWriter(b.path)
	if err != nil {
		return err
	}
	b.changed = true
	defer func() { err = errors.Join(err, w.Close()) }() // after a panic, too: others wait for the file
	if !w.job.Complete {
		return fmt.Errorf("%w: %s, expected it to be resumed to its end first", ErrUnfinished, b.path)
	}
	return w.Update(func() error { return f(w) })
}

// take takes a file in as one change: add stores games, the first with the number next,
// and counts them.
func (b *Book) take(add func(w *Writer, i *Imported, next int64) (games int64, err error)) (Imported, error) {
	i := Imported{Schema: importSchema, First: []string{}}
	err := b.change(func(w *Writer) error {
		next, err := w.nextGame()
		if err != nil {
			return err
		}
		first, from, seen := w.nextID, w.job.Processed, w.job.Candidates
		games, err := add(w, &i, next)
		if err == nil {
			err = w.settle()
		}
		if err != nil {
			return err
		}
		w.job.Processed = next + games
		i.Positions, i.Candidates = w.nextID-first, w.job.Candidates-seen
		if i.Candidates > 0 {
			if i.Outdated, err = w.outdate(); err != nil {
				return err
			}
		}
		w.job.Repeatable = w.job.Repeatable && i.Candidates == 0
		return w.saveCounts(from)
	})
	if err != nil {
		return Imported{Schema: importSchema, First: []string{}}, err
	}
	return i, nil
}

// fault counts what could not be read.
func (i *Imported) fault(err error) {
	if i.Faults++; len(i.First) < 10 {
		i.First = append(i.First, err.Error())
	}
}

// nextGame is the id after the last one.
func (w *Writer) nextGame() (id int64, err error) {
	err = w.query("SELECT coalesce(max(id) + 1, 0) FROM games", nil, &id)
	return id, err
}

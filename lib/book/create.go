package book

import "errors"

// CreateOptions is a book to be made by hand. DefaultCreate fills it.
type CreateOptions struct {
	Game   string // required
	Rules  []byte // JSON of the game's own options; empty for its defaults
	Preset Seat   // in whose view records are; default the first player
	Dedupe bool   // one record a position; default true
	Mirror bool   // symmetric positions are one record; default false
	Sanity bool   // leave out positions that cannot arise; default true
}

// DefaultCreate are the defaults of a generation.
func DefaultCreate() CreateOptions { return CreateOptions{Dedupe: true, Sanity: true} }

// Create makes an empty book file, for AddGames and Merge. A file that is
// there already is ErrExists.
func Create(path string, o CreateOptions) (*Book, error) {
	job, err := NewJob(o.Game, o.Rules, o.Preset)
	if err != nil {
		return nil, err
	}
	job.Repeatable, job.Dedupe, job.Mirror, job.Sanity = true, o.Dedupe, o.Mirror, o.Sanity
	w, err := NewWriter(path, job, nil)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(w.Complete(), w.Close()); err != nil {
		return nil, err
	}
	return Open(path)
}

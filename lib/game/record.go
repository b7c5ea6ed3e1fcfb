package game

import (
	"errors"
	"fmt"
	"io"
	"iter"
)

// What can go wrong with records of games.
var (
	ErrNoRecords = errors.New("game: this game has no record format")
	ErrRecord    = errors.New("game: malformed record")
)

// Record is one game as files keep it.
type Record struct {
	// Tags are what is known of the game, by name, in the order of the file.
	// The position and the result are not among them.
	Tags [][2]string
	// Initial is the position at which Moves start, as Board.Position writes
	// it; empty is the start position of the game.
	Initial string
	// Moves are legal one after the other from Initial.
	Moves []Move
	// Comments are remarks by the number of moves made before them: 0 stands
	// before the first move.
	Comments map[int]string
	// Result is one of the Result constants.
	Result string
}

// Results as records write them: the first player won, the second, nobody; or
// the game did not end or nothing is known.
const (
	ResultFirst  = "1-0"
	ResultSecond = "0-1"
	ResultDraw   = "1/2-1/2"
	ResultNone   = "*"
)

// ResultText is the Result of a game that ended with o (ok as Board.Outcome
// says it).
func ResultText(o Outcome, ok bool) string {
	switch {
	case !ok:
		return ResultNone
	case o.Winner == 0:
		return ResultFirst
	case o.Winner == 1:
		return ResultSecond
	}
	return ResultDraw
}

// Winner is the index of the player who won, or Draw; known is false when the
// record names no result.
func (r Record) Winner() (winner int, known bool) {
	switch r.Result {
	case ResultFirst:
		return 0, true
	case ResultSecond:
		return 1, true
	case ResultDraw:
		return Draw, true
	}
	return Draw, false
}

// Tag is the value of the first tag of that name, "" when there is none.
func (r Record) Tag(name string) string {
	for _, tag := range r.Tags {
		if tag[0] == name {
			return tag[1]
		}
	}
	return ""
}

// ReadRecords reads the records of a file in the named game's record format,
// one at a time, so that a file of any length takes the memory of one record.
// A record that is malformed comes as an error that wraps ErrRecord and says
// the line and the column; the reading goes on with the next record. Any other
// error (of r itself, or a game without a record format: ErrNoRecords) is the
// last thing that comes.
func ReadRecords(name string, r io.Reader) iter.Seq2[Record, error] {
	v, err := Lookup(name)
	if err == nil && v.ReadRecords == nil {
		err = fmt.Errorf("%w: %q", ErrNoRecords, name)
	}
	if err != nil {
		return func(yield func(Record, error) bool) { yield(Record{}, err) }
	}
	return v.ReadRecords(r)
}

// WriteRecord writes one record in the named game's record format; records
// written one after the other make a file. The moves are written in that
// notation, one of Board.Notations; "" is what most programs read. The error
// wraps ErrNoRecords, ErrNotation, ErrPosition, ErrIllegalMove, or is w's own.
func WriteRecord(name string, w io.Writer, rec Record, notation string) error {
	v, err := Lookup(name)
	if err != nil {
		return err
	}
	if v.WriteRecord == nil {
		return fmt.Errorf("%w: %q", ErrNoRecords, name)
	}
	return v.WriteRecord(w, rec, notation)
}

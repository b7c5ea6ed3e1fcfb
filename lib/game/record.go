package game

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/order"
)

// What can go wrong with records of games.
var (
	ErrNoRecords = errors.New("game: this game has no record format")
	ErrRecord    = errors.New("game: malformed record")
	ErrEncoding  = errors.New("game: no such encoding of records")
)

// Record is one game as a file holds it.
type Record struct {
	// Tags are names and values that describe the game, in the order of the file.
	// The position and the result are not among them.
	Tags [][2]string
	// Initial is the position at which Moves start, as Board.Position writes
	// it; empty is the start position of the game.
	Initial string
	// Moves are legal one after the other from Initial.
	Moves []Move
	// Comments holds each remark under the number of moves made before it: 0 is
	// before the first move.
	Comments map[int]string
	// Nags are the numeric glyphs of moves ($1 is good, $2 is bad), as ReadTrees keeps them, under the number of moves made
	// with it.
	Nags map[int][]int
	// Result is one of the Result constants.
	Result string
	// Variations are other lines of play; ReadTrees reads them, ReadRecords leaves them out.
	Variations []Variation
}

// Variation is a line of play beside another one, in place of a move of it.
type Variation struct {
	// Line is what it leaves: 0 the record's moves, n the n-th variation, which stands before this one.
	Line int
	// Ply is the number of moves made before it, from Initial.
	Ply   int
	Moves []Move
	// Comments and Nags are the variation's own, as in Record.
	Comments map[int]string
	Nags     map[int][]int
}

// Walk plays every line of the record on b, which stands at Initial and is left at the end of one of them. step says
// which move is the i-th of a line, from 0, when b stands before it; it must be legal. A line comes before those that
// leave it, and those that leave it at one ply come in order. All lines together take time in proportion to their moves.
func (r *Record) Walk(b Board, step func(line, i int) (Move, error)) error {
	leaving := make(map[int][]int, len(r.Variations)) // the numbers of variations by the line that they leave
	for i, v := range r.Variations {
		leaving[v.Line] = append(leaving[v.Line], i+1)
	}
	played := 0
	for stack := []int{0}; len(stack) > 0; {
		line := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		start, moves := 0, len(r.Moves)
		if line > 0 {
			start, moves = r.Variations[line-1].Ply, len(r.Variations[line-1].Moves)
		}
		for ; played > start; played-- {
			b.Undo()
		}
		for i := range moves {
			m, err := step(line, i)
			if err != nil {
				return err
			}
			b.Play(m)
			played++
		}
		// The one that leaves last is walked first: b is on its line still.
		next := leaving[line]
		slices.Reverse(next)
		order.Stable(next, func(x, y int) int { return r.Variations[x-1].Ply - r.Variations[y-1].Ply })
		stack = append(stack, next...)
	}
	return nil
}

// Remarks gather the comments of a record while it is read: several after one move make one, in time in proportion to them all.
type Remarks map[[2]int][]string

// Add is said of line 0, the record's moves, or of the n-th variation, after so many moves.
func (r *Remarks) Add(line, ply int, text string) {
	if text == "" {
		return
	}
	if *r == nil {
		*r = Remarks{}
	}
	at := [2]int{line, ply}
	(*r)[at] = append((*r)[at], text)
}

// Put gives the comments to the record's lines.
func (r Remarks) Put(to *Record, between string) {
	for at, texts := range r {
		comments := &to.Comments
		if at[0] > 0 {
			comments = &to.Variations[at[0]-1].Comments
		}
		if *comments == nil {
			*comments = map[int]string{}
		}
		(*comments)[at[1]] = strings.Join(texts, between)
	}
}

// AddNag adds a glyph to the move after which so many of line 0, the record's, or of the n-th variation are made.
func (r *Record) AddNag(line, ply, nag int) {
	nags := &r.Nags
	if line > 0 {
		nags = &r.Variations[line-1].Nags
	}
	if *nags == nil {
		*nags = map[int][]int{}
	}
	(*nags)[ply] = append((*nags)[ply], nag)
}

// Results as records write them: the first player won, the second player won, a
// draw, and unfinished or unknown.
const (
	ResultFirst  = "1-0"
	ResultSecond = "0-1"
	ResultDraw   = "1/2-1/2"
	ResultNone   = "*"
)

// ResultText is the Result of a game whose Board.Outcome returns o and ok.
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

// ReadRecords reads the records of a file in the named game's record format, one at
// a time, so that a file of any length takes the memory of one record. A malformed
// record yields an error that wraps ErrRecord and names the line and the column;
// reading goes on with the next record. Any other error (one of r itself, or
// ErrNoRecords for a game without a record format) ends the sequence.
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

// ReadTrees is ReadRecords with variations, of the games whose reader keeps them.
func ReadTrees(name string, r io.Reader) iter.Seq2[Record, error] {
	if v, err := Lookup(name); err == nil && v.ReadTrees != nil {
		return v.ReadTrees(r)
	}
	return ReadRecords(name, r)
}

// UTF8 is the encoding of records in which every game writes them.
const UTF8 = "utf-8"

// WriteRecordIn is WriteRecord in an encoding: UTF8 ("" too), or another one that the game's
// record files have, such as "gb18030" in Xiangqi. An encoding that they do not have is
// ErrEncoding.
func WriteRecordIn(name string, w io.Writer, rec Record, notation, encoding string) error {
	if encoding == "" || encoding == UTF8 {
		return WriteRecord(name, w, rec, notation)
	}
	v, err := Lookup(name)
	if err != nil {
		return err
	}
	encode, ok := v.EncodeRecords[encoding]
	if !ok {
		names := append([]string{UTF8}, slices.Sorted(maps.Keys(v.EncodeRecords))...)
		return fmt.Errorf("%w: %q, expected one of %s for %s", ErrEncoding, encoding, strings.Join(names, ", "), name)
	}
	var text strings.Builder
	if err := WriteRecord(name, &text, rec, notation); err != nil {
		return err
	}
	raw, err := encode(text.String())
	if err != nil {
		return err
	}
	_, err = w.Write(raw)
	return err
}

// WriteRecord writes one record in the named game's record format; records written
// one after the other make a file. The notation of the moves is one of
// Board.Notations; "" is the one that most programs read. The error wraps
// ErrNoRecords, ErrNotation, ErrPosition, ErrIllegalMove, or is w's own.
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

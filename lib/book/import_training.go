package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Bounds of plain training text: what is longer is none.
const (
	plainLine  = 1 << 12 // bytes of a line
	plainLines = 64      // lines of a record
)

// packedSize is the length of a packed lesson in bytes.
const packedSize = 72

// alone is a lesson as a position of the book. The best move has the score; the format
// does not say which move was played.
func (l *lesson) alone() (alone, error) {
	players := len(l.board.Sides())
	p := alone{board: l.board, ply: l.ply, winner: game.Draw, reason: ReasonSample, score: &l.score,
		moves: []aloneMove{{move: l.move, eval: &l.score}}}
	if l.score < -Mate || l.score > Mate {
		return p, fmt.Errorf("%w: score %d of %s, expected %d to %d", game.ErrPosition, l.score, l.board.Position(), -Mate, Mate)
	}
	switch {
	case l.result > 0:
		p.winner = l.board.Turn()
	case l.result < 0 && players > 2:
		return p, fmt.Errorf("%w: a lost game of %d players, expected two of whom the other won", game.ErrPosition, players)
	case l.result < 0:
		p.winner = 1 - l.board.Turn()
	}
	p.tally = (&Game{Winner: p.winner, Reason: p.reason}).one(l.board.Turn())
	return p, nil
}

// readPlain reads lessons from text. A record in the wrong form, or without its end, ends
// the reading; one whose position or move cannot be is a fault.
func (b *Book) readPlain(r io.Reader) iter.Seq2[alone, error] {
	return func(yield func(alone, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, plainLine)
		values := map[string]string{}
		n, begin := 0, 1
		for lines.Scan() {
			n++
			key, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
			switch {
			case key == "e" && value == "":
				p, err := b.plainLesson(values)
				if err != nil {
					err = fmt.Errorf("lines %d to %d: %w", begin, n, err)
				}
				if !yield(p, err) {
					return
				}
				clear(values)
				begin = n + 1
			case key == "" && len(values) == 0 && n-begin < plainLines:
			case !slices.Contains(plainKeys, key) || values[key] != "" || value == "":
				yield(alone{}, fmt.Errorf("%w: line %d: %.40q, expected one of %q with its value, once a record, or e", game.ErrRecord, n, lines.Text(), plainKeys))
				return
			default:
				values[key] = value
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("%w: line %d has over %d bytes, expected less", game.ErrRecord, n+1, plainLine)
		}
		if err == nil && len(values) > 0 {
			err = fmt.Errorf("%w: line %d: the file ends within a record, expected %q and e", game.ErrRecord, n, plainKeys)
		}
		if err != nil {
			yield(alone{}, err)
		}
	}
}

// plainKeys are the lines of a record in plain training text.
var plainKeys = []string{"fen", "move", "score", "ply", "result"}

// plainLesson is the lesson of a record's lines.
func (b *Book) plainLesson(values map[string]string) (alone, error) {
	var l lesson
	for _, number := range []struct {
		key         string
		into        *int
		least, most int
	}{{"score", &l.score, -1 << 20, 1 << 20}, {"ply", &l.ply, 0, 1 << 20}, {"result", &l.result, -1, 1}} {
		var err error
		if *number.into, err = strconv.Atoi(values[number.key]); err != nil || *number.into < number.least || *number.into > number.most {
			return alone{}, fmt.Errorf("%w: %s %q, expected a number from %d to %d", game.ErrRecord, number.key, values[number.key], number.least, number.most)
		}
	}
	for _, key := range []string{"fen", "move"} {
		if values[key] == "" {
			return alone{}, fmt.Errorf("%w: a record without %s, expected %q", game.ErrRecord, key, plainKeys)
		}
	}
	var err error
	if l.board, err = b.Board(values["fen"]); err != nil {
		return alone{}, err
	}
	if !slices.Contains(l.board.Notations(), plainNotation) {
		l.move, err = l.board.Parse(values["move"])
	} else {
		l.move, err = among(l.board, values["move"], func(m game.Move) string {
			text, _ := l.board.Format(m, plainNotation) // of a legal move in a notation that the game has
			return text
		})
	}
	if err != nil {
		return alone{}, err
	}
	return l.alone()
}

// unpacker is a board of a game that can be unpacked.
type unpacker interface {
	packer
	Unpacked(packed [64]byte) (position string, err error)
}

// readBin reads packed lessons from a file of size bytes, -1 where that is not known.
func (b *Book) readBin(r io.Reader, size int64) (iter.Seq2[alone, error], error) {
	start, err := b.Board("")
	if err != nil {
		return nil, err
	}
	board, ok := start.(unpacker)
	if !ok {
		return nil, fmt.Errorf("%w: bin does not serve %s", ErrFormat, b.job.Game)
	}
	cut := fmt.Errorf("%w: the file ends within a record, expected records of %d bytes each", game.ErrRecord, packedSize)
	if size > 0 && size%packedSize != 0 {
		return nil, cut
	}
	return func(yield func(alone, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		var raw [packedSize]byte
		for n := 1; ; n++ {
			_, err := io.ReadFull(in, raw[:])
			if err == io.EOF {
				return
			}
			if errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, ErrFile) {
				err = cut
			}
			var p alone
			if err == nil {
				if p, err = b.binLesson(board, &raw); err != nil {
					err = fmt.Errorf("record %d: %w", n, err)
				}
			}
			// What is no record at the beginning is no file of records.
			if n == 1 && isFault(err) {
				err = fmt.Errorf("%w: %v", game.ErrRecord, err)
			}
			if !yield(p, err) || err != nil && !isFault(err) {
				return
			}
		}
	}, nil
}

// binLesson is the lesson of a packed record.
func (b *Book) binLesson(board unpacker, raw *[packedSize]byte) (alone, error) {
	position, err := board.Unpacked([64]byte(raw[:64]))
	if err != nil {
		return alone{}, err
	}
	number := func(at int) uint16 { return binary.LittleEndian.Uint16(raw[at:]) }
	l := lesson{score: int(int16(number(64))), ply: int(number(68)), result: int(int8(raw[70]))}
	if l.result < -1 || l.result > 1 || raw[71] != 0 {
		return alone{}, fmt.Errorf("%w: result %d and a last byte of %d, expected -1 to 1 and 0", game.ErrPosition, l.result, raw[71])
	}
	if l.board, err = b.Board(position); err != nil {
		return alone{}, err
	}
	if l.move, err = among(l.board, number(66), l.board.(packer).PackedMove); err != nil {
		return alone{}, err
	}
	return l.alone()
}

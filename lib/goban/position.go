package goban

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Number is a number in a position text.
type Number struct {
	Name      string
	Low, High int
	Into      *int
}

// Read sets up what a position text states: the rows, the side to move, the game's
// own numbers, the stones captured by black and by white, at most takenMax, and the
// point that ko forbids. What follows the side may be left out: stated is how many
// numbers there were, and those of the game that are missing stay as they are.
// expected names the numbers for the error, which wraps game.ErrPosition.
func (s *Stones) Read(text, expected string, takenMax int, numbers ...Number) (stated int, err error) {
	var taken [2]int
	for c := range taken {
		numbers = append(numbers, Number{"number of stones captured by " + Color(c).String(), 0, takenMax, &taken[c]})
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 3+len(numbers) {
		return 0, fmt.Errorf("%w: %q has %d fields, expected rows and side to move, then perhaps %s and a ko point",
			game.ErrPosition, text, len(fields), expected)
	}
	if err := s.readRows(strings.Split(fields[0], "/")); err != nil {
		return 0, err
	}
	switch fields[1] {
	case "X":
	case "O":
		s.turn = White
	default:
		return 0, fmt.Errorf("%w: side to move is %q, expected X or O", game.ErrPosition, fields[1])
	}
	fields = fields[2:]
	for i, text := range fields[:min(len(fields), len(numbers))] {
		number := numbers[i]
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil || int(n) < number.Low || int(n) > number.High {
			return i, fmt.Errorf("%w: %s is %q, expected %d to %d", game.ErrPosition, number.Name, text, number.Low, number.High)
		}
		*number.Into = int(n)
	}
	s.taken = [2]uint16{uint16(taken[Black]), uint16(taken[White])}
	if len(fields) > len(numbers) {
		return len(numbers), s.ReadKo(fields[len(numbers)])
	}
	return len(fields), nil
}

// readRows reads the rows, from the top.
func (s *Stones) readRows(rows []string) error {
	return ReadRows(rows, SizeMin, s.Reset, s.Put)
}

// ReadRows reads the rows of a position text, from the top: reset makes a board of their size, low to SizeMax, and put
// places each stone. The error wraps game.ErrPosition.
func ReadRows(rows []string, low int, reset func(size int), put func(p Point, c Color)) error {
	size := len(rows)
	if size < low || size > SizeMax {
		return fmt.Errorf("%w: %d rows, expected %d to %d, separated by /", game.ErrPosition, size, low, SizeMax)
	}
	reset(size)
	for i, row := range rows {
		column := 0
		for _, c := range row {
			run, color := 1, Empty
			switch {
			case c == 'X':
				color = Black
			case c == 'O':
				color = White
			case c >= '1' && c <= '9':
				run = int(c - '0')
			case c != '.':
				return fmt.Errorf("%w: %q in row %d from the top, expected X, O, . or a run of 1 to 9", game.ErrPosition, c, i+1)
			}
			if column+run > size {
				return fmt.Errorf("%w: row %d from the top %q has more than %d points, as many as there are rows", game.ErrPosition, i+1, row, size)
			}
			if color != Empty {
				put(PointAt(column, size-1-i), color)
			}
			column += run
		}
		if column != size {
			return fmt.Errorf("%w: row %d from the top %q has %d points, expected %d, as many as there are rows", game.ErrPosition, i+1, row, column, size)
		}
	}
	return nil
}

// SetTurn gives the turn to a side and lifts ko.
func (s *Stones) SetTurn(c Color) { s.turn, s.ko = c, NoPoint }

// ReadKo reads the last field of a position text, the point that ko forbids or
// "-". The error wraps game.ErrPosition.
func (s *Stones) ReadKo(text string) error {
	if text == "-" {
		return nil
	}
	p, err := ParsePoint(text, s.Size())
	if err != nil || s.cells[p] != Empty {
		return fmt.Errorf("%w: ko point is %q, expected an empty point such as C5, or -", game.ErrPosition, text)
	}
	s.ko = p
	return nil
}

// Sane says why no game can lead to these stones: a chain has no liberty, or no
// stone can have captured at the ko point. The error wraps game.ErrSetup.
func (s *Stones) Sane() error {
	for p := range s.Points() {
		if s.cells[p] < Empty && s.libs[s.chain[p]] == 0 {
			return fmt.Errorf("%w: the chain at %v has no liberty", game.ErrSetup, p)
		}
	}
	if s.ko != NoPoint && !s.koStands() {
		return fmt.Errorf("%w: ko at %v, but no stone of %s can have taken there", game.ErrSetup, s.ko, s.turn.Other())
	}
	return nil
}

// koStands says whether the last move can have taken a single stone on the ko
// point: opponents all around, just one of them alone and in atari.
func (s *Stones) koStands() bool {
	takers := 0
	for _, n := range s.ko.Neighbours() {
		switch c := s.cells[n]; {
		case c == Empty || c == s.turn:
			return false
		case c < Empty && s.count[s.chain[n]] == 1 && s.libs[n]&countMask == 1:
			takers++
		}
	}
	return takers > 0 && s.taken[s.turn.Other()] > 0
}

// View writes the rows, the side to move, numbers and the ko point, seen through
// v: Turn 1 exchanges the colors.
func (s *Stones) View(v game.View, numbers ...int) string {
	size, flip := s.Size(), Color(v.Turn&1)
	text := make([]byte, 0, size*(size+1)+24)
	var board [SizeMax][SizeMax]byte
	for p := range s.Points() {
		c := s.cells[p]
		if c < Empty {
			c ^= flip
		}
		q := p.Seen(v.Symmetry, size)
		board[q.Row()][q.Column()] = c.Letter()
	}
	for row := size - 1; row >= 0; row-- {
		points := board[row][:size]
		// A row without stones is one digit where a digit can say it.
		if size <= 9 && bytes.Count(points, []byte(".")) == size {
			text = append(text, '0'+byte(size))
		} else {
			text = append(text, points...)
		}
		if row > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', (s.turn ^ flip).Letter())
	for _, number := range numbers {
		text = strconv.AppendInt(append(text, ' '), int64(number), 10)
	}
	ko := s.ko
	if ko != NoPoint {
		ko = ko.Seen(v.Symmetry, size)
	}
	return string(append(append(text, ' '), ko.String()...))
}

// Symmetries are the eight of the square.
const Symmetries = 8

// Symmetries are those of the board.
func (h *History) Symmetries() int { return Symmetries }

// Seen is where the point lies in a view: bit 0 of the symmetry exchanges left and
// right, bit 1 up and down, bit 2 columns and rows, in this order. The turn
// moves no points.
func (p Point) Seen(symmetry, size int) Point {
	column, row := p.Column(), p.Row()
	if symmetry&1 != 0 {
		column = size - 1 - column
	}
	if symmetry&2 != 0 {
		row = size - 1 - row
	}
	if symmetry&4 != 0 {
		column, row = row, column
	}
	return PointAt(column, row)
}

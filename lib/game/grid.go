package game

import (
	"fmt"
	"strings"
)

// Grid says how the texts of a game name men and points, for programs that read many
// positions and need no rules. A game whose position text begins with the rows of the
// board from the top, a "/" between, has one; its Board then is a [Gridded].
type Grid struct {
	Rows, Columns int
	Men           []string // of each player: the letters of his kinds of men, the same kinds in the same order
	Files         string   // the letters of the columns from the left
	First         int      // the number of the lowest row
	Becomes       string   // the letters that may follow a move: what a man becomes
	// Off are the points of the rectangle that the board lacks, numbered as Place does;
	// nil for none. The rows of a position text pass over them.
	Off []bool
}

// Gridded is a Board whose position text is a Grid.
type Gridded interface {
	Grid() Grid
}

// NoPoint is a point that a move does not have: where it starts, when a stone is
// placed, and both when nothing is.
const NoPoint = -1

// Points counts the points of the board.
func (g *Grid) Points() int { return g.Rows * g.Columns }

// Codes are the numbers of men by their letters, for Place: those of a player from 1
// on, those of the others from -1 down, in order of play from the player on.
func (g *Grid) Codes(player int) (codes [256]int8) {
	others := 0
	for p := range g.Men {
		letters := g.Men[(player+p)%len(g.Men)]
		for i := range len(letters) {
			codes[letters[i]] = int8(i + 1)
			if p > 0 {
				codes[letters[i]] = -int8(others + i + 1)
			}
		}
		if p > 0 {
			others += len(letters)
		}
	}
	return codes
}

// Place writes the men of a position text into cells, one for each point: row by row
// from the top, each from the left. An empty point is 0. Its error wraps ErrPosition.
func (g *Grid) Place(cells []int8, position string, codes *[256]int8) error {
	clear(cells)
	if g.Off != nil {
		return g.placeShaped(cells, position, codes)
	}
	at, end := 0, g.Columns // the next point, and the first one of the next row
	for i := 0; i < len(position); i++ {
		switch c := position[i]; {
		case c >= '0' && c <= '9':
			at += int(c - '0')
		case c == '.':
			at++
		case c == '/' && at == end && end < len(cells):
			end += g.Columns
			continue
		case c == ' ':
			if at != end || end != len(cells) {
				return g.misplaced(position)
			}
			return nil
		case codes[c] == 0 || at >= end:
			return g.misplaced(position)
		default:
			cells[at] = codes[c]
			at++
		}
		if at > end {
			return g.misplaced(position)
		}
	}
	if at != end || end != len(cells) {
		return g.misplaced(position)
	}
	return nil
}

// AppendRows appends the rows of a position text, from the top with "/" between, of men in cells as
// Place writes them by the codes of the first player. Empty points are runs of up to 9.
func (g *Grid) AppendRows(dst []byte, cells []int8) []byte {
	for row := range g.Rows {
		if row > 0 {
			dst = append(dst, '/')
		}
		run := byte(0)
		for at := row * g.Columns; at < (row+1)*g.Columns; at++ {
			if g.Off != nil && g.Off[at] {
				continue
			}
			if run > 0 && (cells[at] != 0 || run == 9) {
				dst, run = append(dst, '0'+run), 0
			}
			if cells[at] == 0 {
				run++
			} else {
				dst = append(dst, g.letter(cells[at]))
			}
		}
		if run > 0 {
			dst = append(dst, '0'+run)
		}
	}
	return dst
}

// placeShaped is Place on a board that lacks points of its rectangle.
func (g *Grid) placeShaped(cells []int8, position string, codes *[256]int8) error {
	at, row := 0, 0       // the next point, and the row in which it lies
	next := func() bool { // passes over the points that the board lacks
		for at < (row+1)*g.Columns && g.Off[at] {
			at++
		}
		return at < (row+1)*g.Columns
	}
	for i := 0; i < len(position); i++ {
		c := position[i]
		run := 1
		switch {
		case c == ' ' && !next() && row == g.Rows-1:
			return nil
		case c == '/' && !next() && row < g.Rows-1:
			row++
			continue
		case c >= '0' && c <= '9':
			run = int(c - '0')
		case c != '.' && codes[c] == 0:
			return g.misplaced(position)
		}
		for range run {
			if !next() {
				return g.misplaced(position)
			}
			cells[at] = codes[c]
			at++
		}
	}
	if next() || row != g.Rows-1 {
		return g.misplaced(position)
	}
	return nil
}

func (g *Grid) misplaced(position string) error {
	return fmt.Errorf("%w: %q, expected %d rows of %d points of %s", ErrPosition, position, g.Rows, g.Columns, strings.Join(g.Men, " and "))
}

// Ends are the points of a move text, numbered as Place does: where it starts and where
// it ends. A move of one point ("C5") only ends; any other text ("pass") has neither.
func (g *Grid) Ends(move string) (source, target int) {
	source, rest := g.point(move)
	if source == NoPoint {
		return NoPoint, NoPoint
	}
	if rest == "" {
		return NoPoint, source
	}
	target, rest = g.point(strings.TrimLeft(rest, "-x"))
	if len(rest) == 1 && strings.Contains(g.Becomes, rest) {
		rest = ""
	}
	if rest != "" || target == NoPoint {
		return NoPoint, NoPoint
	}
	return source, target
}

// point reads the point at the beginning of a text.
func (g *Grid) point(text string) (at int, rest string) {
	if text == "" {
		return NoPoint, text
	}
	column := strings.IndexByte(g.Files, text[0])
	number, n := 0, 1
	for ; n < len(text) && n < 4 && text[n] >= '0' && text[n] <= '9'; n++ {
		number = 10*number + int(text[n]-'0')
	}
	row := g.Rows - 1 - (number - g.First)
	if column < 0 || column >= g.Columns || n == 1 || row < 0 || row >= g.Rows || g.Off != nil && g.Off[row*g.Columns+column] {
		return NoPoint, text
	}
	return row*g.Columns + column, text[n:]
}

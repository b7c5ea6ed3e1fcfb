package surakarta

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// start is the placement at the start of a game, ranks from the top.
const start = "wwwwww/wwwwww/6/6/bbbbbb/bbbbbb"

// New sets up a board from a position text; "" is the start position.
//
// The text is six rows from rank 6 down, separated by "/" ("b", "w", a digit
// for a run of empty points, "." for one), then the side to move, and then, each
// only after the one before it, the plies without capture (default 0) and the
// number of the ply to be played (default: the first one of the side to move).
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in
// play: more than twelve pieces, or none of the side that moved last, which lenient
// accepts) or
// game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := game.CheckRules(&o); err != nil {
		return nil, err
	}
	if text == "" {
		text = start + " " + o.First.String()
	}
	b := &Board{options: o, past: make([]step, 0, 128)}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 4 {
		return nil, fmt.Errorf("%w: %q has %d fields, expected rows and side to move, then perhaps plies without capture and ply number",
			game.ErrPosition, text, len(fields))
	}
	if err := b.place(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "b":
	case "w":
		b.pass()
	default:
		return nil, fmt.Errorf("%w: side to move is %q, expected b or w", game.ErrPosition, fields[1])
	}
	b.ply = int(b.side ^ o.First)
	for i, counter := range []struct {
		name string
		low  int
		into *int
	}{{"plies without capture", 0, &b.quiet}, {"ply number", 1, &b.ply}} {
		if len(fields) <= 2+i {
			break
		}
		n, err := strconv.Atoi(fields[2+i])
		if err != nil || n < counter.low || n > 1_000_000 {
			return nil, fmt.Errorf("%w: %s is %q, expected %d to 1000000", game.ErrPosition, counter.name, fields[2+i], counter.low)
		}
		*counter.into = n - counter.low
	}
	for _, s := range [2]Side{Black, White} {
		if n := b.Count(s); n > pieces {
			return nil, fmt.Errorf("%w: %s has %d pieces, expected at most %d", game.ErrSetup, s, n, pieces)
		}
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

// place reads the six rows.
func (b *Board) place(rows string) error {
	list := strings.Split(rows, "/")
	if len(list) != width {
		return fmt.Errorf("%w: %q has %d rows, expected %d", game.ErrPosition, rows, len(list), width)
	}
	for i, row := range list {
		file, rank := 0, width-1-i
		for _, c := range row {
			run := 1
			switch {
			case c >= '1' && c <= '6':
				run = int(c - '0')
			case c != 'b' && c != 'w' && c != '.':
				return fmt.Errorf("%w: %q in row %d, expected b, w, . or 1 to 6", game.ErrPosition, c, i+1)
			}
			if file+run > width {
				return fmt.Errorf("%w: row %d %q has more than %d points", game.ErrPosition, i+1, row, width)
			}
			switch c {
			case 'b':
				b.put(Black, PointAt(file, rank))
			case 'w':
				b.put(White, PointAt(file, rank))
			}
			file += run
		}
		if file != width {
			return fmt.Errorf("%w: row %d %q has %d points, expected %d", game.ErrPosition, i+1, row, file, width)
		}
	}
	return nil
}

// Position is the text that New reads, with both counters.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries are the eight of the square.
func (b *Board) Symmetries() int { return 8 }

// seen is where point p lies in a view: first half a rotation when the players
// are shifted, then the symmetry (bit 0: left and right, bit 1: up and down,
// bit 2: over the diagonal, in this order).
func seen(v game.View, p Point) Point {
	f, r := p.File(), p.Rank()
	if v.Turn&1 != 0 {
		f, r = width-1-f, width-1-r
	}
	if v.Symmetry&1 != 0 {
		f = width - 1 - f
	}
	if v.Symmetry&2 != 0 {
		r = width - 1 - r
	}
	if v.Symmetry&4 != 0 {
		f, r = r, f
	}
	return PointAt(f, r)
}

// View writes the position seen through v.
func (b *Board) View(v game.View) string {
	return fmt.Sprintf("%s %d %d", b.Identity(v), b.quiet, b.ply+1)
}

// Identity is the placement and the side to move, seen through v.
func (b *Board) Identity(v game.View) string {
	var board [points]byte
	for p := range Point(points) {
		for _, s := range [2]Side{Black, White} {
			if b.own[s]>>p&1 != 0 {
				board[seen(v, p)] = (s ^ Side(v.Turn&1)).String()[0]
			}
		}
	}
	text := make([]byte, 0, 48)
	for rank := width - 1; rank >= 0; rank-- {
		run := byte(0)
		for file := range width {
			c := board[PointAt(file, rank)]
			if c == 0 {
				run++
				continue
			}
			if run > 0 {
				text = append(text, '0'+run)
				run = 0
			}
			text = append(text, c)
		}
		if run > 0 {
			text = append(text, '0'+run)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ')
	return string(append(text, (b.side ^ Side(v.Turn&1)).String()...))
}

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	var capture uint32
	if IsCapture(m) {
		capture = 1
	}
	return b.Text(newMove(seen(v, Source(m)), seen(v, Target(m)), capture))
}

// Grid says how the texts name men and points.
func (b *Board) Grid() game.Grid {
	return game.Grid{Rows: width, Columns: width, Men: b.Sides(), Files: "abcdef", First: 1}
}

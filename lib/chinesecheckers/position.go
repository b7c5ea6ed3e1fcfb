package chinesecheckers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// New sets up a board from a position text; "" is the start position for Options.Players.
//
// The text has five fields. The first one is the seventeen rows of the star from the top, "/"
// between: the letters of men (r, o, y, g, b, p, clockwise from the south), a digit for a run of
// empty points ("94" for thirteen), "." for one. Then come the letter of the player to move; those of all
// players in order of play ("rg"); those of the players who are home in the order in which they
// came, or "-"; and the number of the ply to be played. The last two may be left out.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in play: not ten men
// each, or the turn of a player who is home; lenient accepts it) or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Board{options: o, past: make([]step, 0, 128)}
	if text == "" {
		b.seats = seatSets[o.Players]
		for p, seat := range b.seats {
			for at := range Point(points) {
				if star.home[seat].has(at) {
					b.put(p, at)
				}
			}
		}
		b.key ^= keys.turn[b.seats[0]]
	} else if err := b.read(text); err != nil {
		return nil, err
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

func (b *Board) read(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 5 {
		return fmt.Errorf("%w: %q has %d fields, expected rows, player to move and players, then perhaps players who are home and ply number", game.ErrPosition, text, len(fields))
	}
	for n, letters := range men {
		if n > 0 && strings.Join(letters, "") == fields[2] {
			b.seats, b.options.Players = seatSets[n], n
		}
	}
	if b.seats == nil {
		return fmt.Errorf("%w: players %q, expected rg, ryb, rogb or roygbp", game.ErrPosition, fields[2])
	}
	b.turn = strings.Index(fields[2], fields[1])
	if b.turn < 0 || len(fields[1]) != 1 {
		return fmt.Errorf("%w: %q to move, expected one of %s", game.ErrPosition, fields[1], fields[2])
	}
	b.key ^= keys.turn[b.seats[b.turn]]
	if err := b.place(fields[0]); err != nil {
		return err
	}
	if len(fields) > 3 && fields[3] != "-" {
		if err := b.readHome(fields[3]); err != nil {
			return err
		}
	}
	b.arrive()
	if len(fields) > 4 {
		n, err := strconv.Atoi(fields[4])
		if err != nil || n < 1 || n > maxPly {
			return fmt.Errorf("%w: ply number %q, expected 1 to %d", game.ErrPosition, fields[4], maxPly)
		}
		b.ply = n - 1
	}
	return nil
}

// maxPly is the greatest ply number of a position text.
const maxPly = 1_000_000

func (b *Board) place(text string) error {
	g := b.Grid()
	codes := g.Codes(0)
	var cells [rows * columns]int8
	if err := g.Place(cells[:], text+" ", &codes); err != nil {
		return err
	}
	for p := range Point(points) {
		switch man := cells[star.row[p]*columns+star.column[p]]; {
		case man > 0:
			b.put(0, p)
		case man < 0:
			b.put(int(-man), p)
		}
	}
	return nil
}

// readHome reads the players who are home: each once, with a man in his target.
func (b *Board) readHome(text string) error {
	for i := range len(text) {
		p := slices.Index(men[len(b.seats)], text[i:i+1])
		if p < 0 || b.Home(p) || !b.own[p].meets(star.home[(b.seats[p]+corners/2)%corners]) {
			return fmt.Errorf("%w: players home %q, expected - or players with a man in the target, each once", game.ErrPosition, text)
		}
		b.key ^= keys.home[b.homes][b.seats[p]]
		b.home[b.homes] = int8(p)
		b.homes++
	}
	return nil
}

// Grid says how the texts name men and points.
func (b *Board) Grid() game.Grid {
	return game.Grid{Rows: rows, Columns: columns, Men: men[len(b.seats)], Files: "abcdefghijklmnopqrstuvwxy", First: 1, Off: star.off}
}

// Position is the text that New reads.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries are two for two players, who see the board alike when left and right are
// exchanged. With more of them that would change the order of play.
func (b *Board) Symmetries() int {
	if len(b.seats) == 2 {
		return 2
	}
	return 1
}

// shift is the number of seats by which v shifts the players, and of corners by which it then
// turns the board. The corners of four players lie alike from every second one alone: an odd
// shift of them counts as the one below it.
func (b *Board) shift(v game.View) (seats, turns int) {
	n := len(b.seats)
	seats = v.Turn % n
	if n == 4 {
		seats &^= 1
	}
	return seats, seats * corners / n
}

// seen is where a point lies in a view.
func (b *Board) seen(v game.View, p Point) Point {
	_, turns := b.shift(v)
	p = star.turned[turns][p]
	if v.Symmetry&1 != 0 {
		p = star.mirrored[p]
	}
	return p
}

// View writes the position seen through v.
func (b *Board) View(v game.View) string {
	return b.Identity(v) + " " + strconv.Itoa(b.ply+1)
}

// Identity is the position without the ply number, seen through v.
func (b *Board) Identity(v game.View) string {
	var cells [points]byte
	n := len(b.seats)
	shift, _ := b.shift(v)
	letter := func(player int) byte { return men[n][(player+shift)%n][0] }
	for player := range b.seats {
		var room [pieces]Point
		for _, p := range b.Men(player, room[:0]) {
			cells[b.seen(v, p)] = letter(player)
		}
	}
	text, run := make([]byte, 0, 160), 0
	flush := func() {
		for ; run > 0; run -= min(run, 9) {
			text = append(text, '0'+byte(min(run, 9)))
		}
	}
	for p, c := range cells {
		if p > 0 && star.row[p] != star.row[p-1] {
			flush()
			text = append(text, '/')
		}
		if c == 0 {
			run++
			continue
		}
		flush()
		text = append(text, c)
	}
	flush()
	text = append(text, ' ', letter(b.turn), ' ')
	text = append(append(text, strings.Join(men[n], "")...), ' ')
	for _, p := range b.home[:b.homes] {
		text = append(text, letter(int(p)))
	}
	if b.homes == 0 {
		text = append(text, '-')
	}
	return string(text)
}

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	if m == pass {
		return b.Text(m)
	}
	return b.Text(newMove(b.seen(v, Source(m)), b.seen(v, Target(m))))
}

package booktest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// mnk is the game of the tests: players in turn put their mark on an empty
// point of a square board, a row of the length wins. It is small enough to
// count everything by hand, has all eight symmetries, and any number of
// players, as the contract allows.
//
// Position text: "xo......./ 0 2": points row by row, the player to move, and
// a counter of plies.
type mnk struct {
	size, row, players int
	insane             int // positions with so many marks cannot be; 0 for none
	cells              []byte
	turn, count        int
	initial            string
	history            []int
}

const marks = "xo+*"

func init() {
	registerMNK("mnk", 3, 3, 2)
	registerMNK("mnk3", 4, 3, 3)
}

func registerMNK(name string, size, row, players int) {
	sides := []string{"cross", "nought", "plus", "star"}[:players]
	game.Register(game.Variant{Name: name, Sides: sides, New: func(s game.Setup) (game.Board, error) {
		b := &mnk{size: size, row: row, players: players, cells: slices.Repeat([]byte{'.'}, size*size)}
		if len(s.Rules) > 0 {
			var rules struct{ Insane int }
			if err := json.Unmarshal(s.Rules, &rules); err != nil {
				return nil, game.ErrRules
			}
			b.insane = rules.Insane
		}
		if s.Position != "" {
			if err := b.read(s.Position); err != nil {
				return nil, err
			}
		}
		if err := b.Sane(); err != nil && !s.Lenient {
			return nil, err
		}
		b.initial = b.Position()
		return b, nil
	}})
}

func (b *mnk) read(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 3 || len(fields[0]) != len(b.cells) || strings.Trim(fields[0], "."+marks[:b.players]) != "" {
		return fmt.Errorf("%w: %q", game.ErrPosition, text)
	}
	turn, err := strconv.Atoi(fields[1])
	if err != nil || turn < 0 || turn >= b.players {
		return fmt.Errorf("%w: %q", game.ErrPosition, text)
	}
	copy(b.cells, fields[0])
	b.turn = turn
	if len(fields) == 3 {
		if b.count, err = strconv.Atoi(fields[2]); err != nil {
			return fmt.Errorf("%w: %q", game.ErrPosition, text)
		}
	}
	return nil
}

func (b *mnk) Game() string {
	if b.players == 3 {
		return "mnk3"
	}
	return "mnk"
}

func (b *mnk) Sides() []string { return []string{"cross", "nought", "plus", "star"}[:b.players] }
func (b *mnk) Turn() int       { return b.turn }

func (b *mnk) Moves(dst []game.Move) []game.Move {
	if b.winner() >= 0 {
		return dst
	}
	for i, c := range b.cells {
		if c == '.' {
			dst = append(dst, game.Move(i+1))
		}
	}
	return dst
}

func (b *mnk) Play(m game.Move) {
	b.cells[m-1] = marks[b.turn]
	b.turn = (b.turn + 1) % b.players
	b.count++
	b.history = append(b.history, int(m))
}

func (b *mnk) Undo() bool {
	if len(b.history) == 0 {
		return false
	}
	m := b.history[len(b.history)-1]
	b.history = b.history[:len(b.history)-1]
	b.cells[m-1] = '.'
	b.turn = (b.turn + b.players - 1) % b.players
	b.count--
	return true
}

func (b *mnk) winner() int {
	at := func(x, y int) byte {
		if x < 0 || y < 0 || x >= b.size || y >= b.size {
			return '.'
		}
		return b.cells[y*b.size+x]
	}
	for i := range b.cells {
		x, y := i%b.size, i/b.size
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			n := 0
			for n < b.row && at(x, y) != '.' && at(x+n*d[0], y+n*d[1]) == at(x, y) {
				n++
			}
			if n == b.row {
				return strings.IndexByte(marks, at(x, y))
			}
		}
	}
	return -1
}

func (b *mnk) Outcome() (game.Outcome, bool) {
	if w := b.winner(); w >= 0 {
		return game.Outcome{Winner: w, Reason: "row"}, true
	}
	if !slices.Contains(b.cells, '.') {
		return game.Outcome{Winner: game.Draw, Reason: "full"}, true
	}
	return game.Outcome{}, false
}

func (b *mnk) point(i int) string {
	return string([]byte{'a' + byte(i%b.size), '1' + byte(i/b.size)})
}

func (b *mnk) Text(m game.Move) string { return b.point(int(m) - 1) }

func (b *mnk) Parse(text string) (game.Move, error) {
	for i, c := range b.cells {
		if b.point(i) != text {
			continue
		}
		if c != '.' || b.winner() >= 0 {
			return game.NoMove, fmt.Errorf("%w: %q", game.ErrIllegalMove, text)
		}
		return game.Move(i + 1), nil
	}
	return game.NoMove, fmt.Errorf("%w: %q", game.ErrMoveText, text)
}

func (b *mnk) Notations() []string                                 { return []string{"point"} }
func (b *mnk) Format(m game.Move, notation string) (string, error) { return b.Text(m), nil }
func (b *mnk) Position() string                                    { return b.View(game.View{}) }
func (b *mnk) Initial() string                                     { return b.initial }
func (b *mnk) Key() uint64                                         { return 0 }
func (b *mnk) Symmetries() int                                     { return 8 }
func (b *mnk) SVG(game.SVGOptions) string                          { return "<svg/>" }

func (b *mnk) Played(dst []game.Move) []game.Move {
	for _, m := range b.history {
		dst = append(dst, game.Move(m))
	}
	return dst
}

func (b *mnk) Copy() game.Board {
	c := *b
	c.cells, c.history = slices.Clone(b.cells), slices.Clone(b.history)
	return &c
}

// seen is where a point appears through a symmetry: mirror, flip, transpose.
func (b *mnk) seen(symmetry, i int) int {
	x, y := i%b.size, i/b.size
	if symmetry&4 != 0 {
		x, y = y, x
	}
	if symmetry&1 != 0 {
		x = b.size - 1 - x
	}
	if symmetry&2 != 0 {
		y = b.size - 1 - y
	}
	return y*b.size + x
}

func (b *mnk) View(v game.View) string {
	return b.Identity(v) + " " + strconv.Itoa(b.count)
}

func (b *mnk) ViewText(v game.View, m game.Move) string {
	return b.point(b.seen(v.Symmetry, int(m)-1))
}

func (b *mnk) Identity(v game.View) string {
	text := make([]byte, len(b.cells))
	for i, c := range b.cells {
		if p := strings.IndexByte(marks, c); p >= 0 {
			c = marks[(p+v.Turn)%b.players]
		}
		text[b.seen(v.Symmetry, i)] = c
	}
	return string(text) + " " + strconv.Itoa((b.turn+v.Turn)%b.players)
}

func (b *mnk) Sane() error {
	n := 0
	for _, c := range b.cells {
		if c != '.' {
			n++
		}
	}
	if b.insane > 0 && n == b.insane {
		return fmt.Errorf("%w: %d marks", game.ErrSetup, n)
	}
	return nil
}

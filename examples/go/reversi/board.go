package main

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

const (
	size    = 8
	files   = "abcdefgh"
	pass    = game.Move(size*size + 1) // a move on point p is p+1
	opening = "8/8/8/3XO3/3OX3/8/8/8 X"
	inner   = 0x7e7e7e7e7e7e7e7e // the columns between the outer ones
)

var (
	sides = []string{"black", "white"}
	steps = [8]int{1, -1, 8, -8, 9, -9, 7, -7} // to the next point in each direction
	grid  = game.Grid{Rows: size, Columns: size, Men: []string{"X", "O"}, Files: files, First: 1}
)

func init() {
	game.Register(game.Variant{Name: "reversi", Sides: sides, New: newBoard})
}

// position is a set of points for each player's discs, and who moves. Point 0 is a1, 1 is b1, 8 is a2.
type position struct {
	discs [2]uint64
	turn  int
}

// board is a position with its history. It implements game.Board.
type board struct {
	position
	initial string
	past    []position
	played  []game.Move
}

// newBoard reads rows from the top, X and O for black and white discs, and the side to move.
func newBoard(s game.Setup) (game.Board, error) {
	if err := game.ReadRules(s.Rules, &struct{}{}); err != nil {
		return nil, err
	}
	text := cmp.Or(s.Position, opening)
	_, mover, _ := strings.Cut(text, " ")
	b := &board{position: position{turn: slices.Index(grid.Men, mover)}}
	if b.turn < 0 {
		return nil, fmt.Errorf("%w: side to move is %q, expected X or O", game.ErrPosition, mover)
	}
	cells, codes := make([]int8, size*size), grid.Codes(0)
	if err := grid.Place(cells, text, &codes); err != nil {
		return nil, err
	}
	for i, man := range cells {
		if man != 0 {
			b.discs[(1-man)/2] |= 1 << (i ^ 7*size) // cells begin at the top row
		}
	}
	b.initial = b.Position()
	if err := b.Sane(); err != nil && !s.Lenient {
		return nil, err
	}
	return b, nil
}

// shifted moves all points a step; those that would leave the board at a side are not in from.
func shifted(from uint64, step int) uint64 {
	if step > 0 {
		return from << step
	}
	return from >> -step
}

// run are the other player's discs in a row behind points of c's, and the points behind that row.
func (p *position) run(c int, from uint64, step int) (discs, behind uint64) {
	other := p.discs[1-c]
	if step != 8 && step != -8 {
		other &= inner
	}
	for next := shifted(from, step) & other; next != 0; next = shifted(next, step) & other {
		discs |= next
	}
	return discs, shifted(discs, step)
}

// targets are the empty points on which player c turns discs over.
func (p *position) targets(c int) (all uint64) {
	for _, step := range steps {
		_, behind := p.run(c, p.discs[c], step)
		all |= behind &^ (p.discs[0] | p.discs[1])
	}
	return all
}

func (b *board) Game() string    { return "reversi" }
func (b *board) Sides() []string { return sides }
func (b *board) Turn() int       { return b.turn }

// Moves are all that turn discs over; without one the side to move passes, if the other has one.
func (b *board) Moves(dst []game.Move) []game.Move {
	all := b.targets(b.turn)
	if all == 0 && b.targets(1-b.turn) != 0 {
		return append(dst, pass)
	}
	for ; all != 0; all &= all - 1 {
		dst = append(dst, game.Move(bits.TrailingZeros64(all)+1))
	}
	return dst
}

func (b *board) Play(m game.Move) {
	b.past, b.played = append(b.past, b.position), append(b.played, m)
	for point, i := uint64(1)<<(m-1), 0; m != pass && i < len(steps); i++ {
		if turned, behind := b.run(b.turn, point, steps[i]); behind&b.discs[b.turn] != 0 {
			b.discs[b.turn] |= turned | point
			b.discs[1-b.turn] &^= turned
		}
	}
	b.turn = 1 - b.turn
}

func (b *board) Undo() bool {
	last := len(b.past) - 1
	if last < 0 {
		return false
	}
	b.position, b.past, b.played = b.past[last], b.past[:last], b.played[:last]
	return true
}

// Outcome counts the discs once nobody can move.
func (b *board) Outcome() (game.Outcome, bool) {
	switch lead := bits.OnesCount64(b.discs[0]) - bits.OnesCount64(b.discs[1]); {
	case b.targets(0)|b.targets(1) != 0:
		return game.Outcome{}, false
	case lead > 0:
		return game.Outcome{Winner: 0, Reason: "more discs"}, true
	case lead < 0:
		return game.Outcome{Winner: 1, Reason: "more discs"}, true
	}
	return game.Outcome{Winner: game.Draw, Reason: "as many discs"}, true
}

func (b *board) Parse(text string) (game.Move, error) {
	m := pass
	if text = strings.ToLower(strings.TrimSpace(text)); text != "pass" {
		source, target := grid.Ends(text)
		if source != game.NoPoint || target == game.NoPoint {
			return game.NoMove, fmt.Errorf("%w: %q, expected a1 to h8, or pass", game.ErrMoveText, text)
		}
		m = game.Move(target ^ 7*size + 1)
	}
	if !slices.Contains(b.Moves(nil), m) {
		return game.NoMove, fmt.Errorf("%w: %s %s turns no disc over, or the point is taken", game.ErrIllegalMove, sides[b.turn], text)
	}
	return m, nil
}

func (b *board) Format(m game.Move, notation string) (string, error) {
	if notation != "reversi" {
		return "", fmt.Errorf("%w: %q, expected reversi", game.ErrNotation, notation)
	}
	return b.Text(m), nil
}

func (b *board) Text(m game.Move) string            { return b.ViewText(game.View{}, m) }
func (b *board) Notations() []string                { return []string{"reversi"} }
func (b *board) Position() string                   { return b.View(game.View{}) }
func (b *board) Identity(v game.View) string        { return b.View(v) }
func (b *board) Initial() string                    { return b.initial }
func (b *board) Played(dst []game.Move) []game.Move { return append(dst, b.played...) }
func (b *board) Symmetries() int                    { return 8 }    // of the square
func (b *board) Grid() game.Grid                    { return grid } // books then hold positions as numbers
func (b *board) SVG(o game.SVGOptions) string       { return game.GridSVG(b, o) }

func (b *board) Copy() game.Board {
	c := *b
	c.past, c.played = slices.Clone(b.past), slices.Clone(b.played)
	return &c
}

// Key mixes the discs and the side to move.
func (b *board) Key() uint64 {
	key := (b.discs[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b.discs[1], 32)) * 0xbf58476d1ce4e5b9
	key = (key ^ key>>29 ^ b.discs[1]) * 0x94d049bb133111eb
	return key ^ key>>32 ^ uint64(b.turn)*0xd6e8feb86659fd93
}

// seen is a point through a symmetry: mirrored, upside down, columns for rows.
func seen(p, symmetry int) int {
	p ^= symmetry&1*7 ^ symmetry>>1&1*7*size
	if symmetry&4 != 0 {
		return p%size*size + p/size
	}
	return p
}

// View exchanges the colours for the other player; the board itself is alike from both sides.
func (b *board) View(v game.View) string {
	cells := make([]int8, size*size)
	b.fill(cells, v)
	return string(append(grid.AppendRows(nil, cells), ' ')) + grid.Men[(b.turn+v.Turn)&1]
}

// fill writes 1 for black and -1 for white discs, row by row from the top.
func (b *board) fill(cells []int8, v game.View) {
	black, white := b.discs[v.Turn&1], b.discs[1-v.Turn&1]
	for p := range cells {
		cells[seen(p, v.Symmetry)^7*size] = int8(black>>p&1) - int8(white>>p&1)
	}
}

func (b *board) ViewText(v game.View, m game.Move) string {
	if m == pass {
		return "pass"
	}
	p := seen(int(m)-1, v.Symmetry)
	return files[p%size:p%size+1] + strconv.Itoa(p/size+1)
}

// Sane wants discs on the four points in the middle.
func (b *board) Sane() error {
	if middle := uint64(0x1818000000); (b.discs[0]|b.discs[1])&middle != middle {
		return fmt.Errorf("%w: %s has empty points among d4, d5, e4 and e5", game.ErrSetup, b.Position())
	}
	return nil
}

package nnue

import (
	"fmt"
	"strings"
)

// Points is a set of points of the board, counted row by row from the first player's own
// side. Point p is bit p of Lo, or bit p-64 of Hi.
type Points struct{ Lo, Hi uint64 }

// KindsMost is how many kinds of men a game may have.
const KindsMost = 8

// Men is a position: the points of each player's men by kind, as the first player sees the
// board, and where the kings are (0 in a game without).
type Men struct {
	Sets [2][KindsMost]Points
	King [2]int
}

// Put adds a man of a kind on a point.
func (in *Inputs) Put(m *Men, owner, kind, point int) {
	set := &m.Sets[owner][kind]
	if point < 64 {
		set.Lo |= 1 << point
	} else {
		set.Hi |= 1 << (point - 64)
	}
	if kind == in.King {
		m.King[owner] = point
	}
}

// Halves are the points of a board that keeps them in two words of so many bits, the lower
// points in the first.
func Halves(first, second uint64, bits int) Points {
	return Points{Lo: first | second<<bits, Hi: second >> (64 - bits)}
}

// Man is a kind of man.
type Man struct {
	Letter byte
	// Places are the points where the own man can stand, as "a0" or as "a5-i9" for all points
	// between two corners; the empty text stands for everywhere. Files are letters from the
	// player's left, rows count from the player's own side.
	Places string
	Worth  int // hundredths of an ordinary piece, with which learning begins
}

// Inputs describe a game to a network: what men it has, in the order of the game's own list
// of men, and where they can stand.
type Inputs struct {
	Name          string // in the header of a file, with its version
	Game          uint16 // number of the game in a file, see package netfile
	Rows, Columns int
	Men           []Man
	King          int // kind of the king, -1 for a game without
	// Zones are places of the own king that share their inputs, each as Places of a man. Together they
	// have each place of the king once. Without zones every place has inputs of its own.
	Zones   []string
	Flip    bool // the opponent's view is upside down; otherwise it is turned by a half rotation
	Mirror  bool // left and right are alike
	MenMost int  // men on the board
}

// Xiangqi has its men in the order of their letters in the position text.
var Xiangqi = &Inputs{
	Name: "xiangqi/1", Game: 1, Rows: 10, Columns: 9,
	Men: []Man{
		{'K', "d0-f2", 0},
		{'A', "d0 f0 e1 d2 f2", 200},
		{'B', "c0 g0 a2 e2 i2 c4 g4", 200},
		{'N', "", 420},
		{'R', "", 950},
		{'C', "", 440},
		{'P', "a3 c3 e3 g3 i3 a4 c4 e4 g4 i4 a5-i9", 130},
	},
	King: 0, Mirror: true, MenMost: 32,
}

// Chess has its men in the order of package chess. Its left and right are alike but for castling, of which a
// network sees nothing; the zones tell a castled king from one in the middle, on the way, or at large.
var Chess = &Inputs{
	Name: "chess/1", Game: 4, Rows: 8, Columns: 8,
	Men: []Man{
		{'P', "a1-h6", 100},
		{'N', "", 320},
		{'B', "", 330},
		{'R', "", 500},
		{'Q', "", 970},
		{'K', "", 0},
	},
	King: 5, Flip: true, Mirror: true, MenMost: 32,
	Zones: []string{"a0-b0 g0-h0", "c0-f0", "a1-b1 g1-h1", "c1-f1", "a2-h3", "a4-h7"},
}

// Surakarta has one kind of man, and no king.
var Surakarta = &Inputs{
	Name: "surakarta/1", Game: 2, Rows: 6, Columns: 6,
	Men:  []Man{{'B', "", 100}},
	King: -1, Mirror: true, MenMost: 24,
}

// points is how many points the board has.
func (in *Inputs) points() int { return in.Rows * in.Columns }

// turned is the point as the second player sees it.
func (in *Inputs) turned(p int) int {
	if in.Flip {
		return (in.Rows-1-p/in.Columns)*in.Columns + p%in.Columns
	}
	return in.points() - 1 - p
}

// mirrored is the point with left and right exchanged.
func (in *Inputs) mirrored(p int) int {
	return p - p%in.Columns + in.Columns - 1 - p%in.Columns
}

// place reads the name of a point.
func (in *Inputs) place(name string) int {
	return int(name[1]-'0')*in.Columns + int(name[0]-'a')
}

// places are the points where the own man of that kind can stand.
func (in *Inputs) places(kind int) []bool { return in.named(in.Men[kind].Places) }

// named are the points of a text: see Places of a man.
func (in *Inputs) named(text string) []bool {
	set := make([]bool, in.points())
	if text == "" {
		for p := range set {
			set[p] = true
		}
		return set
	}
	for _, name := range strings.Fields(text) {
		from, to, ok := strings.Cut(name, "-")
		if !ok {
			to = from
		}
		a, b := in.place(from), in.place(to)
		for row := a / in.Columns; row <= b/in.Columns; row++ {
			for column := a % in.Columns; column <= b%in.Columns; column++ {
				set[row*in.Columns+column] = true
			}
		}
	}
	return set
}

// Layout is how the inputs of a game are numbered under a folding of the king's places.
type Layout struct {
	In     *Inputs
	Folded bool // left and right king's places share their inputs
	Inputs int  // for one place of the own king
	Kings  int  // places of the own king, or their zones; 1 for a game without

	seat   [2][]int16            // view, point of its king: twice the number of its place, plus 1 if mirrored
	king   []int16               // own view: number of the king's place, -1 where it cannot stand
	number [2][2]numbers         // view, mirrored
	own    [2][KindsMost][]int16 // not mirrored, in the own view: owner (0 own), kind, point
}

// numbers are those of inputs by owner, kind and point as the first player sees it, -1 for
// none: at indexes of men that manAt makes.
type numbers [2 * KindsMost << pointBits]int16

const pointBits = 7

func manAt(owner, kind, p int) int { return (owner*KindsMost+kind)<<pointBits + p }

// NewLayout numbers the inputs. Folding serves only games whose left and right are alike.
func NewLayout(in *Inputs, folded bool) (*Layout, error) {
	if folded && !in.Mirror {
		return nil, fmt.Errorf("%w: %s: its left and right differ, so that they cannot be folded", ErrNetwork, in.Name)
	}
	l := &Layout{In: in, Folded: folded, Kings: 1}
	l.numberKings()
	for owner := range 2 {
		for kind := range in.Men {
			l.own[owner][kind] = make([]int16, in.points())
			for p, ok := range in.places(kind) {
				if owner == 1 {
					p = in.turned(p)
				}
				l.own[owner][kind][p] = -1
				if ok {
					l.own[owner][kind][p] = int16(l.Inputs)
					l.Inputs++
				}
			}
		}
	}
	for view := range 2 {
		for p := range in.points() {
			place, mirror := l.place(view, p)
			l.seat[view] = append(l.seat[view], int16(2*place))
			if mirror {
				l.seat[view][p]++
			}
		}
		for mirror := range 2 {
			numbers := &l.number[view][mirror]
			for i := range numbers {
				numbers[i] = -1
			}
			for owner := range 2 {
				for kind := range in.Men {
					for p := range in.points() {
						numbers[manAt(owner, kind, p)] = l.own[owner^view][kind][l.seen(view, mirror == 1, p)]
					}
				}
			}
		}
	}
	return l, nil
}

func (l *Layout) numberKings() {
	in := l.In
	l.king = make([]int16, in.points())
	if in.King < 0 {
		return
	}
	if l.Kings = len(in.Zones); l.Kings > 0 {
		for zone, text := range in.Zones {
			for p, ok := range in.named(text) {
				if ok {
					l.king[p] = int16(zone)
				}
			}
		}
		return
	}
	for p, ok := range in.places(in.King) {
		switch {
		case !ok:
			l.king[p] = -1
		case l.Folded && in.mirrored(p) < p:
			l.king[p] = l.king[in.mirrored(p)]
		default:
			l.king[p] = int16(l.Kings)
			l.Kings++
		}
	}
}

// seen is the point in the own view of a player, mirrored or not.
func (l *Layout) seen(view int, mirror bool, p int) int {
	if view == 1 {
		p = l.In.turned(p)
	}
	if mirror {
		p = l.In.mirrored(p)
	}
	return p
}

// place is the number of the own king's place, and whether the view is mirrored.
// A king where no king can stand counts as on place 0.
func (l *Layout) place(view, king int) (place int, mirror bool) {
	if l.In.King < 0 {
		return 0, false
	}
	p := l.seen(view, false, king)
	mirror = l.Folded && l.In.mirrored(p) < p
	return max(int(l.king[p]), 0), mirror
}

// Man is the kind of man and its owner that an input stands for, 0 the own ones.
func (l *Layout) Man(input int) (owner, kind int) {
	for owner := range l.own {
		for kind := range l.In.Men {
			for _, n := range l.own[owner][kind] {
				if int(n) == input {
					return owner, kind
				}
			}
		}
	}
	return 0, 0
}

// Active appends the numbers of the inputs that a position has in a player's view, the
// place of the own king counted in: 0 to Kings*Inputs-1.
func (l *Layout) Active(dst []int32, men *Men, view int) []int32 {
	seat := int(l.seat[view][men.King[view]])
	number, base := &l.number[view][seat%2], int32(seat/2*l.Inputs)
	for owner := range 2 {
		for kind := range l.In.Men {
			for set := men.Sets[owner][kind]; set != (Points{}); {
				var p int
				p, set = first(set)
				if n := number[manAt(owner, kind, p)]; n >= 0 {
					dst = append(dst, base+int32(n))
				}
			}
		}
	}
	return dst
}

package nnue

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"
)

// known are the games that networks are made for.
var known = struct {
	sync.RWMutex
	games []*Inputs
}{games: []*Inputs{Xiangqi, Chess, Surakarta}}

// Add makes networks known for a game, in place of what was known under its name. The error
// wraps ErrNetwork.
func Add(in *Inputs) error {
	if err := in.check(); err != nil {
		return err
	}
	known.Lock()
	defer known.Unlock()
	for i, other := range known.games {
		if other.Name == in.Name {
			known.games[i] = in
			return nil
		}
	}
	known.games = append(known.games, in)
	return nil
}

// Of are the inputs of a game by its name, with the version or without; nil for none.
func Of(game string) *Inputs {
	known.RLock()
	defer known.RUnlock()
	for _, in := range known.games {
		if name, _, _ := strings.Cut(in.Name, "/"); in.Name == game || name == game {
			return in
		}
	}
	return nil
}

// check says what of a game cannot be told a network.
func (in *Inputs) check() error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrNetwork}, args...)...)
	}
	most := 1 << pointBits
	switch kinds := len(in.Men); {
	case in.Rows < 1 || in.Columns < 1 || in.Rows > most || in.Columns > most || in.points() > most:
		return wrong("a board of %d by %d points, expected up to %d points", in.Rows, in.Columns, most)
	case kinds < 1 || kinds >= KindsMost:
		return wrong("%d kinds of men, expected 1 to %d", kinds, KindsMost-1)
	case in.MenMost < 1 || in.MenMost > min(in.points(), 255):
		return wrong("%d men on the board, expected 1 to %d", in.MenMost, min(in.points(), 255))
	case in.King < -1 || in.King >= kinds:
		return wrong("the king is kind %d of %d", in.King, kinds)
	}
	letters := [4]uint64{}
	for _, man := range in.Men {
		if bit := uint64(1) << (man.Letter & 63); man.Letter < 'A' || man.Letter > 'Z' || letters[man.Letter>>6]&bit != 0 {
			return wrong("a man with the letter %q, expected one of A to Z of his own", man.Letter)
		} else {
			letters[man.Letter>>6] |= bit
		}
		if abs(man.Worth) > scoreMost/in.MenMost {
			return wrong("%c is worth %d, expected at most %d", man.Letter, man.Worth, scoreMost/in.MenMost)
		}
		if name, ok := in.reads(man.Places); !ok {
			return wrong("%c stands on %q, expected names of points such as a0 of a board of %d by %d", man.Letter, name, in.Rows, in.Columns)
		}
	}
	if len(in.Zones) > 0 {
		if err := in.checkZones(); err != nil {
			return err
		}
	}
	if l, err := NewLayout(in, false); err != nil || bits.Len(uint(l.Kings*l.Inputs)) > 20 {
		return wrong("more than a million inputs")
	}
	return nil
}

// checkZones says whether the zones have each place of the king once.
func (in *Inputs) checkZones() error {
	if in.King < 0 {
		return fmt.Errorf("%w: zones of a king in a game without", ErrNetwork)
	}
	zones := make([]int, in.points())
	for _, text := range in.Zones {
		if name, ok := in.reads(text); !ok {
			return fmt.Errorf("%w: a zone of the king has %q, expected names of points such as a0 of a board of %d by %d", ErrNetwork, name, in.Rows, in.Columns)
		}
		zone := in.named(text)
		for p, ok := range zone {
			if ok {
				zones[p]++
			}
			if in.Mirror && ok != zone[in.mirrored(p)] {
				return fmt.Errorf("%w: a zone of the king has %q, expected its mirror image too, as left and right are alike", ErrNetwork, in.name(p))
			}
		}
	}
	for p, ok := range in.places(in.King) {
		if ok && zones[p] != 1 {
			return fmt.Errorf("%w: %d zones of the king have %q, expected one", ErrNetwork, zones[p], in.name(p))
		}
	}
	return nil
}

// name is that of a point.
func (in *Inputs) name(p int) string {
	return string([]byte{'a' + byte(p%in.Columns), '0' + byte(p/in.Columns)})
}

// reads says whether all points of a text are on the board, or else which one is not.
func (in *Inputs) reads(text string) (name string, ok bool) {
	for _, name := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '-' }) {
		if !in.has(name) {
			return name, false
		}
	}
	return "", true
}

// has says whether a point of that name is on the board.
func (in *Inputs) has(name string) bool {
	return len(name) == 2 && name[0] >= 'a' && int(name[0]-'a') < in.Columns && name[1] >= '0' && name[1] <= '9' && int(name[1]-'0') < in.Rows
}

package tables

import (
	"errors"
	"fmt"
	"math/bits"
)

// What can be wrong with tables. Errors of this package wrap one of these.
var (
	// ErrFile is a table file that is cut short, altered or of another version.
	ErrFile = errors.New("tables: bad table file")
	// ErrFolder is a folder that cannot be read or written.
	ErrFolder = errors.New("tables: bad folder")
	// ErrPieces is a number of pieces for which there is no table.
	ErrPieces = errors.New("tables: no such table")
	// ErrRules is a rule set that has no tables.
	ErrRules = errors.New("tables: rule set without tables")
)

// Rules is a rule set that has tables.
type Rules uint8

const (
	// Basic: endless play is a draw, the side that cannot move has lost.
	Basic Rules = iota
	// Olympiad: both are decided by the number of pieces.
	Olympiad
	rulesCount
)

// String is the rule set's name in lib/surakarta.
func (r Rules) String() string { return [...]string{"basic", "olympiad"}[r&1] }

// RulesNamed is the rule set of that name; ErrRules.
func RulesNamed(name string) (Rules, error) {
	for r := range rulesCount {
		if r.String() == name {
			return r, nil
		}
	}
	return 0, fmt.Errorf("%w: %q, expected basic or olympiad", ErrRules, name)
}

// Pieces is a table's name: so many of one side against so many of the other,
// whichever is to move. More is at least Fewer.
type Pieces struct{ More, Fewer int }

// String is "4v3".
func (p Pieces) String() string { return fmt.Sprintf("%dv%d", p.More, p.Fewer) }

// ParsePieces reads "4v3" or "3v4"; ErrPieces.
func ParsePieces(text string) (Pieces, error) {
	var p Pieces
	if n, err := fmt.Sscanf(text, "%dv%d", &p.More, &p.Fewer); err != nil || n != 2 || p.String() != text ||
		min(p.More, p.Fewer) < 1 || max(p.More, p.Fewer) > Most {
		return Pieces{}, fmt.Errorf("%w: %q, expected two numbers from 1 to %d such as 4v3", ErrPieces, text, Most)
	}
	return Pieces{max(p.More, p.Fewer), min(p.More, p.Fewer)}, nil
}

// pliesPieces is the greatest number of pieces in all of a table that keeps
// plies; larger ones keep values only, at two bits a position.
const pliesPieces = 6

// keepsPlies says whether the table has a byte a position.
func (p Pieces) keepsPlies() bool { return p.More+p.Fewer <= pliesPieces }

// halves is the number of sides that can be to move: with as many pieces on
// either side the two are one.
func (p Pieces) halves() int {
	if p.More == p.Fewer {
		return 1
	}
	return 2
}

// Positions is the number of positions up to symmetry, both sides to move.
func (p Pieces) Positions() int {
	n := int(indexOf(p.More, p.Fewer).size())
	if p.halves() == 2 {
		n += int(indexOf(p.Fewer, p.More).size())
	}
	return n
}

// Upto lists the tables that a table needs, each after those that it needs itself, and
// the table last.
func Upto(p Pieces) []Pieces {
	var list []Pieces
	for all := 2; all <= p.More+p.Fewer; all++ {
		for more := (all + 1) / 2; more <= p.More && more < all; more++ {
			if q := (Pieces{more, all - more}); q.Fewer <= p.Fewer {
				list = append(list, q)
			}
		}
	}
	return list
}

// table is the results of all positions of one pair of numbers.
type table struct {
	rules   Rules
	pieces  Pieces
	values  bool      // it keeps values only
	longest int       // greatest number of plies in it; for values only, from a position to a capture
	half    [2][]byte // More to move, Fewer to move: a code a position, or four values a byte
}

// A value in two bits.
const (
	bitsDraw = 0
	bitsWin  = 1
	bitsLoss = 2
)

// withoutPlies is the table with its values only.
func (t *table) withoutPlies() *table {
	bare := *t
	bare.values = true
	for half, codes := range t.half {
		bare.half[half] = valuesOf(codes)
	}
	return &bare
}

// valuesOf packs the values of codes.
func valuesOf(codes []byte) []byte {
	packed := make([]byte, (len(codes)+3)/4)
	for i, code := range codes {
		packed[i/4] |= [...]byte{bitsLoss, bitsDraw, bitsWin}[kindOf(code).value()+1] << (i % 4 * 2)
	}
	return packed
}

// at is the result of position i with the first (0) or the second side of the
// name to move.
func (t *table) at(half int, i uint32) Result {
	if !t.values {
		return resultOf(t.half[half][i])
	}
	r := Result{Plies: Unknown, Ends: t.rules == Basic}
	switch t.half[half][i/4] >> (i % 4 * 2) & 3 {
	case bitsWin:
		r.Value = 1
	case bitsLoss:
		r.Value = -1
	default:
		r.Ends = false
	}
	return r
}

// Set is the tables of one rule set. It may be used by any number of
// goroutines.
type Set struct {
	rules   Rules
	tables  [Most + 1][Most + 1]*table // by more, fewer
	most    int                        // greatest number of pieces in all
	longest int
}

func (s *Set) add(t *table) {
	s.tables[t.pieces.More][t.pieces.Fewer] = t
	s.most = max(s.most, t.pieces.More+t.pieces.Fewer)
	s.longest = max(s.longest, t.longest)
}

// WithoutPlies is the set with values only in its tables of more pieces than that, as in
// 4v3 and 4v4: for tests of those who probe.
func (s *Set) WithoutPlies(pieces int) *Set {
	bare := &Set{rules: s.rules}
	for _, row := range s.tables {
		for _, t := range row {
			if t != nil && t.pieces.More+t.pieces.Fewer > pieces {
				t = t.withoutPlies()
			}
			if t != nil {
				bare.add(t)
			}
		}
	}
	return bare
}

// Rules is the rule set whose ends the results suppose.
func (s *Set) Rules() Rules { return s.rules }

// Most is the greatest number of pieces, of both sides, in any table.
func (s *Set) Most() int { return s.most }

// Longest is the greatest Result.Plies of the whole set.
func (s *Set) Longest() int { return s.longest }

// Has says whether there is a table for that many pieces.
func (s *Set) Has(own, enemy int) bool {
	more, fewer := max(own, enemy), min(own, enemy)
	return fewer > 0 && more <= Most && s.tables[more][fewer] != nil
}

// Probe is the result of a position, for the side to move, whose pieces come
// first (bit p for point p). ok is false when there is no table for it. About
// 60 ns.
func (s *Set) Probe(own, enemy uint64) (r Result, ok bool) {
	a, b := bits.OnesCount64(own), bits.OnesCount64(enemy)
	if !s.Has(a, b) {
		return Result{}, false
	}
	i, _ := indexOf(a, b).at(own, enemy)
	if a < b {
		return s.tables[b][a].at(1, i), true
	}
	return s.tables[a][b].at(0, i), true
}

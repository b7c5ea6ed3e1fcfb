package tables

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// Retrograde analysis of one pair of numbers of pieces. A step stays inside the
// pair, a capture leaves it for a smaller table that is solved already; so the
// captures give each position a seed, and what is known then spreads backward
// over the steps, a level a ply.
//
// One pass over the levels settles one aim: what an attacker can bring about
// against every defence. Under Basic the only aim is the end of the game.
// Under Olympiad there are up to three, one after the other, and each leaves
// alone what those before it settled:
//
//  1. to end the game as the winner;
//  2. to win, if only by the number of pieces in endless play. The side with
//     more pieces has no need to try: endless play is what it has anyway;
//  3. for the side with fewer pieces, not to lose.
//
// What is left is endless play.

// aim is what an attacker tries for.
type aim uint8

const (
	toEnd  aim = iota // an end that wins
	toWin             // any win
	toHold            // a draw at least
)

// reached says whether a result, for the defender to move, is what the attacker
// wants.
func (a aim) reached(r Result) bool {
	switch a {
	case toEnd:
		return r.Value < 0 && r.Ends
	case toWin:
		return r.Value < 0
	}
	return r.Value <= 0
}

// good and bad are the kinds for an attacker and for a defender to move when
// the aim is reached.
func (a aim) good() kind { return [...]kind{winEnds, winHeld, drawHeld}[a] }
func (a aim) bad() kind  { return [...]kind{lossEnds, lossHeld, drawHeld}[a] }

// A seed is what the captures of a position say: seedGood+n, a capture reaches
// the aim in n plies; n, all captures (there may be none) let the enemy reach
// its aim, the last of them in n plies; seedSafe, some capture does not.
const (
	seedSafe = 63
	seedGood = 64
)

// A counter is a byte: the steps that do not yet let the enemy reach its aim,
// and a mark that some step reaches the own one.
const (
	counterMark  = 1 << 7
	counterSteps = counterMark - 1
)

// half is the positions of the pair with one side to move.
type half struct {
	x       *index
	attacks bool   // the side to move has an aim
	defends bool   // so has its enemy
	code    []byte // results so far; unknown
	seed    []byte
	counter []uint32 // four counters a word, because they are changed atomically
}

// solver solves a pair.
type solver struct {
	rules   Rules
	pieces  Pieces
	halves  []half
	below   *Set
	workers int
	aim     aim
	before  []aim               // aims that are settled
	tell    func(positions int) // from any goroutine
}

// other is the half in which the enemy is to move.
func (s *solver) other(h *half) *half {
	if h == &s.halves[0] {
		return &s.halves[len(s.halves)-1]
	}
	return &s.halves[0]
}

// solve makes the table of a pair from those below it. tell is called as
// positions are seeded and spread, in sum at most twice their number.
func solve(ctx context.Context, rules Rules, p Pieces, below *Set, workers int, tell func(positions int)) (*table, error) {
	s := &solver{rules: rules, pieces: p, below: below, workers: workers, tell: tell}
	for _, own := range []int{p.More, p.Fewer}[:p.halves()] {
		x := indexOf(own, p.More+p.Fewer-own)
		h := half{x: x, code: make([]byte, x.size()), seed: make([]byte, x.size()), counter: make([]uint32, x.size()/4+1)}
		for i := range h.code {
			h.code[i] = unknown
		}
		s.halves = append(s.halves, h)
	}
	longest := 0
	for _, a := range s.aims() {
		s.aim = a
		for i := range s.halves {
			h := &s.halves[i]
			h.attacks = a == toEnd || h.x.own <= h.x.enemy && (a == toWin || h.x.own < h.x.enemy)
			h.defends = a == toEnd || h.x.enemy <= h.x.own && (a == toWin || h.x.enemy < h.x.own)
		}
		last, err := s.pass(ctx, longest)
		if err != nil {
			return nil, err
		}
		longest = max(longest, last)
		s.before = append(s.before, a)
	}
	t := &table{rules: rules, pieces: p, values: !p.keepsPlies(), longest: longest}
	for i := range s.halves {
		t.half[i] = s.finish(&s.halves[i])
	}
	return t, nil
}

// aims are those of the rule set. A table that keeps values only rests on
// others of its kind and cannot tell ends from endless play.
func (s *solver) aims() []aim {
	var list []aim
	if s.rules == Basic || s.pieces.keepsPlies() {
		list = append(list, toEnd)
	}
	if s.rules == Olympiad {
		list = append(list, toWin)
		if s.pieces.More != s.pieces.Fewer {
			list = append(list, toHold)
		}
	}
	return list
}

// pass settles one aim, up to the last level on which anything happens;
// settled is the greatest number of plies from earlier passes.
func (s *solver) pass(ctx context.Context, settled int) (longest int, err error) {
	pending, err := s.classes(ctx, s.seed)
	if err != nil {
		return 0, err
	}
	longest = settled
	pending = max(pending, settled)
	for level := 0; ; level++ {
		if _, err := s.classes(ctx, func(h *half, c uint16) int { s.spread(h, c, level); return 0 }); err != nil {
			return 0, err
		}
		if level == pliesMax {
			break
		}
		count, err := s.settle(ctx, level+1)
		if err != nil {
			return 0, err
		}
		if count > 0 {
			longest = max(longest, level+1)
			pending = max(pending, level+1)
		}
		if level >= pending {
			return longest, nil
		}
	}
	return 0, fmt.Errorf("%w: %s under %s has a way of more than %d plies", ErrPieces, s.pieces, s.rules, pliesMax)
}

// classes calls f for every class of every half and returns the greatest of
// what it returns.
func (s *solver) classes(ctx context.Context, f func(h *half, c uint16) int) (most int, err error) {
	var shared atomic.Int64
	for i := range s.halves {
		h := &s.halves[i]
		err := pool.Each(ctx, s.workers, len(h.x.sets.first), func(ctx context.Context, c int) error {
			n := int64(f(h, uint16(c)))
			for old := shared.Load(); n > old && !shared.CompareAndSwap(old, n); old = shared.Load() {
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return int(shared.Load()), nil
}

// seed looks at the captures of a class's unsettled positions and counts their
// steps. It returns the greatest number of plies in a seed.
func (s *solver) seed(h *half, c uint16) (pending int) {
	own := h.x.sets.first[c]
	var room [32]game.Move
	for i, enemy := range h.x.each(c) {
		if h.code[i] != unknown {
			h.count(i, counterSteps) // more than can be taken off it
			continue
		}
		steps := 0
		for free, movers := ^(own | enemy), own; movers != 0; movers &= movers - 1 {
			steps += bits.OnesCount64(near[bits.TrailingZeros64(movers)] & free)
		}
		captures := surakarta.CapturesOf(own, enemy, room[:0])
		if steps+len(captures) == 0 {
			h.code[i] = s.stuck(h).code(0)
			continue
		}
		seed, plies := s.captures(h, own, enemy, captures)
		h.seed[i] = seed
		pending = max(pending, plies)
		h.count(i, uint32(steps))
	}
	s.tell(int(h.x.offset[c+1]-h.x.offset[c]) / len(s.aims()))
	return pending
}

// stuck is the kind of a position without a legal move.
func (s *solver) stuck(h *half) kind {
	switch {
	case s.rules == Basic || h.x.own < h.x.enemy:
		return lossEnds
	case h.x.own > h.x.enemy:
		return winEnds
	}
	return drawHeld
}

// captures is the seed of a position, and the plies in it.
func (s *solver) captures(h *half, own, enemy set, list []game.Move) (seed byte, plies int) {
	good, bad, safe := seedGood, 0, false
	for _, m := range list {
		source, target := set(1)<<surakarta.Source(m), set(1)<<surakarta.Target(m)
		r, n := Result{Value: -1, Ends: true}, 1
		if left := enemy &^ target; left != 0 {
			r, _ = s.below.Probe(left, own&^source|target)
			n = max(r.Plies, 0) + 1
		}
		if h.attacks && s.aim.reached(r) {
			good = min(good, n)
		}
		if h.defends && s.aim.reached(Result{Value: -r.Value, Ends: r.Ends}) {
			bad = max(bad, n)
		} else {
			safe = true
		}
	}
	switch {
	case good < seedGood:
		return byte(seedGood + good), good
	case safe:
		return seedSafe, 0
	}
	return byte(bad), bad
}

// count sets a counter. Neighbours in the word may be another goroutine's.
func (h *half) count(i, steps uint32) {
	word, shift := &h.counter[i/4], i%4*8
	atomic.AndUint32(word, ^(0xff << shift))
	atomic.OrUint32(word, steps<<shift)
}

// finish turns the codes into the table's form; what is unsettled is endless
// play.
func (s *solver) finish(h *half) []byte {
	rest := drawHeld
	if s.rules == Olympiad && h.x.own > h.x.enemy {
		rest = winHeld
	}
	if s.rules == Olympiad && h.x.own < h.x.enemy {
		rest = lossHeld
	}
	for i, code := range h.code {
		if code == unknown {
			h.code[i] = rest.code(0)
		}
	}
	if s.pieces.keepsPlies() {
		return h.code
	}
	return valuesOf(h.code)
}

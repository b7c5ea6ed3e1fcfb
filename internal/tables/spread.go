package tables

import (
	"bytes"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"qikit.dev/qikit/internal/pool"
)

// spread carries what a class's positions of one level say to the positions
// from which a step leads there.
func (s *solver) spread(h *half, c uint16, level int) {
	from, to := h.x.offset[c], h.x.offset[c+1]
	codes := h.code[from:to]
	count := 0
	carry := func(k kind, mark bool) {
		code := k.code(level)
		if k == s.aim.good() || k == s.aim.bad() {
			count += bytes.Count(codes, []byte{code})
		}
		if h.x.kept[c] != nil {
			for i, enemy := range h.x.each(c) {
				if h.code[i] == code {
					s.predecessors(h, c, enemy, mark)
				}
			}
			return
		}
		o := h.x.outside(c)
		for at := bytes.IndexByte(codes, code); at >= 0; {
			s.predecessors(h, c, o.set(unrank(uint32(at), h.x.enemy)), mark)
			next := bytes.IndexByte(codes[at+1:], code)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	for k := range kinds {
		r := Result{Value: k.value(), Ends: k.ends()}
		settled := slices.ContainsFunc(s.before, func(a aim) bool { return a.reached(r) })
		if h.defends && s.aim.reached(r) && !settled {
			carry(k, true)
		}
		if h.attacks && s.aim.reached(Result{Value: -r.Value, Ends: r.Ends}) {
			carry(k, false)
		}
	}
	s.tell(count)
}

// predecessors marks the positions from which the enemy steps to this one, or
// takes the step off their counters.
//
// A counter counts steps on a board. Where neither position is symmetric, a
// step on the board is a step between their numbers. Otherwise steps that a
// symmetry of this position turns into one another lead from one number: they
// are looked at once, and stand for as many steps there as that position has
// symmetries to turn the step with.
func (s *solver) predecessors(h *half, c uint16, enemy set, mark bool) {
	own, to := h.x.sets.first[c], s.other(h)
	var room [symmetries]uint8
	same := room[:0]
	for _, v := range h.x.sets.keep[c] {
		if turn(enemy, v) == enemy {
			same = append(same, v)
		}
	}
	free := ^(own | enemy)
	for movers := enemy; movers != 0; movers &= movers - 1 {
		target := uint8(bits.TrailingZeros64(movers))
		for sources := near[target] & free; sources != 0; sources &= sources - 1 {
			source := uint8(bits.TrailingZeros64(sources))
			least, fixed := views(source, target, same)
			if !least {
				continue
			}
			i, kept := to.x.at(enemy^1<<target|1<<source, own)
			word, shift := &to.counter[i/4], i%4*8
			if mark {
				atomic.OrUint32(word, counterMark<<shift)
			} else {
				atomic.AddUint32(word, -(kept / fixed << shift))
			}
		}
	}
}

// views says whether a step is the least of those into which the symmetries
// turn it, and how many of them, the identity included, keep it.
func views(source, target uint8, same []uint8) (least bool, fixed uint32) {
	fixed = 1
	for _, v := range same {
		a, b := turned[v][source], turned[v][target]
		if a < source || a == source && b < target {
			return false, 0
		}
		if a == source && b == target {
			fixed++
		}
	}
	return true, fixed
}

// settleChunk is the number of positions that a worker settles at a time; a
// multiple of four, so that no two workers meet in a word of counters.
const settleChunk = 1 << 16

// settle gives the positions whose aim, or whose enemy's, is reached in that
// many plies their codes, and returns their number.
func (s *solver) settle(ctx context.Context, plies int) (count int, err error) {
	var total atomic.Int64
	for i := range s.halves {
		h := &s.halves[i]
		chunks := (len(h.code) + settleChunk - 1) / settleChunk
		err := pool.Each(ctx, s.workers, chunks, func(ctx context.Context, chunk int) error {
			from := chunk * settleChunk
			total.Add(int64(h.settle(from, min(from+settleChunk, len(h.code)), plies, s.aim)))
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return int(total.Load()), nil
}

func (h *half) settle(from, to, plies int, a aim) (count int) {
	good, bad := a.good().code(plies), a.bad().code(plies)
	for i := from; i < to; i++ {
		if h.code[i] != unknown {
			continue
		}
		counter, seed := byte(h.counter[i/4]>>(i%4*8)), int(h.seed[i])
		switch {
		case counter&counterMark != 0 || seed == seedGood+plies:
			h.code[i] = good
		case h.defends && counter&counterSteps == 0 && seed <= plies && seed < seedSafe:
			h.code[i] = bad
		default:
			continue
		}
		count++
	}
	return count
}

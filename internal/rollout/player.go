package rollout

import (
	"math/bits"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// Rules are what a game played out needs of those of Capture Go.
type Rules struct {
	Target [2]int // stones to capture, by goban.Color
	NoMove string // the result for a side without a move: "lose", "draw" or "pass"; empty is "lose"
}

// Nobody wins a drawn game.
const Nobody = -1

// Player plays games out on boards of its own; it allocates nothing. A Player
// belongs to one goroutine.
type Player struct {
	policy *Policy // nil plays evenly
	stones goban.Stones
	size   int

	around [points]uint16           // by empty point: its code
	base   [2][points]uint32        // by side and empty point: the weight of its pattern
	rows   [2][goban.SizeMax]uint64 // sums of base

	last, own goban.Point // the latest moves: of the side not to move, and of the other

	special []special       // the points with other features than the pattern
	factor  [points]float64 // by point: what these make of its weight; 0 for a point that is not special
	capture [points]uint16  // by special point: the stones that it captures
	escape  [points]uint16  // by special point: the own stones that it takes out of atari
	atari   int             // so many of them, the first, capture or escape
	chains  []goban.Point
}

// special is a point some of whose features are not its pattern.
type special struct {
	point goban.Point
	extra uint64 // what its factor adds to base, if it does
}

// NewPlayer plays by a policy, or evenly when it is nil.
func NewPlayer(policy *Policy) *Player {
	return &Player{policy: policy, special: make([]special, 0, 64), chains: make([]goban.Point, 0, 64)}
}

// Play plays a game out from these stones, which stay as they are, and says who
// wins: a goban.Color, or Nobody. last and own are the latest move and the one
// before, NoPoint when there is none.
func (p *Player) Play(s *goban.Stones, r Rules, last, own goban.Point, random *rng.Source) (winner int) {
	if p.size != s.Size() {
		p.stones, p.size = *s, s.Size()
	} else {
		p.stones.CopyFrom(s)
	}
	if p.policy == nil {
		return p.evenly(r, random)
	}
	p.last, p.own = last, own
	p.weigh()
	for {
		turn := p.stones.Turn()
		m := p.choose(r, random)
		if m == goban.NoPoint {
			if winner, over := p.stuck(r); over {
				return winner
			}
			p.last, p.own = goban.NoPoint, p.last
			continue
		}
		p.move(m)
		if p.stones.Captured(turn) >= r.Target[turn] {
			return int(turn)
		}
	}
}

// evenly draws every legal move with the same chance.
func (p *Player) evenly(r Rules, random *rng.Source) (winner int) {
	s := &p.stones
	for {
		turn := s.Turn()
		m := s.Random(random)
		if m == goban.NoPoint {
			if winner, over := p.stuck(r); over {
				return winner
			}
			continue
		}
		s.Play(m)
		if s.Captured(turn) >= r.Target[turn] {
			return int(turn)
		}
	}
}

// stuck says how the game ends when the side to move has no move; when that side must
// pass, the game goes on.
func (p *Player) stuck(r Rules) (winner int, over bool) {
	switch r.NoMove {
	case "draw":
		return Nobody, true
	case "pass":
		if p.stones.Pass(); p.stones.CanPlay() {
			return 0, false
		}
		return Nobody, true
	}
	return int(p.stones.Turn().Other()), true
}

// weigh fills codes and weights afresh.
func (p *Player) weigh() {
	p.rows = [2][goban.SizeMax]uint64{}
	p.base = [2][points]uint32{}
	s := &p.stones
	for _, m := range s.Spaces() {
		p.around[m] = s.AroundCode(m)
		p.put(m, p.policy.of(p.around[m]))
	}
}

// put gives an empty point its weights in the sums; no weights take it out.
func (p *Player) put(m goban.Point, weights [2]uint32) {
	row := int(m)/stride - 1
	for turn, w := range weights {
		p.rows[turn][row] += uint64(w) - uint64(p.base[turn][m])
		p.base[turn][m] = w
	}
}

// move plays a move and keeps codes and weights up.
func (p *Player) move(m goban.Point) {
	s := &p.stones
	turn := s.Turn()
	trace := s.Play(m)
	p.put(m, [2]uint32{})
	p.changed(m, uint16(turn^goban.Empty))
	if gone := trace.Captures(); gone > 0 {
		// What a move captures is put behind the other empty points.
		spaces := s.Spaces()
		captured := spaces[len(spaces)-gone:]
		for _, q := range captured {
			p.changed(q, uint16(turn.Other()^goban.Empty))
		}
		for _, q := range captured {
			p.around[q] = s.AroundCode(q)
			p.put(q, p.policy.of(p.around[q]))
		}
	}
	p.own, p.last = p.last, m
}

// changed alters the codes around a point whose color has changed by these bits.
func (p *Player) changed(m goban.Point, difference uint16) {
	for i, step := range goban.Around {
		q := goban.Point(int(m) + step)
		p.around[q] ^= difference << (2 * (7 - i))
		if was := p.base[0][q]; was != 0 { // it is empty, and not just captured
			p.put(q, p.policy.of(p.around[q]))
		}
	}
}

// rejections is how many draws in a row may fail before all moves are looked at.
const rejections = 40

// choose draws a move by the policy; one that captures enough is always chosen.
// It is NoPoint when there is no legal move.
func (p *Player) choose(r Rules, random *rng.Source) goban.Point {
	if m := p.tactics(r); m != goban.NoPoint {
		p.forget()
		return m
	}
	turn := p.stones.Turn()
	extra := p.extras(turn)
	all := extra
	for _, sum := range p.rows[turn][:p.size] {
		all += sum
	}
	m := goban.NoPoint
	for range rejections {
		if all == 0 {
			break
		}
		if q := p.draw(turn, all, extra, random); p.accept(q, random) {
			m = q
			break
		}
	}
	if m == goban.NoPoint {
		m = p.slowly(random)
	}
	p.forget()
	return m
}

// extras sets and sums up what features add to the weights of the patterns.
func (p *Player) extras(turn goban.Color) (sum uint64) {
	for i := range p.special {
		x := &p.special[i]
		if factor := p.factor[x.point]; factor > 1 {
			x.extra = more(p.base[turn][x.point], factor)
			sum += x.extra
		}
	}
	return sum
}

// more is what a factor over 1 adds to a weight. It is signed, because that conversion
// takes one instruction.
func more(base uint32, factor float64) uint64 { return uint64(int64(float64(base) * (factor - 1))) }

// draw draws a point in proportion to its weight, or to its pattern's weight where that
// is greater.
func (p *Player) draw(turn goban.Color, all, extra uint64, random *rng.Source) goban.Point {
	u, _ := bits.Mul64(random.Uint64(), all)
	if u < extra {
		for i := range p.special {
			if u < p.special[i].extra {
				return p.special[i].point
			}
			u -= p.special[i].extra
		}
	}
	u -= extra
	row := 0
	for u >= p.rows[turn][row] {
		u -= p.rows[turn][row]
		row++
	}
	m := goban.Point((row+1)*stride + 1)
	for u >= uint64(p.base[turn][m]) {
		u -= uint64(p.base[turn][m])
		m++
	}
	return m
}

// accept always rejects an illegal move, and rejects a move that is less likely than
// its pattern in that proportion.
func (p *Player) accept(m goban.Point, random *rng.Source) bool {
	if !p.stones.Legal(m) {
		return false
	}
	keep := p.reduction(m)
	return keep >= 1 || random.Float64() < keep
}

// reduction is by how much features lower a move's weight.
func (p *Player) reduction(m goban.Point) float64 {
	keep, capture := 1.0, uint16(0)
	if factor := p.factor[m]; factor > 0 {
		keep, capture = min(1, factor), p.capture[m]
	}
	if capture == 0 && p.policy.factor[SelfAtari] < 1 && selfAtari(&p.stones, m) {
		keep *= p.policy.factor[SelfAtari]
	}
	return keep
}

// slowly draws a move by looking at all of them.
func (p *Player) slowly(random *rng.Source) goban.Point {
	s := &p.stones
	turn := s.Turn()
	weight := func(m goban.Point) uint64 {
		if !s.Legal(m) {
			return 0
		}
		w := uint64(p.base[turn][m])
		if factor := p.factor[m]; factor > 1 {
			w += more(p.base[turn][m], factor)
		}
		return max(1, uint64(float64(w)*p.reduction(m)))
	}
	var sum uint64
	for _, m := range s.Spaces() {
		sum += weight(m)
	}
	if sum == 0 {
		return goban.NoPoint
	}
	u, _ := bits.Mul64(random.Uint64(), sum)
	for _, m := range s.Spaces() {
		w := weight(m)
		if u < w {
			return m
		}
		u -= w
	}
	return goban.NoPoint
}

// tactics lists the special points, or finds a move that captures enough.
func (p *Player) tactics(r Rules) (winning goban.Point) {
	s, f := &p.stones, &p.policy.factor
	turn := s.Turn()
	p.chains = s.InAtari(turn.Other(), p.chains[:0])
	for _, chain := range p.chains {
		m, _ := s.Atari(chain)
		p.mark(m, 1)
		p.capture[m] += uint16(s.ChainSize(chain))
		if int(p.capture[m]) >= r.Target[turn]-s.Captured(turn) && m != s.Ko() {
			p.atari = len(p.special)
			return m
		}
	}
	p.chains = s.InAtari(turn, p.chains[:0])
	for _, chain := range p.chains {
		m, _ := s.Atari(chain)
		p.mark(m, 1)
		p.escape[m] += uint16(s.ChainSize(chain))
	}
	p.atari = len(p.special)
	missing := r.Target[turn.Other()] - s.Captured(turn.Other())
	for _, x := range p.special {
		if n := p.capture[x.point]; n > 0 {
			p.factor[x.point] *= f[CaptureOne+min(n, 3)-1]
		}
		if n := p.escape[x.point]; n > 0 {
			p.factor[x.point] *= f[Escape]
			if int(n) >= missing {
				p.factor[x.point] *= f[Threatened]
			}
		}
	}
	p.nearTo(p.last, f[BesideLast], f[DiagonalToLast])
	p.nearTo(p.own, f[BesideOwn], f[DiagonalToOwn])
	return goban.NoPoint
}

// nearTo makes the empty points around a move special.
func (p *Player) nearTo(m goban.Point, beside, diagonal float64) {
	if m == goban.NoPoint {
		return
	}
	for i, step := range goban.Around {
		q := goban.Point(int(m) + step)
		if p.base[0][q] == 0 {
			continue
		}
		if touching>>i&1 == 1 {
			p.mark(q, beside)
		} else {
			p.mark(q, diagonal)
		}
	}
}

// touching has a bit for each of around that is next to the point.
const touching = 1<<1 | 1<<3 | 1<<4 | 1<<6

// mark makes a point special and multiplies its factor.
func (p *Player) mark(m goban.Point, factor float64) {
	if p.factor[m] == 0 {
		p.special = append(p.special, special{point: m})
		p.factor[m] = factor
		return
	}
	p.factor[m] *= factor
}

// forget empties the list of special points.
func (p *Player) forget() {
	for i, x := range p.special {
		p.factor[x.point] = 0
		if i < p.atari {
			p.capture[x.point], p.escape[x.point] = 0, 0
		}
	}
	p.atari = 0
	p.special = p.special[:0]
}

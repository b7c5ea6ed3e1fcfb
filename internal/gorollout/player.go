package gorollout

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

const (
	stride = goban.SizeMax + 1
	// points is over the number of any point and of those around it.
	points = stride*(goban.SizeMax+2) + stride + 2
	// edge is what Stones hold around the board.
	edge = goban.Empty + 1
	// A game has at most so many moves for each point of the board.
	longest = 3
)

// Player plays games out on a board of its own. It belongs to one goroutine.
type Player struct {
	// Mercy ends a game once a side has captured so many stones more than the
	// other since it began; 0 (default) is never. The margin is then that of the
	// stones as they lie.
	Mercy int

	stones    goban.Stones
	size      int
	last, own goban.Point // the latest move and the one before; NoPoint for a pass or none
	played    []goban.Point
	found     []goban.Point // moves that a rule has found
	marks     marks
	reader    Reader
	calling   *[codes / 64]uint64
}

// NewPlayer makes a player; it takes some 20 KB.
func NewPlayer() *Player {
	return &Player{
		played:  make([]goban.Point, 0, longest*goban.SizeMax*goban.SizeMax+2),
		found:   make([]goban.Point, 0, 64),
		calling: calling(),
	}
}

// Play plays the game out from s, which stays as it is, and says how many points
// more Black has than White at its end by [weiqi.SeedScore], without komi. last
// is the latest move and own the one before, NoPoint for none or a pass. random
// is used up as far as the game needs.
func (p *Player) Play(s *goban.Stones, last, own goban.Point, random *rng.Source) (margin int) {
	if p.size != s.Size() {
		p.stones, p.size = *s, s.Size()
	} else {
		p.stones.CopyFrom(s)
	}
	p.last, p.own, p.played = last, own, p.played[:0]
	ahead := s.Captured(goban.Black) - s.Captured(goban.White)
	passes := 0
	for left := longest * p.size * p.size; left > 0 && passes < 2; left-- {
		m := p.choose(random)
		p.played = append(p.played, m)
		p.own, p.last = p.last, m
		if m == goban.NoPoint {
			p.stones.Pass()
			passes++
			continue
		}
		passes = 0
		trace := p.stones.Play(m)
		if p.Mercy > 0 && trace.Captures() > 0 {
			now := p.stones.Captured(goban.Black) - p.stones.Captured(goban.White) - ahead
			if now >= p.Mercy || now <= -p.Mercy {
				break
			}
		}
	}
	return Margin(&p.stones)
}

// Stones is the board at the end of the latest game: the player's own, to be
// read until the next one.
func (p *Player) Stones() *goban.Stones { return &p.stones }

// Played are the moves of the latest game, the first by the side that was to
// move; NoPoint is a pass. The list is the player's own.
func (p *Player) Played() []goban.Point { return p.played }

// Margin is weiqi.SeedScore's difference in whole numbers.
func Margin(s *goban.Stones) (margin int) {
	worth := [3]int{goban.Black: 1, goban.White: -1}
	for p := range s.Points() {
		margin += worth[s.Owner(p)]
	}
	return margin
}

// choose draws a move of the side to move, NoPoint to pass.
func (p *Player) choose(random *rng.Source) goban.Point {
	draws := random.Uint64()
	if p.last != goban.NoPoint {
		if m := p.answer(draws); m != goban.NoPoint {
			return m
		}
	}
	return p.anywhere(random)
}

// anywhere draws a legal point that is no own eye and throws nothing away. It tries some
// points at random, then looks through all of them from a random one on.
func (p *Player) anywhere(random *rng.Source) goban.Point {
	spaces := p.stones.Spaces()
	if len(spaces) == 0 {
		return goban.NoPoint
	}
	for range tries {
		if m := spaces[random.IntN(len(spaces))]; p.sensible(m) {
			return m
		}
	}
	from := random.IntN(len(spaces))
	for i := range spaces {
		if i += from; i >= len(spaces) {
			i -= len(spaces)
		}
		if m := spaces[i]; p.sensible(m) {
			return m
		}
	}
	return goban.NoPoint
}

// tries is how many points are drawn before all are looked through.
const tries = 6

// sensible says whether a point may be played without any particular reason.
func (p *Player) sensible(m goban.Point) bool {
	s := &p.stones
	return s.Legal(m) && !s.EyeLike(m, s.Turn()) && !p.wasteful(m)
}

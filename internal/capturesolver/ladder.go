package capturesolver

import "qikit.dev/qikit/lib/goban"

// Ladder is a move that begins a ladder: atari follows atari, whatever the
// opponent does against each, until enough is captured. It plays at most so many
// moves; with more needed it finds nothing. Threats of the opponent's own end a
// ladder.
func (p *Position) Ladder(most int) (m goban.Point, ok bool) {
	s := &p.stones
	p.ladders = most
	victim := s.Turn().Other()
	missing := p.target[s.Turn()] - s.Captured(s.Turn())
	for chain := range s.Points() {
		if s.At(chain) != victim || s.Chain(chain) != chain || s.ChainSize(chain) < missing || s.Liberties(chain, 3) != 2 {
			continue
		}
		if m, ok = p.chase(chain); ok {
			return m, true
		}
	}
	return goban.NoPoint, false
}

// chase looks for an atari on a chain of two liberties that leads to its
// capture.
func (p *Position) chase(chain goban.Point) (m goban.Point, ok bool) {
	var room [2]goban.Point
	for _, m := range p.stones.LibertyPoints(chain, 2, room[:0]) {
		if p.ladders <= 0 {
			break
		}
		if !p.stones.Legal(m) {
			continue
		}
		p.ladders--
		p.Play(m)
		caught := p.caught(chain)
		p.Undo()
		if caught {
			return m, true
		}
	}
	return goban.NoPoint, false
}

// caught says whether a chain in atari, whose side is to move, is lost.
func (p *Position) caught(chain goban.Point) bool {
	if _, ok := p.Winning(); ok {
		return false
	}
	list, forced := p.Forced()
	if !forced {
		return false
	}
	var room [8]goban.Point
	if len(list) > len(room) {
		return false
	}
	for _, d := range append(room[:0], list...) {
		p.ladders--
		p.Play(d)
		_, caught := p.Winning()
		if !caught && len(p.captures(p.stones.Turn().Other())) == 0 && p.stones.Liberties(chain, 3) == 2 {
			_, caught = p.chase(chain)
		}
		p.Undo()
		if !caught {
			return false
		}
	}
	return true
}

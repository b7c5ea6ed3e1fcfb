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
	for row := range s.Size() {
		first := goban.PointAt(0, row)
		for chain := first; chain < first+goban.Point(s.Size()); chain++ {
			if s.At(chain) != victim || s.Chain(chain) != chain || s.ChainSize(chain) < missing || s.Liberties(chain, 3) != 2 {
				continue
			}
			if m, ok = p.chase(chain); ok {
				return m, true
			}
		}
	}
	return goban.NoPoint, false
}

// chase looks for an atari on a chain of two liberties that leads to its
// capture.
func (p *Position) chase(chain goban.Point) (m goban.Point, ok bool) {
	var room [2]goban.Point
	list := p.stones.LibertyPoints(chain, 2, room[:0])
	tried := p.tried
	for i, m := range list {
		if p.ladders <= 0 {
			break
		}
		p.tried = tried // an attempt that fails is no part of a ladder
		p.tried.Put(m)
		p.depends(m)
		if !p.stones.Legal(m) {
			continue
		}
		if p.escapes(chain, list[1-i], m) {
			p.depends(list[1-i])
			continue
		}
		p.ladders--
		trace := p.stones.Play(m)
		caught := p.caught(chain)
		p.stones.Undo(&trace)
		if caught {
			return m, true
		}
	}
	p.tried = tried
	return goban.NoPoint, false
}

// caught says whether a chain in atari, whose side is to move, is lost.
func (p *Position) caught(chain goban.Point) bool {
	s := &p.stones
	if list := s.InAtari(s.Turn(), p.chains[:0]); len(list) == 1 && !s.AnyInAtari(s.Turn().Other()) {
		// Nothing else is threatened and nothing can be captured: most are so.
		last, _ := s.Atari(chain)
		p.tried.Put(last)
		return !s.Legal(last) || p.answered(chain, last)
	}
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
		zone := p.zone
		if !p.answered(chain, d) {
			return false
		}
		p.zone = zone // nothing depends on an answer that fails
	}
	return true
}

// answered says whether a chain is lost in spite of a move for it.
func (p *Position) answered(chain, d goban.Point) bool {
	p.ladders--
	p.depends(d)
	trace := p.stones.Play(d)
	_, caught := p.Winning()
	if !caught && len(p.captures(p.stones.Turn().Other())) == 0 && p.stones.Liberties(chain, 3) == 2 {
		_, caught = p.chase(chain)
	}
	p.stones.Undo(&trace)
	return caught
}

// escapes says whether a chain that is put in atari by a stone on m gets three
// liberties by a stone on its last one, and nothing else is threatened then: it is what
// most chains do, and costs less to see than to play.
func (p *Position) escapes(chain, last, m goban.Point) bool {
	s := &p.stones
	victim := s.At(chain)
	for _, n := range m.Neighbours() {
		// A second chain may be in atari then.
		if s.At(n) == victim && s.Chain(n) != chain && s.Liberties(n, 3) < 3 {
			return false
		}
	}
	room := 0
	for _, n := range last.Neighbours() {
		switch {
		case n == m:
		case s.At(n) == goban.Empty:
			room++
		case s.At(n) == victim && s.Chain(n) != chain && s.Liberties(n, 5) == 5: // m and last may be two of them
			room = 3
		}
	}
	return room >= 3 && !s.AnyInAtari(victim)
}

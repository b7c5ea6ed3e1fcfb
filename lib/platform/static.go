package platform

import (
	"maps"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// opinion is what a module thinks of a move.
type opinion struct {
	Score float64 // 0 to 1, for the side to move; the best move's is 1 if there is any opinion
	Note  string  // why, in a few words; may be empty
}

// opinions are those of one module, by move. Moves without an opinion are missing.
type opinions map[game.Move]opinion

// scaled makes the best score 1 and drops scores that are not over 0.
func (o opinions) scaled() opinions {
	best := 0.0
	for _, v := range o {
		best = max(best, v.Score)
	}
	maps.DeleteFunc(o, func(_ game.Move, v opinion) bool { return v.Score <= 0 })
	for m, v := range o {
		v.Score /= best
		o[m] = v
	}
	return o
}

// position is what modules look at.
type position struct {
	Board  *weiqi.Board // not to be changed
	Moves  []game.Move  // the candidates: legal, no own eyes, no pass
	Values values       // the parameters in effect
	Budget budget
	Seed   uint64
	// Known is the evidence of earlier playouts: from the memory bank, and from the
	// opponent's time.
	Known evidence
}

// analyse is the module of static analysis: it judges every candidate by the stones
// around it, without playing on. It takes some 30 us on 9x9.
func analyse(p *position) opinions {
	stones, v := *p.Board.Stones(), p.Values // to play on
	s := &stones
	last, own := lastMoves(p.Board)
	all := make(opinions, len(p.Moves))
	for _, m := range p.Moves {
		all[m] = weighPoint(s, goban.Point(m), v, last, own)
	}
	return all.scaled()
}

// weighPoint adds up the worth of a stone of the side to move on p.
func weighPoint(s *goban.Stones, p goban.Point, v values, last, own goban.Point) (o opinion) {
	turn := s.Turn()
	note := func(worth float64, text string) {
		o.Score += worth
		if worth > 0 && text != "" && o.Note == "" {
			o.Note = text
		}
	}
	spaces, gained, kinds := 0, 0, [2]int{}
	var names [4]goban.Point
	chains := 0
	for _, n := range beside(s, p) {
		c := s.At(n)
		if c == goban.Empty {
			spaces++
			continue
		}
		name := s.Chain(n)
		if slices.Contains(names[:chains], name) {
			continue
		}
		names[chains] = name
		chains++
		kinds[c]++
		libs, size := s.Liberties(n, 3), float64(s.ChainSize(n))
		switch {
		case c != turn && libs == 1:
			gained += s.ChainSize(n)
			note(size*v[keyStaticCapture], "captures")
		case c != turn && libs == 2:
			note(size*v[keyStaticAtari], "atari")
		case c == turn && libs == 1:
			note(size*v[keyStaticSave], "saves from atari")
		}
	}
	if kinds[turn] > 1 || kinds[turn.Other()] > 1 {
		text := "joins"
		if kinds[turn.Other()] > 1 {
			text = "cuts"
		}
		note(v[keyStaticCut], text)
	}
	if spaces == 0 || spaces == 1 && gained == 0 {
		if stones, libs := after(s, p); libs < 2 && gained < 2 {
			o.Score -= float64(stones) * v[keyStaticWaste]
		}
	}
	note(v[keyStaticNear]*(near(p, last)+near(p, own)/2), "near the last move")
	note(v[keyStaticLine]*line(p, s.Size()), "")
	note(v[keyStaticOpen]*open(s, p), "")
	return o
}

// after returns the stones of the chain that a legal stone on p would belong to, and
// its liberties, two at most.
func after(s *goban.Stones, p goban.Point) (stones, libs int) {
	t := s.Play(p)
	stones, libs = s.ChainSize(p), s.Liberties(p, 2)
	s.Undo(&t)
	return stones, libs
}

// near is 1 beside a point, falling to 0 at a distance of five.
func near(p, q goban.Point) float64 {
	if q == goban.NoPoint {
		return 0
	}
	d := apart(p.Column(), q.Column()) + apart(p.Row(), q.Row())
	return max(0, 1-float64(d-1)/4)
}

func apart(a, b int) int { return max(a-b, b-a) }

// line is 1 on the third and fourth line, 0.5 further in, 0.1 on the second line and
// 0 on the first.
func line(p goban.Point, size int) float64 {
	at := func(i int) int { return min(i, size-1-i) }
	switch min(at(p.Column()), at(p.Row())) {
	case 0:
		return 0
	case 1:
		return 0.1
	case 2, 3:
		return 1
	}
	return 0.5
}

// open returns the share of empty points among those at most two steps away.
func open(s *goban.Stones, p goban.Point) float64 {
	empty, all := 0, 0
	for up := -2; up <= 2; up++ {
		for right := -2; right <= 2; right++ {
			column, at := p.Column()+right, p.Row()+up
			if apart(up, 0)+apart(right, 0) > 2 || column < 0 || at < 0 || column >= s.Size() || at >= s.Size() {
				continue
			}
			all++
			if s.At(goban.PointAt(column, at)) == goban.Empty {
				empty++
			}
		}
	}
	return float64(empty) / float64(all)
}

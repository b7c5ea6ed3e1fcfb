package capturesolver

import (
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// plainLadder is Ladder by its definition: it plays every atari and every answer, and
// asks nothing beforehand.
func plainLadder(p *Position, chain goban.Point) bool {
	for _, m := range p.stones.LibertyPoints(chain, 2, nil) {
		if !p.stones.Legal(m) {
			continue
		}
		p.Play(m)
		caught := plainCaught(p, chain)
		p.Undo()
		if caught {
			return true
		}
	}
	return false
}

func plainCaught(p *Position, chain goban.Point) bool {
	if _, wins := p.Winning(); wins {
		return false
	}
	answers, forced := p.Forced()
	if !forced {
		return false
	}
	for _, m := range append([]goban.Point(nil), answers...) {
		p.Play(m)
		_, caught := p.Winning()
		if !caught && len(p.captures(p.stones.Turn().Other())) == 0 && p.stones.Liberties(chain, 3) == 2 {
			caught = plainLadder(p, chain)
		}
		p.Undo()
		if !caught {
			return false
		}
	}
	return true
}

func TestLadder_equalsItsDefinition(t *testing.T) {
	positions := 6000
	if testing.Short() {
		positions = 1500
	}
	r := rng.New(11)
	found, looked := 0, 0
	for i := range positions {
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Target = 5+2*(i%3), [2]int{1 + i%3, 1 + i%3} })
		for range r.IntN(b.Size() * b.Size() / 2) {
			moves := b.Moves(nil)
			b.Play(moves[r.IntN(len(moves))])
			if _, over := b.Outcome(); over {
				b.Undo()
			}
		}
		var p Position
		p.Set(b.Stones(), targets(b))
		_, wins := p.Winning()
		_, forced := p.Forced()
		if wins || forced {
			continue
		}
		key := p.Key()
		m, ok := p.Ladder(1 << 20)
		want := false
		missing := targets(b)[p.stones.Turn()] - p.stones.Captured(p.stones.Turn())
		for chain := range p.stones.Points() {
			if p.stones.At(chain) == p.stones.Turn().Other() && p.stones.Chain(chain) == chain && p.stones.ChainSize(chain) >= missing && p.stones.Liberties(chain, 3) == 2 {
				looked++
				want = want || plainLadder(&p, chain)
			}
		}
		if ok != want {
			t.Errorf("%s: ladder %v by %v, by its definition %v", b.Position(), ok, m, want)
		}
		if ok {
			found++
		}
		if p.Key() != key {
			t.Fatalf("%s: another position after reading", b.Position())
		}
	}
	if found < positions/300 || looked < positions/20 {
		t.Errorf("%d ladders among %d chains, too few to say anything", found, looked)
	}
}

// The hashes that moves keep up are those of the position set up afresh.
func TestPosition_hashesAreKeptUp(t *testing.T) {
	r := rng.New(12)
	captures := 0
	for range 60 {
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Target = 7, [2]int{20, 20} })
		var p, fresh Position
		p.Set(b.Stones(), targets(b))
		for range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[r.IntN(len(moves))])
			captures += p.past[len(p.past)-1].trace.Captures()
			fresh.Set(p.Stones(), targets(b))
			if p.hashes != fresh.hashes || p.Key() != fresh.Key() {
				t.Fatal("the hashes are not those of the position")
			}
		}
	}
	if captures == 0 {
		t.Error("no move captured anything")
	}
}

// A move that is left out where a ladder is threatened loses to it, in plain reading.
func TestMoves_leftOutLose(t *testing.T) {
	r := rng.New(13)
	threatened, left := 0, 0
	for i := range 2000 {
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Target = 5+2*(i%3), [2]int{1 + i%4/3, 1 + i%4/3} })
		for range b.Size() + r.IntN(b.Size()*b.Size()/2) {
			moves := b.Moves(nil)
			b.Play(moves[r.IntN(len(moves))])
			if _, over := b.Outcome(); over {
				b.Undo()
			}
		}
		var p Position
		p.Set(b.Stones(), targets(b))
		if _, wins := p.Winning(); wins {
			continue
		}
		if _, forced := p.Forced(); forced {
			continue
		}
		key := p.Key()
		if _, ok := p.threat(); !ok {
			continue
		}
		threatened++
		kept := p.Moves(nil)
		for _, m := range b.Moves(nil) {
			if slices.Contains(kept, goban.Point(m)) {
				continue
			}
			left++
			p.Play(goban.Point(m))
			_, caught := p.Winning()
			attacker := p.stones.Turn()
			missing := targets(b)[attacker] - p.stones.Captured(attacker)
			for chain := range p.stones.Points() {
				if !caught && p.stones.At(chain) == attacker.Other() && p.stones.Chain(chain) == chain && p.stones.ChainSize(chain) >= missing && p.stones.Liberties(chain, 3) == 2 {
					caught = plainLadder(&p, chain)
				}
			}
			p.Undo()
			if !caught {
				t.Errorf("%s: %s is left out and loses to no ladder", b.Position(), b.Text(m))
			}
		}
		if p.Key() != key {
			t.Fatalf("%s: another position after reading", b.Position())
		}
	}
	if threatened < 100 || left < 1000 {
		t.Errorf("%d ladders threatened, %d moves left out: too few to say anything", threatened, left)
	}
}

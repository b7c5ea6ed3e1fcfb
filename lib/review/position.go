package review

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func equalFold(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// A tree takes a node of 32 bytes for each point of each position it opens.
const (
	treeNodeBytes = 32
	treeMegaMin   = 4
	treeMegaMax   = 64
)

// searcher is what a worker searches with. What it answers depends on nothing
// that it was asked before.
type searcher struct {
	*Options
	tree  *engine.Tree
	proof *prover
	known *proofs // what is proven by now

	clocked bool // a clock ended some search since this was last cleared
}

func newSearcher(o *Options, size int) (*searcher, error) {
	most := int64(toldMost)
	if size > smallTold {
		most = sureMost // the rest of a restless search opens no more positions
	}
	visits := int64(o.Visits) + max(most*int64(o.TargetVisits), int64(o.DemonstrateVisits))
	e := engine.DefaultOptions()
	e.TableMB = int(min(max(visits*int64(size*size)*treeNodeBytes>>20+1, treeMegaMin), treeMegaMax))
	e.Seed, e.Net, e.Deterministic = o.Seed, o.Net, o.Deterministic
	t, err := engine.NewTree("capturego", e)
	if err != nil {
		return nil, err
	}
	return &searcher{Options: o, tree: t, proof: newProver(o, size)}, nil
}

// begin is called before the work on a position, with what is known by then.
func (s *searcher) begin(below *proofs) {
	s.known, s.clocked = newProofs(below), false
	s.proof.forget(s.known)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// playedShare of the visits of a search is the least that the move played gets.
const playedShare = 4

// recommend searches all moves of a position as the search likes, then the move
// played until it has had its share; m is what is then known of it. The degrees
// are those of the first part. When the position is proven, the search of the
// move played goes on behind it.
func (s *searcher) recommend(ctx context.Context, b *capturego.Board, played game.Move) (r engine.TreeResult, m engine.TreeMove, err error) {
	if r, err = s.tree.Search(ctx, b, engine.TreeLimits{Visits: s.Visits, Time: seconds(s.SearchTime), Width: s.Width}); err != nil {
		return r, m, err
	}
	s.clocked = s.clocked || r.Stop == "time"
	s.known.learn(b, r)
	m = moveOf(r, played)
	switch {
	case m.Proven != "":
	case r.Proven != "":
		degree := m.Degree
		m, err = s.behind(ctx, b, m, s.Visits/playedShare, seconds(s.SearchTime))
		m.Degree = degree
	default:
		m, err = s.upTo(ctx, b, m, r.Visits/playedShare, 0)
	}
	return r, m, err
}

// raise goes on with one of a result's moves of the position last searched until it has
// so many visits or the time is up, see upTo, and says whether it got any.
func (s *searcher) raise(ctx context.Context, b *capturego.Board, r *engine.TreeResult, m game.Move, visits int, most time.Duration) (more bool, err error) {
	for i := range r.Moves {
		if t := &r.Moves[i]; t.Move == m && t.Visits < visits {
			before := t.Visits
			*t, err = s.upTo(ctx, b, *t, visits, most)
			return t.Visits > before, err
		}
	}
	return false, nil
}

// upTo goes on with a move of the position last searched until it has so many
// visits, is proven or has taken the time, where that is not 0. Its degree stays.
func (s *searcher) upTo(ctx context.Context, b *capturego.Board, m engine.TreeMove, visits int, most time.Duration) (engine.TreeMove, error) {
	limits := engine.TreeLimits{Visits: 1, Width: s.Width, Only: []game.Move{m.Move}} // reached already: Continue only reads the tree
	r, err := s.tree.Continue(ctx, limits)
	if missing := visits - moveOf(r, m.Move).Visits; err == nil && missing > 0 {
		limits.Visits, limits.Time = r.Visits+missing, most
		r, err = s.tree.Continue(ctx, limits)
		s.clocked = s.clocked || r.Stop == "time"
	}
	degree := m.Degree
	m = moveOf(r, m.Move)
	m.Degree = degree
	s.known.learn(b, r)
	return m, err
}

// behind searches the position after a move and puts what it says into m.
func (s *searcher) behind(ctx context.Context, b *capturego.Board, m engine.TreeMove, visits int, most time.Duration) (engine.TreeMove, error) {
	b = b.Clone()
	b.Play(m.Move)
	if end, over := b.Outcome(); over {
		m.Visits, m.WinRate, m.Proven = 1, end.Result(1-b.Turn()), string(Loss)
		switch m.WinRate {
		case 1:
			m.Proven = string(Win)
		case 0.5:
			m.Proven = string(Draw)
		}
		return m, nil
	}
	r, err := s.tree.Search(ctx, b, engine.TreeLimits{Visits: visits, Time: most, Width: s.Width})
	s.clocked = s.clocked || r.Stop == "time"
	s.known.learn(b, r)
	m.Visits, m.WinRate, m.Proven = r.Visits, 1-r.WinRate, string(Verdict(r.Proven).opposite())
	return m, err
}

func moveOf(r engine.TreeResult, m game.Move) engine.TreeMove {
	for _, t := range r.Moves {
		if t.Move == m {
			return t
		}
	}
	// A search may leave out moves that lose at once.
	return engine.TreeMove{Move: m, Proven: string(Loss)}
}

// trust is the share of the most visited move's visits from which on a move's
// win rate is believed to be better than that one's: what a search has left for another
// move had looked better once.
const trust = 2

// choice is one of the moves that the review compares, for the side that makes it.
type choice struct {
	move          game.Move
	degree, prior float64
	rate          float64
	visits        int
	proven        Verdict
	ends          bool // wins at once
}

// choiceOf is what a search says of a move on a board, to as many decimals as are told.
func choiceOf(b *capturego.Board, t engine.TreeMove) choice {
	c := choice{move: t.Move, degree: round(t.Degree), prior: round(t.Prior), rate: t.WinRate, visits: t.Visits, proven: Verdict(t.Proven), ends: ends(b, t.Move)}
	if c.proven != "" {
		c.rate = c.proven.rate()
	}
	c.rate = round(c.rate)
	return c
}

// ends says whether a legal move wins at once.
func ends(b *capturego.Board, m game.Move) bool {
	mover := b.Turn()
	b.Play(m)
	defer b.Undo()
	end, over := b.Outcome()
	return over && end.Winner == mover
}

// indexOf is where a move stands in a list, -1 for nowhere.
func indexOf(list []choice, m game.Move) int {
	return slices.IndexFunc(list, func(c choice) bool { return c.move == m })
}

// rank puts choices in order of win rate and caps what is better only for want of
// visits: the first carries the best number. Of moves that are proven to win the first
// ends the game, if one does, or is the likeliest: how long a search took to prove them
// says nothing.
func rank(list []choice) {
	most := mostUnproven(list)
	best := -1.0
	for _, c := range list {
		if c.believed(most) {
			best = max(best, c.rate)
		}
	}
	for i := range list {
		if best >= 0 {
			list[i].rate = min(list[i].rate, best)
		}
	}
	order.Stable(list, func(a, b choice) int {
		if a.proven == Win && b.proven == Win {
			return cmp.Or(before(a.ends, b.ends), cmp.Compare(b.degree, a.degree), cmp.Compare(b.prior, a.prior))
		}
		return cmp.Or(cmp.Compare(b.rate, a.rate), cmp.Compare(a.proven.order(), b.proven.order()), cmp.Compare(b.visits, a.visits))
	})
}

// before puts what is so in front of what is not.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// mostUnproven are the visits of the most visited choice that is not proven.
func mostUnproven(list []choice) int {
	most := 0
	for _, c := range list {
		if c.proven == "" {
			most = max(most, c.visits)
		}
	}
	return most
}

// believed says whether a choice's win rate is worth comparing, where the most
// visited one has so many visits.
func (c choice) believed(most int) bool { return c.proven != "" || c.visits*trust >= most }

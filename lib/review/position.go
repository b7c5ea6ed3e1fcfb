package review

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

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

	clocked bool // a clock ended some search since this was last cleared
}

func newSearcher(o *Options, size int) (*searcher, error) {
	visits := o.Visits + max(o.TargetVisits, o.DemonstrateVisits)
	e := engine.DefaultOptions()
	e.TableMB = min(max(visits*size*size*treeNodeBytes>>20+1, treeMegaMin), treeMegaMax)
	e.Seed, e.Net, e.Deterministic = o.Seed, o.Net, o.Deterministic
	t, err := engine.NewTree("capturego", e)
	if err != nil {
		return nil, err
	}
	return &searcher{Options: o, tree: t, proof: newProver(o, size)}, nil
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
	m = moveOf(r, played)
	switch {
	case m.Proven != "":
	case r.Proven != "":
		degree := m.Degree
		m, err = s.behind(ctx, b, m, s.Visits/playedShare, seconds(s.SearchTime))
		m.Degree = degree
	default:
		m, err = s.upTo(ctx, m, r.Visits/playedShare)
	}
	return r, m, err
}

// upTo goes on with a move of the position last searched until it has so many
// visits or is proven. Its degree stays.
func (s *searcher) upTo(ctx context.Context, m engine.TreeMove, visits int) (engine.TreeMove, error) {
	limits := engine.TreeLimits{Visits: 1, Width: s.Width, Only: []game.Move{m.Move}} // which it has: it only looks
	r, err := s.tree.Continue(ctx, limits)
	if missing := visits - moveOf(r, m.Move).Visits; err == nil && missing > 0 {
		limits.Visits = r.Visits + missing
		r, err = s.tree.Continue(ctx, limits)
	}
	degree := m.Degree
	m = moveOf(r, m.Move)
	m.Degree = degree
	return m, err
}

// behind searches the position after a move and puts what it says into m.
func (s *searcher) behind(ctx context.Context, b *capturego.Board, m engine.TreeMove, visits int, most time.Duration) (engine.TreeMove, error) {
	b = b.Clone()
	b.Play(m.Move)
	if end, over := b.Outcome(); over {
		m.Visits, m.WinRate, m.Proven = 1, end.Result(1-b.Turn()), loss
		switch m.WinRate {
		case 1:
			m.Proven = win
		case 0.5:
			m.Proven = draw
		}
		return m, nil
	}
	r, err := s.tree.Search(ctx, b, engine.TreeLimits{Visits: visits, Time: most, Width: s.Width})
	s.clocked = s.clocked || r.Stop == "time"
	m.Visits, m.WinRate, m.Proven = r.Visits, 1-r.WinRate, opposite(r.Proven)
	return m, err
}

func moveOf(r engine.TreeResult, m game.Move) engine.TreeMove {
	for _, t := range r.Moves {
		if t.Move == m {
			return t
		}
	}
	// A search may leave out moves that lose at once.
	return engine.TreeMove{Move: m, Proven: "loss"}
}

// trust is the share of the most visited move's visits from which on a move's
// win rate is believed to be better than that one's.
const trust = 4

// rank puts candidates in order of win rate and caps what is better only for
// want of visits: the first carries the best number.
func rank(list []Candidate) {
	most := 0
	for _, c := range list {
		if c.Proven == "" {
			most = max(most, c.Visits)
		}
	}
	best := -1.0
	for _, c := range list {
		if c.Proven != "" || c.Visits*trust >= most {
			best = max(best, c.WinRate)
		}
	}
	for i := range list {
		if best >= 0 {
			list[i].WinRate = min(list[i].WinRate, best)
		}
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.WinRate, a.WinRate), cmp.Compare(order(a), order(b)), cmp.Compare(b.Visits, a.Visits))
	})
}

// order puts proven wins first and proven losses last among equals.
func order(c Candidate) int {
	switch c.Proven {
	case "win":
		return 0
	case "loss":
		return 2
	}
	return 1
}

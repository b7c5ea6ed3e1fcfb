package review

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func board5(t *testing.T, position string) *capturego.Board {
	t.Helper()
	o := capturego.DefaultOptions()
	o.Size = 5
	b, err := capturego.New(position, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// filled is a position after a search that gave these degrees, in hundredths, to
// the points A1, B1, …; the first was played.
func filled(t *testing.T, hundredths ...int) *position {
	b := board5(t, "3XO/5/5/5/5 X") // no point is another's mirror image
	moves := b.Moves(nil)
	p := &position{number: 1, played: moves[0], board: b}
	var r engine.TreeResult
	for i, h := range hundredths {
		r.Moves = append(r.Moves, engine.TreeMove{Move: moves[i], Degree: float64(h) / 100, Visits: h, WinRate: 0.3})
	}
	played := r.Moves[0]
	slices.SortStableFunc(r.Moves, func(a, b engine.TreeMove) int { return b.Visits - a.Visits })
	p.searched, p.shown = r, played
	o := DefaultOptions()
	p.fill(&o, r, played)
	return p
}

func TestValues_areTheDocuments(t *testing.T) {
	for _, row := range []struct {
		name    string
		degrees []int
		a, b    float64
	}{
		{"the example: 5 / (8+7+10) and 5 / 10", []int{5, 5, 5, 8, 7, 10}, 0.2, 0.5},
		{"nothing better", []int{10, 5, 5}, 1, 1},
		{"equal is not better", []int{10, 10}, 1, 1},
		{"one better", []int{10, 20}, 0.5, 0.5},
		{"never recommended", []int{0, 50, 50}, 0, 0},
		{"six better, five count", []int{1, 9, 10, 10, 10, 10, 10}, 0.02, 0.1},
	} {
		p := filled(t, row.degrees...)
		if math.Abs(p.valueA-row.a) > 1e-6 || math.Abs(p.valueB-row.b) > 1e-6 {
			t.Errorf("%s: A %v, B %v, want %v and %v", row.name, p.valueA, p.valueB, row.a, row.b)
		}
		if indexOf(p.recommended, p.played) < 0 {
			t.Errorf("%s: the move played is not among %v", row.name, p.recommended)
		}
	}
}

// The points of the first row.
const (
	a1 = game.Move(goban.SizeMax+2) + iota
	b1
	c1
	d1
	e1
)

func TestRank_theBestCarriesTheBestNumber(t *testing.T) {
	list := []choice{
		{move: a1, visits: 3, rate: 0.9}, // hardly looked at
		{move: b1, visits: 400, rate: 0.6},
		{move: c1, visits: 200, rate: 0.65},
		{move: d1, rate: 0, proven: Loss},
	}
	rank(list)
	var order []game.Move
	for _, c := range list {
		order = append(order, c.move)
		if c.rate > list[0].rate {
			t.Errorf("%d has %v, the first %v", c.move, c.rate, list[0].rate)
		}
	}
	if want := []game.Move{c1, a1, b1, d1}; !slices.Equal(order, want) {
		t.Errorf("order %v, want C1 A1 B1 D1, %v", order, want)
	}
	list = append(list, choice{move: e1, rate: 1, proven: Win})
	if rank(list); list[0].move != e1 {
		t.Errorf("%d before a proven win", list[0].move)
	}
}

// A move that wins at once is the target, whatever else is proven to win.
func TestReview_aWinOnTheSpotIsTheTarget(t *testing.T) {
	o := DefaultOptions()
	o.User, o.TargetTime, o.DemonstrateTime, o.Range = "black", 0, 0, &Range{3, 3}
	r := mustReview(t, "(;FF[4]GM[1]SZ[7]RU[Capture-1];B[bg];W[ag];B[gg];W[fg];B[dd];W[gf])", o)
	if m := r.Moves[2]; m.Best != "A2" || m.BestProven != Win || len(r.BadMoves) > 0 && r.BadMoves[0].Target != "A2" {
		t.Errorf("%s is best, want A2, which captures A1: %s", m.Best, m.Text)
	}
	list := []choice{{move: a1, visits: 400, rate: 1, proven: Win, degree: 0.1}, {move: b1, visits: 9, rate: 1, proven: Win, degree: 0.5}, {move: c1, visits: 1, rate: 1, proven: Win, ends: true}}
	if rank(list); list[0].move != c1 || list[1].move != b1 {
		t.Errorf("order %v, want C1, which ends the game, then B1, the likelier", list)
	}
}

// The mirror image of the move played is no better than it.
func TestReview_aMirrorImageIsNotBetter(t *testing.T) {
	r := mustReview(t, "(;GM[1]FF[4]SZ[7]RU[Capture-3];B[de])", quick("black"))
	if m := r.Moves[0]; m.Move != "D3" || m.Loss != 0 && slices.Contains([]string{"C4", "E4", "D5"}, m.Best) {
		t.Errorf("%s is better than %s by %v points: %s", m.Best, m.Move, m.Loss, m.Text)
	}
	b := board5(t, "")
	o, at := DefaultOptions(), func(column, row int) game.Move { return game.Move(goban.PointAt(column, row)) }
	p := &position{number: 1, played: at(2, 1), board: b}
	search := engine.TreeResult{Moves: []engine.TreeMove{{Move: at(1, 2), Degree: 0.9, Visits: 90, WinRate: 0.6}, {Move: at(2, 1), Degree: 0.1, Visits: 10, WinRate: 0.4}}}
	p.fill(&o, search, search.Moves[1])
	if p.best.move != p.played || p.loss != 0 || p.own.rate != 0.6 || p.valueA != 1 || p.valueB != 1 {
		t.Errorf("best %+v, own %+v, loss %v, values %v and %v; want the move played for the best, at 0.6, and 1", p.best, p.own, p.loss, p.valueA, p.valueB)
	}
}

// What is as good as the target is a right answer, even where every loss counts.
func TestExercise_acceptsWhatIsAsGood(t *testing.T) {
	o := DefaultOptions()
	o.ClearLoss = 0
	p := &position{played: c1, board: board5(t, ""), target: &target{choices: []choice{{move: a1, visits: 400, rate: 0.6}, {move: b1, visits: 300, rate: 0.6}, {move: d1, visits: 300, rate: 0.59}}}}
	for i, want := range []Verdict{Win, Win, Loss} {
		if got := p.answers(&o, p.target.choices[i], 400); got != want {
			t.Errorf("choice %d is %q, want %q", i, got, want)
		}
	}
}

// A target is searched until it is the best: here six moves look alike at first, and it is
// the same in the eyes of three seeds.
func TestReview_targetIsSearchedLong(t *testing.T) {
	if testing.Short() {
		t.Skip("three deep searches")
	}
	for seed := range uint64(3) {
		o := DefaultOptions()
		o.User, o.TargetTime, o.Demonstrate, o.Range, o.Seed = "black", 0, []int{}, &Range{2, 2}, seed+1
		r := mustReview(t, "(;GM[1]FF[4]SZ[7]RU[Capture-1];B[df];W[cd];B[ba])", o)
		if m := r.Moves[1]; m.Status != Bad || m.Best != "E4" {
			t.Errorf("seed %d: %s is %s, and %s best, want E4", seed+1, m.Move, m.Status, m.Best)
		}
	}
}

func TestAccuracy_andClasses(t *testing.T) {
	o := DefaultOptions()
	for _, row := range []struct {
		loss, accuracy float64
		class          Class
	}{{0, 100, Good}, {4.99, 80.85, Good}, {5, 80.82, Inaccuracy}, {10, 64.58, Mistake}, {20, 41.02, Blunder}, {100, 0, Blunder}} {
		if a, c := accuracy(row.loss), o.class(row.loss); a != row.accuracy || c != row.class {
			t.Errorf("a loss of %v: accuracy %v, class %s; want %v, %s", row.loss, a, c, row.accuracy, row.class)
		}
	}
}

func TestAgree_aForcedAnswer(t *testing.T) {
	for _, row := range []struct {
		name                 string
		visits, next         int
		after, before, agree float64
		proven, want         Verdict
	}{
		{"the later search saw more", 50, 400, 0.4, 0.6, 0.6, "", ""},
		{"the earlier search saw more", 3000, 400, 0.4, 0.6, 0.4, "", ""},
		{"a proof is believed", 3000, 400, 0.4, 1, 1, Win, Win},
	} {
		p := &position{answer: true, played: a1, status: NotBad, own: choice{move: a1, rate: row.after}, best: choice{move: b1, rate: 0.7}, loss: 30,
			recommended: []choice{{move: a1, visits: row.visits, rate: row.after}, {move: b1, rate: 0.7}}}
		n := &position{played: c1, status: NotBad, own: choice{move: c1, rate: row.before - 0.1}, best: choice{move: d1, rate: row.before, proven: row.proven}, visits: row.next,
			recommended: []choice{{move: c1, rate: row.before - 0.1}, {move: d1, rate: row.before, proven: row.proven}}}
		agree([]*position{p, n})
		if p.own.rate != row.agree || n.best.rate != row.agree || p.own.proven != row.want {
			t.Errorf("%s: %v after the move, %v before the next, proven %q; want %v and %q", row.name, p.own.rate, n.best.rate, p.own.proven, row.agree, row.want)
		}
		if p.best.rate < p.own.rate || math.Abs(points(n.best.rate-n.own.rate)-n.loss) > 1e-6 && row.proven == "" && n.loss != 0 {
			t.Errorf("%s: best %v, own %v, loss %v of the next", row.name, p.best.rate, p.own.rate, n.loss)
		}
	}
}

func TestAgree_theBestMoveStaysTheBest(t *testing.T) {
	p := &position{answer: true, played: a1, status: NotBad, own: choice{move: a1, rate: 0.6}, best: choice{move: a1, rate: 0.6},
		recommended: []choice{{move: a1, visits: 50, rate: 0.6}, {move: b1, rate: 0.5}}}
	n := &position{played: c1, status: NotBad, own: choice{move: c1, rate: 0.4}, best: choice{move: c1, rate: 0.4}, visits: 400, recommended: []choice{{move: c1, rate: 0.4}}}
	agree([]*position{p, n})
	if p.own.rate != 0.4 || p.best.rate != 0.4 || p.loss != 0 || p.recommended[1].rate != 0.3 {
		t.Errorf("%+v, want 0.4 for the best move, no loss, and 0.3 for the other", p)
	}
}

func TestOnly_theMoveThatDoesNotLoseAtOnce(t *testing.T) {
	for _, row := range []struct{ name, position, want string }{
		{"a stone in atari must run", "5/1XX2/1XOO1/2X2/5 O", ""},
		{"a lone stone in atari", "5/2X2/1XO2/2X2/5 O", "D3"},
		{"it can win itself", "5/2X2/1XO2/2X2/5 X", ""},
		{"nothing threatens", "5/5/2O2/5/5 X", ""},
	} {
		b := board5(t, row.position)
		m, ok := only(b)
		if got := map[bool]string{true: b.Text(m)}[ok]; got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

func TestImages_ofASymmetricBoard(t *testing.T) {
	b := board5(t, "")
	var got []string
	for _, m := range images(b, b1) {
		got = append(got, b.Text(m))
	}
	slices.Sort(got)
	if got = slices.Compact(got); strings.Join(got, " ") != "A2 A4 B1 B5 D1 D5 E2 E4" {
		t.Errorf("images of B1: %v", got)
	}
	b.Play(b1)
	if got := images(b, game.Move(goban.PointAt(2, 2))); len(got) != 1 {
		t.Errorf("images on a board without symmetry: %v", got)
	}
}

func TestWithin_rangeAndLevel(t *testing.T) {
	for _, row := range []struct {
		level, n, first, last int
		want                  *Range
	}{{0, 38, 1, 38, nil}, {3, 38, 1, 38, nil}, {10, 40, 11, 30, nil}, {6, 38, 5, 34, nil}, {0, 38, 10, 30, &Range{10, 30}}, {0, 20, 10, 20, &Range{10, 30}}, {10, 1, 1, 1, nil}} {
		o := DefaultOptions()
		o.Level, o.Range = row.level, row.want
		if first, last := o.within(row.n); first != row.first || last != row.last {
			t.Errorf("level %d, range %v of %d moves: %d to %d, want %d to %d", row.level, row.want, row.n, first, last, row.first, row.last)
		}
	}
}

// short9 is a game on 9x9 in which Black loses time: with H7, and with G2, which
// no search looks at of its own accord.
const short9 = "(;GM[1]FF[4]SZ[9]RU[Capture-1];B[hh];W[ff];B[hc];W[ge];B[fc];W[dd];B[ce];W[df];B[de];W[cd];B[gh];W[cf])"

// The loss of a bad move is the difference of two numbers: both need visits.
func TestReview_theBadMoveIsSearchedLikeItsTarget(t *testing.T) {
	for _, row := range []struct {
		move int
		lead float64 // of the early stop
	}{{2, 0}, {6, 0}, {6, 0.1}} {
		if testing.Short() && row.lead == 0 {
			continue // two deep searches
		}
		o := quick("black")
		o.Threshold, o.ClearLoss, o.TargetVisits, o.EarlyStop, o.Demonstrate, o.Range = 1000, 0.01, 400, row.lead, []int{}, &Range{row.move, row.move}
		r := mustReview(t, short9, o)
		if len(r.BadMoves) == 0 {
			t.Fatal("no bad moves")
		}
		for _, b := range r.BadMoves {
			own := b.Candidates[slices.IndexFunc(b.Candidates, func(c Candidate) bool { return c.Move == b.Move })]
			if target := b.Candidates[0]; own.Proven == "" && own.Visits*playedShare < target.Visits {
				t.Errorf("early stop at %v, move %d, ended by %s: %s was played with %d visits, the target %s has %d", row.lead, b.Number, b.Stop, own.Move, own.Visits, target.Move, target.Visits)
			}
			most := o.Visits + toldMost*o.TargetVisits
			if b.Visits > most {
				t.Errorf("early stop at %v, move %d: %d visits, want %d at most", row.lead, b.Number, b.Visits, most)
			}
			// The visits grow where they decide about the class.
			if b.Stop == "visits" && b.Visits < o.Visits+sureMost*o.TargetVisits && o.near(b.Loss, r.Game.Size, b.Visits) {
				t.Errorf("early stop at %v, move %d: %d visits for a loss of %v", row.lead, b.Number, b.Visits, b.Loss)
			}
		}
	}
}

// What searches of 100,000 visits contradicted once, in games between weak players.
func TestReview_doubtIsSearchedOn(t *testing.T) {
	if testing.Short() {
		t.Skip("eight deep searches")
	}
	const one, two = "SZ[7]RU[Capture-1]", "SZ[9]RU[Capture-2]"
	for _, row := range []struct {
		name, record, user string
		moves              Range
		check              func(m Move) bool
	}{
		{"A5 wins as the best move does, which takes 3,000 visits to prove",
			one + ";B[aa];W[cd];B[ee];W[ac]", "white", Range{2, 2}, func(m Move) bool { return m.Proven == Win && m.Cleared == Winning }},
		{"every move loses, which the moves after it show",
			one + ";B[ca];W[gd];B[ad];W[ef];B[cd];W[de];B[ce];W[df];B[dc];W[cf];B[bf];W[bg];B[bb];W[ed];B[be];W[fc];B[fb];W[gb];B[eb];W[ec];B[db];W[fg];B[bc];W[cg];B[aa]" +
				";W[dd];B[af];W[gc];B[fa];W[ag];B[ac];W[ga];B[ea];W[ge];B[cb];W[gf];B[bd];W[dg];B[da];W[eg];B[ae];W[gg];B[fe];W[ee];B[cc];W[ff];B[fd]",
			"black", Range{17, 19}, func(m Move) bool { return m.Class == Good && m.Status != Bad }},
		{"D7 is proven to lose, and so is every other move by 100,000 visits, which think that G3 wins one time in nine",
			one + ";B[dc];W[gf];B[fb];W[de];B[fd];W[fe];B[ed];W[cf];B[cb];W[bc];B[bb];W[cc];B[db];W[cd];B[ac];W[ad];B[ab];W[bd];B[dd];W[ee];B[fc];W[ff];B[eb]" +
				";W[be];B[ea];W[dg];B[gd];W[eg];B[ca];W[bf];B[da];W[cg];B[ba];W[fg];B[aa];W[ae];B[ge];W[af];B[gc];W[bg];B[fa];W[gg];B[ef];W[df]",
			"black", Range{16, 16}, func(m Move) bool { return m.Class == Good && m.Status != Bad && m.Loss < 5 }},
		{"C1 loses 2 points by 100,000 visits, and 9 with a quarter of the best move's",
			one + ";B[aa];W[cd];B[ee];W[ac];B[bb];W[bc];B[cb];W[ab];B[ba];W[cc];B[db];W[fd];B[ed];W[fc];B[fb];W[ec];B[eb];W[dc];B[fe];W[de];B[df];W[cf];B[ef];W[cg]",
			"white", Range{12, 12}, func(m Move) bool { return m.Class == Good && m.Status != Bad }},
		{"of five moves that look alike E4 alone holds out",
			one + ";B[ef];W[gf]", "white", Range{1, 1}, func(m Move) bool { return m.Best == "E4" }},
		{"G5, H5 and H6 look alike for 10,000 visits and fall, then H6 and H4 win",
			two + ";B[da];W[df];B[gc];W[bi];B[dc];W[ce];B[cd];W[be];B[bd];W[dg];B[ee];W[ff];B[fe];W[gf];B[ef];W[eg];B[de];W[cf];B[hb];W[hh]",
			"white", Range{10, 10}, func(m Move) bool { return m.Status != Bad || m.Best == "H6" || m.Best == "H4" }},
		{"A5 wins with 85 %, A6 by proof",
			two + ";B[bd];W[gc];B[ah];W[ac];B[bc];W[ce];B[df];W[de];B[cf];W[bg];B[bf];W[hb];B[bh];W[be];B[cg]",
			"black", Range{8, 8}, func(m Move) bool { return m.Status == Bad && m.Best == "A6" }},
		{"C8 wins as A8 does, which takes 36,000 visits to prove, and 5000 to believe",
			two + ";B[bd];W[gc];B[ah];W[ac];B[bc];W[ce];B[df];W[de];B[cf];W[bg];B[bf];W[hb];B[bh];W[be];B[cg];W[ef];B[fh];W[fg];B[eg];W[ff];B[eh];W[gg];B[ag]" +
				";W[bb];B[cb]",
			"black", Range{13, 13}, func(m Move) bool { return m.Class == Good && m.Status != Bad }},
	} {
		o := DefaultOptions()
		o.User, o.TargetTime, o.Demonstrate, o.Range = row.user, 0, []int{}, &row.moves
		r := mustReview(t, "(;FF[4]GM[1]"+row.record+")", o)
		if m := r.Moves[row.moves[0]-1]; !row.check(m) {
			t.Errorf("%s: %s is %s %s %s, proven %q, loses %v to %s", row.name, m.Move, m.Status, m.Cleared, m.Class, m.Proven, m.Loss, m.Best)
		}
	}
}

// On 13x13 a search goes on until it tells the best of moves that look alike.
func TestReview_targetsOnLargeBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("two deep searches")
	}
	for _, row := range []struct {
		name, moves string
		number      int
		seed        uint64
		best        string
	}{
		{"where the move played is proven to lose, D12 looks best for 10,000 visits, until its rate falls from 74 % to 51 %",
			"B[kg];W[ge];B[cl];W[lh];B[kh];W[ki];B[ji];W[kj];B[dk];W[fk];B[hk];W[jj];B[ii];W[ij];B[hj];W[hi];B[hh];W[gi];B[gh];W[fi];B[jd];W[ik];B[dd]" +
				";W[hl];B[ih];W[gk];B[fh];W[ei];B[ch];W[ci];B[dh];W[di];B[eh];W[gc];B[ie];W[ic];B[jc];W[gl];B[lg];W[li];B[fd];W[fe];B[gd];W[hd];B[he];W[ed]" +
				";B[fc];W[ec];B[fb];W[gb];B[eb];W[dc];B[ee]", 27, 4, "J10"},
		{"H11 keeps its 66 %, and A8 its 64 % until it has as many visits; it has 81 % in the end",
			"B[gj];W[gc];B[fk];W[aj];B[ck];W[ci];B[di];W[ee];B[ch];W[cj];B[dj];W[bk];B[bl];W[cl];B[dk];W[bj];B[dl];W[bh];B[cg];W[bg];B[cf];W[ce];B[bf]" +
				";W[be];B[eh];W[df];B[dg];W[bi];B[ef];W[de];B[ff];W[fe];B[gf];W[he];B[ih];W[kg];B[kh];W[ki];B[lh];W[lg];B[ji];W[kj];B[jh];W[jf];B[jk];W[kk]" +
				";B[dh];W[jj];B[ik];W[ij];B[hk];W[ii];B[hi];W[li];B[kc];W[kd];B[jc];W[jd];B[ig]", 30, 1, "A8"},
	} {
		o := DefaultOptions()
		o.User, o.TargetTime, o.Demonstrate, o.Range, o.Seed = "black", 0, []int{}, &Range{row.number, row.number}, row.seed
		if m := mustReview(t, "(;FF[4]GM[1]SZ[13]RU[Capture-3];"+row.moves+")", o).Moves[row.number-1]; m.Status != Bad || m.Best != row.best {
			t.Errorf("%s: %s is %s, loses %v to %s %.2f", row.name, m.Move, m.Status, m.Loss, m.Best, m.BestWinRate)
		}
	}
}

// Moves that are searched for their visits alone end with the time of the search, and the
// report is not repeatable then.
func TestSearcher_raiseEndsWithTheTime(t *testing.T) {
	rules := capturego.DefaultOptions()
	rules.Size = 13
	b, err := capturego.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	s, err := newSearcher(&o, rules.Size)
	if err != nil {
		t.Fatal(err)
	}
	s.begin(nil)
	r, err := s.tree.Search(t.Context(), b, engine.TreeLimits{Visits: 50})
	if err != nil {
		t.Fatal(err)
	}
	const all = 100_000
	m := r.Moves[0]
	more, err := s.raise(t.Context(), b, &r, m.Move, all, time.Millisecond)
	if now := r.Moves[0].Visits; err != nil || more != (now > m.Visits) || now >= all || !s.clocked {
		t.Errorf("%d of %d visits, before %d, by the clock: %v, %v", now, all, m.Visits, s.clocked, err)
	}
	s.clocked = false
	if more, err = s.raise(t.Context(), b, &r, m.Move, r.Moves[0].Visits+10, 0); err != nil || !more || s.clocked {
		t.Errorf("ten more visits without a clock: %v, by the clock: %v, %v", more, s.clocked, err)
	}
}

// A flag that searches of 100,000 visits contradicted, where no affordable search of the
// position tells better: nothing is called bad there.
func TestReview_aGuessIsNoBlame(t *testing.T) {
	if testing.Short() {
		t.Skip("a deep search")
	}
	for _, row := range []struct{ name, moves string }{
		{"D5 wins by 100,000 visits, as B7 does; 12,800 give it 0.84", "B[gf];W[cb];B[ca];W[dc]"},
	} {
		o := DefaultOptions()
		o.User, o.TargetTime, o.Demonstrate, o.Range = "white", 0, []int{}, &Range{2, 2}
		m := mustReview(t, "(;FF[4]GM[1]SZ[7]RU[Capture-1];"+row.moves+")", o).Moves[1]
		if m.Class != Good || m.Status == Bad || m.Loss >= 5 || m.Best == m.Move {
			t.Errorf("%s: %s is %s %q, loses %v to %s %.2f %s", row.name, m.Move, m.Status, m.Cleared, m.Loss, m.Best, m.BestWinRate, m.BestProven)
		}
	}
}

// In a position that may be lost the best move is looked at a second time: the tree has F8 11
// points ahead of D7, and searches of 100,000 visits prove that it loses.
func TestReview_theTargetIsConfirmed(t *testing.T) {
	if testing.Short() {
		t.Skip("a deep search")
	}
	const record = "(;FF[4]GM[1]SZ[9]RU[Capture-2];B[dd];W[ic];B[gg];W[bf];B[dg];W[df];B[cf];W[ce];B[cg];W[de];B[gf];W[ee];B[ed];W[fd];B[fc];W[gc];B[gd];W[fe];B[ch];W[cd];B[dc];W[db])"
	o := DefaultOptions()
	o.User, o.TargetTime, o.Demonstrate, o.Range = "black", 0, []int{}, &Range{11, 11}
	if m := mustReview(t, record, o).Moves[10]; m.Status == Bad {
		t.Errorf("%s is %s, loses %v to %s", m.Move, m.Class, m.Loss, m.Best)
	}
}

// The policy thinks nothing of G1 and F3, and 400 visits never look at G1. They are the best
// moves by 100,000 visits, which prove that F5 loses, the best of the points recommended.
func TestReview_theTargetMayBeUnlikely(t *testing.T) {
	if testing.Short() {
		t.Skip("a deep search")
	}
	const record = "(;FF[4]GM[1]SZ[9]RU[Capture-2];B[ig];W[ih];B[bi];W[hi];B[hh];W[gh];B[hg];W[gg];B[gf];W[ff];B[ge];W[ee])"
	o := DefaultOptions()
	o.User, o.TargetTime, o.Demonstrate, o.Range = "white", 0, []int{}, &Range{6, 6}
	if m := mustReview(t, record, o).Moves[5]; m.Best != "G1" && m.Best != "F3" {
		t.Errorf("%s, the best move is %s, want G1 or F3", m.Status, m.Best)
	}
}

// A loss is told of the move that the search recommends most only when it is
// proven, and of others when both numbers have visits.
func TestReview_lossesAreNoLuck(t *testing.T) {
	each := []int{32, 64, 100}
	if testing.Short() {
		each = each[:1]
	}
	for _, visits := range each {
		o := quick("black")
		o.Visits, o.Threshold, o.ProofNodes = visits, 0, 0
		r := mustReview(t, short9, o)
		for _, m := range r.Moves {
			best := m.Recommended[slices.IndexFunc(m.Recommended, func(c Candidate) bool { return c.Move == m.Best })]
			switch {
			case m.Loss < o.Inaccuracy || m.BestProven != "":
			case m.ValueA >= 1:
				t.Errorf("%d visits, move %d: %s is recommended most, but loses %v to %+v", visits, m.Number, m.Move, m.Loss, best)
			case best.Visits < m.Visits/playedShare:
				t.Errorf("%d visits, move %d: %s loses %v to %+v", visits, m.Number, m.Move, m.Loss, best)
			}
		}
	}
}

func TestFill_theFirstChoice(t *testing.T) {
	b := board5(t, "")
	moves := b.Moves(nil)
	for _, row := range []struct {
		name, other, best string
		own               float64
		degree            float64
		loss              float64
	}{
		{"luck is no better move", "", "A1", 0.3, 0.4, 0},
		{"a proof is", string(Win), "B1", 0.3, 0.4, 70},
		{"not recommended most", "", "B1", 0.3, 0.1, 20},
		{"better than the others", "", "A1", 0.6, 0.4, 0},
	} {
		p := &position{number: 1, played: moves[0], board: b}
		r := engine.TreeResult{Visits: 100, Moves: []engine.TreeMove{
			{Move: moves[0], Degree: row.degree, Visits: 40, WinRate: row.own}, {Move: moves[1], Degree: 0.3, Visits: 30, WinRate: 0.5, Proven: row.other}}}
		o := DefaultOptions()
		p.fill(&o, r, r.Moves[0])
		if best := b.Text(p.best.move); best != row.best || p.loss != row.loss {
			t.Errorf("%s: best %s, loss %v; want %s and %v", row.name, best, p.loss, row.best, row.loss)
		}
	}
}

// A game that was even until the learner threw it away at once, and then could not do
// anything about it, does not read 92 %.
func TestOverall_aThrownGame(t *testing.T) {
	var moves []Move
	var graph []GraphPoint
	play := func(n int, rate, loss float64) {
		for range n {
			ply := len(graph) + 1
			moves = append(moves, Move{Ply: ply, Analysed: true, Accuracy: accuracy(loss)})
			graph = append(graph, GraphPoint{Ply: ply, User: rate}, GraphPoint{Ply: ply + 1, User: rate})
		}
	}
	play(10, 0.5, 0)
	play(1, 0, 50)
	play(10, 0, 0)
	mean := 0.0
	for _, m := range moves {
		mean += m.Accuracy / float64(len(moves))
	}
	if got := overall(moves, graph); mean < 95 || *got > 80 {
		t.Errorf("accuracy %v where the plain mean is %v, want 80 at most", *got, mean)
	}
	if got := overall(moves[:10], graph); *got != 100 {
		t.Errorf("accuracy %v of moves without a loss, want 100", *got)
	}
	if got := overall([]Move{{Ply: 1}}, graph); got != nil {
		t.Errorf("accuracy %v of no move", *got)
	}
}

// Where the best move is nearly lost without a proof none is called bad, by its value or by
// its loss, nor is less than a blunder told where it may be lost, nor what may win as the best move
// does; where the position may be held, and where all is proven, the loss stays.
func TestClear_guesses(t *testing.T) {
	o := DefaultOptions()
	lost := choice{move: a1, proven: Loss}
	open := func(rate float64) choice { return choice{move: a1, rate: rate} }
	for _, row := range []struct {
		name   string
		best   choice
		loss   float64
		bad    bool // by its value
		status Status
		want   Clearance
		own    choice
	}{
		{"a loss in a nearly lost position", choice{move: b1, rate: 0.2}, 20, false, Cleared, Unclear, lost},
		{"a bad move there", choice{move: b1, rate: 0.2}, 20, true, Cleared, Unclear, lost},
		{"a small loss there", choice{move: b1, rate: 0.2}, 2, true, Cleared, SmallLoss, lost},
		{"a good move there", choice{move: b1, rate: 0.2}, 2, false, NotBad, "", lost},
		{"a loss in a position that may be held", choice{move: b1, rate: 0.4}, 40, false, NotBad, "", lost},
		{"a bad move there", choice{move: b1, rate: 0.4}, 40, true, Bad, "", lost},
		{"a win missed", choice{move: b1, rate: 1, proven: Win}, 100, true, Bad, "", lost},
		{"a small loss in a hard position", choice{move: b1, rate: 0.44}, 9, false, Cleared, Unclear, open(0.35)},
		{"a bad move there", choice{move: b1, rate: 0.44}, 9, true, Cleared, Unclear, open(0.35)},
		{"a mistake there", choice{move: b1, rate: 0.44}, 19, true, Cleared, Unclear, open(0.25)},
		{"a blunder there", choice{move: b1, rate: 0.44}, 20, true, Bad, "", open(0.24)},
		{"a small loss in an even position", choice{move: b1, rate: 0.46}, 9, true, Bad, "", open(0.37)},
		{"what may win, too", choice{move: b1, rate: 1, proven: Win}, 19, false, Cleared, Unclear, open(0.81)},
		{"a bad move that may win, too", choice{move: b1, rate: 1, proven: Win}, 19, true, Cleared, Unclear, open(0.81)},
		{"what may not win", choice{move: b1, rate: 1, proven: Win}, 21, true, Bad, "", open(0.79)},
	} {
		p := &position{status: NotBad, deep: &target{}, target: &target{}, best: row.best, own: row.own, loss: row.loss}
		if row.bad {
			p.accuse(&o)
		} else {
			p.acquit(&o)
		}
		if p.status != row.status || p.cleared != row.want || (p.loss == 0) != (row.want == Unclear) || (p.target == nil) != (p.status != Bad) {
			t.Errorf("%s: %s, cleared %q, loss %v, target %v; want %s, %q", row.name, p.status, p.cleared, p.loss, p.target, row.status, row.want)
		}
	}
}

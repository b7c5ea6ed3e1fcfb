package review

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// contradictions lists where a report speaks against itself or against what is
// proven.
func contradictions(r *Report, rec *record, known *proofs) (list []string) {
	at := func(b *capturego.Board, move string) Verdict {
		m, err := b.Parse(move)
		if err != nil {
			list = append(list, err.Error())
			return ""
		}
		return known.move(b, m)
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		if !m.Analysed {
			continue
		}
		b := rec.at(m.Ply - 1)
		verdict := known.conclude(b)
		say := func(wrong bool, format string, args ...any) {
			if wrong {
				list = append(list, fmt.Sprintf("move %d, %s: ", m.Number, m.Move)+fmt.Sprintf(format, args...))
			}
		}
		losing := func(move string) bool { return verdict != Loss && at(b, move) == Loss }
		say(m.Proven != at(b, m.Move), "proven %q, known %q", m.Proven, at(b, m.Move))
		say(m.BestProven != at(b, m.Best), "best %s is proven %q, known %q", m.Best, m.BestProven, at(b, m.Best))
		say(verdict == Loss && (m.Class != Good || m.Status == Bad || m.Loss != 0), "%s of %v, %s, in a lost position", m.Class, m.Loss, m.Status)
		say(m.Proven == Win && (m.Class != Good || m.Status == Bad), "%s, %s, but it wins", m.Class, m.Status)
		say(losing(m.Best), "best %s loses", m.Best)
		say(verdict == Win && m.BestProven != Win, "best %s does not win", m.Best)
		say(m.WinRate > m.BestWinRate, "better than the best")
		say(m.Status != Cleared && math.Abs(m.Loss-points(m.BestWinRate-m.WinRate)) > 0.011, "loss %v of %v and %v", m.Loss, m.BestWinRate, m.WinRate)
		say(m.Accuracy != accuracy(m.Loss), "accuracy %v of %v", m.Accuracy, m.Loss)
		say(m.Class != Good && m.Status == Cleared, "cleared, %s", m.Class)
		say((m.Class != Good) != (m.Status == Costly) && (m.Status == NotBad || m.Status == Costly), "%s, %s", m.Status, m.Class)
		for _, c := range m.Recommended {
			say(c.Move != m.Move && losing(c.Move), "%s is recommended and loses", c.Move)
			say(c.Move != m.Move && verdict == Win && c.Visits == 0 && c.Proven == "", "%s is recommended with %v, and was not looked at", c.Move, c.WinRate)
			if p, err := b.Parse(c.Move); err == nil {
				say(c.Move != m.Move && verdict != Loss && known.after(b, p) == Loss, "%s is recommended, and an answer to it wins", c.Move)
			}
			say(c.Proven != at(b, c.Move), "%s is proven %q, known %q", c.Move, c.Proven, at(b, c.Move))
		}
		index := slices.IndexFunc(r.BadMoves, func(b BadMove) bool { return b.Number == m.Number })
		say((index >= 0) != (m.Status == Bad), "%s, among the bad moves %t", m.Status, index >= 0)
		if index < 0 {
			continue
		}
		bad, e := &r.BadMoves[index], &r.Exercises[slices.IndexFunc(r.Exercises, func(e Exercise) bool { return e.Number == m.Number })]
		say(bad.Loss != m.Loss || bad.Class != m.Class || bad.WinRate != m.WinRate || bad.Proven != m.Proven, "%+v", bad)
		say(bad.Target != m.Best || bad.TargetWinRate != m.BestWinRate || bad.TargetProven != m.BestProven, "target %s, best %s", bad.Target, m.Best)
		say(losing(bad.Target), "target %s loses", bad.Target)
		say(e.Accepted[0] != bad.Target || e.Accepts(m.Move) || !e.Refuses(m.Move), "%+v of target %s", e, bad.Target)
		for _, move := range e.Accepted {
			say(losing(move), "%s is accepted and loses", move)
			say(bad.TargetProven == Win && at(b, move) != Win, "%s is accepted and does not win", move)
		}
		for _, move := range e.Refused {
			say(move != m.Move && at(b, move) == Win, "%s is refused and wins", move)
		}
		for i, next := range bad.Line {
			verdict := at(b, next.Move)
			if next.Side != r.Game.User {
				verdict = verdict.opposite()
			}
			say(next.Proven != verdict, "line: %s is proven %q, known %q", next.Move, next.Proven, verdict)
			played, _ := b.Parse(next.Move)
			say(i > 0 && !known.holds(b, played), "line: %s, ply %d, is %q in a position of %q", next.Move, i+1, known.move(b, played), known.position(b))
			b.Play(played)
		}
		say(strings.Contains(bad.Text, "%!") || !strings.Contains(m.Text, m.Move), "says %q", m.Text)
	}
	for _, a := range r.Answers {
		b := rec.at(r.Moves[a.Number-1].Ply - 1)
		say := func(wrong bool, format string, args ...any) {
			if wrong {
				list = append(list, fmt.Sprintf("answer on move %d, %s: ", a.Number, a.Move)+fmt.Sprintf(format, args...))
			}
		}
		verdict := known.conclude(b)
		say(a.Proven != at(b, a.Move), "proven %q, known %q", a.Proven, at(b, a.Move))
		say(a.BestProven != at(b, a.Best), "best %s is proven %q, known %q", a.Best, a.BestProven, at(b, a.Best))
		say(verdict != "" && a.BestProven != verdict || verdict == "" && a.BestProven == Loss, "best %s is proven %q in a position of %q", a.Best, a.BestProven, verdict)
		say(a.WinRate > a.BestWinRate, "better than the best")
		for i, next := range a.Line {
			played, _ := b.Parse(next.Move)
			say(i > 0 && !known.holds(b, played), "line: %s, ply %d, is %q in a position of %q", next.Move, i+1, known.move(b, played), known.position(b))
			b.Play(played)
		}
	}
	return list
}

// held is a review's report held against itself.
func held(t testing.TB, r *Report) []string {
	t.Helper()
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	return contradictions(r, rec, r.claims(rec))
}

// The audit's cases: a target that its own demonstration refuted, and a blunder
// where every move loses.
func TestReview_aProofIsCarriedBack(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: two reviews at the usual effort, of one goroutine")
	}
	const game9 = "(;GM[1]FF[4]SZ[9]RU[Capture-1];B[cc];W[dc];B[cd];W[dd];B[de];W[ee];B[db];W[eb];B[cb];W[ec];B[ce];W[gf];B[gg];W[fg];B[gh];W[fh];B[hh];W[hf];" +
		"B[gd];W[hg];B[fe];W[ff];B[fd];W[ih];B[hi];W[fi];B[fb];W[gi];B[bi];W[ii])"
	o := DefaultOptions() // but for the network and the visits of the audit's reviews
	o.Net, o.Visits, o.TargetVisits, o.DemonstrateVisits = "../../internal/nets/capturego/training/4x32.qnet", 400, 3200, 800
	o.User, o.TargetTime, o.DemonstrateTime, o.Range = "black", 0, 0, &Range{12, 12}
	r := mustReview(t, game9, o)
	if m := r.Moves[11]; m.Class != Good || m.BestProven != Loss || len(r.BadMoves) != 0 || m.Accuracy != 100 {
		t.Errorf("%s: %s, best %s proven %q, in a lost position; bad %+v %s", m.Move, m.Class, m.Best, m.BestProven, r.BadMoves, r.Text+m.Text)
	}
	b, err := capturego.New("........X/......OX./.OO....O./O.O..OOO./.OXOOXXX./.XXXX..../9/.......X./9 X 3 3 0 1 -", capturego.DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	rec := &record{root: b.SGF(), start: b.Clone(), end: b}
	m, err := b.Parse("F3")
	if err != nil {
		t.Fatal(err)
	}
	b.Play(m)
	rec.moves, o.Range = []game.Move{m}, nil
	if r, err = rec.review(context.Background(), &o, func(Progress) {}); err != nil {
		t.Fatal(err)
	}
	if m := r.Moves[0]; m.Class != Good || m.BestProven != Loss || len(r.BadMoves) != 0 {
		t.Errorf("%s: %s, best %s proven %q, in a lost position; bad %+v", m.Move, m.Class, m.Best, m.BestProven, r.BadMoves)
	}
}

// written is the record of a board's game.
func written(t testing.TB, b *capturego.Board) string {
	t.Helper()
	var file bytes.Buffer
	if err := sgf.Write(&file, b.SGF()); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// careless is a game of players who capture and save when they must, mostly, and
// else play at random near the stones.
func careless(t testing.TB, size int, target int, r *rng.Source) *capturego.Board {
	t.Helper()
	return carelessBy(t, size, target, r, "forced")
}

// carelessBy is careless under that rule for passing: where it is free, the players pass
// one time in six.
func carelessBy(t testing.TB, size int, target int, r *rng.Source, pass string) *capturego.Board {
	t.Helper()
	o := capturego.DefaultOptions()
	o.Size, o.Target, o.Pass = size, [2]int{target, target}, pass
	b, err := capturego.New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	var p capturesolver.Position
	for {
		if _, over := b.Outcome(); over {
			return b
		}
		moves := b.Moves(nil)
		m := moves[r.IntN(len(moves))]
		if m == goban.Pass {
			m = moves[0]
		}
		p.Set(b.Stones(), o.Target)
		if best, ok := p.Winning(); ok {
			m = game.Move(best)
		} else if saving, forced := p.Forced(); forced && len(saving) > 0 && r.IntN(10) > 0 {
			m = game.Move(saving[r.IntN(len(saving))])
		} else {
			for range 5 { // the likeliest of some by its neighbours
				other := moves[r.IntN(len(moves))]
				if other != goban.Pass && near(b, other) > near(b, m) {
					m = other
				}
			}
		}
		if pass == "free" && r.IntN(6) == 0 {
			m = goban.Pass
		}
		b.Play(m)
	}
}

// near is how many stones lie around a point, of three at most.
func near(b *capturego.Board, m game.Move) (n int) {
	for _, other := range goban.Point(m).Neighbours() {
		if b.Stones().At(other) < goban.Empty {
			n++
		}
	}
	return min(n, 2)
}

// carelessGames is how many games are held against the invariant.
var carelessGames = flag.Int("careless", 200, "games of which reviews are held against themselves")

func TestReview_contradictsNothing(t *testing.T) {
	games := *carelessGames
	if testing.Short() {
		games = min(games, 6)
	}
	r := rng.New(12)
	reasons := 0
	for i := range games {
		b := careless(t, 5+i%3, 1+i/3%3/2, r)
		o := quick([]string{"black", "white"}[i%2])
		o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 24, 32, 16, 1
		o.Threshold = []float64{0.2, 1000}[i/2%2]
		file := written(t, b)
		rep, err := Review(context.Background(), []byte(file), o)
		if err != nil {
			t.Fatalf("game %d, %s: %v", i, file, err)
		}
		misblames, blamed := misblamed(t, rep)
		reasons += blamed
		for _, wrong := range append(held(t, rep), misblames...) {
			t.Errorf("game %d, %s: %s", i, strings.ReplaceAll(file, "\n", ""), wrong)
		}
	}
	t.Logf("%d reasons in %d games", reasons, games)
}

// Verdicts on positions after a pass are kept like others: without them a search for a
// target went on for ever among points that its tree had proven to lose.
func TestReview_afterAPass(t *testing.T) {
	o := quick("black")
	o.Pass = "free"
	r := mustReview(t, "(;FF[4]GM[1]SZ[5]RU[Capture-1];B[cc];W[cb];B[];W[bc];B[aa];W[dc];B[];W[cd])", o)
	if !r.Complete || len(held(t, r)) > 0 {
		t.Errorf("complete %t; %s", r.Complete, held(t, r))
	}
	games := 60
	if testing.Short() {
		games = 6
	}
	source := rng.New(21)
	for i := range games {
		b := carelessBy(t, 5+i%2, 1, source, "free")
		o := quick([]string{"black", "white"}[i%2])
		o.Pass, o.Visits, o.TargetVisits, o.DemonstrateVisits = "free", 24, 32, 16
		file := written(t, b)
		if len(b.Played(nil)) < 2 {
			continue
		}
		for _, wrong := range held(t, mustReview(t, file, o)) {
			t.Errorf("game %d, %s: %s", i, strings.ReplaceAll(file, "\n", ""), wrong)
		}
	}
}

// A verdict on a position is none on the same stones after a pass, where another pass ends
// the game.
func TestProofs_tellAPassApart(t *testing.T) {
	rules := capturego.DefaultOptions()
	rules.Size, rules.Pass = 5, "free"
	b, err := capturego.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	k, before := newProofs(nil), b.Clone()
	b.Play(goban.Pass)
	k.put(b, Loss)
	if got := k.move(before, goban.Pass); got != Win {
		t.Errorf("the pass is %q, want %q", got, Win)
	}
	fresh, err := capturego.New(b.Position(), rules, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := k.position(fresh); got != "" {
		t.Errorf("without the pass it is %q, want nothing", got)
	}
}

// What is lost for one side is won for the other after every move, and a review finds a
// move that wins where it is known that there is one.
func TestReview_aProofIsCarriedForward(t *testing.T) {
	b, err := capturego.New("OOXO.../.OX..../.OXO.../7/7/XOX..XX/7 X 2 2 0 0 -", capturego.DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	start := b.Clone()
	b.Play(b.Moves(nil)[0])
	k := newProofs(nil)
	k.put(start, Loss)
	k.carry(b.Clone())
	if got := k.position(b); got != Win {
		t.Errorf("after a move in a lost position it is %q, want %q", got, Win)
	}
	o := quick("black")
	o.ProofNodes, o.Visits, o.TargetVisits = 300, 16, 16
	rec := &record{root: start.SGF(), start: start, end: b, moves: b.Played(nil), known: newProofs(nil)}
	rec.known.put(start, Win) // which it is
	r, err := rec.review(context.Background(), &o, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Moves[0]; m.BestProven != Win {
		t.Errorf("%s, proven %q, is best where some move wins: %s", m.Best, m.BestProven, m.Text)
	}
	// Here the search for the target of move 4 ends before move 3 is proven to win.
	o = quick("white")
	o.ProofNodes = 1
	late := mustReview(t, "(;SZ[5]RU[Capture-1];B[ea];W[eb];B[da];W[ec];B[ca];W[db];B[cb];W[dc];B[cc];W[ba];B[cd];W[bd];B[dd];W[bc];B[ed])", o)
	if m := late.Moves[3]; late.Moves[2].Proven != Win || m.BestProven != Win {
		t.Errorf("%s is proven %q, and in the next position %s, the best, %q; want a win", late.Moves[2].Move, late.Moves[2].Proven, m.Best, m.BestProven)
	}
}

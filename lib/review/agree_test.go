package review

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
)

// A move that is told to be bad is no good one, however small its loss.
func TestReview_badIsNotGood(t *testing.T) {
	o := quick("black")
	o.ClearLoss, o.Inaccuracy, o.Mistake, o.Blunder = 0, 100, 100, 100
	o.Threshold = 1000
	r := mustReview(t, short5, o)
	if len(r.BadMoves) == 0 {
		t.Fatal("no bad move to look at")
	}
	for _, b := range r.BadMoves {
		if m := r.Moves[b.Number-1]; b.Class == Good || m.Class != b.Class || strings.Contains(m.Text, "Good") {
			t.Errorf("%s loses %v and is a bad move of class %q, %q", b.Move, b.Loss, b.Class, m.Class)
		}
		if a := ask(t, r, Question{Kind: "ask", Number: b.Number, Move: b.Move}).Answers[0]; a.Class != b.Class {
			t.Errorf("%s is %q, and %q by an answer", b.Move, b.Class, a.Class)
		}
	}
}

// What is cleared for its small loss is good, also where that is more than an inaccuracy.
func TestReview_clearedIsGood(t *testing.T) {
	cleared := 0
	records := []string{short5, atari5, own9, short9}
	if testing.Short() {
		records = records[:2]
	}
	for _, record := range records {
		o := quick("black")
		o.ClearLoss, o.Threshold = 60, 1000
		for _, m := range mustReview(t, record, o).Moves {
			if m.Cleared == SmallLoss && m.Loss >= o.Inaccuracy {
				cleared++
			}
			if m.Status == Cleared && m.Class != Good {
				t.Errorf("%s is %q: %s", m.Move, m.Class, m.Text)
			}
		}
	}
	if cleared == 0 {
		t.Error("no move to look at")
	}
}

// An interrupted review calls no move bad where a finished one would not.
func TestReview_interruptedGuessesNothing(t *testing.T) {
	r := mustReview(t, short5, quick("black"))
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	o := quick("black")
	p := &position{number: 1, played: rec.moves[0], board: rec.at(0), status: Suspect, own: choice{rate: 0.01}, best: choice{move: rec.moves[0], rate: 0.25}, loss: 24}
	if m := p.told(rec, &o); m.Class != Good || m.Cleared != Unclear || m.Loss != 0 || m.Accuracy != 100 {
		t.Errorf("%+v where the best move wins 0.25", m)
	}
	if p.status = NotBad; p.told(rec, &o).Class != Good {
		t.Error("a move that is not bad by its value is blamed where the best wins 0.25")
	}
	p.status, p.best.rate, p.loss = Suspect, 0.9, 89
	if m := p.told(rec, &o); m.Class != Blunder || m.Status != Suspect {
		t.Errorf("%+v where the best move wins 0.9", m)
	}
}

// Without a network boundaries that are not stated are raised to the next one, and losses
// below them count for nothing in the accuracy.
func TestReview_boundariesWithoutANetwork(t *testing.T) {
	for _, row := range []struct{ mistake, blunder, clear, inaccuracy, want float64 }{
		{10, 20, 20, 20, 20}, {5, 15, 5, 5, 5}, {12, 20, 12, 12, 12}, {10, 30, 30, 30, 30},
	} {
		o := DefaultOptions()
		o.Mistake, o.Blunder = row.mistake, row.blunder
		o.withoutNet()
		if o.ClearLoss != row.clear || o.Inaccuracy != row.inaccuracy || o.Mistake != row.want || o.Blunder != row.blunder {
			t.Errorf("mistake %v, blunder %v: %v %v %v %v", row.mistake, row.blunder, o.ClearLoss, o.Inaccuracy, o.Mistake, o.Blunder)
		}
	}
	if by := (&Search{Losses: [3]float64{20, 20, 20}, ClearLoss: 1}); by.rough() {
		t.Error("with a clear_loss of 1 losses under 20 points are told")
	}
	by := &Search{Losses: [3]float64{20, 20, 20}, ClearLoss: 20}
	if text := speech(0).answer(&Answer{Move: "E2", WinRate: 0.28, Best: "D3", BestWinRate: 0.32, Class: Good}, "E2", by); strings.Contains(text, "better") {
		t.Errorf("an answer tells a small loss: %s", text)
	}
	rules := capturego.DefaultOptions()
	rules.Size, rules.Target = 5, [2]int{6, 6} // no network knows targets over 5
	b, err := capturego.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	source := rng.New(15)
	for range 20 {
		moves := b.Moves(nil)
		b.Play(moves[source.IntN(len(moves))])
	}
	small := 0
	for _, m := range mustReview(t, written(t, b), quick("black")).Moves {
		if m.Class == Good && m.Loss > 0 {
			small++
		}
		if m.Class == Good && m.Accuracy != 100 {
			t.Errorf("%s has accuracy %v, of %v: %s", m.Move, m.Accuracy, m.Loss, m.Text)
		}
	}
	if small == 0 {
		t.Error("no small loss to look at")
	}
}

// What is recommended agrees with the rest: by degree, none better than the best, the move
// played with its own rate, also where the board's symmetry makes moves one.
func TestReview_recommendedAgrees(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 6
	}
	source := rng.New(16)
	for i := range games {
		rules := capturego.DefaultOptions()
		rules.Size, rules.Target = []int{4, 6, 8, 5}[i%4], [2]int{1 + i%3, 1 + i%3}
		if i%2 == 0 {
			rules.Start = "cross-cut"
		}
		b, err := capturego.New("", rules, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			moves := b.Moves(nil)
			b.Play(moves[source.IntN(len(moves))])
			if _, over := b.Outcome(); over {
				break
			}
		}
		o := quick("black")
		o.Threshold = 1000
		for _, m := range mustReview(t, written(t, b), o).Moves {
			for at, c := range m.Recommended {
				switch {
				case at > 0 && c.Degree > m.Recommended[at-1].Degree:
					t.Errorf("game %d, move %d: %s, of degree %v, stands behind %v", i, m.Number, c.Move, c.Degree, m.Recommended[at-1].Degree)
				case c.WinRate > m.BestWinRate:
					t.Errorf("game %d, move %d: %s wins %v, the best %v", i, m.Number, c.Move, c.WinRate, m.BestWinRate)
				case c.Move == m.Move && (c.WinRate != m.WinRate || c.Proven != m.Proven):
					t.Errorf("game %d, move %d: %s wins %v, as recommended %v", i, m.Number, c.Move, m.WinRate, c.WinRate)
				}
			}
		}
	}
}

// In a lost position the best is what lasts longest, also by a search that looks deeper.
func TestReview_deepAndLastingLongest(t *testing.T) {
	const file = "(;FF[4]GM[1]SZ[9]RU[Capture-2];B[ie];W[id];B[df];W[cf];B[ef];W[he];B[ff];W[bb];B[eg];W[cg];B[dg];W[hd];B[gd];W[dh];B[ge];W[di];B[eh];W[gf];B[ei];W[fe];B[fh];W[fi];B[fd];W[ci];B[bi];W[ch];B[ee];W[gi];B[bh];W[de])"
	o := quick("white")
	o.Range = &Range{15, 15}
	r := mustReview(t, file, o)
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	m, b := r.Moves[14], rec.at(r.Moves[14].Ply-1)
	best, err := b.Parse(m.Best)
	if err != nil || m.BestProven != Loss || !slices.Contains(lasting(b), best) {
		t.Errorf("the best, %s, is proven %q and does not last longest (%v): %s", m.Best, m.BestProven, err, m.Text)
	}
}

// The move that wins and the one played stand by their degree, too.
func TestFill_byDegree(t *testing.T) {
	p := filled(t, 3, 50, 10, 10, 10, 10, 1)
	p.winner = p.searched.Moves[6].Move
	o := DefaultOptions()
	p.fill(&o, p.searched, p.shown)
	n := len(p.recommended)
	if n != 7 || p.recommended[n-1].move != p.winner || p.recommended[n-2].move != p.played {
		t.Errorf("%+v, want the winner, of degree 0.01, behind the move played, of 0.03", p.recommended)
	}
}

// No letter and no recommended move is one after which the opponent wins at once, where
// another move wins.
func TestReview_recommendedLosesAtOnce(t *testing.T) {
	const file = "(;FF[4]GM[1]SZ[7]RU[Capture-2];B[af];W[ag];B[ec];W[bf];B[dc];W[cc];B[bg];W[be];B[bd];W[eb];B[ae];W[fb];B[cb];W[db];B[ca];W[ad];B[ac])"
	for _, effort := range []string{"quick", "default"} {
		o := Effort(effort)
		o.User, o.TargetTime, o.DemonstrateTime, o.Range = "black", 0, 0, &Range{9, 9}
		r := mustReview(t, file, o)
		rec, err := r.replay()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Moves[8].Recommended {
			b := rec.at(r.Moves[8].Ply - 1)
			p, err := b.Parse(c.Move)
			if err != nil || ends(b, p) {
				continue
			}
			b.Play(p)
			if answer, ok := capture(b); ok && c.Proven != Loss {
				t.Errorf("%s: %s is recommended, win rate %v after %d visits, proven %q; White wins at once at %s", effort, c.Move, c.WinRate, c.Visits, c.Proven, b.Text(answer))
			}
		}
	}
}

// No move in a demonstration is proven to lose where others are not, however many of them
// are found out while it is made.
func TestReview_demonstrationsHold(t *testing.T) {
	for i, file := range []string{
		"(;FF[4]GM[1]SZ[7]RU[Capture-1];B[dc];W[dd];B[ec];W[cc];B[ab];W[de];B[ff];W[cd];B[ce];W[aa];B[ba])",
		"(;FF[4]GM[1]SZ[7]RU[Capture-2];B[ee];W[ed];B[fd];W[fc];B[gc];W[be];B[de];W[eg];B[gd];W[dd];B[af];W[ef];B[df];W[dg];B[ff];W[ec];B[ce];W[fg];B[gf];W[fb];B[dc];W[gg];B[cg])",
	} {
		if i > 0 && testing.Short() {
			continue
		}
		o := Effort("quick")
		o.User, o.TargetTime, o.DemonstrateTime = "black", 0, 0
		for _, wrong := range held(t, mustReview(t, file, o)) {
			t.Error(wrong)
		}
	}
}

// What loses nothing is good, whatever the boundaries of the classes.
func TestReview_noLossIsGood(t *testing.T) {
	o := quick("black")
	o.Inaccuracy = 0
	lossless := 0
	for _, m := range mustReview(t, short5, o).Moves {
		if m.Loss > 0 {
			continue
		}
		if lossless++; m.Class != Good {
			t.Errorf("%s (%s, proven %q): %s", m.Class, m.Status, m.Proven, m.Text)
		}
	}
	if lossless == 0 {
		t.Error("no move to look at")
	}
}

// The opponent is not blamed either where all may be lost.
func TestReview_opponentNearlyLost(t *testing.T) {
	rec := &record{}
	b := board5(t, "")
	rec.start, rec.end = b.Clone(), b
	rec.moves = b.Moves(nil)[:2]
	for _, m := range rec.moves {
		b.Play(m)
	}
	yes := true
	for _, row := range []struct {
		before, after float64
		want          int
	}{{0.5, 0.7, 1}, {0.75, 1, 0}, {0.69, 1, 1}, {0.6, 0.68, 0}} {
		r := &Report{Search: Search{Opponent: &yes, Losses: [3]float64{5, 10, 20}}}
		r.Graph = []GraphPoint{{Ply: 1, User: row.before, Number: 1}, {Ply: 2, User: row.after}}
		if got := len(r.opponents(rec)); got != row.want {
			t.Errorf("from %v to %v: %d mistakes, want %d", row.before, row.after, got, row.want)
		}
	}
}

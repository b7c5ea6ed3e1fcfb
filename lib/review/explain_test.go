package review

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/pattern"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/capturego/reason"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// kindsOf are the kinds of reasons, in order.
func kindsOf(list []Reason) (kinds []reason.Kind) {
	for _, r := range list {
		kinds = append(kinds, r.Kind)
	}
	return kinds
}

// atari5 is a game in which Black leaves two stones in atari, and White takes them.
const atari5 = "(;GM[1]FF[4]SZ[5]RU[Capture-2];B[cc];W[cb];B[bc];W[bb];B[aa];W[ac];B[ea];W[dc];B[ee];W[bd];B[ae];W[cd])"

func TestReview_saysWhy(t *testing.T) {
	o := quick("black")
	o.Threshold, o.ClearLoss = 1000, 0
	r := mustReview(t, atari5, o)
	last := r.Moves[len(r.Moves)-1]
	if kinds := kindsOf(last.Reasons); len(kinds) == 0 || kinds[0] != reason.Loses {
		t.Fatalf("the last move: %v, want %q first: %s", kinds, reason.Loses, last.Text)
	}
	if got, want := last.Reasons[0], (Reason{Kind: reason.Loses, Side: "white", Move: "C2", Points: []string{}, Chain: []string{"B3", "C3"}, Other: []string{}, Count: 2,
		Text: "White can now capture your two stones at B3 by playing C2, and win."}); !equalReasons(got, want) {
		t.Errorf("reason %+v, want %+v", got, want)
	}
	if !strings.Contains(last.Text, last.Reasons[0].Text) {
		t.Errorf("%q does not say %q", last.Text, last.Reasons[0].Text)
	}
	file, err := r.SGF()
	if err != nil || !strings.Contains(string(file), last.Reasons[0].Text) {
		t.Errorf("no %q (%v) in\n%s", last.Reasons[0].Text, err, file)
	}
	o.Language = "zh"
	r = mustReview(t, atari5, o)
	if text := r.Moves[len(r.Moves)-1].Text; !strings.Contains(text, "接下来白方在C2提你在B3的两子，就获胜了。") {
		t.Errorf("in Chinese: %s", text)
	}
}

func equalReasons(a, b Reason) bool {
	first, _ := json.Marshal(a)
	second, _ := json.Marshal(b)
	return string(first) == string(second)
}

// A reason that says who wins agrees with what is proven; good moves are praised and
// bad ones blamed; the text of a move says its first reasons.
func TestReasons_agreeWithVerdicts(t *testing.T) {
	records := []string{short5, atari5, annotated, own9, short9}
	if testing.Short() {
		records = records[:2]
	}
	said := map[reason.Kind]bool{}
	for i, record := range records {
		for _, user := range []string{"black", "white"} {
			o := quick(user)
			if i%2 == 0 {
				o.Threshold, o.ClearLoss, o.ProofNodes = 1000, 0, 0
			}
			o.Opponent = true
			r := mustReview(t, record, o)
			for _, m := range r.Moves {
				checkReasons(t, user, m.Move, m.Proven, m.Text, m.Reasons)
				for _, why := range m.Reasons {
					said[why.Kind] = true
					if why.Kind.Bad() && m.Proven == Win || !why.Kind.Bad() && m.Proven == Loss {
						t.Errorf("%s: %s is a proven %s: %s", record, m.Move, m.Proven, why.Text)
					}
				}
			}
			for _, b := range r.BadMoves {
				checkReasons(t, user, b.Target, b.TargetProven, b.Text, b.TargetReasons)
				if len(b.Demonstration) > 0 && b.Ends != slices.Contains(kindsOf(b.EndReasons), reason.Ends) {
					t.Errorf("%s: the demonstration %v ends: %v, reasons %v", record, b.Demonstration, b.Ends, kindsOf(b.EndReasons))
				}
			}
			for _, m := range r.Opponent {
				if m.Gain < r.Search.Losses[1] || m.Class != Mistake && m.Class != Blunder || !strings.Contains(m.Text, m.Move) {
					t.Errorf("%s: %+v is no mistake", record, m)
				}
			}
		}
	}
	if len(said) < 5 {
		t.Errorf("the reasons are only %v", said)
	}
}

// checkReasons holds reasons against what is proven of a move and what is said of it.
func checkReasons(t *testing.T, user, move string, proven Verdict, text string, list []Reason) {
	t.Helper()
	for i, why := range list {
		switch {
		case why.Kind == reason.Wins && proven != Win:
			t.Errorf("%s is proven %q, but %s", move, proven, why.Text)
		case why.Kind == reason.Loses && why.Side != user && proven != Loss:
			t.Errorf("%s is proven %q, but %s", move, proven, why.Text)
		case i < saidMost && !strings.Contains(text, why.Text):
			t.Errorf("%q does not say %q", text, why.Text)
		}
	}
}

// Where a move is proven to lose, or to miss a win, the reason says how: after the move
// that it names the other side has lost whatever is played, which the solver is asked
// again. So it is for the opponent's mistakes.
func TestReasons_forced(t *testing.T) {
	said := map[reason.Kind]int{}
	for _, user := range []string{"black", "white"} {
		o := quick(user)
		o.Opponent = true
		r := mustReview(t, short5, o)
		rec, err := r.replay()
		if err != nil {
			t.Fatal(err)
		}
		o.ProofNodes = 100_000
		p := newProver(&o, 5)
		wins := func(ply int, move string, why Reason) {
			b := rec.at(ply)
			answer, err := b.Parse(why.Move)
			if err != nil || b.Sides()[b.Turn()] != why.Side {
				t.Fatalf("%s: %+v: %v", move, why, err)
			}
			b.Play(answer)
			p.forget(newProofs(nil))
			if verdict, _ := p.position(t.Context(), b); verdict != Loss {
				t.Errorf("%s: %s, but then the solver says %q", move, why.Text, verdict)
			}
		}
		check := func(ply int, move string, list []Reason) {
			for _, why := range list {
				said[why.Kind]++
				switch why.Kind {
				case reason.Forced:
					wins(ply, move, why)
				case reason.MissesWin:
					wins(ply-1, move, why)
				}
			}
		}
		for _, m := range r.Moves {
			check(m.Ply, m.Move, m.Reasons)
		}
		for _, m := range r.Opponent {
			check(m.Ply, m.Move, m.Reasons)
			b := rec.at(m.Ply)
			p.forget(newProofs(nil))
			if verdict, _ := p.position(t.Context(), b); m.Proven != "" && verdict.opposite() != m.Proven || m.Proven == "" && len(m.Reasons) == 0 {
				t.Errorf("%s is proven %q, the solver says %q for who moves then: %s", m.Move, m.Proven, verdict, m.Text)
			}
			if strings.Contains(m.Text, "Proven: it loses.") != (m.Proven == Loss) {
				t.Errorf("%s is proven %q: %s", m.Move, m.Proven, m.Text)
			}
		}
	}
	if said[reason.Forced] == 0 || said[reason.MissesWin] == 0 {
		t.Errorf("the reasons are %v, want some that say how a game is lost or could be won", said)
	}
}

// A bad move that does nothing bad by itself has a reason, too, and says it once.
func TestReasons_quiet(t *testing.T) {
	r := Report{Language: "en", Game: Game{User: "black"}}
	b := board5(t, "")
	a3, _ := b.Parse("A3")
	for _, row := range []struct {
		best   string
		proven Verdict
		want   reason.Kind
		says   string
	}{{"C3", Win, reason.MissesWin, "You could have won by force, beginning with C3."}, {"C3", "", reason.Edge, "A3 is on the edge, where a stone has three liberties at most."}} {
		m := &Move{Number: 1, Move: "A3", Analysed: true, Best: row.best, BestProven: row.proven, BestWinRate: 0.9, Loss: 40, Class: Blunder, Status: NotBad}
		m.Reasons = r.quiet(m, b, a3, nil)
		text := speechOf("en").move(m, &Search{Value: "a"})
		if kinds := kindsOf(m.Reasons); !slices.Equal(kinds, []reason.Kind{row.want}) || m.Reasons[0].Text != row.says || !strings.Contains(text, row.says) ||
			strings.Contains(text, "Proven: C3 wins.") {
			t.Errorf("%v: %s", kinds, text)
		}
	}
}

// What is as true of the best move is no reason against another: to lie on the edge, or that
// the answer in the game wins.
func TestReasons_besidesTheBest(t *testing.T) {
	r := Report{Language: "en", Game: Game{User: "black"}}
	b := board5(t, "5/2O2/1OXO1/5/5 X") // C2 captures, whoever plays elsewhere
	at := func(name string) game.Move {
		m, err := b.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, row := range []struct {
		move, best string
		rest       []game.Move
		want       []reason.Kind
	}{
		{"D1", "B1", nil, nil}, // both lie on the edge
		{"D1", "C2", nil, []reason.Kind{reason.Edge}},
		{"D1", "B1", []game.Move{at("C2")}, nil}, // White wins there after B1, too
		{"D1", "C2", []game.Move{at("C2")}, []reason.Kind{reason.Wins}},
	} {
		m := &Move{Number: 1, Move: row.move, Analysed: true, Best: row.best, Loss: 40, Class: Blunder, Status: NotBad}
		if got := kindsOf(r.quiet(m, b, at(row.move), row.rest)); !slices.Equal(got, row.want) {
			t.Errorf("%s where %s is best, then %v: %v, want %v", row.move, row.best, row.rest, got, row.want)
		}
	}
}

// A capture that is proven to lose is not missed, where another move does not lose.
func TestReasons_missNoCaptureThatLoses(t *testing.T) {
	o := capturego.DefaultOptions()
	o.Size, o.Target = 5, [2]int{2, 2}
	b, err := capturego.New("5/2X2/1XOX1/5/5 X", o, false)
	if err != nil {
		t.Fatal(err)
	}
	a1, _ := b.Parse("A1")
	c2, _ := b.Parse("C2")
	known := newProofs(nil)
	misses := func() bool {
		return slices.ContainsFunc(known.sensible(b, reason.Move(b, a1)), func(f reason.Fact) bool { return f.Kind == reason.Misses })
	}
	if !misses() {
		t.Errorf("A1 does not miss C2: %+v", reason.Move(b, a1))
	}
	if known.putMove(b, c2, Loss); misses() {
		t.Error("A1 misses C2, which is proven to lose")
	}
}

// The opponent's mistakes are told when they are asked for, and only then.
func TestReview_opponent(t *testing.T) {
	o := quick("white")
	without := mustReview(t, atari5, o)
	o.Opponent = true
	with := mustReview(t, atari5, o)
	if without.Opponent != nil || len(with.Opponent) == 0 {
		t.Fatalf("%d mistakes without being asked, %d when asked", len(without.Opponent), len(with.Opponent))
	}
	bad := with.Opponent[len(with.Opponent)-1]
	// Its moves are counted as the user's are: Black has every other ply, and the first.
	if want := fmt.Sprintf("Black's move %d, %s: ", (bad.Ply+1)/2, bad.Move); len(bad.Reasons) == 0 || bad.Ply == 1 || !strings.HasPrefix(bad.Text, want) {
		t.Errorf("%+v, want one that says %q", bad, want)
	}
	file, err := with.SGF()
	if err != nil || !strings.Contains(string(file), bad.Text) {
		t.Errorf("no %q (%v) in\n%s", bad.Text, err, file)
	}
	again, err := mustReview(t, string(file), o).SGF()
	if err != nil || sorted(t, again) != sorted(t, file) {
		t.Errorf("reviewed again (%v):\n%s\nwant the same:\n%s", err, again, file)
	}
}

// A report of a version that gave no reasons is still one: its checksum is that of what
// it says.
func TestParse_withoutReasons(t *testing.T) {
	old := *short5Review(t)
	old.Opponent, old.Search.Opponent = nil, nil
	old.Moves, old.BadMoves = slices.Clone(old.Moves), slices.Clone(old.BadMoves)
	for i := range old.Moves {
		old.Moves[i].Reasons = nil
	}
	for i := range old.BadMoves {
		old.BadMoves[i].TargetReasons, old.BadMoves[i].EndReasons = nil, nil
	}
	text := old.JSON()
	if regexp.MustCompile(`reasons|opponent`).Match(text) {
		t.Fatal("the report still has reasons")
	}
	back, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if string(back.JSON()) != string(text) {
		t.Error("read and written again it is another report")
	}
	if _, err := back.SGF(); err != nil {
		t.Error(err)
	}
}

// What a review wrote into a record before Chinese had stops of its own is known again.
func TestOpening_ofOlderVersions(t *testing.T) {
	for text, begin := range map[string]*pattern.Pattern{
		"第3手 C4:胜率50.0%。": opening("move", 3, "C4"),
		"第3手 C4：胜率50.0%。": opening("move", 3, "C4"),
		"你共下5手,分析了5手:":    summaries(5),
		"你共下5手，分析了5手":     summaries(5),
	} {
		if !begin.Match(text) {
			t.Errorf("%v does not match %q", begin, text)
		}
	}
	if opening("move", 3, "C4").Match("第3手 C5:胜率50.0%。") {
		t.Error("another move matches, too")
	}
}

// Reasons are in order of importance, those that a search has proven among the others.
func TestReasons_inOrder(t *testing.T) {
	for _, record := range []string{short5, atari5, annotated} {
		for _, user := range []string{"black", "white"} {
			o := quick(user)
			o.Opponent = true
			r := mustReview(t, record, o)
			for _, m := range r.Opponent {
				checkOrder(t, m.Text, m.Reasons)
			}
			for _, m := range r.Moves {
				checkOrder(t, m.Text, m.Reasons)
			}
		}
	}
}

func checkOrder(t *testing.T, text string, list []Reason) {
	t.Helper()
	kinds := reason.Kinds()
	for i := 1; i < len(list); i++ {
		if slices.Index(kinds, list[i].Kind) < slices.Index(kinds, list[i-1].Kind) {
			t.Errorf("%q stands behind %q: %s", list[i].Kind, list[i-1].Kind, text)
		}
	}
}

// No move is blamed for what the best one does, too, nor for a capture that loses.
func TestReasons_ofTheMoveAlone(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 3
	}
	source := rng.New(9)
	blamed := 0
	for i := range games {
		b := careless(t, 5+i%3, 1+i/2%3, source)
		wrong, n := misblamed(t, mustReview(t, written(t, b), quick([]string{"black", "white"}[i%2])))
		for _, text := range wrong {
			t.Errorf("game %d: %s", i, text)
		}
		blamed += n
	}
	if blamed < games {
		t.Errorf("%d reasons in %d games", blamed, games)
	}
}

// misblamed lists the reasons of a report that hold for the best move, too, or show a
// capture that loses, and counts all.
func misblamed(t testing.TB, r *Report) (wrong []string, blamed int) {
	t.Helper()
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	known := r.claims(rec)
	for _, m := range r.Moves {
		if m.Class == Good || m.Best == m.Move || !m.Analysed {
			continue
		}
		before := rec.at(m.Ply - 1)
		best, err := before.Parse(m.Best)
		if err != nil {
			t.Fatal(err)
		}
		too := r.reasons(append(reason.Move(before, best), reason.Quiet(before, best)...), blames)
		if m.Ply < len(rec.moves) {
			if before.Play(best); slices.Contains(before.Moves(nil), rec.moves[m.Ply]) {
				too = append(too, r.reasons(reason.Move(before, rec.moves[m.Ply]), func(reason.Fact) bool { return true })...)
			}
			before.Undo()
		}
		for _, why := range m.Reasons {
			blamed++
			if slices.ContainsFunc(too, func(f Reason) bool {
				return f.Kind == why.Kind && f.Side == why.Side && (slices.Equal(f.Chain, why.Chain) && slices.Equal(f.Other, why.Other) || why.Kind == reason.TwoLiberties || why.Kind == reason.Edge)
			}) {
				wrong = append(wrong, fmt.Sprintf("%s does so, too: %s", m.Best, m.Text))
			}
			if capture, err := before.Parse(why.Move); why.Kind == reason.Misses && (err != nil || known.move(before, capture) == Loss) {
				wrong = append(wrong, fmt.Sprintf("%s loses: %s", why.Move, m.Text))
			}
		}
	}
	return wrong, blamed
}

// The only move that does not lose at once is no mistake of the opponent's, whatever the
// searches before and after it say.
func TestReview_aForcedMoveIsNoMistake(t *testing.T) {
	b := board5(t, "")
	if err := game.PlayLine(b, []string{"B2", "C2", "D2", "E5", "C3"}); err != nil {
		t.Fatal(err)
	}
	answer, alone := only(b)
	if !alone {
		t.Fatal("White has a choice")
	}
	rec := &record{root: b.SGF(), start: b.Clone()}
	for rec.start.Undo() {
	}
	b.Play(answer)
	rec.end, rec.moves = b, b.Played(nil)
	yes := true
	r := &Report{Search: Search{Opponent: &yes, Losses: [3]float64{5, 10, 20}}, Game: Game{User: "black"},
		Graph: []GraphPoint{{Ply: len(rec.moves) - 1, User: 0.3, Number: 2}, {Ply: len(rec.moves), User: 0.5}}}
	if list := r.opponents(rec); len(list) != 0 {
		t.Errorf("%+v, but it was the only move", list)
	}
}

// A draw by two passes is told, and nothing threatens after it. A move that is proven to
// draw is praised where it is the best.
func TestReasons_ofADraw(t *testing.T) {
	rules := capturego.DefaultOptions()
	rules.Size, rules.Pass = 5, "free"
	b, err := capturego.New("", rules, false)
	if err != nil || game.PlayLine(b, []string{"B2", "C2", "D2", "E5", "C3", "pass"}) != nil {
		t.Fatal(err)
	}
	last := reason.Move(b, goban.Pass)
	b.Play(goban.Pass)
	list := outcome(b, 3, last)
	if len(list) != 1 || list[0].Kind != reason.Ends {
		t.Errorf("%+v, want the end alone", list)
	}
	r := &Report{Language: "en"}
	if told := r.reasons(list, r.left(&BadMove{Ends: true, Line: []Ply{{}}})); len(told) != 1 || !strings.Contains(told[0].Text, "draw") {
		t.Errorf("%+v", told)
	}
	if m := (&Move{Proven: Draw, Class: Good, Status: NotBad}); !m.praised() {
		t.Error("the best move, which draws, is blamed")
	}
}

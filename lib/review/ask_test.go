package review

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

func ask(t *testing.T, r *Report, q Question) *Report {
	t.Helper()
	before := r.JSON()
	more, err := r.Ask(context.Background(), q, func(Progress) {})
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	if !bytes.Equal(r.JSON(), before) {
		t.Errorf("%+v has changed the review that was asked", q)
	}
	back, err := Parse(more.JSON())
	if err != nil || len(back.Answers) != len(r.Answers)+1 {
		t.Errorf("%+v: %v, %d answers after %d", q, err, len(back.Answers), len(r.Answers))
	}
	for _, wrong := range held(t, more) {
		t.Errorf("%+v: %s", q, wrong)
	}
	return more
}

func TestAsk_whatIf(t *testing.T) {
	r := short5Review(t)
	bad := r.BadMoves[0]
	more := ask(t, r, Question{Kind: "ask", Number: bad.Number, Move: strings.ToLower(bad.Target)})
	a := more.Answers[0]
	if a.Move != bad.Target || a.WinRate <= bad.WinRate || len(a.Line) != 0 || !strings.Contains(a.Text, bad.Target) {
		t.Errorf("%+v of %+v", a, bad)
	}
	more = ask(t, more, Question{Kind: "ask", Number: bad.Number, Move: bad.Move})
	if a = more.Answers[1]; a.Move != bad.Move || a.Loss < 5 || a.Class == Good {
		t.Errorf("%+v of %+v", a, bad)
	}
	// The same question has the same answer.
	if again := ask(t, r, Question{Kind: "ask", Number: bad.Number, Move: bad.Target}); !bytes.Equal(again.JSON(), ask(t, r, Question{Kind: "ask", Number: bad.Number, Move: bad.Target}).JSON()) {
		t.Error("the second answer is another one")
	}
}

func TestAsk_demonstrate(t *testing.T) {
	o := quick("black")
	o.Demonstrate = []int{}
	r := mustReview(t, short5, o)
	bad := r.BadMoves[0]
	more := ask(t, r, Question{Kind: "demonstrate", Number: bad.Number})
	if a := more.Answers[0]; a.Move != bad.Target || a.Line[0].Move != bad.Target || !a.Ends && len(a.Line) < 5 {
		t.Errorf("%+v of %+v", a, bad)
	}
	if b := more.BadMoves[0]; b.Number == bad.Number && b.Target == bad.Target && len(b.Demonstration) == 0 {
		t.Errorf("%+v has no demonstration after it was asked for", b)
	}
}

func TestAsk_deepen(t *testing.T) {
	r := short5Review(t)
	more := ask(t, r, Question{Kind: "deepen", Number: 2})
	if a, m := more.Answers[0], more.Moves[1]; a.Move != m.Move || a.WinRate != m.WinRate || m.Visits <= r.Moves[1].Visits && m.Stop == "visits" {
		t.Errorf("%+v of %+v", a, m)
	}
}

func TestAsk_badInput(t *testing.T) {
	o := quick("black")
	o.Range = &Range{2, 3}
	r := mustReview(t, short5, o)
	for _, row := range []struct {
		q    Question
		want error
		says string
	}{
		{Question{Kind: "ask", Number: 1, Move: "C3"}, ErrMove, "number 1, expected an analysed move of 1 to 5"},
		{Question{Kind: "ask", Number: 6, Move: "C3"}, ErrMove, "number 6"},
		{Question{Kind: "ask", Number: 2, Move: "B1"}, ErrMove, "there is a black stone"},
		{Question{Kind: "ask", Number: 2, Move: "Z9"}, ErrMove, "Z9"},
		{Question{Kind: "ask", Number: 0}, ErrOptions, "number is 0"},
		{Question{Kind: "guess", Number: 2}, ErrOptions, "kind"},
	} {
		if _, err := r.Ask(context.Background(), row.q, func(Progress) {}); !errors.Is(err, row.want) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%+v: %v, want %v that says %q", row.q, err, row.want, row.says)
		}
	}
	for _, text := range []string{``, `{"kind": "ask"}`, `{"kind": "ask", "number": 2, "mov": "C3"}`} {
		if _, err := ParseQuestion([]byte(text)); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want ErrOptions", text, err)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Ask(gone, Question{Kind: "deepen", Number: 2}, func(Progress) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestAsked_isAJob(t *testing.T) {
	r := short5Review(t)
	j := job.Start(Asked(r, Question{Kind: "demonstrate", Number: 2, Move: "D4"}))
	<-j.Done()
	text, err := j.Result()
	if err != nil {
		t.Fatal(err)
	}
	more, err := Parse(text)
	if err != nil || len(more.Answers) != 1 || more.Answers[0].Move != "D4" {
		t.Errorf("%v: %+v", err, more)
	}
	if i := j.Info(); i.Progress.Done != i.Total || i.Total == 0 || i.Events == 0 {
		t.Errorf("%+v", i)
	}
}

// What a review says of its moves, and of the opponent's, it says after a question, too,
// unless the answer proves something else.
func TestAsk_keepsReasons(t *testing.T) {
	kept := 0
	for _, user := range []string{"black", "white"} {
		o := quick(user)
		o.Opponent = true
		r := mustReview(t, short5, o)
		more := ask(t, r, Question{Kind: "ask", Number: 1, Move: "E5"})
		for i, m := range r.Moves {
			if now := more.Moves[i]; now.Proven == m.Proven && now.BestProven == m.BestProven && now.Text != m.Text {
				t.Errorf("%s was %q and is %q", m.Move, m.Text, now.Text)
			}
		}
		for i, m := range r.Opponent {
			if now := more.Opponent[i]; now.Proven != m.Proven || now.Text != m.Text {
				t.Errorf("%s was %q, %q, and is %q, %q", m.Move, m.Proven, m.Text, now.Proven, now.Text)
			}
			if m.Proven != "" {
				kept++
			}
		}
	}
	if kept == 0 {
		t.Error("none of the opponent's moves is proven")
	}
}

// What a demonstration proves is said of the best move, too, and of what was answered
// before.
func TestAsk_answersAgreeWithProofs(t *testing.T) {
	o := quick("white")
	o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 24, 32, 200, 1
	r := mustReview(t, "(;SZ[7]RU[Capture-2];B[gc];W[cf];B[bd];W[df];B[cg];W[ad];B[ce];W[ae];B[bc];W[af];B[cd];W[dd];B[bf];W[ac];B[de];W[cc];B[fc];W[dg];B[be];W[gb];B[bg];W[fb];B[eg];W[ef];B[gd];W[eb];B[dc];W[ag];B[ab])", o)
	first := ask(t, r, Question{Kind: "ask", Number: 13, Move: r.Moves[12].Best})
	more := ask(t, first, Question{Kind: "demonstrate", Number: 13})
	for _, a := range more.Answers {
		if a.Proven == Loss && a.Best == a.Move && a.BestProven != Loss || strings.Contains(a.Text, "it loses. The best move") {
			t.Errorf("%+v", a)
		}
	}
}

// Where the lowest values are bad, a question makes no other move bad.
func TestAsk_theLowestStay(t *testing.T) {
	o := quick("black")
	o.Select, o.Lowest, o.ClearLoss = "lowest", 1, 0
	r := mustReview(t, short5, o)
	if len(r.BadMoves) != 1 {
		t.Fatalf("%d bad moves, want 1", len(r.BadMoves))
	}
	for n := range r.Moves {
		r = ask(t, r, Question{Kind: "deepen", Number: n + 1})
	}
	if len(r.BadMoves) > 1 {
		t.Errorf("%d bad moves after all were searched again, want 1 at most: %s", len(r.BadMoves), r.Text)
	}
}

func TestAsk_progressOnlyGoesForward(t *testing.T) {
	o := quick("white")
	o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 24, 32, 200, 1
	const record = "(;SZ[7]RU[Capture-2];B[gc];W[cf];B[bd];W[df];B[cg];W[ad];B[ce];W[ae];B[bc];W[af];B[cd];W[dd];B[bf];W[ac];B[de];W[cc];B[fc];W[dg];B[be];W[gb];B[bg];W[fb];B[eg];W[ef];B[gd];W[eb];B[dc];W[ag];B[ab])"
	r, most := mustReview(t, record, o), 0
	for _, kind := range []string{"ask", "demonstrate", "deepen"} {
		for n := 10; n <= len(r.Moves); n++ {
			var last Progress
			steps := 0
			_, err := r.Ask(context.Background(), Question{Kind: kind, Number: n}, func(p Progress) {
				if p.Total != progressTotal || p.Done < last.Done || last.Phase == "targets" && p.Phase != "targets" {
					t.Errorf("%s %d: %+v after %+v", kind, n, p, last)
				}
				last = p
				steps++
			})
			if err == nil && (last.Done != last.Total || last.Phase != "targets") {
				t.Errorf("%s %d: %+v at the end", kind, n, last)
			}
			most = max(most, steps)
		}
	}
	if most < 5 { // two or three tell of a question, the others of searches that mend
		t.Errorf("%d steps at most: no question has mended anything", most)
	}
	if _, err := r.Ask(context.Background(), Question{Kind: "ask", Number: 13}, nil); err != nil {
		t.Errorf("without progress: %v", err)
	}
}

// A question about the move played speaks of no other.
func TestAsk_ofTheMovePlayed(t *testing.T) {
	r := short5Review(t)
	more := ask(t, r, Question{Kind: "ask", Number: 2, Move: r.Moves[1].Move})
	if text := more.Answers[0].Text; !strings.HasPrefix(text, "Move 2, "+r.Moves[1].Move+": win rate ") || strings.Contains(text, "instead") {
		t.Errorf("%q", text)
	}
}

// A demonstration of a move that loses shows how: it goes on until the game ends or as far
// as any. Its first move is worth what the answer says of it.
func TestAsk_demonstratesMovesThatLose(t *testing.T) {
	o := quick("black")
	r := mustReview(t, short5, o)
	lost := 0
	for _, m := range r.Moves {
		more := ask(t, r, Question{Kind: "demonstrate", Number: m.Number, Move: m.Move})
		a := more.Answers[0]
		if first := a.Line[0]; first.Move != a.Move || first.WinRate != a.WinRate || first.Proven != a.Proven {
			t.Errorf("move %d: the line begins with %+v, the answer is %v %q", m.Number, first, a.WinRate, a.Proven)
		}
		if a.Proven != Loss {
			continue
		}
		lost++
		if !a.Ends && len(a.Line) < r.Search.Plies {
			t.Errorf("move %d: the line has %d plies and does not end the game: %+v", m.Number, len(a.Line), a.Line)
		}
	}
	if lost < 2 {
		t.Errorf("%d moves lose, want some", lost)
	}
}

// A demonstration that was asked for later joins the bad move with the bad move's numbers.
func TestAsk_demonstrationHasTheTargetsRate(t *testing.T) {
	o := quick("black")
	o.Demonstrate = []int{}
	r := mustReview(t, short5, o)
	for _, bad := range r.BadMoves {
		more := ask(t, r, Question{Kind: "demonstrate", Number: bad.Number})
		for _, b := range more.BadMoves {
			if len(b.Line) > 0 && (b.Line[0].WinRate != b.TargetWinRate || b.Line[0].Proven != b.TargetProven) {
				t.Errorf("move %d: the line begins with %+v, the target is %v %q", b.Number, b.Line[0], b.TargetWinRate, b.TargetProven)
			}
		}
	}
}

// The review's own target is the best move of an answer, too, where a search of it by itself
// cannot tell it from another.
func TestAsk_theTargetStaysTheBest(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 1
	}
	source := rng.New(7)
	asked := 0
	for i := range games {
		b := careless(t, []int{5, 7, 9, 6}[i%4], 1+i/2%3, source)
		if len(b.Played(nil)) < 4 {
			continue
		}
		r := mustReview(t, written(t, b), quick([]string{"black", "white"}[i%2]))
		for _, bad := range r.BadMoves {
			asked++
			if a := ask(t, r, Question{Kind: "ask", Number: bad.Number, Move: strings.ToLower(bad.Target)}).Answers[0]; a.Best != a.Move && points(a.BestWinRate-a.WinRate) < 2 {
				t.Errorf("game %d: %s, but the review says: %s", i, a.Text, bad.Text)
			}
		}
	}
	if asked == 0 {
		t.Error("no bad move to ask about")
	}
}

// What an answer proves of one move is carried to those before and behind it, as often as
// it leads to more.
func TestAsk_mendsAllMoves(t *testing.T) {
	const file = "(;FF[4]GM[1]SZ[6]RU[Capture-3-2];B[];W[ef];B[df];W[ff];B[da];W[de];B[db];W[ee];B[fe];W[cf];B[fd];W[];B[ed];W[df];B[dd];W[dc];B[ec];W[ce];B[cd];W[cc];B[bc];W[fc];B[aa];W[eb];B[ea];W[cb])"
	o := quick("white")
	o.Pass, o.Threshold, o.ClearLoss, o.Demonstrate, o.Opponent, o.Workers = "free", 1, 1, []int{}, true, 1
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := 0
	r, _ := review(ctx, []byte(file), o, func(Progress) {
		if told++; told == 14 {
			cancel()
		}
	})
	ask(t, r, Question{Kind: "ask", Number: 5, Move: "C5", Effort: "default"}) // which holds the report against itself
}

// The class of an answer is the review's only where the answer finds a loss, too.
func TestAsk_noLossIsGood(t *testing.T) {
	r := short5Review(t)
	a := &asker{Report: r}
	for loss, want := range map[float64]Class{0: Good, 0.03: Good, 0.3: Blunder} {
		answer := Answer{Number: r.BadMoves[0].Number, Move: r.BadMoves[0].Move, WinRate: 0.5, BestWinRate: 0.5 + loss}
		if a.grade(&answer); answer.Class != want {
			t.Errorf("a loss of %v is %q, want %q", loss, answer.Class, want)
		}
	}
}

// An answer says of the moves that the review compared what the review says, or changes the
// review: what an exercise accepts is no mistake, and neither is the best move.
func TestAsk_agreesWithTheReview(t *testing.T) {
	if testing.Short() {
		t.Skip("four reviews, two at the usual effort, and questions about them")
	}
	const accepted = "(;FF[4]GM[1]SZ[7]RU[Capture-2];B[ag];W[fg];B[gf];W[gg];B[eg];W[ff];B[ef];W[ge];B[af];W[bg];B[ed];W[fd];B[bf];W[gd];B[fa];W[ga];B[gb];W[cg];B[ga];W[dd];B[fe];W[ee])"
	const best7 = "(;FF[4]GM[1]SZ[7]RU[Capture-2];B[gd];W[ge];B[db];W[ef];B[gc];W[dc];B[gf];W[cb];B[cc];W[eg];B[bb];W[cd];B[fd];W[ba];B[fe];W[ca];B[fc];W[ee];B[ge];W[gb];B[ga];W[fb];B[da];W[ec];B[aa])"
	const best9 = "(;FF[4]GM[1]SZ[9]RU[Capture-3];B[fh];W[bg];B[gh];W[db];B[ce];W[cf];B[gi];W[hi];B[da];W[ca];B[fg];W[bf];B[cg];W[af];B[df];W[cd];B[hh];W[eb];B[gg];W[ih];B[fa];W[eg];B[ff];W[cb];B[dg];W[gf])"
	changed := 0
	for _, row := range []struct {
		file, effort string
		number       int
	}{{accepted, "quick", 8}, {best7, "quick", 6}, {best9, "default", 13}, {best9, "default", 8}} {
		o := Effort(row.effort)
		o.User, o.TargetTime, o.DemonstrateTime, o.Demonstrate, o.Range = "black", 0, 0, []int{}, &Range{row.number, row.number}
		r := mustReview(t, row.file, o)
		moves := []string{r.Moves[row.number-1].Move, r.Moves[row.number-1].Best}
		for _, e := range r.Exercises {
			moves = append(append(moves, e.Accepted...), e.Refused...)
		}
		for _, move := range moves {
			more := ask(t, r, Question{Kind: "ask", Number: row.number, Move: move})
			a, m := more.Answers[0], more.Moves[row.number-1]
			if m.Best != r.Moves[row.number-1].Best {
				changed++
			}
			if a.Best != a.Move && a.Best != m.Best || a.BestWinRate != m.BestWinRate {
				t.Errorf("move %d: the best is %s, %v, and by the answer %s, %v", m.Number, m.Best, m.BestWinRate, a.Best, a.BestWinRate)
			}
			if move == m.Move && (a.Class != m.Class || a.WinRate != m.WinRate) {
				t.Errorf("%s\nbut %s", m.Text, a.Text)
			}
			for _, e := range more.Exercises {
				if e.Accepts(move) && a.Class != Good || e.Refuses(move) && a.Class == Good {
					t.Errorf("%v are accepted and %v refused, but %s", e.Accepted, e.Refused, a.Text)
				}
			}
		}
	}
	if changed == 0 {
		t.Error("no answer has found a better move than the best")
	}
}

// A question changes nothing that is proven of the opponent's moves.
func TestAsk_keepsTheOpponentsDraw(t *testing.T) {
	o := quick("black")
	o.Pass, o.Opponent = "free", true
	o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 200, 32, 16, 0
	o.Threshold, o.Select, o.Seed, o.Workers = 1, "lowest", 413, 1
	r := mustReview(t, "(;FF[4]GM[1]SZ[3]RU[Capture-2];B[ab];W[bb];B[aa];W[ac];B[bc];W[ba];B[ac];W[];B[cc];W[cb])", o)
	more, err := r.Ask(context.Background(), Question{Kind: "ask", Number: 1, Move: "B1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for i, m := range r.Opponent {
		if m.Proven == Draw {
			drawn++
		}
		if now := more.Opponent[i]; now.Proven != m.Proven {
			t.Errorf("%s: proven %q, after a question %q", m.Move, m.Proven, now.Proven)
		}
	}
	if drawn == 0 {
		t.Error("no move is proven to draw")
	}
}

// A demonstration ends in front of a move that a later proof shows to be a mistake.
func TestAsk_cutsLinesThatDoNotHold(t *testing.T) {
	r := short5Review(t)
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	b := rec.at(0)
	first, second := b.Moves(nil)[0], b.Moves(nil)[1]
	line := []Ply{{Move: b.Text(first), Side: "black"}, {Move: b.Text(second), Side: "white"}}
	a := &asker{Report: r, known: newProofs(nil)}
	if n := a.correctLine(b.Clone(), line); n != 2 {
		t.Errorf("%d plies hold where nothing is proven, want 2", n)
	}
	b.Play(first)
	a.known.put(b, Win) // by another move
	if n := a.correctLine(rec.at(0).Clone(), line); n != 1 {
		t.Errorf("%d plies hold where the second throws a win away, want 1", n)
	}
	a.known = newProofs(nil)
	a.known.putMove(b, second, Loss)
	if n := a.correctLine(rec.at(0).Clone(), line); n != 1 {
		t.Errorf("%d plies hold where the second is proven to lose, want 1", n)
	}
	a.known.put(b, Loss)
	if n := a.correctLine(rec.at(0).Clone(), line); n != 2 {
		t.Errorf("%d plies hold where every move loses, want 2", n)
	}
}

// ownCopy is a report that a test may change.
func ownCopy(t *testing.T, r *Report) *Report {
	t.Helper()
	own, err := Parse(r.JSON())
	if err != nil {
		t.Fatal(err)
	}
	return own
}

// An exercise learns what an answer proves of a move that the review did not compare.
func TestAsk_teachesTheExercise(t *testing.T) {
	r := ownCopy(t, short5Review(t))
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	bad, e := &r.BadMoves[0], &r.Exercises[0]
	b := rec.at(r.Moves[bad.Number-1].Ply - 1)
	for _, verdict := range []Verdict{Win, Loss, ""} {
		moves := b.Moves(nil)
		other := b.Text(moves[slices.IndexFunc(moves, func(m game.Move) bool { return !e.Accepts(b.Text(m)) && !e.Refuses(b.Text(m)) })])
		a := &asker{Report: r, record: rec}
		a.teach(&Answer{Number: bad.Number, Move: other, Proven: verdict})
		if e.Accepts(other) != (verdict == Win) || e.Refuses(other) != (verdict == Loss) {
			t.Errorf("%s is proven %q: accepted %v, refused %v", other, verdict, e.Accepted, e.Refused)
		}
		a.teach(&Answer{Number: bad.Number, Move: bad.Move, Proven: verdict})
	}
	if e.Accepts(bad.Move) || !e.Accepts(bad.Target) {
		t.Errorf("accepted %v, refused %v for %+v", e.Accepted, e.Refused, bad)
	}
}

// A quick question does not put quick searches in place of the review's, or of deeper ones.
func TestAsk_mendsWithTheReviewsEffort(t *testing.T) {
	r := ownCopy(t, short5Review(t))
	r.Moves[2].Visits = 10 * r.Search.Visits
	for _, row := range []struct {
		effort       string
		number, want int
	}{{"quick", 1, r.Search.Visits / 4}, {"quick", 2, r.Search.Visits}, {"", 2, r.Search.Visits}, {"deep", 2, 4 * r.Search.Visits}, {"deep", 3, 10 * r.Search.Visits}} {
		a := &asker{Report: r, question: Question{Kind: "ask", Number: 1, Effort: row.effort}}
		if got := a.options(row.number).Visits; got != row.want {
			t.Errorf("%s question about move 1: %d visits for move %d, want %d", row.effort, got, row.number, row.want)
		}
	}
}

// A report that another network answered is none that the same options give again.
func TestAsk_ofAnotherNetwork(t *testing.T) {
	r := short5Review(t)
	for _, kind := range []string{"ask", "deepen"} {
		if more := ask(t, r, Question{Kind: kind, Number: 2}); !more.Repeatable {
			t.Errorf("%s: it is not repeatable", kind)
		}
		if more := ask(t, r, Question{Kind: kind, Number: 2, Net: "../../internal/nets/capturego/training/4x32.qnet"}); more.Repeatable {
			t.Errorf("%s by another network: it is repeatable", kind)
		}
	}
}

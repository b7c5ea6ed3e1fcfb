package review

import (
	"os"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/sgf"
)

// weak is a game between weak players on 7x7, of those on which the bars of reviews are
// measured.
func weak(t testing.TB, at int) string {
	t.Helper()
	text, err := os.ReadFile("../../internal/tools/bench/testdata/weak100.sgf")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range strings.Split(string(text), "(;FF[4]")[1:] {
		if strings.Contains(g, "SZ[7]") {
			if at--; at < 0 {
				return "(;FF[4]" + g
			}
		}
	}
	t.Fatal("no such game")
	return ""
}

func weakReview(t testing.TB, at int, user, effort string, moves Range, change func(*Options)) *Report {
	t.Helper()
	o := Effort(effort)
	o.User, o.TargetTime, o.DemonstrateTime, o.Demonstrate, o.Range = user, 0, 0, []int{}, &moves
	if change != nil {
		change(&o)
	}
	return mustReview(t, weak(t, at), o)
}

// The best move of an answer is the report's, with its win rate, whatever the move asked
// about; and no other move is called the best.
func TestAsk_oneBestMove(t *testing.T) {
	for _, row := range []struct {
		game   int
		user   string
		number int
		moves  string // those that lose, and those that the search of the answer likes better
	}{{0, "black", 5, "C1"}, {12, "white", 5, "F2"}, {13, "white", 13, "D6 A1"}, {14, "white", 5, "A5"}, {1, "black", 1, "A1"}, {0, "black", 2, "D3"}, {12, "white", 2, "C4"}} {
		if testing.Short() && row.game != 0 {
			continue
		}
		r := weakReview(t, row.game, row.user, "quick", Range{row.number, row.number}, nil)
		for _, move := range strings.Fields(row.moves) {
			more := ask(t, r, Question{Kind: "ask", Number: row.number, Move: move})
			a, m := more.Answers[0], more.Moves[row.number-1]
			if a.BestProven == "" && m.BestProven == "" && (a.Best != m.Best && a.Best != a.Move || a.BestWinRate != m.BestWinRate) {
				t.Errorf("game %d: %s\nbut %s", row.game, a.Text, m.Text)
			}
			if a.Move != m.Best && strings.Contains(a.Text, "The best move.") {
				t.Errorf("game %d: %s\nand %s", row.game, a.Text, m.Text)
			}
		}
	}
}

// Mirror images of one move have one win rate, are all right or all wrong, and only one of
// them is a rival.
func TestReview_mirrorImagesAreOneMove(t *testing.T) {
	r := weakReview(t, 3, "black", "quick", Range{1, 1}, nil)
	rates := map[string]float64{}
	for _, c := range r.BadMoves[0].Candidates {
		if slices.Contains([]string{"C4", "D3", "D5", "E4"}, c.Move) {
			rates[c.Move] = c.WinRate
		}
	}
	if len(rates) < 2 {
		t.Fatalf("%v: no mirror images among the candidates", rates)
	}
	for move, rate := range rates {
		for other := range rates {
			if rates[other] != rate {
				t.Errorf("%s has %v and %s %v", move, rate, other, rates[other])
			}
		}
	}
	for _, move := range r.Exercises[0].Accepted {
		if a := ask(t, r, Question{Kind: "ask", Number: 1, Move: move}).Answers[0]; a.Class != Good {
			t.Errorf("the exercise accepts %v; %s", r.Exercises[0].Accepted, a.Text)
		}
	}
}

// A quick question does not overrule the deep look that the report has had.
func TestAsk_quicklyOverrulesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a review at the usual effort")
	}
	r := weakReview(t, 5, "white", "default", Range{6, 6}, nil)
	more := ask(t, r, Question{Kind: "ask", Number: 6, Move: "E3", Effort: "quick"})
	before, after := r.Moves[5], more.Moves[5]
	if before.Status != Costly {
		t.Fatalf("%s: want a costly move", before.Text)
	}
	if before.Text != after.Text {
		t.Errorf("%s\nafter a quick question %s", before.Text, after.Text)
	}
}

// A report without its exercises, which no review writes, is asked without a panic.
func TestAsk_withoutExercises(t *testing.T) {
	r := ownCopy(t, short5Review(t))
	r.Exercises = []Exercise{}
	r = ownCopy(t, r)
	for _, b := range r.BadMoves {
		for _, c := range b.Candidates {
			askOnly(t, r, Question{Kind: "ask", Number: b.Number, Move: c.Move})
		}
	}
}

// askOnly asks a report that cannot be held against itself.
func askOnly(t *testing.T, r *Report, q Question) *Report {
	t.Helper()
	more, err := r.Ask(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// Exercises and answers go by the same clear_loss, and by the same rule for guesses.
func TestAsk_agreesWithExercises(t *testing.T) {
	if testing.Short() {
		t.Skip("reviews and questions of one goroutine")
	}
	for _, row := range []struct {
		game      int
		moves     Range
		clearLoss float64
	}{{7, Range{2, 2}, 20}, {7, Range{2, 2}, 0}, {1, Range{8, 8}, 5}} {
		r := weakReview(t, row.game, "black", "quick", row.moves, func(o *Options) { o.ClearLoss = row.clearLoss })
		asked := 0
		for _, e := range r.Exercises {
			for _, move := range slices.Concat(e.Accepted, e.Refused) {
				asked++
				if a := ask(t, r, Question{Kind: "ask", Number: e.Number, Move: move}).Answers[0]; e.Accepts(move) != (a.Class == Good) {
					t.Errorf("clear_loss %v: the exercise accepts %v and refuses %v; %s", row.clearLoss, e.Accepted, e.Refused, a.Text)
				}
			}
		}
		if asked < 2 {
			t.Errorf("game %d, moves %v: %d moves in exercises", row.game, row.moves, asked)
		}
	}
}

// Nothing is left of the lines of earlier reviews in the file of the last.
func TestSGF_earlierEndsGo(t *testing.T) {
	file := []byte(weak(t, 0))
	for k := range 3 {
		o := Effort("quick")
		o.User, o.TargetTime, o.DemonstrateTime, o.Seed, o.Range = "black", 0, 0, uint64(k+1), &Range{1, 1}
		o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 24, 48, 16, 1
		var err error
		if file, err = mustReview(t, string(file), o).SGF(); err != nil {
			t.Fatal(err)
		}
	}
	roots, err := sgf.Parse(file, sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	var walk func(n *sgf.Node)
	walk = func(n *sgf.Node) {
		ends += strings.Count(n.Comment(), "The end of this line")
		for _, c := range n.Children {
			walk(c)
		}
	}
	if walk(roots[0]); ends != 1 {
		t.Errorf("one bad move, %d ends", ends)
	}
}

// What an earlier review wrote beside a move goes wherever it stands; what the record has
// there stays.
func TestSGF_retract(t *testing.T) {
	const file = "(;FF[4]GM[1]SZ[5];B[cc](;W[dd])(;W[bb]TE[1]SBKV[40]C[mine\n\nPlay B4 instead: win rate 60% instead of 40%.](;B[aa]SBKV[10]C[own])" +
		"(;B[ab]SBKV[50];W[ac]SBKV[45]C[The end of this line: it is over.]))(;W[ee]TE[1]SBKV[33]))"
	roots, err := sgf.Parse([]byte(file), sgf.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	parent := roots[0].Children[0]
	retract(parent, parent.Children[0], board5(t, ""))
	c := parent.Children[1]
	if c.Has("TE") || c.Has("SBKV") || c.Comment() != "mine" || c.Children[1].Has("SBKV") || c.Children[1].Children[0].Has("SBKV") || c.Children[1].Children[0].Comment() != "" {
		t.Error("something is left of the earlier review")
	}
	if own := c.Children[0]; !own.Has("SBKV") || own.Comment() != "own" || !parent.Children[2].Has("TE") || !parent.Children[2].Has("SBKV") {
		t.Error("something of the record is gone")
	}
}

// The class of an answer is that of the exercise, whose right answers are good.
func TestAsk_classOfExercises(t *testing.T) {
	r := ownCopy(t, short5Review(t))
	e := r.Exercises[0]
	for _, row := range []struct {
		move            string
		clearLoss, loss float64
		want            Class
	}{{e.Accepted[0], 20, 0.12, Good}, {e.Accepted[0], 5, 0, Good}, {e.Refused[1], 1, 0.02, Inaccuracy}, {e.Refused[1], 5, 0.02, Good}, {"", 20, 0.12, Mistake}} {
		r.Search.ClearLoss = row.clearLoss
		answer := Answer{Number: e.Number, Move: row.move, WinRate: 0.7, BestWinRate: 0.7 + row.loss}
		if (&asker{Report: r}).grade(&answer); answer.Class != row.want {
			t.Errorf("%s loses %v by clear_loss %v: %q, want %q", row.move, row.loss, row.clearLoss, answer.Class, row.want)
		}
	}
}

// A move that is searched again for what its own answer proves has one answer.
func TestAsk_deepensOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reviews and questions of one goroutine")
	}
	r := ownCopy(t, short5Review(t))
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	a := &asker{Report: r, question: Question{Kind: "deepen", Number: 2}, record: rec, known: r.claims(rec), tell: func(Progress) {}, until: progressTotal}
	for _, doubt := range []bool{true, false} {
		if err := a.deepen(t.Context(), 2, doubt); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.Answers) != 1 {
		t.Errorf("%d answers, want 1", len(r.Answers))
	}
}

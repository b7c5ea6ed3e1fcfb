package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/job"
)

// short5 is a game on 5x5 that Black begins on the edge and loses.
const short5 = "(;FF[4]GM[1]SZ[5]RU[Capture-1]PB[pupil]PW[qikit]RE[W+];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"

// untaught5 is the same game to six stones, of which no network of the library has learnt.
var untaught5 = strings.Replace(short5, "Capture-1", "Capture-6", 1)

// quick are options for tests: few visits, no clock.
func quick(user string) Options {
	o := Effort("quick")
	o.User, o.TargetTime, o.DemonstrateTime = user, 0, 0
	o.Visits, o.TargetVisits, o.DemonstrateVisits, o.ProofNodes = 64, 128, 32, 20
	return o
}

func mustReview(t testing.TB, sgf string, o Options) *Report {
	t.Helper()
	r, err := Review(context.Background(), []byte(sgf), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// short5Review is the review of short5 for Black; nobody's to change.
var short5Once = sync.OnceValues(func() (*Report, error) {
	return Review(context.Background(), []byte(short5), quick("black"))
})

func short5Review(t testing.TB) *Report {
	t.Helper()
	r, err := short5Once()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReview_sameForAnyWorkers(t *testing.T) {
	one := short5Review(t)
	for _, workers := range []int{1, 3} {
		o := quick("black")
		o.Workers = workers
		if r := mustReview(t, short5, o); !bytes.Equal(one.JSON(), r.JSON()) {
			t.Errorf("%d workers: %s\nwant: %s", workers, r.JSON(), one.JSON())
		}
	}
	if !one.Repeatable || !one.Complete {
		t.Errorf("repeatable %t, complete %t, want both", one.Repeatable, one.Complete)
	}
}

func TestReview_whatItSays(t *testing.T) {
	r := short5Review(t)
	if len(r.Moves) != 5 || r.Accuracy == nil || len(r.Graph) != 11 || r.Graph[10].User != 0 || r.Game.Black != "pupil" {
		t.Errorf("%d moves, accuracy %v, graph %v, game %+v", len(r.Moves), r.Accuracy, r.Graph, r.Game)
	}
	for _, m := range r.Moves {
		sum := 0.0
		for _, row := range m.Degrees {
			for _, degree := range row {
				sum += degree
			}
		}
		if math.Abs(sum-1) > 1e-4 {
			t.Errorf("move %d: degrees sum to %v", m.Number, sum)
		}
		// Fewer than five points are recommended only where the others are proven to lose.
		if open := openMoves(t, r, m); len(m.Recommended) < min(5, open) {
			t.Errorf("move %d: %d points are recommended, %d are not proven to lose", m.Number, len(m.Recommended), open)
		}
		for _, c := range m.Recommended {
			if c.WinRate > m.BestWinRate {
				t.Errorf("move %d: %s has %v, the best %v", m.Number, c.Move, c.WinRate, m.BestWinRate)
			}
		}
		if m.Best == m.Move && m.Loss != 0 || m.WinRate > m.BestWinRate {
			t.Errorf("move %d: %+v", m.Number, m)
		}
	}
	if len(r.BadMoves) == 0 {
		t.Fatal("no bad move")
	}
	for i, bad := range r.BadMoves {
		if bad.Target == bad.Move || bad.Loss < 5 || bad.Demonstration[0] != bad.Target || !bad.Ends && len(bad.Demonstration) < 5 {
			t.Errorf("%+v", bad)
		}
		e := r.Exercises[i]
		if e.Number != bad.Number || !e.Accepts(strings.ToLower(bad.Target)) || e.Accepts(bad.Move) || !e.Refuses(bad.Move) {
			t.Errorf("%+v of %+v", e, bad)
		}
		b := board5(t, e.Position)
		if err := game.PlayLine(b, bad.Demonstration); err != nil {
			t.Error(err)
		}
		if _, over := b.Outcome(); over != bad.Ends {
			t.Errorf("move %d: ends %t", bad.Number, bad.Ends)
		}
	}
}

// openMoves is how many moves a solver of 2,000 nodes does not prove to lose.
func openMoves(t *testing.T, r *Report, m Move) (open int) {
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	b := rec.at(m.Ply - 1)
	p := newProver(&Options{ProofNodes: 2_000, Pass: "forced", NoMove: "lose"}, 9)
	p.forget(newProofs(nil))
	for _, move := range b.Moves(nil) {
		if p.move(context.Background(), b, move, p.position) != Loss {
			open++
		}
	}
	return open
}

func TestReview_ofWhite(t *testing.T) {
	r := mustReview(t, short5, quick("white"))
	last := r.Moves[4]
	if len(r.Moves) != 5 || last.Move != "A1" || last.Proven != Win || last.Status == "bad" || r.Graph[len(r.Graph)-1].User != 1 {
		t.Errorf("%+v", last)
	}
}

func TestReview_rangeOrderAndNumber(t *testing.T) {
	o := quick("black")
	o.Range, o.Select, o.Lowest, o.Order, o.Demonstrate, o.Language = &Range{2, 4}, "lowest", 2, "worst", []int{}, "zh"
	r := mustReview(t, short5, o)
	if r.Moves[0].Analysed || !r.Moves[1].Analysed || r.Moves[4].Analysed || r.Game.Range != [2]int{2, 4} {
		t.Errorf("analysed: %+v", r.Game)
	}
	suspects := 0
	for _, m := range r.Moves {
		if m.Status == "bad" || m.Status == "cleared" {
			suspects++
		}
	}
	if suspects > 2 || !strings.Contains(r.Text, "手") {
		t.Errorf("%d moves bad or cleared, want 2 at most; %s", suspects, r.Text)
	}
	for i, bad := range r.BadMoves {
		if len(bad.Demonstration) != 0 || i > 0 && bad.Loss > r.BadMoves[i-1].Loss {
			t.Errorf("%+v", bad)
		}
	}
	o = quick("black")
	o.FirstMove = false
	if r := mustReview(t, short5, o); r.Moves[0].Analysed || !r.Moves[1].Analysed {
		t.Error("the first move on the empty board was analysed")
	}
}

func TestReview_theTargetIsAlwaysRight(t *testing.T) {
	o := quick("black")
	o.ClearLoss, o.Threshold, o.Demonstrate = 0, 1000, []int{}
	r := mustReview(t, short5, o)
	if len(r.BadMoves) == 0 {
		t.Fatal("no bad move")
	}
	for i, bad := range r.BadMoves {
		if e := r.Exercises[i]; bad.Loss <= 0 || len(e.Accepted) == 0 || e.Accepted[0] != bad.Target || !e.Refuses(bad.Move) || e.Accepts(bad.Move) {
			t.Errorf("%+v of %+v", e, bad)
		}
	}
}

// The kernels of a network differ in the last bits, which a search makes large.
func TestReview_deterministic(t *testing.T) {
	best := nnkern.Current()
	defer func() {
		if err := nnkern.Use(best); err != nil {
			t.Error(err)
		}
	}()
	var first *Report
	for _, tier := range nnkern.Tiers() {
		if err := nnkern.Use(tier); err != nil {
			t.Fatal(err)
		}
		o := quick("black")
		o.Range, o.Visits, o.TargetVisits, o.Demonstrate = &Range{1, 1}, 16, 16, []int{}
		if r := mustReview(t, short9, o); r.Search.Tier != tier.String() || r.Search.Deterministic || r.Search.Net == "" {
			t.Errorf("on %v: %+v", tier, r.Search)
		}
		o.Deterministic = true
		r := mustReview(t, short9, o)
		if first == nil {
			first = r
		}
		if r.Search.Tier != "generic" || !r.Search.Deterministic || !bytes.Equal(r.JSON(), first.JSON()) {
			t.Errorf("deterministic on %v: %+v\n%s\nwant\n%s", tier, r.Search, r.JSON(), first.JSON())
		}
	}
	if tier := mustReview(t, untaught5, quick("black")).Search.Tier; tier != "" {
		t.Errorf("tier %q without a network", tier)
	}
}

// Without a network small losses are guesses: only blunders are told, and what is proven.
func TestReview_withoutANetwork(t *testing.T) {
	o := quick("black")
	o.ProofNodes, o.Threshold = 0, 1000
	r := mustReview(t, untaught5, o)
	if r.Search.Losses != [3]float64{20, 20, 20} || r.Search.ClearLoss != 20 || r.Search.Net != "" {
		t.Errorf("boundaries %v, cleared under %v, network %q; want 20 for all, without one", r.Search.Losses, r.Search.ClearLoss, r.Search.Net)
	}
	small := 0
	for _, m := range r.Moves {
		if m.Class == Inaccuracy || m.Class == Mistake || m.Loss < 20 && (m.Class != Good || m.Status == Bad) {
			t.Errorf("move %d loses %v: %s, %s", m.Number, m.Loss, m.Class, m.Status)
		}
		if m.Loss >= 5 && m.Loss < 20 {
			small++
			if strings.Contains(m.Text, "better") {
				t.Errorf("move %d loses %v: %s", m.Number, m.Loss, m.Text)
			}
		}
	}
	if small == 0 || !strings.Contains(r.Text, "nothing is said of losses under 20 points") {
		t.Errorf("%d small losses; %s", small, r.Text)
	}
	o.Inaccuracy, o.Mistake, o.ClearLoss = 4, 11, 3 // as the caller likes
	if r = mustReview(t, untaught5, o); r.Search.Losses != [3]float64{4, 11, 20} || r.Search.ClearLoss != 3 || strings.Contains(r.Text, "nothing is said of losses") {
		t.Errorf("boundaries %v, cleared under %v: %s", r.Search.Losses, r.Search.ClearLoss, r.Text)
	}
	o = quick("black")
	o.Range, o.Demonstrate = &Range{1, 1}, []int{}
	if r = mustReview(t, short9, o); r.Search.Losses != [3]float64{5, 10, 20} || r.Search.ClearLoss != 5 {
		t.Errorf("with a network: boundaries %v, cleared under %v", r.Search.Losses, r.Search.ClearLoss)
	}
}

// elsewhere are options that the report states in another place, or that change
// nothing.
var elsewhere = []string{"user", "game", "target", "pass", "no_move", "range", "inaccuracy", "mistake", "blunder", "language", "workers", "net"}

func TestReview_statesHowItSearched(t *testing.T) {
	o := quick("black")
	o.Level, o.FirstMove, o.Time, o.Worst, o.Demonstrate, o.Order = 2, false, 1e4, 7, []int{3}, "worst"
	o.Recommended, o.Plies, o.SearchTime, o.Deterministic, o.ClearLoss = 6, 7, 500, true, 6
	values := func(of any) (m map[string]any) {
		text, err := json.Marshal(of)
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	said := values(mustReview(t, short5, o).Search)
	for key, want := range values(o) {
		if got, ok := said[key]; !slices.Contains(elsewhere, key) && (!ok || fmt.Sprint(got) != fmt.Sprint(want)) {
			t.Errorf("%s: the report says %v, want %v", key, got, want)
		}
	}
	if said["version"] != host.Version {
		t.Errorf("version %v, want %s", said["version"], host.Version)
	}
}

func TestReview_progressOnlyGoesForward(t *testing.T) {
	last := Progress{Total: progressTotal}
	o := quick("black")
	o.Threshold = 1000
	if _, err := review(context.Background(), []byte(short5), o, func(p Progress) {
		if p.Done < last.Done || p.Total != last.Total || last.Phase == "targets" && p.Phase != "targets" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}); err != nil || last.Done != last.Total || last.Phase != "targets" {
		t.Errorf("%+v at the end, %v", last, err)
	}
}

func TestReview_keepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := quick("black")
	o.Workers = 1
	steps := -1 // the first only says that the work begins
	r, err := review(ctx, []byte(short5), o, func(p Progress) {
		if steps++; steps == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r == nil || r.Complete || r.Ended != "cancelled" || r.Repeatable {
		t.Fatalf("%v, %+v", err, r)
	}
	if !r.Moves[0].Analysed || !r.Moves[1].Analysed || r.Moves[2].Analysed || r.Accuracy == nil || len(r.BadMoves) != 0 {
		t.Errorf("%+v", r.Moves)
	}
	if _, err := Parse(r.JSON()); err != nil {
		t.Error(err)
	}
	o.Visits, o.ProofNodes, o.Time = 1e6, 0, 0.02
	if r, err = Review(context.Background(), []byte(short5), o); err != nil || r.Ended != "time" || r.Complete {
		t.Errorf("%v, %+v", err, r)
	}
}

func TestReview_aClockIsTold(t *testing.T) {
	o := quick("black")
	o.Visits, o.SearchTime, o.Range, o.ProofNodes = 1e6, 0.002, &Range{1, 1}, 0
	if r := mustReview(t, short5, o); r.Repeatable || r.Moves[0].Stop != "time" {
		t.Errorf("repeatable %t, stop %q", r.Repeatable, r.Moves[0].Stop)
	}
}

func TestReview_badRecords(t *testing.T) {
	huge := "(;SZ[5]" + strings.Repeat(";C[a]", 1_100_000) + ")"
	for _, row := range []struct {
		name, sgf string
		want      error
		says      string
	}{
		{"empty", " \n", game.ErrRecord, "empty"},
		{"no SGF", "hello", game.ErrRecord, "line 1"},
		{"no moves", "(;SZ[5])", ErrNothing, "no moves"},
		{"no moves of the user's", "(;SZ[5]RU[Capture-1]PL[W];W[aa])", ErrNothing, "black has 0 moves"},
		{"an occupied point", "(;SZ[5];B[aa];W[aa])", game.ErrIllegalMove, "move 2: game: illegal move: white A5: there is a black stone"},
		{"suicide", "(;SZ[5];B[ba];W[ee];B[ab];W[aa])", game.ErrIllegalMove, "suicide"},
		{"after the end", "(;SZ[5];B[ab];W[aa];B[ba];W[ee])", game.ErrIllegalMove, "the game is over"},
		{"a pass", "(;SZ[5];B[aa];W[])", game.ErrIllegalMove, "passing is not allowed"},
		{"the wrong side", "(;SZ[5];B[aa];B[bb])", game.ErrIllegalMove, "it is white's turn"},
		{"a large board", "(;SZ[25];B[aa])", game.ErrRecord, "SZ[25]"},
		{"no square", "(;SZ[9:13];B[aa])", game.ErrRecord, "SZ[9:13]"},
		{"a point outside", "(;SZ[5];B[zz])", game.ErrRecord, "B[zz]"},
		{"a target", "(;SZ[5]RU[Capture-99];B[aa])", game.ErrRecord, "Capture-99"},
		{"after the end by RU", "(;SZ[5]RU[Capture-1];B[ab];W[aa];B[ba];W[ee])", game.ErrIllegalMove, "state them as target"},
		{"after two passes", "(;SZ[5]RU[Capture-1];B[cc];W[cb];B[];W[];B[aa])", game.ErrIllegalMove, "move 5: game: illegal move: black A5: the game is over: two passes"},
		{"ordinary Go", "(;SZ[9]RU[Japanese]KM[6.5];B[ee];W[ce])", ErrOptions, "RU[Japanese], which is not Capture Go, expected target"},
		{"not said", "(;SZ[9];B[ee];W[ce])", ErrOptions, "does not say that it is Capture Go, expected target"},
		{"Capture Go to what?", "(;SZ[9]GC[Capture Go];B[ee];W[ce])", ErrOptions, "how many stones win, expected target"},
		{"two targets", "(;SZ[9]RU[Capture-1]GC[first to capture 5 wins];B[ee];W[ce])", game.ErrRecord, "expected the same"},
		{"another game", "(;GM[2];B[aa])", game.ErrRecord, "GM[2]"},
		{"no UTF-8", "(;SZ[5]CA[UTF-8]C[\xff];B[aa])", game.ErrRecord, "charset"},
		{"deep", strings.Repeat("(;", 50_000), game.ErrRecord, "line 1"},
		{"huge", huge, game.ErrRecord, "nodes"},
		{"cut off", short5[:60], game.ErrRecord, "the end of the file"},
	} {
		o := quick("black")
		if row.name == "after two passes" {
			o.Pass = "free"
		}
		_, err := Review(context.Background(), []byte(row.sgf), o)
		if !errors.Is(err, row.want) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %.300v; want %v that says %q", row.name, err, row.want, row.says)
		}
	}
}

func TestReview_targetAndRules(t *testing.T) {
	o := quick("black")
	o.Target, o.Range = &Target{3, 2}, &Range{1, 1}
	r := mustReview(t, short5, o)
	if r.Game.Target != [2]int{3, 2} {
		t.Errorf("targets %v, want those asked for", r.Game.Target)
	}
	// What the record says stays, whatever the caller knows better.
	if text, err := r.SGF(); err != nil || !bytes.Contains(text, []byte("RU[Capture-1]")) {
		t.Errorf("%s %v", text, err)
	}
	o.Target = &Target{3, 3}
	r = mustReview(t, "(;SZ[5]RU[Japanese]KM[6.5]RE[W+R];B[be];W[cc])", o)
	text, err := r.SGF()
	for _, kept := range []string{"RU[Japanese]", "KM[6.5]", "RE[W+R]", "GC[Capture Go: the first to capture 3 stones wins.]"} {
		if err != nil || !bytes.Contains(text, []byte(kept)) {
			t.Errorf("no %s (%v) in\n%s", kept, err, text)
		}
	}
	o.Target = nil
	if r = mustReview(t, string(text), o); r.Game.Target != [2]int{3, 3} {
		t.Errorf("reviewed again: targets %v", r.Game.Target)
	}
	if r = mustReview(t, "(;SZ[5]GC[first to capture 5 wins];B[be];W[cc])", o); r.Game.Target != [2]int{5, 5} {
		t.Errorf("targets %v, want 5", r.Game.Target)
	}
	o = quick("black")
	o.Pass, o.Range = "free", &Range{1, 2}
	if r := mustReview(t, "(;SZ[5]RU[Capture-1];B[cc];W[];B[bb];W[];B[])", o); len(r.Moves) != 3 || r.Moves[2].Move != "pass" {
		t.Errorf("%+v", r.Moves)
	}
}

func TestParseOptions(t *testing.T) {
	o, err := ParseOptions([]byte(`{"user": "white", "effort": "deep", "visits": 50, "target": [1, 2], "range": [2, 3], "demonstrate": [1]}`))
	if err != nil || o.Visits != 50 || o.TargetVisits != 4*1200 || *o.Target != (Target{1, 2}) || *o.Range != (Range{2, 3}) || o.TargetTime != 20 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, text := range []string{``, `{}`, `{"user": "red"}`, `{"user": "black", "visit": 1}`, `{"user": "black", "visits": 1}`, `{"user": "black", "range": [3, 2]}`,
		`{"user": "black", "range": 3}`, `{"user": "black", "target": 21}`, `{"user": "black", "target": [1]}`, `{"user": "black", "effort": "huge"}`,
		`{"user": "black", "mistake": 30}`, `{"user": "black", "language": "de"}`, `{"user": "black"} {}`, `[]`, `{"user": "black", "width": 1.5}`} {
		if _, err := ParseOptions([]byte(text)); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v, want ErrOptions", text, err)
		}
	}
}

func TestParseOptions_saysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		`{"user": "black", "threshold": "x"}`: `threshold is "x", expected a number`,
		`{"user": "black", "visits": 1.5}`:    `visits is 1.5, expected a whole number`,
		`{"user": 1}`:                         `user is 1, expected one of "black", "white"`,
		`{"user": "black", "demonstrate": 3}`: `demonstrate is 3, expected a list`,
		`{"user": "black", "range": 3}`:       `range is 3, expected a list of the first move's number and the last's`,
		`{"user": "black", "target": "x"}`:    `target is "x", expected a number of stones, or a list of black's and white's`,
		`{"user": "black", "seed": -1}`:       `seed is -1, expected a whole number from 0 to 18446744073709551615`,
		`{"user": "black", "visit": 1}`:       `no option "visit", did you mean "visits"? Expected one of blunder, clear_loss, `,
		`[]`:                                  `options are [], expected a JSON object`,
		`{"user"`:                             `options are {"user", expected a JSON object with its end`,
	} {
		if _, err := ParseOptions([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "review: bad option: "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestReview_demonstratesAnalysedMovesOnly(t *testing.T) {
	for _, number := range []int{0, -1, 1, 6, 99} {
		o := quick("black")
		o.Range, o.Demonstrate = &Range{2, 5}, []int{2, number}
		_, err := Review(context.Background(), []byte(short5), o)
		if want := fmt.Sprintf("demonstrate has %d, expected numbers of moves that are analysed, 2 to 5 here", number); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	o := quick("black")
	o.Demonstrate = []int{short5Review(t).BadMoves[0].Number, 5}
	for i, b := range mustReview(t, short5, o).BadMoves {
		if (len(b.Demonstration) > 0) != (i == 0 || b.Number == 5) {
			t.Errorf("demonstrated %v: %+v", o.Demonstrate, b)
		}
	}
}

func TestReview_noSuchGameOrNet(t *testing.T) {
	o := quick("black")
	o.Game = 2
	if _, err := Review(context.Background(), []byte(short5), o); !errors.Is(err, ErrOptions) {
		t.Errorf("the second of one game: %v", err)
	}
	if r := mustReview(t, "(;SZ[5]RU[Capture-1];B[aa])"+short5, o); len(r.Moves) != 5 {
		t.Errorf("the second of two games has %d moves, want 5", len(r.Moves))
	}
	o.Game, o.Net = 1, "/nowhere/to/be/found"
	if _, err := Review(context.Background(), []byte(short5), o); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such network: %v", err)
	}
}

func TestWork_tellsHowFarItIs(t *testing.T) {
	j := job.Start(Work([]byte(short5), quick("black")))
	<-j.Done()
	text, err := j.Result()
	if err != nil || !bytes.Equal(text, short5Review(t).JSON()) {
		t.Errorf("%v: %.200s", err, text)
	}
	if i := j.Info(); i.Progress.Done != i.Total || i.Total < 5 || i.Events < 5 {
		t.Errorf("%+v", i)
	}
}

// A target that the record's position contradicts is refused, not ignored.
func TestReview_aTargetBesideAPosition(t *testing.T) {
	b, err := capturego.New("..O../.OXO./..X../5/5 X 3 3 1 1 -", capturego.DefaultOptions(), true)
	if err != nil || game.PlayLine(b, []string{"A1", "E1", "B1"}) != nil {
		t.Fatal(err)
	}
	o := quick("black")
	o.Target = &Target{5, 5}
	if _, err := Review(context.Background(), []byte(written(t, b)), o); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "target is [5,5], expected [3 3]") {
		t.Errorf("%v, want ErrOptions that names the target", err)
	}
	o.Target = &Target{3, 3}
	if r, err := Review(context.Background(), []byte(written(t, b)), o); err != nil || r.Game.Target != [2]int{3, 3} {
		t.Errorf("the target of the position: %v", err)
	}
}

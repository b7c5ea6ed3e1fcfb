package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/tables"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/surakarta"
)

// surakartaBoard sets a board up and plays moves on it.
func surakartaBoard(t *testing.T, rules, position string, moves ...string) *surakarta.Board {
	t.Helper()
	b, err := game.New("surakarta", game.Setup{Position: position, Rules: []byte(rules)})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatal(err)
	}
	return b.(*surakarta.Board)
}

func tableEngine(t *testing.T, change func(o *Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB = 1
	if change != nil {
		change(&o)
	}
	e, err := New("surakarta", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func searchDepth(t *testing.T, e Engine, b game.Board, depth, lines int) Result {
	t.Helper()
	l := DefaultLimits()
	l.Depth, l.Lines = depth, lines
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const (
	basic    = `{"rule_set":"basic"}`
	olympiad = `{"rule_set":"olympiad"}`
)

// scattered is a board with that many pieces on random points.
func scattered(t *testing.T, r *rand.Rand, rules string, black, white int) *surakarta.Board {
	t.Helper()
	for {
		cells := []byte(strings.Repeat(".", 36))
		for i, p := range r.Perm(36)[:black+white] {
			cells[p] = 'b'
			if i >= black {
				cells[p] = 'w'
			}
		}
		var rows []string
		for i := 0; i < 36; i += 6 {
			rows = append(rows, string(cells[i:i+6]))
		}
		b := surakartaBoard(t, rules, strings.Join(rows, "/")+" b")
		if _, over := b.Outcome(); !over {
			return b
		}
	}
}

// Whatever the defender plays, and however the game came there, a proven result
// comes true under the rules, and an end no later than said.
func TestSurakartaTables_keepTheirWord(t *testing.T) {
	e := tableEngine(t, nil)
	r := rand.New(rand.NewPCG(5, 3))
	games := 2000
	if testing.Short() {
		games = 200
	}
	seen := map[string]int{}
	for i := range games {
		b := scattered(t, r, []string{basic, olympiad}[i%2], 1+r.IntN(3), 1+r.IntN(2))
		// Some moves without a plan, so that there is a counter and a past.
		for range r.IntN(40) {
			m := b.Moves(nil)
			b.Play(m[len(m)-1-r.IntN(min(len(m), 1+r.IntN(len(m))))])
			if _, over := b.Outcome(); over {
				b.Undo()
			}
		}
		first := searchDepth(t, e, b, 4, 1)
		if first.Proven == "" {
			seen["unproven"]++
			continue
		}
		seen[first.Proven]++
		hero, start := b.Turn(), b.Ply()
		if first.Proven == "loss" {
			hero = 1 - hero
		}
		defender := e
		if i%3 > 0 {
			defender = nil // plays at random
		}
		o := playOut(t, r, b, hero, e, defender)
		switch {
		case first.Proven == "draw" && defender != nil && o.Winner != game.Draw,
			first.Proven == "draw" && o.Winner == 1-hero,
			first.Proven != "draw" && o.Winner != hero:
			t.Errorf("%s, %s: proven %q in %d, but it ends %+v", b.Initial(), game.PlayedTexts(b), first.Proven, first.Plies, o)
		case first.Plies > 0 && (b.Ply()-start > first.Plies || defender != nil && b.Ply()-start != first.Plies):
			t.Errorf("%s, %s: proven %q in %d, took %d", b.Initial(), game.PlayedTexts(b), first.Proven, first.Plies, b.Ply()-start)
		}
	}
	for _, what := range []string{"win", "draw", "loss"} {
		if seen[what] == 0 {
			t.Errorf("no proven %s among %v", what, seen)
		}
	}
}

// playOut plays to the end: hero as the engine says, its enemy likewise or, for
// nil, at random.
func playOut(t *testing.T, r *rand.Rand, b *surakarta.Board, hero int, e, enemy Engine) game.Outcome {
	t.Helper()
	for range 600 {
		if o, over := b.Outcome(); over {
			return o
		}
		if b.Turn() != hero && enemy == nil {
			m := b.Moves(nil)
			b.Play(m[r.IntN(len(m))])
			continue
		}
		b.Play(searchDepth(t, e, b, 4, 1).Best)
	}
	// Only basic play without end lasts so long.
	return game.Outcome{Winner: game.Draw, Reason: "endless"}
}

func TestSurakartaTables_counter(t *testing.T) {
	b, plies, capture := slowWin(t, rand.New(rand.NewPCG(1, 1)), olympiad)
	row := strings.Fields(b.Position())[0]
	e := tableEngine(t, nil)
	for _, test := range []struct {
		name   string
		quiet  int
		proven string
	}{
		{"fresh", 0, "win"},
		{"the capture comes on the last ply", 50 - capture, "win"},
		{"the capture comes a ply too late", 50 - capture + 1, ""},
	} {
		b := surakartaBoard(t, olympiad, fmt.Sprintf("%s b %d", row, test.quiet))
		r := searchDepth(t, e, b, 1, 1)
		if r.Proven != test.proven || r.Proven != "" && r.Plies != plies {
			t.Errorf("%s: %q in %d, want %q in %d", test.name, r.Proven, r.Plies, test.proven, plies)
		}
	}
}

// slowWin finds a position of one piece against one, black to move, that is won
// in three plies, so that its one capture is the last of them.
func slowWin(t *testing.T, r *rand.Rand, rules string) (b *surakarta.Board, plies, capture int) {
	t.Helper()
	for {
		b := scattered(t, r, rules, 1, 1)
		if got, ok := probe(tables.Embedded(tables.Olympiad), b); ok && got == (tables.Result{Value: 1, Ends: true, Plies: 3}) {
			return b, 3, 3
		}
	}
}

// A win whose only way passes a position that was played already is not proven:
// the rules end the game there. Black has stepped off the winning way, white has
// waited, and the step back repeats a position.
func TestSurakartaTables_repetition(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	e := tableEngine(t, nil)
	set := tables.Embedded(tables.Olympiad)
	found := 0
	for range 20_000 {
		b := scattered(t, r, olympiad, 2, 2)
		want, _ := probe(set, b)
		if found >= 20 || want.Value < 1 || !want.Ends || want.Plies < 3 {
			continue
		}
		list := candidates(set, b.Clone())
		win := list[0].move
		if list[1].result.Value > 0 || surakarta.IsCapture(win) {
			continue // there is another way
		}
		b.Play(win)
		rows := strings.Fields(b.Position())[0] + " w"
		back := surakarta.Target(win).String() + "-" + surakarta.Source(win).String()
		for _, wait := range b.Moves(nil) {
			text := b.Text(wait)
			if surakarta.IsCapture(wait) {
				continue
			}
			past := surakartaBoard(t, olympiad, rows)
			again := text[3:] + "-" + text[:2]
			if game.PlayLine(past, []string{text, back, again}) != nil {
				continue // black cannot go back, or white not
			}
			found++
			fresh := surakartaBoard(t, olympiad, past.Position())
			if got := searchDepth(t, e, fresh, 1, 1); got.Proven != "win" || got.Plies != want.Plies {
				t.Errorf("%s: %q in %d, want a win in %d", fresh.Position(), got.Proven, got.Plies, want.Plies)
			}
			if got := searchDepth(t, e, past, 1, 1); got.Proven != "" {
				t.Errorf("%s after %v: %q in %d, want nothing proven", rows, game.PlayedTexts(past), got.Proven, got.Plies)
			}
		}
	}
	if found == 0 {
		t.Error("no such position found")
	}
}

func TestSurakartaTables_answerAtOnce(t *testing.T) {
	e := tableEngine(t, nil)
	r := rand.New(rand.NewPCG(7, 7))
	slowest := time.Duration(0)
	for range 50 {
		b := scattered(t, r, olympiad, 3, 2)
		fastest := time.Hour // of a few: others use this machine too
		for range 5 {
			start := time.Now()
			got := searchDepth(t, e, b, NoLimit, 1)
			fastest = min(fastest, time.Since(start))
			if got.Proven == "" || got.Best == game.NoMove || len(got.Lines) != 1 || got.Lines[0].Moves[0] != got.Best {
				t.Fatalf("%s: %+v", b.Position(), got)
			}
		}
		slowest = max(slowest, fastest)
	}
	if slowest > time.Millisecond {
		t.Errorf("an answer took %s, want 1 ms at most", slowest)
	}
}

func TestSurakartaTables_lines(t *testing.T) {
	e := tableEngine(t, nil)
	b := scattered(t, rand.New(rand.NewPCG(9, 9)), olympiad, 2, 2)
	got := searchDepth(t, e, b, 1, 256)
	if len(got.Lines) != len(b.Moves(nil)) {
		t.Errorf("%d lines, want one a move: %d", len(got.Lines), len(b.Moves(nil)))
	}
	for i, line := range got.Lines {
		if i > 0 && line.Score > got.Lines[i-1].Score {
			t.Errorf("line %d scores %d, the one before it %d", i, line.Score, got.Lines[i-1].Score)
		}
		after := b.Clone()
		for _, m := range line.Moves {
			after.Play(m)
		}
		if plies, ok := alphabeta.Proven(line.Score); ok {
			if _, over := after.Outcome(); plies != len(line.Moves) || !over {
				t.Errorf("line %d ends after %d plies (%v), want %d", i, len(line.Moves), over, plies)
			}
		}
	}
}

// A search that is still outside the tables sees their results behind captures.
func TestSurakartaTables_insideTheSearch(t *testing.T) {
	e, held := tableEngine(t, nil), tableEngine(t, func(o *Options) { o.Level = 9 })
	r := rand.New(rand.NewPCG(4, 4))
	set := tables.Embedded(tables.Basic)
	proven, without := 0, 0
	for range 60 {
		b := scattered(t, r, basic, 3, 3)
		best := 0
		for _, m := range b.Captures(nil) {
			b.Play(m)
			if got, ok := probe(set, b); !ok {
				t.Fatalf("%s is not in the tables", b.Position())
			} else if got.Value < 0 && (best == 0 || got.Plies+1 < best) {
				best = got.Plies + 1
			}
			b.Undo()
		}
		if best == 0 {
			continue
		}
		got := searchDepth(t, e, b, 2, 1)
		if got.Proven != "win" || got.Plies > best {
			t.Errorf("%s: %q in %d, want a win in %d at most", b.Position(), got.Proven, got.Plies, best)
		}
		proven++
		if searchDepth(t, held, b, 2, 1).Proven == "win" {
			without++
		}
	}
	if proven == 0 || without == proven {
		t.Errorf("%d proven with tables, %d without", proven, without)
	}
}

func TestSurakartaTables_rulesWithout(t *testing.T) {
	e := tableEngine(t, nil)
	for name, rules := range map[string]string{
		"contest": `{"rule_set":"contest"}`, "seed": `{"rule_set":"seed"}`, "own point blocks": `{"start_blocks":true}`,
		"a short limit": `{"no_capture_limit":10}`, "basic with a limit": `{"rule_set":"basic","no_capture_limit":50}`,
		"basic without repetition": `{"rule_set":"basic","repetition_limit":0}`, "basic by count": `{"rule_set":"basic","repetition":"count"}`,
		"basic, no move by count": `{"rule_set":"basic","no_move":"count"}`, "no move loses": `{"no_move":"lose"}`,
		"a repetition is a draw": `{"repetition":"draw"}`, "the limit is a draw": `{"no_capture":"draw"}`,
		"no end": `{"no_capture_limit":0,"repetition_limit":0}`,
	} {
		b := surakartaBoard(t, rules, "b5/6/6/2b3/6/5w b")
		if got := searchDepth(t, e, b, 1, 1); got.Proven == "draw" || got.Proven != "" && got.Plies > 3 {
			t.Errorf("%s: %+v is from a table", name, got)
		}
	}
	for name, rules := range map[string]string{
		"a later repetition": `{"repetition_limit":3}`, "without repetition": `{"repetition_limit":0}`,
		"without a limit": `{"no_capture_limit":0,"no_capture":"draw"}`, "said as it is": `{"repetition":"count","no_capture":"count","no_move":"count"}`,
		"basic, later": `{"rule_set":"basic","repetition_limit":5}`,
	} {
		b := surakartaBoard(t, rules, "b5/6/6/2b3/6/5w b")
		if got := searchDepth(t, e, b, 1, 1); got.Proven == "" {
			t.Errorf("%s: %+v, want what the tables know", name, got)
		}
	}
	weak := tableEngine(t, func(o *Options) { o.Level = 3 })
	b := surakartaBoard(t, basic, "b5/6/6/2b3/6/5w b")
	if got := searchDepth(t, weak, b, 1, 1); got.Plies > 3 || got.Proven == "draw" {
		t.Errorf("level 3: %+v is from a table", got)
	}
}

// A root in a table of values only is searched, and no move that gives its value
// away is played.
func TestSurakartaTables_valuesOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	e := tableEngine(t, nil).(*alphaBeta)
	known := e.analysts[0].(*surakartaAnalyst).tables
	for i, set := range known.sets {
		known.sets[i] = set.WithoutPlies(4)
	}
	searched := 0
	for i := range 40 {
		b := scattered(t, r, []string{basic, olympiad}[i%2], 2+i/2%2, 3-i/2%2)
		truth, _ := probe(tables.Embedded(tables.Rules(i%2)), b)
		got := searchDepth(t, e, b, 2, 1)
		if want := proven(truth); got.Proven != want {
			t.Errorf("%s: %q, want %q", b.Position(), got.Proven, want)
		}
		if got.Depth > 1 {
			searched++
		}
		b.Play(got.Best)
		if next, ok := probe(tables.Embedded(tables.Rules(i%2)), b); ok && -next.Value != truth.Value {
			t.Errorf("%s: the best move makes %d of %d", b.Position(), -next.Value, truth.Value)
		}
	}
	if searched == 0 {
		t.Error("no root was searched")
	}
}

func TestSurakartaTables_folder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tables")
	o := DefaultTableOptions()
	o.Largest = "2v1"
	last := 0
	if err := BuildTables(context.Background(), "surakarta", folder, o, func(done, total int) { last = total - done }); err != nil || last != 0 {
		t.Fatalf("built up to %d before the end, %v", last, err)
	}
	b := surakartaBoard(t, olympiad, "b5/6/6/2b3/6/5w b")
	with := func(o *Options) { o.Tables = folder }
	if got := searchDepth(t, tableEngine(t, with), b, 1, 1); got.Note != "" || got.Proven == "" {
		t.Errorf("good tables: %+v", got)
	}
	name := filepath.Join(folder, "olympiad-2v1.table")
	if err := os.Truncate(name, 100); err != nil {
		t.Fatal(err)
	}
	e := tableEngine(t, with)
	got := searchDepth(t, e, b, 1, 1)
	if !strings.Contains(got.Note, name) || got.Proven == "" || !strings.Contains(string(got.JSON(b)), `"note":"endgame tables`) {
		t.Errorf("a table cut short: %s", got.JSON(b))
	}
	if got := searchDepth(t, e, b, 1, 1); got.Note != "" {
		t.Errorf("said twice: %q", got.Note)
	}
	folder = filepath.Join(folder, "none")
	if got := searchDepth(t, tableEngine(t, with), surakartaBoard(t, olympiad, ""), 1, 1); !strings.Contains(got.Note, folder) || got.Best == game.NoMove {
		t.Errorf("no folder: %+v", got)
	}
}

func TestBuildTables_badInput(t *testing.T) {
	for name, test := range map[string]struct {
		game, options string
		want          error
	}{
		"a game without":   {"xiangqi", `{}`, ErrUnsupported},
		"no such game":     {"ludus", `{}`, game.ErrUnknownGame},
		"rules without":    {"surakarta", `{"rule_set":"contest"}`, ErrOptions},
		"no such table":    {"surakarta", `{"largest":"5v5"}`, ErrOptions},
		"no worker":        {"surakarta", `{"workers":0}`, ErrOptions},
		"an unknown field": {"surakarta", `{"size":1}`, ErrOptions},
	} {
		o, err := ParseTableOptions([]byte(test.options))
		if err == nil {
			err = BuildTables(context.Background(), test.game, t.TempDir(), o, nil)
		}
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	for _, folder := range []string{"surakarta_tables_test.go", "/proc/none/tables", "/proc/self"} {
		var path *fs.PathError
		if err := BuildTables(context.Background(), "surakarta", folder, DefaultTableOptions(), nil); !errors.As(err, &path) {
			t.Errorf("%s: %v, want the file system's error", folder, err)
		}
	}
}

func TestTableWork_tellsProgress(t *testing.T) {
	o := DefaultTableOptions()
	o.Largest = "1v1"
	j := job.Start(TableWork("surakarta", t.TempDir(), o))
	<-j.Done()
	result, err := j.Result()
	if err != nil || !strings.Contains(string(result), `"rule_set":"olympiad","largest":"1v1"}`) {
		t.Fatalf("%s, %v", result, err)
	}
	if info := j.Info(); info.Done != info.Total || info.Total != 330 {
		t.Errorf("%d of %d, want 330 of 330", info.Done, info.Total)
	}
}

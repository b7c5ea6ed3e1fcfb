package generate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func TestGenerate_countsAddUp(t *testing.T) {
	for _, name := range []string{"mnk", "mnk3"} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions(t, name)
			o.Games = 40
			o.Rules = []byte(`{"insane": 4}`)
			b, s := generated(t, o)
			dropped := int64(0)
			for _, n := range s.Dropped {
				dropped += n
			}
			if s.Games != 40 || !s.Complete || dropped != 40 || s.Duplicates == 0 {
				t.Errorf("summary = %+v, want 40 games, complete, 40 dropped (each game has one position of 4 marks) and some duplicates", s)
			}
			if s.Candidates != s.Positions+s.Duplicates+dropped {
				t.Errorf("%d candidates, but %d positions + %d duplicates + %d dropped", s.Candidates, s.Positions, s.Duplicates, dropped)
			}
			sum, ended := int64(0), int64(0)
			for _, r := range booktest.Records(t, b) {
				sum += r.Count
				if r.Wins+r.Draws+r.Losses+r.Unknown != r.Count {
					t.Errorf("%s: %d wins + %d draws + %d losses, want %d", r.FEN, r.Wins, r.Draws, r.Losses, r.Count)
				}
				if r.Move == nil {
					ended += r.Count
				}
			}
			if sum != s.Candidates-dropped || ended != 40 {
				t.Errorf("records count %d appearances and %d ends, want %d and 40", sum, ended, s.Candidates-dropped)
			}
			won := int64(0)
			for _, n := range s.Wins {
				won += n
			}
			if won+s.Draws+s.Unknown != s.Games {
				t.Errorf("wins %v and %d draws of %d games", s.Wins, s.Draws, s.Games)
			}
		})
	}
}

func TestGenerate_sameForAnyWorkers(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 5} {
		o := fakeOptions(t, "mnk")
		o.Games, o.Workers = 30, workers
		o.Reevaluate = &Reevaluate{Depth: 9, Lines: 2}
		o.Balance = DefaultBalance()
		o.Balance.Band = [2]int{50, 100}
		b, _ := generated(t, o)
		for _, format := range []string{"jsonl", "csv", "epd", "plain"} {
			got := booktest.Export(t, b, format)
			if format != "jsonl" {
				continue
			}
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%d workers: %s differs from that of one", workers, format)
			}
		}
	}
	if strings.Count(want, "\n") < 100 {
		t.Errorf("only %d records", strings.Count(want, "\n"))
	}
}

func TestGenerate_anotherSeedAnotherBook(t *testing.T) {
	var texts []string
	for seed := range uint64(2) {
		o := fakeOptions(t, "mnk")
		o.Seed = &seed
		b, s := generated(t, o)
		if s.Seed != seed {
			t.Errorf("Seed = %d, want %d", s.Seed, seed)
		}
		text := booktest.Export(t, b, "jsonl")
		texts = append(texts, strings.ReplaceAll(text, fmt.Sprintf(`"seed":%d`, seed), `"seed":0`))
	}
	if texts[0] == texts[1] {
		t.Error("two seeds give the same book")
	}
}

func TestGenerate_seedDrawnAndRecorded(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Seed = nil
	b, s := generated(t, o)
	first := booktest.Export(t, b, "jsonl")
	again := fakeOptions(t, "mnk")
	again.Seed = &s.Seed
	b, _ = generated(t, again)
	if booktest.Export(t, b, "jsonl") != first {
		t.Error("the recorded seed does not give the same book")
	}
	if s.Seed >= 1<<53 || b.Seed() != s.Seed {
		t.Errorf("seed %d, the file has %d, want one that every JSON reader holds exactly", s.Seed, b.Seed())
	}
}

func TestGenerate_enginesClearedPerGame(t *testing.T) {
	o := fakeOptions(t, "mnk")
	var made []*booktest.Fake
	o.Engines = func(int) (engine.Engine, error) {
		made = append(made, &booktest.Fake{Label: "fake"})
		return made[len(made)-1], nil
	}
	generated(t, o)
	if len(made) != 4 { // two to try the options, two to play
		t.Fatalf("%d engines made, want 4", len(made))
	}
	for i, f := range made[2:] {
		if f.Cleared != o.Games || !f.Closed {
			t.Errorf("player %d: cleared %d times in %d games, closed %v", i, f.Cleared, o.Games, f.Closed)
		}
	}
}

func TestGenerate_faultyEngineFailsItsGameOnly(t *testing.T) {
	for _, c := range []struct {
		name   string
		break_ func(*booktest.Fake, func(game.Board) bool)
		want   string
	}{
		{"dead", func(f *booktest.Fake, when func(game.Board) bool) {
			f.Fault = func(b game.Board) error {
				if when(b) {
					return errors.New("the process has ended")
				}
				return nil
			}
		}, "bad: the process has ended"},
		{"lying", func(f *booktest.Fake, when func(game.Board) bool) { f.Lie = when }, "bad: illegal move 99"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fakeOptions(t, "mnk")
			o.Games = 30
			o.Engines = func(player int) (engine.Engine, error) {
				f := &booktest.Fake{Label: "good"}
				if player == 1 {
					f.Label = "bad"
					c.break_(f, func(b game.Board) bool { return b.Position()[4] == 'x' }) // a cross in the middle
				}
				return f, nil
			}
			b, s := generated(t, o)
			if s.Failed == 0 || s.Failed == 30 || s.Games != 30 {
				t.Fatalf("%d of %d games failed, want some of 30", s.Failed, s.Games)
			}
			if int64(len(s.Failures)) != s.Failed || !strings.HasPrefix(s.Failures[0].Error, c.want) {
				t.Errorf("failures = %+v, want %d that begin with %q", s.Failures, s.Failed, c.want)
			}
			for _, r := range booktest.Records(t, b) {
				for _, f := range s.Failures {
					if r.Game == f.Game {
						t.Fatalf("record of the failed game %d", f.Game)
					}
				}
			}
		})
	}
}

func TestGenerate_everyGameFails(t *testing.T) {
	for _, tree := range []*Breadth{nil, breadth(2, 3, false)} {
		o := fakeOptions(t, "mnk")
		o.Games, o.Breadth, o.Reevaluate = 1, tree, &Reevaluate{Depth: 3, Lines: 1}
		o.Engines = func(int) (engine.Engine, error) {
			return &booktest.Fake{Label: "bad", Fault: func(b game.Board) error {
				if len(b.Played(nil)) > 0 {
					return errors.New("the process has ended")
				}
				return nil
			}}, nil
		}
		for _, resume := range []bool{false, true} {
			o.Resume = resume
			s, err := Book(t.Context(), o, nil)
			if !errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), "bad: the process has ended") {
				t.Errorf("breadth %v, resume %v: err = %v, want ErrFailed that names the fault", tree, resume, err)
			}
			if s.Failed != s.Games || s.Games == 0 || s.Complete || s.Positions != 0 {
				t.Errorf("breadth %v, resume %v: %s, want every game failed and the book not complete", tree, resume, s.JSON())
			}
		}
	}
}

func TestGenerate_triesTheEngines(t *testing.T) {
	never := func(game.Board) error { return errors.New("not this game") }
	for _, c := range []struct {
		name string
		who  int
		want string
	}{{"a player", 1, "players[1]: bad: not this game"}, {"the judge", Judge, "reevaluate.engine: bad: not this game"}} {
		o := fakeOptions(t, "mnk")
		o.Reevaluate = &Reevaluate{Depth: 3, Lines: 1}
		o.Initial = Initial{Positions: []string{"xxxoo.... 1", "xo....... 0"}} // the first one is over
		o.Engines = func(who int) (engine.Engine, error) {
			f := &booktest.Fake{Label: "good"}
			if who == c.who {
				f.Label, f.Fault = "bad", never
			}
			return f, nil
		}
		if _, err := Book(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), c.want) || booktest.Exists(o.Out) {
			t.Errorf("%s: err = %v, file %v, want %q and no file", c.name, err, booktest.Exists(o.Out), c.want)
		}
	}
	// As many lines as will be asked for, but a cheap search.
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   int
	}{
		{"top_k", func(o *Options) { o.TopK = 4 }, 4},
		{"breadth", func(o *Options) { o.Games, o.Breadth = 1, breadth(2, 2, false) }, 2},
		{"ranks", func(o *Options) { o.Balance = DefaultBalance(); o.Balance.Rank = &Rank{[2]int{1, 3}, [2]int{2, 5}} }, 5},
		{"ranks with breadth", func(o *Options) {
			o.Games, o.Breadth = 1, breadth(3, 2, false)
			o.Balance = DefaultBalance()
			o.Balance.Rank = &Rank{[2]int{1, 1}, [2]int{2, 2}}
		}, 4},
	} {
		o := fakeOptions(t, "mnk")
		c.change(&o)
		f := &booktest.Fake{Label: "fake"}
		o.Engines = func(int) (engine.Engine, error) { return f, nil }
		if _, err := Book(t.Context(), o, nil); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if tried := f.Calls[0]; tried.Lines != c.want || tried.Depth != 1 {
			t.Errorf("%s: tried with %+v, want %d lines at depth 1", c.name, tried, c.want)
		}
	}
}

func TestGenerate_existingFileIsLeftAlone(t *testing.T) {
	o := fakeOptions(t, "mnk")
	if err := os.WriteFile(o.Out, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, book.ErrExists) {
		t.Errorf("err = %v, want ErrExists", err)
	}
	o.Resume = true
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, book.ErrNoBook) {
		t.Errorf("resume: err = %v, want ErrNoBook", err)
	}
	if text, _ := os.ReadFile(o.Out); string(text) != "mine" {
		t.Errorf("the file is now %q", text)
	}
}

func TestCheckOut(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "there")
	if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		out    string
		resume bool
		want   error
	}{
		{filepath.Join(dir, "new"), false, nil},
		{filepath.Join(dir, "new"), true, nil},
		{file, true, nil},
		{file, false, book.ErrExists},
		{filepath.Join(dir, "none", "new"), false, os.ErrNotExist},
		{filepath.Join(dir, "none", "new"), true, book.ErrFile},
		{filepath.Join(file, "new"), true, book.ErrFile},
	} {
		o := fakeOptions(t, "mnk")
		o.Out, o.Resume = row.out, row.resume
		err := o.CheckOut()
		if !errors.Is(err, row.want) {
			t.Errorf("%s, resume %v: %v, want %v", row.out, row.resume, err, row.want)
		}
		if err == nil {
			continue
		}
		if _, late := Book(t.Context(), o, nil); late == nil {
			t.Errorf("%s, resume %v: the job took it", row.out, row.resume)
		}
	}
}

func TestGenerate_unwritable(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Out = filepath.Join(t.TempDir(), "none", "book.qkb")
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, book.ErrFile) || !strings.Contains(err.Error(), o.Out) {
		t.Errorf("err = %v, want ErrFile that names %s", err, o.Out)
	}
}

func TestGenerate_refusedEngines(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "clock", Once: true}, nil }
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, ErrNotRepeatable) || !strings.Contains(err.Error(), "clock") {
		t.Errorf("err = %v, want ErrNotRepeatable that names the engine", err)
	}
	if _, err := os.Stat(o.Out); !os.IsNotExist(err) {
		t.Error("a file was made")
	}
	o.Repeatable = false
	if _, s := generated(t, o); s.Repeatable {
		t.Error("the book calls itself repeatable")
	}
}

func TestGenerate_cancelKeepsAndResumes(t *testing.T) {
	want := func() string {
		o := fakeOptions(t, "mnk")
		o.Games, o.Reevaluate = 20, &Reevaluate{Depth: 9, Lines: 1}
		b, _ := generated(t, o)
		return booktest.Export(t, b, "jsonl")
	}()
	for _, at := range []int64{0, 9, 25, 44} { // steps of 60: while playing, and while evaluating
		o := fakeOptions(t, "mnk")
		o.Games, o.Reevaluate, o.Workers = 20, &Reevaluate{Depth: 9, Lines: 1}, 2
		ctx, cancel := context.WithCancel(t.Context())
		o.Engines = cancelling(o.Out, at, cancel)
		s, err := Book(ctx, o, nil)
		cancel()
		if !errors.Is(err, context.Canceled) || s.Complete {
			t.Fatalf("at %d: err = %v, complete %v, want Canceled and false", at, err, s.Complete)
		}
		b := booktest.Open(t, o.Out)
		for _, r := range booktest.Records(t, b) { // what is there is whole
			if len(r.Moves) != r.Ply {
				t.Fatalf("at %d: %d moves at ply %d", at, len(r.Moves), r.Ply)
			}
		}
		if _, err := b.AddGamesFrom(t.Context(), strings.NewReader(""), nil); !errors.Is(err, book.ErrUnfinished) {
			t.Errorf("at %d: AddGames: err = %v, want ErrUnfinished", at, err)
		}
		o = fakeOptions(t, "mnk")
		o.Out, o.Resume, o.Games, o.Reevaluate, o.Seed = b.Path(), true, 20, &Reevaluate{Depth: 9, Lines: 1}, nil
		b, s = generated(t, o)
		if got := booktest.Export(t, b, "jsonl"); got != want {
			t.Errorf("at %d: the resumed book differs", at)
		}
		if s.Games != 20 || !s.Complete {
			t.Errorf("at %d: summary = %+v", at, s)
		}
	}
}

// cancelling makes fakes that cancel the job once so many searches were made.
func cancelling(_ string, at int64, cancel func()) func(int) (engine.Engine, error) {
	searches := make(chan struct{}, 1<<20)
	return func(player int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Fault: func(game.Board) error {
			searches <- struct{}{}
			if int64(len(searches)) > 5*at { // about eight searches a game
				cancel()
			}
			return nil
		}}, nil
	}
}

func TestGenerate_resumeNeedsTheSameOptions(t *testing.T) {
	o := fakeOptions(t, "mnk")
	generated(t, o)
	for _, c := range []struct {
		key    string
		change func(*Options)
	}{
		{"top_k", func(o *Options) { o.TopK = 2 }},
		{"games", func(o *Options) { o.Games-- }},
		{"seed", func(o *Options) { seed := uint64(8); o.Seed = &seed }},
		{"depth", func(o *Options) { o.Depth.Mean++ }},
		{"initial", func(o *Options) { o.Initial.Positions = []string{"x........ 1 1"} }},
	} {
		p := o
		p.Resume = true
		c.change(&p)
		if _, err := Book(t.Context(), p, nil); !errors.Is(err, ErrResume) || !strings.Contains(err.Error(), c.key) {
			t.Errorf("%s: err = %v, want ErrResume that names it", c.key, err)
		}
	}
	p := o
	p.Resume, p.Workers = true, 3
	if s, err := Book(t.Context(), p, nil); err != nil || !s.Complete {
		t.Errorf("the same options: %v, %+v", err, s)
	}
}

func TestGenerate_progressNeverGoesBack(t *testing.T) {
	for _, tree := range []*Breadth{nil, breadth(3, 3, false)} {
		o := fakeOptions(t, "mnk")
		if o.Games = 50; tree != nil {
			o.Games = 1
		}
		o.Breadth, o.Reevaluate = tree, &Reevaluate{Depth: 3, Lines: 1}
		var last book.Progress
		calls := 0
		if _, err := Book(t.Context(), o, func(p book.Progress) {
			if p.Done < last.Done || p.Done > p.Total {
				t.Errorf("%+v after %+v", p, last)
			}
			last = p
			calls++
		}); err != nil {
			t.Fatal(err)
		}
		if last.Done != last.Total || last.Done == 0 || calls < 3 || last.Phase != PhaseEvaluate {
			t.Errorf("breadth %v: last of %d calls = %+v", tree, calls, last)
		}
	}
}

func TestGenerate_manyInitialPositions(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Initial.Positions = []string{"x........ 1 1", "....x.... 1 1"}
	o.Games = 3
	b, s := generated(t, o)
	if s.Games != 6 {
		t.Errorf("%d games, want 3 from each of 2", s.Games)
	}
	starts := map[string]int{}
	for _, r := range booktest.Records(t, b) {
		starts[r.Initial]++
		if want := o.Initial.Positions[r.Game/3]; r.Initial != want {
			t.Errorf("game %d starts at %q, want %q", r.Game, r.Initial, want)
		}
	}
	if len(starts) != 2 {
		t.Errorf("records from %v", starts)
	}
}

// A balance by a network needs a player that has one.
func TestGenerate_balanceWithoutANetwork(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Balance = DefaultBalance()
	o.Balance.Evaluator = EvaluatorNNUE
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, engine.ErrUnsupported) || !strings.Contains(err.Error(), "expected one that does") {
		t.Errorf("err = %v, want engine.ErrUnsupported", err)
	}
	if booktest.Exists(o.Out) {
		t.Error("a file was made")
	}
}

func TestSummary_isReadBack(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, s := generated(t, o)
	stats, err := b.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(stats.Summary, s) {
		t.Errorf("Stats().Summary = %+v, want %+v", stats.Summary, s)
	}
}

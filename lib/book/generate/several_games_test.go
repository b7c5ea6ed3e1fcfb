package generate

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	_ "qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
)

// severalGames are the games of these tests, with their rules.
var severalGames = map[string]string{
	"chess": "", "gomoku": "", "chinesecheckers": `{"players": 3}`, "ludo": `{"players": 3}`,
}

// severalOptions is a short job of a game.
func severalOptions(t *testing.T, name, rules string) Options {
	return gameOptions(t.TempDir()+"/book.qkb", name, rules)
}

func gameOptions(out, name, rules string) Options {
	o := DefaultOptions()
	o.Game, o.Rules, o.Out = name, []byte(rules), out
	seed := uint64(11)
	o.Seed, o.Workers, o.Games, o.TopK, o.MaxPlies = &seed, 1, 4, 2, 16
	o.Reevaluate = nil
	o.Depth.Distribution, o.Depth.Depths = DistributionList, []int{1, 2}
	o.Engines = func(int) (engine.Engine, error) { return engine.New(name, engine.DefaultOptions()) }
	return o
}

// A job gives the same bytes with one worker, with two, and when it was stopped after each
// of its games and gone on with.
func TestGenerate_sameBytesOfEveryGame(t *testing.T) {
	for name, rules := range severalGames {
		t.Run(name, func(t *testing.T) {
			o := severalOptions(t, name, rules)
			b, _ := generated(t, o)
			want := booktest.Export(t, b, "jsonl")
			if strings.Count(want, "\n") < 20 {
				t.Fatalf("few records: %.300s", want)
			}
			o = severalOptions(t, name, rules)
			o.Workers = 2
			b, _ = generated(t, o)
			if booktest.Export(t, b, "jsonl") != want {
				t.Error("two workers make another book than one")
			}
			o = severalOptions(t, name, rules)
			o.Resume = true
			stops := 0
			for ; ; stops++ {
				ctx, stop := context.WithCancel(t.Context())
				left := 25 // searches of this life
				o.Engines = func(int) (engine.Engine, error) {
					e, err := engine.New(name, engine.DefaultOptions())
					return &mortal{e, &left, stop}, err
				}
				_, err := Book(ctx, o, nil)
				stop()
				if err == nil {
					break
				}
				if stops > 20 {
					t.Fatal(err)
				}
			}
			if stops == 0 {
				t.Error("the job was never stopped")
			}
			if booktest.Export(t, booktest.Open(t, o.Out), "jsonl") != want {
				t.Error("a job that was stopped makes another book")
			}
		})
	}
}

// A job that is killed while it plays and while it re-evaluates, and gone on with by a process
// after the other, makes the book of one run, in every game.
func TestGenerate_everyGameKilled(t *testing.T) {
	for name, rules := range severalGames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := reevaluated(t.TempDir()+"/whole.qkb", name, rules)
			b, _ := generated(t, o)
			want := booktest.Export(t, b, "jsonl")
			out := t.TempDir() + "/killed.qkb"
			for _, searches := range []string{"9", "16", ""} {
				child := childOf(out, name)
				child.Env = append(child.Env, killedOut+"_SEARCHES="+cmp.Or(searches, "all"))
				var said strings.Builder
				child.Stderr = &said
				whole, err := ended(child.Run(), &said)
				if err != nil || whole != (searches == "") {
					t.Fatalf("a job to be killed after %q searches: whole %v, %v", searches, whole, err)
				}
			}
			if booktest.Export(t, booktest.Open(t, out), "jsonl") != want {
				t.Error("a job that was killed twice makes another book")
			}
		})
	}
}

// reevaluated is a short job of a game with two workers and a re-evaluation.
func reevaluated(out, name, rules string) Options {
	o := gameOptions(out, name, rules)
	o.Workers, o.Games, o.Resume = 2, 3, true
	o.Reevaluate = &Reevaluate{Depth: 2, Lines: 1}
	return o
}

// killedGame is reevaluated in a process that kills itself by SIGKILL in the middle of a
// search, the one after so many, "all" for never.
func killedGame(out, name, searches string) Options {
	o := reevaluated(out, name, severalGames[name])
	most, err := strconv.ParseInt(searches, 10, 64)
	if err != nil {
		return o
	}
	var done atomic.Int64
	o.Engines = func(int) (engine.Engine, error) {
		e, err := engine.New(name, engine.DefaultOptions())
		return &fatal{e, &done, most}, err
	}
	return o
}

// fatal is an engine whose search after so many kills the process.
type fatal struct {
	engine.Engine
	done *atomic.Int64
	most int64
}

func (f *fatal) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	if f.done.Add(1) > f.most {
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		if err != nil {
			return engine.Result{}, err
		}
	}
	return f.Engine.Search(ctx, b, l)
}

// mortal is an engine that ends the job when it has searched so often.
type mortal struct {
	engine.Engine
	left *int
	end  func()
}

func (m *mortal) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	if *m.left--; *m.left < 0 {
		m.end()
	}
	return m.Engine.Search(ctx, b, l)
}

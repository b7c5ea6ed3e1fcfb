package generate

import (
	"context"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	_ "qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
)

// severalOptions is a short job of a game.
func severalOptions(t *testing.T, name, rules string) Options {
	o := DefaultOptions()
	o.Game, o.Rules, o.Out = name, []byte(rules), t.TempDir()+"/book.qkb"
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
	for name, rules := range map[string]string{
		"chess": "", "gomoku": "", "chinesecheckers": `{"players": 3}`, "ludo": `{"players": 3}`,
	} {
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

package generate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// growths are small jobs and what they grow to.
var growths = []struct {
	name   string
	small  func(*Options)
	larger []func(*Options) // one after the other
	saves  int              // percent of the searches that the larger job is spared at least
}{
	{"games", func(o *Options) { o.Games = 20 }, []func(*Options){func(o *Options) { o.Games = 30 }}, 50},
	{"games, cut off and balanced", func(o *Options) {
		o.Games, o.MaxPlies, o.Balance = 20, 4, DefaultBalance()
		o.Balance.Band = [2]int{50, 100}
	}, []func(*Options){func(o *Options) { o.Games = 30 }}, 50},
	{"games of several positions", func(o *Options) {
		o.Games, o.MaxPlies, o.Initial.Positions = 8, 4, []string{"", "x........ 1 1", "....x.... 1 1"}
	}, []func(*Options){func(o *Options) { o.Games = 12 }}, 50},
	{"games of several positions, not searched again", func(o *Options) {
		o.Games, o.MaxPlies, o.Initial.Positions, o.Reevaluate = 8, 4, []string{"", "x........ 1 1"}, nil
	}, []func(*Options){func(o *Options) { o.Games = 12 }}, 50},
	{"games of several positions, searched by the depths drawn", func(o *Options) {
		o.Games, o.MaxPlies, o.Initial.Positions = 2, 4, []string{"", "x........ 1 1", ".x....... 1 1", "....x.... 1 1"}
		o.Reevaluate = &Reevaluate{Deeper: 2, Lines: 2}
	}, []func(*Options){func(o *Options) { o.Games = 12 }}, 5},
	{"positions", func(o *Options) { o.Games, o.Initial.Positions = 8, []string{""} },
		[]func(*Options){func(o *Options) { o.Initial.Positions = []string{"", "x........ 1 1"} }}, 40},
	{"games and positions, twice", func(o *Options) { o.Games, o.Initial.Positions = 4, []string{"", "....x.... 1 1"} },
		[]func(*Options){
			func(o *Options) { o.Games, o.Initial.Positions = 6, []string{"", "....x.... 1 1", "x........ 1 1"} },
			func(o *Options) { o.Games = 9 },
		}, 30},
	{"no duplicates removed", func(o *Options) {
		o.Games, o.Dedupe, o.Initial.Positions = 4, false, []string{"", "x........ 1 1"}
	}, []func(*Options){func(o *Options) { o.Games = 6 }}, 40},
	{"ends alone", func(o *Options) { o.Games, o.Record, o.Distance = 10, RecordEnd, &Span{2, 5} },
		[]func(*Options){func(o *Options) { o.Games = 16 }}, 40},
	{"breadth deeper", func(o *Options) { o.Games, o.Breadth = 1, breadth(3, 3, true) },
		[]func(*Options){func(o *Options) { o.Breadth = breadth(3, 4, true) }}, 20},
	{"breadth wider", func(o *Options) { o.Games, o.Breadth = 1, breadth(2, 3, false) },
		[]func(*Options){func(o *Options) { o.Breadth = breadth(3, 3, false) }}, 5},
	{"breadth of more positions, deeper", func(o *Options) { o.Games, o.Breadth = 1, breadth(3, 3, false) },
		[]func(*Options){func(o *Options) {
			o.Breadth, o.Initial.Positions = breadth(3, 4, false), []string{"", "x........ 1 1"}
		}}, 10},
	{"by score", func(o *Options) { o.Games, o.Breadth = 1, best(OrderScore, 21, true) },
		[]func(*Options){func(o *Options) { o.Breadth = best(OrderScore, 50, true) }, func(o *Options) { o.Breadth = best(OrderScore, 64, true) }}, 25},
	{"by visits", func(o *Options) { o.Games, o.Breadth = 1, best(OrderVisits, 30, false) },
		[]func(*Options){func(o *Options) {
			o.Breadth, o.Initial.Positions = best(OrderVisits, 40, false), []string{"", "....x.... 1 1"}
		}}, 20},
}

func best(order Order, positions int, merge bool) *Breadth {
	b := DefaultBreadth()
	b.Order, b.Positions, b.Merge = order, positions, merge
	return b
}

// counted counts the searches of a job, and cancels it after so many; 0 for never.
func counted(o *Options, searches *atomic.Int64, most int64, cancel func()) {
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Fault: func(game.Board) error {
			if n := searches.Add(1); most > 0 && n > most {
				cancel()
			}
			return nil
		}}, nil
	}
}

func TestGrow_isTheBookMadeAtOnce(t *testing.T) {
	for i, c := range growths {
		t.Run(c.name, func(t *testing.T) {
			var first, once, more atomic.Int64
			change := func(o *Options) {
				o.Reevaluate = &Reevaluate{Depth: 9, Lines: 2}
				c.small(o)
			}
			whole := fakeOptions(t, "mnk")
			change(&whole)
			counted(&whole, &once, 0, nil)
			for _, larger := range c.larger {
				larger(&whole)
			}
			b, sum := generated(t, whole)
			want := booktest.Export(t, b, "jsonl")

			o := fakeOptions(t, "mnk")
			o.Workers = 1 + i%2
			change(&o)
			counted(&o, &first, 0, nil)
			generated(t, o)
			counted(&o, &more, 0, nil)
			o.Resume, o.Seed = true, nil
			for _, larger := range c.larger {
				larger(&o)
				b, _ = generated(t, o)
			}
			if got := booktest.Export(t, b, "jsonl"); got != want {
				t.Errorf("the grown book differs from the one made at once: %s", difference(got, want))
			}
			s, err := b.Stats(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if s.Path = sum.Path; fmt.Sprint(s.Summary) != fmt.Sprint(sum) {
				t.Errorf("summary = %+v, want %+v", s.Summary, sum)
			}
			if spared := 100 - 100*int(more.Load())/int(once.Load()); spared < c.saves {
				t.Errorf("%d searches at once, %d and %d when grown: %d %% spared, want %d", once.Load(), first.Load(), more.Load(), spared, c.saves)
			}
		})
	}
}

// difference is the first line in which texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nwant\n%s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

func TestGrow_cancelledAnywhere(t *testing.T) {
	for _, c := range growths {
		if testing.Short() && !strings.HasPrefix(c.name, "by") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			o := fakeOptions(t, "mnk")
			o.Reevaluate = &Reevaluate{Depth: 9, Lines: 1}
			c.small(&o)
			all := o
			for _, larger := range c.larger {
				larger(&all)
			}
			all.Out += ".whole"
			b, _ := generated(t, all)
			want := booktest.Export(t, b, "jsonl")
			all.Out, all.Resume, all.Workers = o.Out, true, 2
			var none atomic.Int64
			counted(&o, &none, 40, func() {})
			generated(t, o)
			stops := 0
			for most := int64(3); ; most += 9 {
				var searches atomic.Int64
				ctx, cancel := context.WithCancel(t.Context())
				counted(&all, &searches, most, cancel)
				_, err := Book(ctx, all, nil)
				cancel()
				if err == nil {
					break
				}
				if stops++; !errors.Is(err, context.Canceled) {
					t.Fatalf("after %d stops: %v", stops, err)
				}
				if b := booktest.Open(t, o.Out); stops == 1 && len(booktest.Records(t, b)) == 0 {
					t.Error("the book is empty while it grows")
				}
			}
			if got := booktest.Export(t, booktest.Open(t, o.Out), "jsonl"); got != want || stops < 2 {
				t.Errorf("after %d stops the book differs: %s", stops, difference(got, want))
			}
		})
	}
}

func TestGrow_whatMayNotChange(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Initial.Positions = []string{"", "x........ 1 1"}
	generated(t, o)
	tree := fakeOptions(t, "mnk")
	tree.Games, tree.Breadth = 1, breadth(3, 2, false)
	generated(t, tree)
	for _, c := range []struct {
		name   string
		job    Options
		change func(*Options)
		want   string
	}{
		{"another key", o, func(o *Options) { o.TopK = 2 }, "top_k is 2, the book has 3"},
		{"fewer games", o, func(o *Options) { o.Games = 4 }, "games is 4, the book has 5 and can only grow"},
		{"fewer positions", o, func(o *Options) { o.Initial.Positions = []string{""} }, "initial has 1 positions, the book has 2 and can only grow"},
		{"other positions", o, func(o *Options) { o.Initial.Positions = []string{"", "....x.... 1 1", "x........ 1 1"} },
			`initial[1] is "....x.... 1 1", the book has "x........ 1 1"; new positions come after`},
		{"breadth", o, func(o *Options) { o.Games, o.Breadth = 1, DefaultBreadth() }, "breadth is {"},
		{"less deep", tree, func(o *Options) { o.Breadth = breadth(3, 1, false) }, "breadth.plies is 1, the book has 2 and can only grow"},
		{"less wide and deeper", tree, func(o *Options) { o.Breadth = breadth(2, 3, false) }, "breadth.width is 2, the book has 3 and can only grow"},
		{"another order", tree, func(o *Options) { o.Breadth = best(OrderScore, 50, false) }, "breadth is {"},
	} {
		p := c.job
		p.Resume = true
		c.change(&p)
		if _, err := Book(t.Context(), p, nil); !errors.Is(err, ErrResume) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: err = %v, want ErrResume with %q", c.name, err, c.want)
		}
	}
}

// A book from which records or moves were taken out does not grow, also when its job was
// resumed to its end meanwhile, or the book compacted.
func TestGrow_pruned(t *testing.T) {
	for name, c := range map[string]struct {
		prune book.PruneOptions
		grows bool
	}{
		"nothing":         {book.PruneOptions{MinCount: 1, MinMoveCount: 1}, true},
		"records":         {book.PruneOptions{MinCount: 2, MinMoveCount: 1}, false},
		"moves":           {book.PruneOptions{MinCount: 1, MinMoveCount: 2}, false},
		"moves, and room": {book.PruneOptions{MinCount: 1, MinMoveCount: 2, Compact: true}, false},
	} {
		o := fakeOptions(t, "mnk")
		generated(t, o)
		b := booktest.Open(t, o.Out)
		p, err := b.Prune(t.Context(), c.prune)
		if err != nil || c.grows != (p.Positions == 0 && p.Moves == 0) {
			t.Fatalf("%s: %+v, %v", name, p, err)
		}
		o.Resume = true
		generated(t, o)
		o.Games++
		_, err = Book(t.Context(), o, nil)
		if c.grows && err != nil || !c.grows && (!errors.Is(err, ErrResume) || !strings.Contains(err.Error(), "records or moves taken out")) {
			t.Errorf("%s taken out: err = %v, grows %v", name, err, c.grows)
		}
	}
}

// The copy that Repair makes of a book that was stopped while it grew goes on as the book
// would: no search is made twice.
func TestGrow_copiedHalfway(t *testing.T) {
	for name, c := range map[string]struct{ small, larger func(*Options) }{
		"tree":      {func(o *Options) { o.Games, o.Breadth = 1, breadth(3, 3, true) }, func(o *Options) { o.Breadth = breadth(3, 4, true) }},
		"positions": {func(o *Options) { o.Games, o.Initial.Positions = 4, []string{"", "....x.... 1 1"} }, func(o *Options) { o.Games = 6 }},
	} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions(t, "mnk")
			o.Reevaluate = &Reevaluate{Depth: 9, Lines: 1}
			c.small(&o)
			generated(t, o)
			c.larger(&o)
			o.Resume = true
			var searches atomic.Int64
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			counted(&o, &searches, 3, cancel)
			if _, err := Book(ctx, o, nil); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			copied := o
			copied.Out += ".copy"
			if r, err := book.Repair(t.Context(), o.Out, copied.Out, nil); err != nil || !r.Complete {
				t.Fatalf("Repair = %+v, %v, want a complete copy", r, err)
			}
			var spent [2]atomic.Int64
			var said [2]string
			for i, o := range []Options{o, copied} {
				counted(&o, &spent[i], 0, nil)
				b, _ := generated(t, o)
				said[i] = booktest.Export(t, b, "jsonl")
			}
			if spent[0].Load() != spent[1].Load() || said[0] != said[1] {
				t.Errorf("%d searches from the book, %d from its copy; %s", spent[0].Load(), spent[1].Load(), difference(said[1], said[0]))
			}
		})
	}
}

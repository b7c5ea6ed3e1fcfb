package generate

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// band is a crew in this process: it takes every part, does the last first and
// hands each in twice, among rows of parts that nobody asked for.
type band struct {
	engines func(int) (engine.Engine, error)
	parts   int
	most    int                 // octets of the longest rows
	spoil   func(made *Made)    // what is handed in
	after   func(part int) bool // ends the work early
}

var errAway = errors.New("the crew is away")

func (c *band) Do(ctx context.Context, job []byte, next func(context.Context) (Part, bool, error), keep func([]Made) error) error {
	h, err := newHand(job, c.engines, nil)
	if err != nil {
		return err
	}
	defer h.Close()
	var parts []Part
	for {
		p, ok, err := next(ctx)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		parts = append(parts, p)
	}
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
	for _, p := range parts {
		if c.parts++; c.after != nil && c.after(c.parts) {
			return errAway
		}
		rows, err := h.Do(ctx, p.Work)
		if err != nil {
			return err
		}
		m := Made{p.Key, rows}
		c.most = max(c.most, len(rows))
		if c.spoil != nil {
			c.spoil(&m)
		}
		for range 2 {
			if err := keep([]Made{{"games-999-0", rows}, m}); err != nil {
				return err
			}
		}
	}
	return nil
}

// crewOptions is a job with every kind of part: fakes with opinions, balance,
// re-evaluation, initial positions of their own.
func crewOptions(t *testing.T, tree bool) Options {
	o := fakeOptions(t, "mnk")
	o.Games, o.Workers = 60, 2
	o.Reevaluate = &Reevaluate{Depth: 9, Lines: 2}
	o.Balance = DefaultBalance()
	o.Balance.Band = [2]int{50, 100} // the scores are within 200
	if tree {
		o.Games, o.Breadth = 1, breadth(3, 4, true)
	}
	return o
}

func TestGenerateBy_isGenerate(t *testing.T) {
	for name, breadth := range map[string]bool{"games": false, "breadth": true} {
		t.Run(name, func(t *testing.T) {
			o := crewOptions(t, breadth)
			if !breadth {
				o.Games = 2*partsLeast + 5 // parts of two games, and one of one
			}
			b, s := generated(t, o)
			o.Out += ".crew"
			c := &band{engines: o.Engines}
			by, err := By(t.Context(), o, c, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range []string{"jsonl", "plain"} {
				if got, want := booktest.Export(t, booktest.Open(t, o.Out), format), booktest.Export(t, b, format); got != want {
					t.Errorf("%s: the crew's book differs:\n%.300s\nwant\n%.300s", format, got, want)
				}
			}
			s.Path = by.Path
			if got, want := string(by.JSON()), string(s.JSON()); got != want {
				t.Errorf("summary %s, want %s", got, want)
			}
			if c.parts < 30 || c.most > RowsMax {
				t.Errorf("%d parts, the longest of %d octets packed", c.parts, c.most)
			}
		})
	}
}

// Each end of a crew or of the goroutines here leaves a job that the other goes
// on with.
func TestGenerateBy_takesTurnsWithGenerate(t *testing.T) {
	for name, breadth := range map[string]bool{"games": false, "breadth": true} {
		t.Run(name, func(t *testing.T) {
			o := crewOptions(t, breadth)
			b, _ := generated(t, o)
			o.Out, o.Resume = o.Out+".turns", true
			turns := 0
			for {
				if turns++; turns > 200 {
					t.Fatal("no end")
				}
				_, err := By(t.Context(), o, &band{engines: o.Engines, after: func(part int) bool { return part > 9 }}, nil)
				if err == nil {
					break
				}
				if !errors.Is(err, errAway) {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				alone := o
				alone.Engines = cancelling("", int64(20), cancel)
				_, err = Book(ctx, alone, nil)
				cancel()
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
			}
			if turns < 2 {
				t.Errorf("%d turns, expected some", turns)
			}
			if got, want := booktest.Export(t, booktest.Open(t, o.Out), "jsonl"), booktest.Export(t, b, "jsonl"); got != want {
				t.Error("the book differs from that of one run")
			}
		})
	}
}

// The same part has the same key in a later life, or its rows could not be found.
func TestPart_keysStay(t *testing.T) {
	o := crewOptions(t, false)
	o.Resume = true
	keys := func(done int) map[string]bool {
		seen := map[string]bool{}
		c := &band{engines: o.Engines, after: func(part int) bool { return part > done }, spoil: func(*Made) {}}
		_, err := By(t.Context(), o, spy{c, seen}, nil)
		if !errors.Is(err, errAway) {
			t.Fatal(err)
		}
		return seen
	}
	all := keys(40)
	if left := keys(0); len(left) == 0 || len(left) >= len(all) {
		t.Errorf("%d parts left of %d", len(left), len(all))
	} else {
		for key := range left {
			if !all[key] {
				t.Errorf("part %s was not there in the first life", key)
			}
		}
	}
}

// spy notes the keys handed out.
type spy struct {
	Crew
	seen map[string]bool
}

func (s spy) Do(ctx context.Context, job []byte, next func(context.Context) (Part, bool, error), keep func([]Made) error) error {
	return s.Crew.Do(ctx, job, func(ctx context.Context) (Part, bool, error) {
		p, ok, err := next(ctx)
		if ok {
			s.seen[p.Key] = true
		}
		return p, ok, err
	}, keep)
}

func TestGenerateBy_spoiltRows(t *testing.T) {
	other, err := pack([]played{{&book.Game{ID: 12345}}})
	if err != nil {
		t.Fatal(err)
	}
	null, err := pack([]any{nil, nil})
	if err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string][]byte{"empty": nil, "not packed": []byte("[]"), "another game": other, "null": null} {
		o := crewOptions(t, false)
		_, err := By(t.Context(), o, &band{engines: o.Engines, spoil: func(m *Made) { m.Rows = rows }}, nil)
		if !errors.Is(err, book.ErrCorrupt) || !strings.Contains(err.Error(), "part games-") {
			t.Errorf("%s: %v, want ErrCorrupt that names the part", name, err)
		}
	}
}

func TestHand_refusesWhatIsNoPart(t *testing.T) {
	p := &plan{options: crewOptions(t, false), names: `["fake","fake"]`}
	text, err := p.forHands()
	if err != nil {
		t.Fatal(err)
	}
	h, err := newHand(text, p.options.Engines, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for _, work := range []string{"", "{}", `{"kind":"chess"}`, `{"kind":"games","tasks":3}`, `{"kind":"nodes","tasks":[{}]}`,
		`{"kind":"nodes","tasks":[{"line":[{"id":0,"move":""},{"id":1,"move":"a1"}]}]}`} {
		if rows, err := h.Do(t.Context(), []byte(work)); !errors.Is(err, book.ErrOptions) {
			t.Errorf("%q: %d octets, %v, want ErrOptions", work, len(rows), err)
		}
	}
	if _, err := h.Do(t.Context(), []byte(`{"kind":"games","tasks":[{"id":1,"initial":"nonsense"}]}`)); err == nil {
		t.Error("a game from nonsense was played")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errAway)
	if _, err := h.Do(ctx, []byte(`{"kind":"games","tasks":[{"id":1,"initial":""}]}`)); !errors.Is(err, errAway) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNewHand_needsTheSameEngines(t *testing.T) {
	p := &plan{options: crewOptions(t, false), names: `["other","other"]`}
	text, err := p.forHands()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newHand(text, p.options.Engines, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "other") {
		t.Errorf("%v, want ErrOptions that names both", err)
	}
	for _, text := range []string{"", "[]", "{}", `{"options":{"no":1}}`} {
		if _, err := NewHand([]byte(text)); !errors.Is(err, book.ErrOptions) {
			t.Errorf("%q: %v, want ErrOptions", text, err)
		}
	}
}

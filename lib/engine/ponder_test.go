package engine

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/game"
)

func ponderer(t *testing.T, on bool) Engine {
	t.Helper()
	o := DefaultOptions()
	o.TableMB, o.Ponder = 8, on
	e, err := New("surakarta", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func surakartaStart(t *testing.T) game.Board {
	t.Helper()
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// nodesOf limits a search by positions only.
func nodesOf(n int) Limits {
	l := DefaultLimits()
	l.Nodes = n
	return l
}

// What was thought on the opponent's time is there when the expected reply
// comes: with as many positions the engine looks deeper.
func TestPonder_deeper(t *testing.T) {
	const nodes = 150_000 // more than the table has buckets
	thinking, more := 1_500_000, 2
	if testing.Short() {
		thinking, more = 400_000, 1
	}
	b := surakartaStart(t)
	e := ponderer(t, true)
	next, ok := expected(b, search(t, e, b, nodesOf(nodes)))
	if !ok {
		t.Fatal("no reply is expected")
	}
	own := e.(*alphaBeta)
	await.Until(t, func() bool { return own.search.Nodes() >= thinking }, func() string {
		return fmt.Sprintf("%d nodes of pondering, want %d", own.search.Nodes(), thinking)
	})
	warm := search(t, e, next, nodesOf(nodes))
	cold := search(t, ponderer(t, false), next, nodesOf(nodes))
	if warm.Depth < cold.Depth+more {
		t.Errorf("depth %d after pondering, %d without; want %d more", warm.Depth, cold.Depth, more)
	}
}

func TestPonder_endsAtOnce(t *testing.T) {
	b := surakartaStart(t)
	for name, next := range map[string]func(e Engine) error{
		"search": func(e Engine) error { _, err := e.Search(context.Background(), b, depth(1)); return err },
		"clear":  Engine.Clear,
		"close":  Engine.Close,
	} {
		within(t, name+" while it ponders", time.Second, func() time.Duration {
			e := ponderer(t, true)
			search(t, e, b, depth(6))
			began := time.Now()
			if err := next(e); err != nil {
				t.Errorf("%s while it ponders: %v", name, err)
			}
			return time.Since(began)
		})
	}
}

// Without pondering between them two searches give the same; with it they are
// not promised to.
func TestPonder_isNotRepeatable(t *testing.T) {
	if ponderer(t, true).Repeatable(depth(3)) || !ponderer(t, false).Repeatable(depth(3)) {
		t.Error("Repeatable is wrong about pondering")
	}
}

// A game that is over after the move, or with the reply, has nothing to think
// about.
func TestPonder_nothingExpected(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/4wb/4w1 w"})
	if err != nil {
		t.Fatal(err)
	}
	e := ponderer(t, true)
	r := search(t, e, b, depth(3))
	if _, ok := expected(b, r); ok {
		t.Errorf("something is expected after the last piece is taken: %+v", r)
	}
	if task := e.(*alphaBeta).ponder.task; task != nil {
		t.Error("the engine ponders on a game that is over")
	}
}

func TestPonder_refused(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"tree search": func(o *Options) { o.Kind = "mcts" },
		"level":       func(o *Options) { o.Level = 4 },
		"strategy":    func(o *Options) { o.Strategy = "104" },
	} {
		o := DefaultOptions()
		o.Ponder = true
		change(&o)
		if _, err := New("surakarta", o); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: %v, want ErrUnsupported", name, err)
		}
	}
}

func TestLimits_clock(t *testing.T) {
	b := surakartaStart(t)
	l := DefaultLimits()
	l.Clock, l.Increment, l.MovesToGo = time.Minute, time.Second, 10
	got, err := l.at(b)
	if want := MoveTime(time.Minute, time.Second, 10, 0); err != nil || got.Time != want {
		t.Errorf("%v, %v; want %v", got.Time, err, want)
	}
	l.Time = time.Millisecond
	if got, err = l.at(b); err != nil || got.Time != time.Millisecond {
		t.Errorf("%v, %v; want the shorter of both", got.Time, err)
	}
	for _, bad := range []Limits{
		{Lines: 1, Increment: time.Second}, {Lines: 1, MovesToGo: 3}, {Lines: 1, Clock: -1}, {Lines: 1, Clock: 1, MovesToGo: -1},
	} {
		if _, err := bad.at(b); !errors.Is(err, ErrLimits) {
			t.Errorf("%+v: %v, want ErrLimits", bad, err)
		}
	}
}

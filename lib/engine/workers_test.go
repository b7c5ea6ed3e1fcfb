package engine

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// BenchmarkWorkers_simulated tells what share of one worker's time several take to depth 14, where
// there are as many processors: each has a clock of its own, on which a move that is played, also on
// the way to another's node, takes a unit, and who is behind goes first. That they reach the same
// memory costs nothing here.
//
//	go test ./lib/engine -run '^$' -bench Workers_simulated -benchtime 1x
func BenchmarkWorkers_simulated(b *testing.B) {
	for _, name := range []string{"xiangqi", "surakarta"} {
		positions := balanced(b, name, 40)
		var alone []int64
		for _, board := range positions {
			alone = append(alone, simulated(b, name, board, 1))
		}
		for _, workers := range []int{2, 4, 8} {
			b.Run(fmt.Sprintf("%s/%d", name, workers), func(b *testing.B) {
				for range b.N {
					sum, squares := 0.0, 0.0
					for i, board := range positions {
						x := math.Log(float64(simulated(b, name, board, workers)) / float64(alone[i]))
						sum, squares = sum+x, squares+x*x
					}
					n := float64(len(positions))
					mean := sum / n
					b.ReportMetric(math.Exp(mean), "of_one")
					b.ReportMetric(math.Exp(mean)*math.Sqrt((squares/n-mean*mean)/(n-1)), "error")
				}
			})
		}
	}
}

// balanced are positions some random moves after the start that a short search calls even.
func balanced(tb testing.TB, name string, n int) (list []game.Board) {
	r := rng.New(14)
	e, err := New(name, DefaultOptions())
	if err != nil {
		tb.Fatal(err)
	}
	defer e.Close()
	for len(list) < n {
		b, err := game.New(name, game.Setup{})
		if err != nil {
			tb.Fatal(err)
		}
		for range 8 {
			moves := b.Moves(nil)
			b.Play(moves[r.IntN(len(moves))])
		}
		l := DefaultLimits()
		l.Depth = 6
		found, err := e.Search(context.Background(), b, l)
		if err != nil {
			tb.Fatal(err)
		}
		if found.Score > -100 && found.Score < 100 {
			list = append(list, b)
		}
	}
	return list
}

// simulated is the time that workers take to a depth, in moves played.
func simulated(tb testing.TB, name string, b game.Board, workers int) int64 {
	o := DefaultOptions()
	o.Workers = workers
	made, err := New(name, o)
	if err != nil {
		tb.Fatal(err)
	}
	defer made.Close()
	e := made.(*alphaBeta)
	idle := reflect.ValueOf(e.search).Elem().FieldByName("crew").FieldByName("idle").FieldByName("v")
	t := &turns{idle: func() int { return int(idle.Int()) }, clock: make([]int64, workers), here: make([]bool, workers)}
	for i, a := range e.analysts {
		e.analysts[i] = &timedAnalyst{a, t, i}
	}
	l := DefaultLimits()
	l.Depth = 14
	if _, err := e.Search(context.Background(), b, l); err != nil {
		tb.Fatal(err)
	}
	return t.now
}

// turns are the workers' clocks. Those who search wait until all of them are here, then who is
// behind goes on.
type turns struct {
	idle  func() int // workers that wait for work
	mu    sync.Mutex
	clock []int64
	here  []bool
	now   int64
}

// play is called before a worker plays a move.
func (t *turns) play(worker int) {
	t.mu.Lock()
	t.clock[worker] = max(t.clock[worker], t.now) + 1
	t.here[worker] = true
	for t.next() != worker {
		t.mu.Unlock()
		runtime.Gosched()
		t.mu.Lock()
	}
	t.here[worker] = false
	t.now = t.clock[worker]
	t.mu.Unlock()
}

// next is the worker whose turn it is, -1 while one that searches has yet to come.
func (t *turns) next() int {
	first, waiting := -1, 0
	for i, here := range t.here {
		if here {
			waiting++
			if first < 0 || t.clock[i] < t.clock[first] {
				first = i
			}
		}
	}
	if waiting+t.idle() < len(t.here) {
		return -1
	}
	return first
}

// timedAnalyst is a worker's analyst whose moves take time.
type timedAnalyst struct {
	analyst
	turns  *turns
	worker int
}

func (a *timedAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	p := a.analyst.at(b)
	switch g := p.Game.(type) {
	case *xiangqiAnalyst:
		p.Game = timedXiangqi{g, a}
	case *surakartaAnalyst:
		p.Game = timedSurakarta{g, a}
	}
	return p
}

type timedXiangqi struct {
	*xiangqiAnalyst
	timed *timedAnalyst
}

func (g timedXiangqi) Play(m game.Move) {
	g.timed.turns.play(g.timed.worker)
	g.xiangqiAnalyst.Play(m)
}

type timedSurakarta struct {
	*surakartaAnalyst
	timed *timedAnalyst
}

func (g timedSurakarta) Play(m game.Move) {
	g.timed.turns.play(g.timed.worker)
	g.surakartaAnalyst.Play(m)
}

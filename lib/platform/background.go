package platform

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// backgroundThinking is the computation in the opponent's time. It splits the board
// evenly into areas and analyses each. It predicts the opponent's points by the
// method that chooses the platform's own. Then it computes the answers to the
// likeliest points, and after that to all others and more deeply, until it is stopped. On
// average it takes no more than "background.share" of a core.
type backgroundThinking struct {
	coordinator *coordinator // of the prediction
	areas       *engine.Tree
	mc          *monteCarlo // of the answers
	cancel      context.CancelFunc
	task        *pool.Task

	rounds int          // over all points; 0 is no limit
	steps  atomic.Int64 // answers computed
	pace   pacer

	// Of task: to be looked at after its end.
	predicted []game.Move // likeliest first
	answers   map[game.Move]evidence
}

// newBackground makes one for a game, at rest. memory may be nil.
func newBackground(memory *MemoryBank, megabytes int, seed uint64) (*backgroundThinking, error) {
	o := engine.DefaultOptions()
	o.TableMB, o.Seed = megabytes, seed
	areas, err := engine.NewTree("go", o)
	if err != nil {
		return nil, err
	}
	mc := newMonteCarlo(1, megabytes, seed)
	b := &backgroundThinking{areas: areas, mc: mc, coordinator: newCoordinator(mc, memory, nil, seed)}
	b.coordinator.aloud = false
	return b, nil
}

// Start begins to think about a position in which the opponent is to move, with the
// Client's editor. Earlier results are forgotten.
func (b *backgroundThinking) Start(ctx context.Context, board *weiqi.Board, editor *ParameterEditor) {
	b.Stop()
	ctx, b.cancel = context.WithCancel(ctx)
	b.predicted, b.answers = nil, map[game.Move]evidence{}
	board = board.Clone()
	b.pace = pacer{began: time.Now()}
	b.task = pool.Go(func() error {
		if err := b.think(ctx, board, editor); ctx.Err() == nil {
			return err
		}
		return nil
	})
}

// Stop stops the thinking and waits for its end, some milliseconds. An error is a
// defect.
func (b *backgroundThinking) Stop() error {
	if b.task == nil {
		return nil
	}
	b.cancel()
	err := b.task.Wait()
	b.task = nil
	return err
}

// Wait waits until the rounds are over.
func (b *backgroundThinking) Wait() error { return b.task.Wait() }

// Close frees the searches.
func (b *backgroundThinking) Close() error {
	b.Stop() // its defect was somebody's before
	return b.mc.Close()
}

// areaPlayouts divides a move's playouts: all areas together get a quarter of them.
const areaPlayouts = 4

// think goes through the steps until ctx ends.
func (b *backgroundThinking) think(ctx context.Context, board *weiqi.Board, editor *ParameterEditor) error {
	v := editor.effective()
	if _, over := board.Outcome(); over || !v.on(keyBack) {
		return nil
	}
	whole := editor.constants.Budget(v, board.Size(), 0)
	hot, err := b.analyse(ctx, board, int(v[keyAreas]), whole)
	if err != nil {
		return err
	}
	part := whole
	part.Playouts, part.Expected, part.Time = whole.Playouts/areaPlayouts, whole.Expected/areaPlayouts, whole.Time/areaPlayouts
	part.among, part.error = 0, 0
	if whole.Playouts > 0 {
		part.Playouts = max(part.Playouts, 1)
	}
	e, err := b.coordinator.Choose(ctx, question{Board: board, Editor: editor, Ahead: hot, Budget: part})
	if err != nil || e.Chosen == goban.Pass {
		return err
	}
	for _, k := range e.Candidates {
		b.predicted = append(b.predicted, k.Move)
	}
	return b.rest(ctx, board, whole, v)
}

// deepest is how many times a move's playouts an answer gets at most.
const deepest = 16

// rest goes over the likely points, then over all that are predicted, and then over these
// with twice the playouts each time.
func (b *backgroundThinking) rest(ctx context.Context, board *weiqi.Board, whole budget, v values) error {
	among := min(len(b.predicted), int(v[keyAnswers]))
	if among == 0 {
		return nil
	}
	for round, deep := 1, whole; ; round++ {
		for _, m := range b.predicted[:among] {
			if round > 1 {
				if err := b.pace.wait(ctx, v[keyShare]); err != nil {
					return err
				}
			}
			if round == 2 && b.answers[m] != nil {
				continue
			}
			began := time.Now()
			if err := b.answer(ctx, board, m, deep, v); err != nil {
				return err
			}
			b.pace.note(time.Since(began))
			b.steps.Add(1)
		}
		if among = len(b.predicted); round == b.rounds || round > 1 && deep.Time >= deepest*whole.Time {
			return nil
		}
		if round > 1 {
			deep.Playouts, deep.Expected, deep.Time = 2*deep.Playouts, 2*deep.Expected, 2*deep.Time
		}
	}
}

// pacer keeps work to a share of the time.
type pacer struct {
	began   time.Time
	worked  time.Duration
	longest time.Duration // piece of it
}

func (p *pacer) note(work time.Duration) {
	p.worked += work
	p.longest = max(p.longest, work)
}

// owed is the time that the work done is that share of.
func (p *pacer) owed(share float64) time.Duration {
	return time.Duration(float64(p.worked) / share)
}

// wait waits until the work done is no more than that share of the time since it began.
func (p *pacer) wait(ctx context.Context, share float64) error {
	pause := p.owed(share) - time.Since(p.began)
	if pause <= 0 {
		return context.Cause(ctx)
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// analyse runs playouts for each area of the board by itself.
func (b *backgroundThinking) analyse(ctx context.Context, board *weiqi.Board, areas int, whole budget) (evidence, error) {
	hot := evidence{}
	moves := sensible(board)
	parts := splitBoard(board.Size(), areas)
	for _, area := range parts {
		only := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool { return !area.has(goban.Point(m)) })
		if len(only) == 0 {
			continue
		}
		limits := engine.TreeLimits{Only: only, Time: whole.Time / areaPlayouts / time.Duration(len(parts))}
		if whole.Playouts > 0 {
			limits.Visits = max(1, whole.Playouts/areaPlayouts/len(parts))
		}
		r, err := b.areas.Search(ctx, board, limits)
		for _, m := range r.Moves {
			if m.Visits > 0 {
				hot[m.Move] = Tried{float64(m.Visits), float64(m.Visits) * m.WinRate}
			}
		}
		if err != nil {
			return hot, err
		}
	}
	return hot, nil
}

// answer runs playouts from the position after a move of the opponent's, as for a
// choice.
func (b *backgroundThinking) answer(ctx context.Context, board *weiqi.Board, m game.Move, whole budget, v values) error {
	after := board.Clone()
	after.Play(m)
	p := &position{Board: after, Moves: sensible(after), Values: v, Budget: whole}
	if len(p.Moves) == 0 {
		return nil
	}
	found, _, err := b.mc.Search(ctx, p)
	if len(found) > 0 && found.Visits() > b.answers[m].Visits() {
		b.answers[m] = found
	}
	return err
}

// area is a rectangle of columns and rows from 0, without its right and top ends.
type area struct{ Left, Right, Bottom, Top int }

func (a area) has(p goban.Point) bool {
	return p.Column() >= a.Left && p.Column() < a.Right && p.Row() >= a.Bottom && p.Row() < a.Top
}

// splitBoard splits a board evenly into so many areas, 1 to size x size. They are as
// nearly square as the number allows, and the sides of neighbours differ by one point
// at most. When no grid has that number of areas, there are fewer.
func splitBoard(size, areas int) (list []area) {
	columns, rows := 1, 1
	for n := max(areas, 1); n > 0; n-- {
		r := int(math.Sqrt(float64(n)))
		for r > 1 && n%r != 0 {
			r--
		}
		if c := n / r; c <= size {
			columns, rows = c, r
			break
		}
	}
	for up := range rows {
		for right := range columns {
			list = append(list, area{right * size / columns, (right + 1) * size / columns, up * size / rows, (up + 1) * size / rows})
		}
	}
	return list
}

func (s *slot) meanwhile(ctx context.Context) error {
	g := &s.game
	if s.pondering || g.state != sgcp.Playing || g.board.Passes() > 0 || !g.profile.editor.effective().on(keyBack) {
		return nil
	}
	if s.background == nil {
		o := &s.platform.options
		b, err := newBackground(s.platform.memory, max(1, o.TableMB/2), o.Seed)
		if err != nil {
			return err
		}
		s.background = b
	}
	s.pondering = true
	s.background.Start(ctx, g.board, g.profile.editor)
	return nil
}

// foreseen ends the thinking ahead, and returns what it found out about this move.
func (s *slot) foreseen(at sgcp.Coord) evidence {
	if !s.pondering {
		return nil
	}
	s.pondering = false
	if err := s.background.Stop(); err != nil {
		s.log.Error("thinking ahead", "error", err)
		return nil
	}
	s.platform.figures.predicted.Add(1)
	e := s.background.answers[sgcpgo.Move(at)] // nil when the move was not foreseen
	if e != nil {
		s.platform.figures.hits.Add(1)
	}
	return e
}

package book

import (
	"context"
	"encoding/json"
	"sync"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// judged is a position with what the fresh search said of it.
type judged struct {
	ID    int64      `json:"id"`
	Found evaluation `json:"found"`
}

func (p judged) number() int64 { return p.ID }

const setEvaluation = `UPDATE positions SET score = ?, win_rate = ?, best = ?, depth = ?, engine = ?, candidates = ?, evaluated = 1 WHERE id = ?`

// reevaluate searches every position that is due afresh, from its text alone
// and in the view of its record: whoever repeats the search on the record's
// FEN gets the same.
func (j *job) reevaluate(ctx context.Context) error {
	reader, err := open(j.store.path, "ro")
	if err != nil {
		return err
	}
	defer reader.Close()
	var due, all int64
	if err := j.store.query("SELECT count(*) - coalesce(sum(evaluated), 0), count(*) FROM positions", &due, &all); err != nil {
		return fileError(j.store.path, err)
	}
	// The phase's steps are the job's games; they pass with the positions.
	steps := j.clock.total - j.clock.steps
	if due < all && all > 0 {
		j.clock.steps += steps * (all - due) / all
		steps = j.clock.total - j.clock.steps
	}
	base, done := j.clock.steps, int64(0)
	next := j.positionsDue(reader)
	return do(ctx, j, phase[positionTask, judged]{
		kind: kindPositions, size: partOf(all, positionsMost), next: next,
		do: func(ctx context.Context, h *Hand, t positionTask) (judged, error) { return h.judgePosition(ctx, t) },
		keep: func(batch []judged) error {
			if err := j.store.do(func() error {
				for _, p := range batch {
					f := &p.Found
					if err := j.store.exec(setEvaluation, f.score, f.winRate, f.best, f.depth, f.engine, f.candidates, p.ID); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				return err
			}
			done += int64(len(batch))
			j.clock.step(base+steps*done/due-j.clock.steps, int64(len(batch)))
			return nil
		},
	})
}

// positionsDue hands out the positions to be searched to any worker.
func (j *job) positionsDue(reader *Book) func(context.Context) (t positionTask, ok bool, err error) {
	var mu sync.Mutex
	w := reader.walk(-1, true)
	return func(ctx context.Context) (positionTask, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return positionTask{}, false, context.Cause(ctx)
		}
		p, ok, err := w.next(ctx)
		if !ok || err != nil {
			return positionTask{}, false, err
		}
		return positionTask{p.id, w.board.View(game.View{Turn: presetTurn(w.board, j.preset)})}, true, nil
	}
}

// judge searches one position.
func (j *job) judge(ctx context.Context, e engine.Engine, fen string) (evaluation, error) {
	r := j.options.Reevaluate
	b, err := j.lenient(fen)
	if err != nil {
		return evaluation{}, err
	}
	if found := verdict(b); found.score != nil {
		return found, nil
	}
	result, list, err := weigh(ctx, e, b, j.limits(judge, r.Depth, r.Lines, true))
	if err != nil {
		return evaluation{}, err
	}
	weighed := make([]weight, len(list))
	for i, c := range list {
		weighed[i] = weight{b.Text(c.move), c.score}
	}
	text, err := json.Marshal(weighed)
	if err != nil {
		return evaluation{}, err
	}
	name, candidates := e.Name(), string(text)
	found := evaluation{best: &weighed[0].Move, depth: &r.Depth, engine: &name, candidates: &candidates}
	if result.Scored {
		found.score = &list[0].score
	} else {
		found.winRate = &result.WinRate
	}
	return found, nil
}

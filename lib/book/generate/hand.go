package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// Hand does parts of a generation. One goroutine uses it; it keeps its engines from
// part to part.
type Hand struct {
	plan  *plan
	seats *seats
	judge engine.Engine
}

// handJob is a job as hands are given it.
type handJob struct {
	Options  json.RawMessage `json:"options"`
	Players  json.RawMessage `json:"players"` // the names of the engines where the job comes from
	Earlier  bool            `json:"earlier,omitempty"`
	Searches int             `json:"searches"` // engine.Searches there
}

// forHands is the JSON of everything that a Hand needs to know of the plan.
func (p *plan) forHands() ([]byte, error) {
	o := p.options
	o.Out, o.Workers, o.Resume, o.Seed, o.Initial, o.InitialPly = "", 1, false, &p.job.Seed, Initial{}, nil
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return json.Marshal(handJob{Options: text, Players: json.RawMessage(p.names), Earlier: p.earlier, Searches: engine.Searches})
}

// NewHand makes the engines of a job, as [Crew].Do is given it. An engine that is
// missing here, or has another name than where the job comes from, is an error: it
// would not play the same games.
func NewHand(job []byte) (*Hand, error) { return newHand(job, nil, nil) }

// NewHandOf is NewHand for a job of somebody else's: it starts only the programs in the
// list, as the job writes their paths. A program does what the job's arguments and
// settings tell it, such as writing a log, so a list should hold nothing else than engines.
func NewHandOf(job []byte, programs []string) (*Hand, error) {
	return newHand(job, nil, func(path string) bool { return slices.Contains(programs, path) })
}

// newHand makes a hand; mayRun, nil for any, says which programs may be started.
func newHand(text []byte, engines func(int) (engine.Engine, error), mayRun func(path string) bool) (*Hand, error) {
	var given handJob
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, bad("job", json.RawMessage(text), "what a crew is given")
	}
	o := DefaultOptions()
	if err := options.Fill(given.Options, &o); err != nil {
		return nil, options.Wrap(book.ErrOptions, err)
	}
	o.Out, o.Engines = "the hand has no file", engines
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := checkPrograms(&o, mayRun); err != nil {
		return nil, err
	}
	p, err := newPlan(o)
	if err != nil {
		return nil, err
	}
	p.earlier = given.Earlier
	if err := tryEngines(context.Background(), p); err != nil {
		return nil, err
	}
	if given.Searches != engine.Searches {
		return nil, bad("searches", given.Searches, fmt.Sprintf("%d, the version of the built-in engines here", engine.Searches))
	}
	if p.names != string(given.Players) {
		return nil, bad("players", p.names, string(given.Players)+", as where the job comes from")
	}
	return &Hand{plan: p}, nil
}

// checkPrograms is nil when every program of a job may be run.
func checkPrograms(o *Options, mayRun func(path string) bool) error {
	if mayRun == nil {
		return nil
	}
	all := map[string]Player{}
	for i, p := range o.Players {
		all[fmt.Sprintf("players[%d].path", i)] = p
	}
	if o.Reevaluate != nil {
		all["reevaluate.engine.path"] = o.Reevaluate.Engine
	}
	for key, p := range all {
		e, err := p.options()
		if err != nil {
			return err
		}
		if e.Path != "" && !mayRun(e.Path) {
			return bad(key, e.Path, "a program that this worker's operator has listed")
		}
	}
	return nil
}

// Do does a part and returns Made.Rows. An error is the context's cause, or says
// that the part does not belong to the job; an engine's fault is part of the rows,
// as in [Book].
func (h *Hand) Do(ctx context.Context, work []byte) ([]byte, error) {
	var part partWork[json.RawMessage]
	if err := json.Unmarshal(work, &part); err != nil {
		return nil, bad("part", json.RawMessage(work), "what a crew is given")
	}
	switch part.Kind {
	case kindGames:
		return doPart(ctx, h, work, (*Hand).playGame)
	case kindNodes:
		return doPart(ctx, h, work, (*Hand).decideNode)
	case kindPositions:
		return doPart(ctx, h, work, (*Hand).judgePosition)
	}
	return nil, bad("part.kind", fmt.Sprintf("%q", part.Kind), fmt.Sprintf("one of %q", []kind{kindGames, kindNodes, kindPositions}))
}

// doPart does the tasks of a part in order.
func doPart[T, R any](ctx context.Context, h *Hand, work []byte, do func(*Hand, context.Context, T) (R, error)) ([]byte, error) {
	var part partWork[T]
	if err := json.Unmarshal(work, &part); err != nil {
		return nil, bad("part", json.RawMessage(work), "what a crew is given")
	}
	rows := make([]R, len(part.Tasks))
	for i, t := range part.Tasks {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var err error
		if rows[i], err = do(h, ctx, t); err != nil {
			return nil, err
		}
	}
	return pack(rows)
}

// Close ends the engines.
func (h *Hand) Close() error {
	if h.seats != nil {
		h.seats.stand()
		h.seats = nil
	}
	if h.judge != nil {
		h.judge.Close()
		h.judge = nil
	}
	return nil
}

// sit gives the engines of the players.
func (h *Hand) sit() (*seats, error) {
	if h.seats == nil {
		s, err := sit(h.plan)
		if err != nil {
			return nil, err
		}
		h.seats = s
	}
	return h.seats, nil
}

func (h *Hand) playGame(ctx context.Context, t gameTask) (played, error) {
	s, err := h.sit()
	if err != nil {
		return played{}, err
	}
	g, err := s.play(ctx, t.ID, t.Initial)
	return played{g}, err
}

func (h *Hand) decideNode(ctx context.Context, t nodeTask) (decided, error) {
	s, err := h.sit()
	if err != nil {
		return decided{}, err
	}
	for ply := range max(len(t.Line), 1) {
		if len(t.Line) == 0 || ply < len(t.Line)-1 && (t.Line[ply].Made == nil || t.Line[ply].Made.Decision == nil) {
			return decided{}, bad("part.line", fmt.Sprintf("undecided at ply %d", ply), "a decision at each node but the last")
		}
	}
	m, err := s.decide(ctx, t.nodes(), t.Root)
	return decided{t.number(), m}, err
}

func (h *Hand) judgePosition(ctx context.Context, t positionTask) (judged, error) {
	if h.judge == nil {
		if h.plan.options.Reevaluate == nil {
			return judged{}, bad("part.kind", kindPositions, "a job that re-evaluates")
		}
		e, err := h.plan.roster.engine(Judge)
		if err != nil {
			return judged{}, fmt.Errorf("reevaluate.engine: %w", err)
		}
		h.judge = e
	}
	if t.Depth < 1 || t.Depth > engine.DepthMax {
		return judged{}, bad("part.depth", t.Depth, fmt.Sprintf("1 to %d", engine.DepthMax))
	}
	found, err := judge(ctx, h.plan, h.judge, t.FEN, t.Depth)
	if err != nil {
		return judged{}, fmt.Errorf("position %d, %s: %w", t.ID, t.FEN, err)
	}
	return judged{book.Evaluated{ID: t.ID, Found: found}}, nil
}

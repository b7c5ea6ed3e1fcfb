package book

import (
	"context"
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Hand does parts of a generation. It is one goroutine's, and keeps the engines
// it needed from part to part.
type Hand struct {
	job   *job
	seats *seats
	judge engine.Engine
}

// handJob is what hands are told of a job.
type handJob struct {
	Options json.RawMessage `json:"options"`
	Players json.RawMessage `json:"players"` // the names of the engines where the job comes from
}

// forHands is the JSON of everything that a Hand needs to know of the job.
func (j *job) forHands() ([]byte, error) {
	o := j.options
	o.Out, o.Workers, o.Resume, o.Seed, o.Initial = "", 1, false, &j.seed, Initial{}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return json.Marshal(handJob{Options: text, Players: json.RawMessage(j.names)})
}

// NewHand makes the engines of a job, as [Crew].Do is given it. Engines that
// are not here, or call themselves something else than where the job comes
// from, are an error: their games would not be those of the same seed.
func NewHand(job []byte) (*Hand, error) { return newHand(job, nil) }

func newHand(text []byte, engines func(int) (engine.Engine, error)) (*Hand, error) {
	var given handJob
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, bad("job", json.RawMessage(text), "what a crew is given")
	}
	o := DefaultOptions()
	if err := options.Fill(given.Options, &o); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	o.Out, o.engines = "the hand has no file", engines
	if err := o.check(); err != nil {
		return nil, err
	}
	j, err := newJob(context.Background(), o)
	if err != nil {
		return nil, err
	}
	if j.names != string(given.Players) {
		return nil, bad("players", j.names, string(given.Players)+", as where the job comes from")
	}
	return &Hand{job: j}, nil
}

// Do does a part and returns Made.Rows. An error is the context's cause or says
// that the part is none of the job; an engine's fault is part of what was made,
// as in [Generate].
func (h *Hand) Do(ctx context.Context, work []byte) ([]byte, error) {
	var kind struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(work, &kind); err != nil {
		return nil, bad("part", json.RawMessage(work), "what a crew is given")
	}
	switch kind.Kind {
	case kindGames:
		return doPart(ctx, h, work, (*Hand).playGame)
	case kindNodes:
		return doPart(ctx, h, work, (*Hand).decideNode)
	case kindPositions:
		return doPart(ctx, h, work, (*Hand).judgePosition)
	}
	return nil, bad("part.kind", fmt.Sprintf("%q", kind.Kind), fmt.Sprintf("one of %q", []string{kindGames, kindNodes, kindPositions}))
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
		s, err := h.job.sit()
		if err != nil {
			return nil, err
		}
		h.seats = s
	}
	return h.seats, nil
}

// Kinds of parts.
const (
	kindGames     = "games"
	kindNodes     = "nodes"
	kindPositions = "positions"
)

// gameTask is a game to be played.
type gameTask struct {
	ID      int64  `json:"id"`
	Initial string `json:"initial"`
}

func (t gameTask) number() int64 { return t.ID }

func (h *Hand) playGame(ctx context.Context, t gameTask) (*playedGame, error) {
	s, err := h.sit()
	if err != nil {
		return nil, err
	}
	return s.play(ctx, t.ID, t.Initial)
}

// nodeTask is a node to be searched, with the way to it.
type nodeTask struct {
	Initial int        `json:"initial"`
	Root    string     `json:"root"` // the initial position
	Line    []lineNode `json:"line"` // from the root to the node
}

// lineNode is a node of a line.
type lineNode struct {
	ID   int64  `json:"id"`
	Move string `json:"move"`
	Made *made  `json:"made"`
}

func (t nodeTask) number() int64 { return t.Line[len(t.Line)-1].ID }

// nodes are the line as the tree has it.
func (t nodeTask) nodes() []*node {
	line := make([]*node, len(t.Line))
	for ply, n := range t.Line {
		line[ply] = &node{id: n.ID, initial: t.Initial, ply: ply, move: n.Move, made: n.Made}
	}
	return line
}

// newNodeTask is the task of searching the last node of a line.
func newNodeTask(line []*node, root string) nodeTask {
	t := nodeTask{Initial: line[0].initial, Root: root, Line: make([]lineNode, len(line))}
	for ply, n := range line {
		t.Line[ply] = lineNode{n.id, n.move, n.made}
	}
	return t
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

// positionTask is a position to be searched afresh.
type positionTask struct {
	ID  int64  `json:"id"`
	FEN string `json:"fen"`
}

func (t positionTask) number() int64 { return t.ID }

func (h *Hand) judgePosition(ctx context.Context, t positionTask) (judged, error) {
	if h.judge == nil {
		if h.job.options.Reevaluate == nil {
			return judged{}, bad("part.kind", kindPositions, "a job that re-evaluates")
		}
		e, err := h.job.newEngine(judge)
		if err != nil {
			return judged{}, fmt.Errorf("reevaluate.engine: %w", err)
		}
		h.judge = e
	}
	found, err := h.job.judge(ctx, h.judge, t.FEN)
	if err != nil {
		return judged{}, fmt.Errorf("position %d, %s: %w", t.ID, t.FEN, err)
	}
	return judged{t.ID, found}, nil
}

// evaluationText is an evaluation as it travels.
type evaluationText struct {
	Score      *int     `json:"score,omitempty"`
	WinRate    *float64 `json:"win_rate,omitempty"`
	Best       *string  `json:"best,omitempty"`
	Depth      *int     `json:"depth,omitempty"`
	Engine     *string  `json:"engine,omitempty"`
	Candidates *string  `json:"candidates,omitempty"`
}

// MarshalJSON writes what is known.
func (e evaluation) MarshalJSON() ([]byte, error) {
	return json.Marshal(evaluationText{e.score, e.winRate, e.best, e.depth, e.engine, e.candidates})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *evaluation) UnmarshalJSON(text []byte) error {
	var t evaluationText
	err := json.Unmarshal(text, &t)
	*e = evaluation{t.Score, t.WinRate, t.Best, t.Depth, t.Engine, t.Candidates}
	return err
}

// lenient sets up a board of the job's game that takes any position: one of a
// book is a position, whatever the sanity check of another version says.
func (j *job) lenient(position string) (game.Board, error) {
	return game.New(j.options.Game, game.Setup{Position: position, Rules: j.options.Rules, Lenient: true})
}

// Sizes of parts: one is to take well under a minute, a hundred of them are to
// come before the end, so that nobody waits long for the last, and what was made
// of one is to stay below RowsMax.
const (
	gamesMost     = 8
	nodesMost     = 16
	positionsMost = 64
	partsLeast    = 100
)

// partOf is the size of a part of so many tasks.
func partOf(tasks, most int64) int64 { return max(1, min(most, tasks/partsLeast)) }

// gamesInPart bounds the parts of games by what they may grow to. Decisions are
// nearly all of a game: some 50 octets and 14 a candidate, packed to a third.
func (j *job) gamesInPart() int64 {
	o := &j.options
	candidates := o.TopK
	if b := o.Balance; b != nil && b.Rank != nil {
		candidates = max(candidates, b.Rank.Weaker[1], b.Rank.Stronger[1])
	}
	game := int64(o.MaxPlies) * int64(50+14*candidates) / 3
	return max(1, min(partOf(j.store.job.Planned, gamesMost), RowsMax/game))
}

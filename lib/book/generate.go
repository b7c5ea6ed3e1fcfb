package book

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// job is a generation under way.
type job struct {
	options  Options
	sides    []string // the players' names
	preset   int
	seed     uint64
	initials []string
	names    string // JSON list of the engines' names, by player
	store    *store
	clock    *clock
	crew     Crew // nil: goroutines of this process
}

// Generate plays, processes and evaluates as the options say, into a new book
// file or, with Resume, on in the one that is there. progress (nil for none)
// is called on the calling goroutine, at most ten times a second.
//
// A cancelled job keeps every game that has ended; Generate then returns the
// summary so far together with the context's cause, and a later call with
// Resume goes on. So it is with every other error once the file is made. A game
// that an engine's fault ends counts in Summary.Failed; when there is no other,
// that is ErrFailed, and the book is not complete.
func Generate(ctx context.Context, o Options, progress func(Progress)) (Summary, error) {
	return generateBy(ctx, o, nil, progress)
}

func generateBy(ctx context.Context, o Options, crew Crew, progress func(Progress)) (Summary, error) {
	if err := o.check(); err != nil {
		return Summary{}, err
	}
	j, err := newJob(ctx, o)
	if err != nil {
		return Summary{}, err
	}
	if err := j.openFile(); err != nil {
		return Summary{}, err
	}
	j.clock, j.crew = newClock(progress), crew
	err = j.run(ctx)
	summary, sumErr := j.store.summary()
	if closeErr := j.store.close(); err == nil {
		err = errors.Join(sumErr, closeErr)
	}
	return summary, err
}

// newJob checks what depends on the game.
func newJob(ctx context.Context, o Options) (*job, error) {
	v, err := game.Lookup(o.Game)
	if err != nil {
		return nil, err
	}
	j := &job{options: o, sides: v.Sides}
	if j.options.Rules, err = plainRules(o.Rules); err != nil {
		return nil, err
	}
	if j.preset, err = o.Preset.index(v.Sides); err != nil {
		return nil, err
	}
	if n := len(o.Players); n > 1 && n != len(v.Sides) {
		return nil, bad("players", fmt.Sprintf("a list of %d", n), fmt.Sprintf("one for all or %d, in order %q", len(v.Sides), v.Sides))
	}
	if _, err := j.board(""); err != nil {
		return nil, err // the rules
	}
	if j.initials, err = o.Initial.positions(o.Game, j.board); err != nil {
		return nil, err
	}
	if o.Seed != nil {
		j.seed = *o.Seed
	} else {
		j.seed = rand.Uint64() >> 11 // 53 bits: exact in every JSON reader
	}
	return j, j.tryEngines(ctx)
}

// plainRules writes rules that say the same the same way: keys sorted, no
// spaces, nothing for no rules.
func plainRules(rules []byte) ([]byte, error) {
	if len(bytes.TrimSpace(rules)) == 0 {
		return nil, nil
	}
	var values map[string]any
	if err := json.Unmarshal(rules, &values); err != nil {
		return nil, bad("rules", json.RawMessage(rules), "an object of the game's rules")
	}
	if len(values) == 0 {
		return nil, nil
	}
	return json.Marshal(values)
}

// board sets up a board of the job's game.
func (j *job) board(position string) (game.Board, error) {
	return game.New(j.options.Game, game.Setup{Position: position, Rules: j.options.Rules, Lenient: !j.options.Sanity})
}

// tryEngines makes every engine once and has it search, so that a bad option,
// limit or program is known before a file is made, and holds the promise of
// repeatable books.
func (j *job) tryEngines(ctx context.Context) error {
	s, err := j.sit()
	if err != nil {
		return err
	}
	defer s.stand()
	low, _ := j.options.Depth.bounds()
	lines := j.linesMost()
	names := make([]string, len(j.sides))
	for player := range j.sides {
		e := s.engines[player]
		names[player] = e.Name()
		if err := j.repeats(e, j.limits(player, low, j.options.TopK, false)); err != nil {
			return fmt.Errorf("players[%d]: %w", player, err)
		}
		if err := j.trySearch(ctx, e, j.limits(player, 1, lines, j.options.Breadth != nil)); err != nil {
			return fmt.Errorf("players[%d]: %w", player, err)
		}
	}
	if r := j.options.Reevaluate; r != nil {
		e, err := j.newEngine(judge)
		if err != nil {
			return fmt.Errorf("reevaluate.engine: %w", err)
		}
		defer e.Close()
		if err := j.repeats(e, j.limits(judge, r.Depth, r.Lines, true)); err != nil {
			return fmt.Errorf("reevaluate.engine: %w", err)
		}
		if err := j.trySearch(ctx, e, j.limits(judge, 1, r.Lines, true)); err != nil {
			return fmt.Errorf("reevaluate.engine: %w", err)
		}
	}
	text, err := json.Marshal(names)
	j.names = string(text)
	return err
}

// linesMost is the most lines that a player may be asked for.
func (j *job) linesMost() int {
	o := &j.options
	choices := []choice{o.choice(leaning{}, 0)}
	if o.Balance != nil && o.Balance.Rank != nil {
		for _, ends := range [][2]int{o.Balance.Rank.Weaker, o.Balance.Rank.Stronger} {
			choices = append(choices, choice{low: ends[0], high: ends[1]})
		}
	}
	most := 1
	for _, c := range choices {
		if o.Breadth != nil {
			c.high = c.low - 1 + o.Breadth.Width
		}
		most = max(most, c.high)
	}
	return most
}

// trySearch looks a ply ahead at the first initial position that is no end.
func (j *job) trySearch(ctx context.Context, e engine.Engine, l engine.Limits) error {
	for _, position := range j.initials {
		b, err := j.board(position)
		if err != nil {
			return err
		}
		if _, over := b.Outcome(); over {
			continue
		}
		if _, _, err = weigh(ctx, e, b, l); ctx.Err() != nil {
			return nil // the job itself says so
		}
		return err
	}
	return nil
}

// repeats refuses an engine whose results differ from run to run, unless the
// job makes no promise.
func (j *job) repeats(e engine.Engine, l engine.Limits) error {
	if !j.options.Repeatable || e.Repeatable(l) {
		return nil
	}
	return fmt.Errorf("%w: %s with these limits may give another result every time; expected a built-in engine with one worker, limited by depth or nodes, or repeatable false",
		ErrNotRepeatable, e.Name())
}

// run does what is left of the job.
func (j *job) run(ctx context.Context) error {
	if j.store.job.Complete {
		return nil
	}
	if err := j.startClock(); err != nil {
		return err
	}
	if j.options.Breadth != nil && j.store.job.Planned == 0 {
		j.clock.enter(PhaseExpand)
		if err := j.expand(ctx); err != nil {
			return err
		}
		j.clock.total = j.clock.steps + j.each()*j.store.job.Planned - j.store.job.Planned - j.store.job.Processed
	}
	j.clock.enter(PhasePlay)
	if err := j.playAll(ctx); err != nil {
		return err
	}
	if err := j.allFailed(); err != nil {
		return err
	}
	if j.options.Reevaluate != nil {
		j.clock.enter(PhaseEvaluate)
		if err := j.reevaluate(ctx); err != nil {
			return err
		}
	}
	if err := j.store.do(func() error {
		j.store.job.Complete = true
		return j.store.exec("UPDATE job SET complete = 1")
	}); err != nil {
		return err
	}
	j.clock.finish()
	return nil
}

// allFailed is ErrFailed when there is not one game that no fault ended.
func (j *job) allFailed() error {
	var games, failed int64
	var first string
	err := j.store.query(`SELECT count(*), coalesce(sum(failure <> ''), 0),
		coalesce((SELECT failure FROM games WHERE failure <> '' ORDER BY id LIMIT 1), '') FROM games`, &games, &failed, &first)
	if err == nil && failed > 0 && failed == games {
		err = fmt.Errorf("%w: %s: %d of %d games were ended by an engine's fault, the first by %s", ErrFailed, j.store.path, failed, games, first)
	}
	return fileError(j.store.path, err)
}

// each is the number of steps that a game takes.
func (j *job) each() int64 {
	if j.options.Reevaluate != nil {
		return 3
	}
	return 2
}

// startClock counts what has been done already and what there is to do.
func (j *job) startClock() error {
	row := &j.store.job
	var played, searched int64
	if err := j.store.query("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM nodes WHERE decision <> '')", &played, &searched); err != nil {
		return fileError(j.store.path, err)
	}
	total := j.each() * row.Planned
	if j.options.Breadth != nil && row.Planned > 0 {
		total += searched
	} else if j.options.Breadth != nil {
		total = j.decisions() + j.each()*j.lines()
	}
	j.clock.start(searched+played+row.Processed, total)
	return nil
}

// playAll plays the games that are not in the file yet, and takes each into
// the book as soon as all before it are.
func (j *job) playAll(ctx context.Context) error {
	if err := j.catchUp(); err != nil {
		return err
	}
	next, err := j.due()
	if err != nil {
		return err
	}
	return do(ctx, j, phase[gameTask, *playedGame]{
		kind: kindGames, size: j.gamesInPart(), keep: j.keep,
		next: func(context.Context) (gameTask, bool, error) {
			id, ok := next()
			if !ok {
				return gameTask{}, false, nil
			}
			return gameTask{id, j.initials[id/int64(j.options.Games)]}, true, nil
		},
		do: func(ctx context.Context, h *Hand, t gameTask) (*playedGame, error) { return h.playGame(ctx, t) },
	})
}

// due hands out the ids of the games to be played, in order, to any worker.
func (j *job) due() (next func() (id int64, ok bool), err error) {
	played := map[int64]bool{} // ahead of the first game missing
	var id int64
	if err := j.store.rows("SELECT id FROM games WHERE id >= ?", []any{j.store.job.Processed}, []any{&id}, func() error {
		played[id] = true
		return nil
	}); err != nil {
		return nil, fileError(j.store.path, err)
	}
	var last atomic.Int64
	last.Store(j.store.job.Processed - 1)
	planned := j.store.job.Planned
	return func() (int64, bool) {
		for {
			id := last.Add(1)
			if id >= planned {
				return 0, false
			}
			if !played[id] {
				return id, true
			}
		}
	}, nil
}

// keep stores games that have ended and processes what is now in order.
func (j *job) keep(games []*playedGame) error {
	if err := j.store.do(func() error {
		for _, g := range games {
			if err := j.store.addGame(g); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	records := 0
	for _, g := range games {
		records += plies(g.Moves) + 1
	}
	j.clock.step(int64(len(games)), int64(records))
	return j.catchUp()
}

// catchUp processes the stored games that follow the last one processed. The
// cursor moves in the same transaction, so a kill neither skips nor doubles.
func (j *job) catchUp() error {
	for {
		games, err := j.store.gamesInOrder(j.store.job.Processed, batchMost)
		if err != nil || len(games) == 0 {
			return err
		}
		err = j.store.do(func() error {
			for _, g := range games {
				if err := j.store.process(g, j.options.Record == RecordEnd); err != nil {
					return err
				}
				j.store.job.Processed++
			}
			return j.store.saveCounts(games[0].ID)
		})
		if err != nil {
			return err
		}
		j.clock.step(int64(len(games)), 0)
	}
}

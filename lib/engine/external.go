//go:build !wasm

package engine

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/game"
)

// stopGrace is how long a cancelled search waits for the program's last word,
// so that it answers its caller within 50 ms.
const stopGrace = 30 * time.Millisecond

// linesMax bounds the lines that a program may write during one search.
const linesMax = 1 << 20

// external is a program that plays over UCI or UCCI.
type external struct {
	program
	variant game.Variant
	scale   float64 // of scores to win rates
	dialect *dialect
	ranks   *rankProbe

	told     string             // the name of the program now running
	settings map[string]setting // announced, by settingKey
	notation string             // of its moves
	lines    int                // MultiPV as last set
	owed     bool               // a move of a cancelled search is still to come
	free     bool               // Chess960 as last set
}

func init() {
	kinds["uci"], kinds["ucci"] = externalMaker(&uci), externalMaker(&ucci)
}

// externalMaker makes the kinds of external engines.
func externalMaker(d *dialect) maker {
	return func(k *knowledge, o Options) (Engine, error) {
		p, err := newProgram(k, o, d.kind, "settings", "a name and a value of one line")
		if err != nil {
			return nil, err
		}
		e := &external{program: p, variant: k.variant, scale: k.scale, dialect: d, ranks: k.ranks}
		e.gate = newGate(k.game, e)
		if err := e.start(context.Background()); err != nil {
			return nil, e.failed(err)
		}
		e.name = cmp.Or(e.told, e.name) // set once, because any goroutine may ask for it
		return e, nil
	}
}

func (e *external) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if _, over := b.Outcome(); over {
		return Result{Scored: true, WinRate: 0.5}, context.Cause(ctx)
	}
	began := time.Now()
	if err := e.settle(ctx); err != nil {
		if ctx.Err() != nil {
			return Result{}, context.Cause(ctx) // the move is still owed; nothing is broken
		}
		return Result{}, e.failed(err)
	}
	r, err := e.search(ctx, b.Copy(), l)
	if err != nil {
		return Result{}, e.failed(err)
	}
	r.Time = time.Since(began)
	return r, context.Cause(ctx)
}

// search asks for a move on b, which it may play on.
func (e *external) search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if e.process == nil {
		if err := e.start(ctx); err != nil {
			return Result{}, err
		}
	}
	order, err := positionOrder(b, e.notation)
	if err != nil {
		return Result{}, err
	}
	if err := e.castle(b); err != nil {
		return Result{}, err
	}
	if l.Fresh {
		if err := e.fresh(ctx); err != nil {
			return Result{}, err
		}
	}
	several := e.settings[keyLines]
	lines := min(l.Lines, max(several.max, 1))
	if lines != e.lines {
		if err := e.tell(e.dialect.setting(several.name, strconv.Itoa(lines))); err != nil {
			return Result{}, err
		}
		e.lines = lines
	}
	if err := e.tell(order); err != nil {
		return Result{}, err
	}
	e.process.forget()
	if err := e.tell(e.dialect.search(l)); err != nil {
		return Result{}, err
	}
	return e.hear(ctx, &answer{board: b, scale: e.scale, notation: e.notation, lines: make([]heard, lines)}, l)
}

// hear listens until the program has chosen a move.
func (e *external) hear(ctx context.Context, a *answer, l Limits) (Result, error) {
	silence := time.NewTimer(e.options.Timeout)
	defer silence.Stop()
	var clock <-chan time.Time
	if l.Time != NoLimit {
		timer := time.NewTimer(l.Time)
		defer timer.Stop()
		clock = timer.C
	}
	depth := 0
	for range linesMax {
		line, err := e.process.receive(ctx, silence.C, clock)
		switch {
		case err == errAlarm:
			// From here on a move must come within the time-out, whatever else is said.
			clock = nil
			silence.Reset(e.options.Timeout)
			if err := e.tell("stop"); err != nil {
				return Result{}, err
			}
			continue
		case err != nil && ctx.Err() != nil:
			return e.abandon(a, l)
		case err != nil:
			return Result{}, err
		}
		if clock != nil || l.Time == NoLimit {
			silence.Reset(e.options.Timeout)
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "info":
			number, d, ok := a.note(words[1:])
			if ok && number == len(a.lines) && d > depth && l.Progress != nil {
				depth = d
				l.Progress(a.result(game.NoMove, l.Lines))
			}
		case isChoice(words[0]):
			best, err := e.chosen(a.board, words)
			if err != nil {
				return Result{}, err
			}
			return a.result(best, l.Lines), nil
		}
	}
	return Result{}, fmt.Errorf("%w: %d lines and no move", ErrEngineTimeout, linesMax)
}

// abandon stops a cancelled search. The result is what was heard so far. If the
// move does not come at once, the next search waits for it.
func (e *external) abandon(a *answer, l Limits) (Result, error) {
	e.owed = true
	if err := e.tell("stop"); err != nil {
		return Result{}, err
	}
	timer := time.NewTimer(stopGrace)
	defer timer.Stop()
	best := game.NoMove
	for e.owed {
		line, err := e.process.receive(context.Background(), nil, timer.C)
		if err == errAlarm {
			break
		}
		if err != nil {
			return Result{}, err
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "info":
			a.note(words[1:])
		case isChoice(words[0]):
			e.owed = false
			// A cancelled search may have no move yet: that is no fault.
			if best, err = e.chosen(a.board, words); err != nil {
				best = game.NoMove
			}
		}
	}
	return a.result(best, l.Lines), nil
}

func isChoice(word string) bool { return word == "bestmove" || word == "nobestmove" }

// chosen reads the move of a bestmove line, which must be legal on b. An engine
// that resigns and names a move plays on.
func (e *external) chosen(b game.Board, words []string) (game.Move, error) {
	said := "no move"
	if len(words) > 1 && words[0] == "bestmove" {
		said = words[1]
		if m := moveNamed(b, said, e.notation); m != game.NoMove {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("%w: %.40q in %q, expected one of %d moves such as %s",
		ErrEngineMove, said, b.Position(), len(b.Moves(nil)), b.Text(b.Moves(nil)[0]))
}

// settle waits for the move that a cancelled search did not wait for.
func (e *external) settle(ctx context.Context) error {
	if !e.owed || e.process == nil {
		return nil
	}
	_, err := e.hearChoice(ctx)
	e.owed = err != nil
	return err
}

func (e *external) hearChoice(ctx context.Context) (words []string, err error) {
	err = e.await(ctx, e.options.Timeout, func(line string) bool {
		words = strings.Fields(line)
		return len(words) > 0 && isChoice(words[0])
	})
	return words, err
}

// fresh begins a new game.
func (e *external) fresh(ctx context.Context) error {
	if err := e.tell(e.dialect.fresh); err != nil || e.dialect.ready == "" {
		return err
	}
	if err := e.tell(e.dialect.ready); err != nil {
		return err
	}
	return e.await(ctx, e.options.Timeout, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line)+" ", "readyok ") })
}

// forget tells a running program that a new game begins; one that has died
// remembers nothing anyway.
func (e *external) forget() error {
	if e.process == nil {
		return nil
	}
	err := e.settle(context.Background())
	if err == nil {
		err = e.fresh(context.Background())
	}
	return e.failed(err)
}

package engine

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// stopGrace is how long a cancelled search waits for the program's last word,
// so that it answers its caller within 50 ms.
const stopGrace = 30 * time.Millisecond

// linesMax bounds the lines that a program may write during one search.
const linesMax = 1 << 20

// external is a program that plays over UCI or UCCI. It runs from the
// beginning, and is started again by the first search after it died.
type external struct {
	variant game.Variant
	scale   float64 // of scores to win rates
	options Options
	dialect *dialect
	gate    gate
	name    string // set once, at the first start, because any goroutine may ask for it

	// The program now running; nil before the start and after a failure.
	program  *process
	told     string             // its name
	settings map[string]setting // announced, by settingKey
	notation string             // of its moves
	lines    int                // MultiPV as last set
	owed     bool               // a move of a cancelled search is still to come
}

// externalMaker makes the kinds of external engines.
func externalMaker(d *dialect) maker {
	return func(k *knowledge, o Options) (Engine, error) {
		if err := o.refuse(d.kind, "strategy", "net", "book", "tables"); err != nil {
			return nil, fmt.Errorf("%w; use settings", err)
		}
		if k.game != "xiangqi" {
			return nil, fmt.Errorf("%w: %s for %s, expected xiangqi", ErrUnsupported, d.kind, k.game)
		}
		if o.Path == "" {
			return nil, options.Wrap(ErrOptions, options.Wrong("path", "", "the program of a "+d.kind+" engine"))
		}
		for name, value := range o.Settings {
			if name == "" || strings.ContainsFunc(name+value, func(r rune) bool { return r < ' ' }) {
				return nil, options.Wrap(ErrOptions, options.Wrong("settings."+name, value, "a name and a value of one line"))
			}
		}
		e := &external{variant: k.variant, scale: k.scale, options: o, dialect: d, gate: newGate(), name: base(o.Path)}
		if err := e.start(context.Background()); err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		if e.told != "" {
			e.name = e.told
		}
		return e, nil
	}
}

// Name is the program's own name and version.
func (e *external) Name() string { return e.name }

// Repeatable is false: nobody can promise that of somebody else's program.
func (e *external) Repeatable(Limits) bool { return false }

func (e *external) Search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	l, err := e.gate.begin(ctx, e.name, e.variant.Name, b, l)
	if err != nil {
		return Result{}, err
	}
	defer e.gate.leave()
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

// failed names the engine in an error and ends the program, which broke the
// protocol or was left in the middle of an exchange.
func (e *external) failed(err error) error {
	if err == nil {
		return nil
	}
	e.drop()
	return fmt.Errorf("%s: %w", e.name, err)
}

// drop ends the program; the next call starts it again.
func (e *external) drop() {
	if e.program != nil {
		e.program.end(0)
		e.program, e.owed = nil, false
	}
}

// search asks for a move on b, which it may play on.
func (e *external) search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if e.program == nil {
		if err := e.start(ctx); err != nil {
			return Result{}, err
		}
	}
	order, err := positionOrder(b, e.notation)
	if err != nil {
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
		if err := e.tell(e.dialect.set(several.name, strconv.Itoa(lines))); err != nil {
			return Result{}, err
		}
		e.lines = lines
	}
	if err := e.tell(order); err != nil {
		return Result{}, err
	}
	e.program.forget()
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
		line, err := e.program.receive(ctx, silence.C, clock)
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
		line, err := e.program.receive(context.Background(), nil, timer.C)
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
	if !e.owed {
		return nil
	}
	_, err := e.await(ctx, func(words []string) bool { return isChoice(words[0]) })
	if err == nil {
		e.owed = false
	}
	return err
}

// await listens for an answer, for at most the time-out in all.
func (e *external) await(ctx context.Context, answers func(words []string) bool) ([]string, error) {
	late := time.NewTimer(e.options.Timeout)
	defer late.Stop()
	for {
		line, err := e.program.receive(ctx, late.C, nil)
		if err != nil {
			return nil, err
		}
		if words := strings.Fields(line); len(words) > 0 && answers(words) {
			return words, nil
		}
	}
}

func (e *external) tell(line string) error { return e.program.send(line, e.options.Timeout) }

// fresh begins a new game.
func (e *external) fresh(ctx context.Context) error {
	if err := e.tell(e.dialect.fresh); err != nil || e.dialect.ready == "" {
		return err
	}
	if err := e.tell(e.dialect.ready); err != nil {
		return err
	}
	_, err := e.await(ctx, func(words []string) bool { return words[0] == "readyok" })
	return err
}

// Clear tells a running program that a new game begins; one that has died
// remembers nothing anyway.
func (e *external) Clear() error {
	ctx := context.Background()
	if err := e.gate.enter(ctx, e.name); err != nil {
		return err
	}
	defer e.gate.leave()
	if e.program == nil {
		return nil
	}
	err := e.settle(ctx)
	if err == nil {
		err = e.fresh(ctx)
	}
	return e.failed(err)
}

// Close waits for a search under way, asks the program to end and kills it if
// it does not. Then it has been reaped and no goroutine is left.
func (e *external) Close() error {
	if e.gate.close() && e.program != nil {
		_ = e.program.send("quit", quitGrace) // it may be dead already
		e.program.end(quitGrace)
		e.program = nil
	}
	return nil
}

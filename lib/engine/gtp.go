//go:build !wasm

package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

func init() { kinds["gtp"] = newGTP }

// gtp is a program that plays Go over the Go Text Protocol, version 2 (G.
// Farneback, 2002). The protocol has no command that stops a search or limits its
// playouts. Of the limits the program gets only the time, by time_settings if it
// knows that; Options.Args and Settings set its strength. A cancelled search ends
// the program; the next one starts it again.
type gtp struct {
	program
	asked   int  // the number of the latest command
	clocked bool // it knows time_settings

	// What it has been told of the game.
	rules  weiqi.Options
	start  string
	played []game.Move
	told   time.Duration
}

func newGTP(k *knowledge, o Options) (Engine, error) {
	p, err := newProgram(k, o, "gtp", "args or settings", "a command and its arguments on one line")
	if err != nil {
		return nil, err
	}
	if o.Level != LevelMax {
		return nil, fmt.Errorf("%w: gtp at level %d; use args", ErrUnsupported, o.Level)
	}
	e := &gtp{program: p}
	e.gate = newGate(k.game, e)
	if err := e.begin(context.Background()); err != nil {
		return nil, e.failed(err)
	}
	return e, nil
}

// begin runs the program, asks for its name and sends the settings as commands.
func (e *gtp) begin(ctx context.Context) (err error) {
	if e.process, err = startProcess(e.options.Path, e.options.Args); err != nil {
		return err
	}
	e.start, e.played, e.told = "", nil, NoLimit
	name, err := e.ask(ctx, "name")
	if err != nil {
		return err
	}
	version, err := e.ask(ctx, "version")
	if err != nil {
		return err
	}
	e.name = strings.ToValidUTF8(strings.TrimSpace(name+" "+version), "?")
	known, err := e.ask(ctx, "known_command time_settings")
	e.clocked = known == "true"
	for _, name := range slices.Sorted(maps.Keys(e.options.Settings)) {
		if err == nil {
			_, err = e.ask(ctx, strings.TrimSpace(name+" "+e.options.Settings[name]))
		}
	}
	return err
}

// ask sends a command and returns the first line of its answer.
func (e *gtp) ask(ctx context.Context, command string) (string, error) {
	return e.askWithin(ctx, command, e.options.Timeout)
}

func (e *gtp) askWithin(ctx context.Context, command string, timeout time.Duration) (answer string, err error) {
	e.asked++
	number := strconv.Itoa(e.asked)
	if err := e.tell(number + " " + command); err != nil {
		return "", err
	}
	var good bool
	err = e.await(ctx, timeout, func(line string) bool {
		// Other lines belong to a longer answer, or are chatter.
		mark, rest, _ := strings.Cut(line, " ")
		good, answer = mark == "="+number, strings.TrimSpace(rest)
		return good || mark == "?"+number
	})
	if err == nil && !good {
		err = fmt.Errorf("%w: it answers %.80q to %.80q", ErrUnsupported, answer, command)
	}
	return answer, err
}

// think sends the program the moves that it has not seen and asks it for one.
func (e *gtp) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	return e.result(ctx, b, func() (game.Move, error) { return e.search(ctx, b.(*weiqi.Board), l) })
}

func (e *gtp) search(ctx context.Context, b *weiqi.Board, l Limits) (game.Move, error) {
	if e.process == nil {
		if err := e.begin(ctx); err != nil {
			return game.NoMove, err
		}
	}
	if l.Fresh {
		e.start = ""
	}
	if err := e.catchUp(ctx, b); err != nil {
		return game.NoMove, err
	}
	if e.clocked && l.Time != e.told && l.Time != NoLimit {
		seconds := max(int(l.Time/time.Second), 1)
		if _, err := e.ask(ctx, fmt.Sprintf("time_settings 0 %d 1", seconds)); err != nil {
			return game.NoMove, err
		}
		e.told = l.Time
	}
	side := b.Sides()[b.Turn()]
	said, err := e.askWithin(ctx, "genmove "+side, l.Time+e.options.Timeout)
	if err != nil {
		return game.NoMove, err
	}
	m, err := b.Parse(said)
	if err != nil {
		return game.NoMove, fmt.Errorf("%w: %.40q in %q: %w", ErrEngineMove, said, b.Position(), err)
	}
	if m != weiqi.Resign {
		e.played = append(e.played, m)
	} else {
		e.start = ""
	}
	return m, nil
}

// catchUp brings the program's board to where b stands.
func (e *gtp) catchUp(ctx context.Context, b *weiqi.Board) error {
	played, start := b.Played(nil), b.Initial()
	known := len(e.played)
	if e.start != start || e.rules != b.Rules() || len(played) < known || !slices.Equal(played[:known], e.played) {
		if err := e.setUp(ctx, b, start); err != nil {
			return err
		}
		known = 0
	}
	again, err := weiqi.New(start, b.Rules(), true)
	if err != nil {
		return err
	}
	for i, m := range played {
		if i >= known {
			if _, err := e.ask(ctx, fmt.Sprintf("play %s %s", again.Sides()[again.Turn()], again.Text(m))); err != nil {
				return err
			}
		}
		again.Play(m)
	}
	e.start, e.rules, e.played = start, b.Rules(), played
	return nil
}

// setUp puts the stones of the start of a game on the program's board.
func (e *gtp) setUp(ctx context.Context, b *weiqi.Board, start string) error {
	e.start = ""
	first, err := weiqi.New(start, b.Rules(), true)
	if err != nil {
		return err
	}
	orders := []string{fmt.Sprintf("boardsize %d", b.Size()), "clear_board", fmt.Sprintf("komi %g", b.Rules().Komi)}
	s := first.Stones()
	for row := range b.Size() {
		for column := range b.Size() {
			p := goban.PointAt(column, row)
			if c := s.At(p); c != goban.Empty {
				orders = append(orders, fmt.Sprintf("play %s %v", c, p))
			}
		}
	}
	for _, order := range orders {
		if _, err := e.ask(ctx, order); err != nil {
			return err
		}
	}
	return nil
}

// forget lets the next search begin with an empty board.
func (e *gtp) forget() error {
	e.start = ""
	return nil
}

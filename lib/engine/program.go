//go:build !wasm

package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// program is what the engines have in common that are programs of others. It runs from
// the beginning, and is started again by the first search after it died.
type program struct {
	gate
	options Options
	name    string   // its own name and version once it has told them, before that its file's
	process *process // now running; nil before the start and after a failure
}

// newProgram checks the options of a kind of program that plays some games. instead says
// what to use for the options that it does not have, setting what a setting is.
func newProgram(k *knowledge, o Options, kind, instead, setting string) (program, error) {
	if err := o.refuse(kind, "strategy", "net", "book", "tables"); err != nil {
		return program{}, fmt.Errorf("%w; use %s", err, instead)
	}
	if !slices.Contains(k.programs, kind) {
		return program{}, fmt.Errorf("%w: %s for %s, expected %s", ErrUnsupported, kind, k.game, strings.Join(gamesOf(kind), " or "))
	}
	if o.Path == "" {
		return program{}, options.Wrap(ErrOptions, options.Wrong("path", "", "the program of a "+kind+" engine"))
	}
	for name, value := range o.Settings {
		if name == "" || strings.ContainsFunc(name+value, func(r rune) bool { return r < ' ' }) {
			return program{}, options.Wrap(ErrOptions, options.Wrong("settings."+name, value, setting))
		}
	}
	return program{options: o, name: filepath.Base(o.Path)}, nil
}

// gamesOf are the games that programs of a kind play, sorted.
func gamesOf(kind string) (names []string) {
	gamesLock.RLock()
	defer gamesLock.RUnlock()
	for name, k := range games {
		if slices.Contains(k.programs, kind) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Name is the program's own name and version.
func (p *program) Name() string { return p.name }

// Repeatable is false: nobody can promise that of somebody else's program.
func (p *program) Repeatable(Limits) bool { return false }

func (p *program) tell(line string) error { return p.process.send(line, p.options.Timeout) }

// await listens for an answer, for at most the time-out in all.
func (p *program) await(ctx context.Context, timeout time.Duration, answers func(line string) bool) error {
	late := time.NewTimer(timeout)
	defer late.Stop()
	for {
		line, err := p.process.receive(ctx, late.C, nil)
		if err != nil || answers(line) {
			return err
		}
	}
}

// result is that of a program which tells a move and no more; its win rate is one half. A cancelled search ends the
// program, which is in the middle of an exchange.
func (p *program) result(ctx context.Context, b game.Board, search func() (game.Move, error)) (Result, error) {
	if _, over := b.Outcome(); over || ctx.Err() != nil {
		return Result{WinRate: 0.5}, context.Cause(ctx)
	}
	began := time.Now()
	m, err := search()
	if err != nil && ctx.Err() != nil {
		p.drop()
		return Result{}, context.Cause(ctx)
	}
	if err != nil {
		return Result{}, p.failed(err)
	}
	return Result{Best: m, WinRate: 0.5, Depth: 1, Time: time.Since(began),
		Lines: []Line{{Moves: []game.Move{m}, WinRate: 0.5, Depth: 1}}}, nil
}

// failed names the engine in an error and ends the program, which broke the
// protocol or was left in the middle of an exchange.
func (p *program) failed(err error) error {
	if err == nil {
		return nil
	}
	p.drop()
	return fmt.Errorf("%s: %w", p.name, err)
}

// drop ends the program; the next call starts it again.
func (p *program) drop() {
	if p.process != nil {
		p.process.end(0)
		p.process = nil
	}
}

// end asks the program to end and kills it if it does not. Then it has been reaped and no
// goroutine is left.
func (p *program) end() error {
	if p.process != nil {
		_ = p.process.send("quit", quitGrace) // it may be dead already
		p.process.end(quitGrace)
		p.process = nil
	}
	return nil
}

//go:build !wasm

package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

// start runs the program, greets it, sets its options and learns how it writes
// moves. When anything goes wrong there is no program.
func (e *external) start(ctx context.Context) error {
	p, err := startProcess(e.options.Path, e.options.Args)
	if err != nil {
		return err
	}
	e.process, e.settings, e.lines, e.owed, e.free = p, map[string]setting{}, 1, false, false
	for _, step := range []func(context.Context) error{e.greet, e.setUp, e.learnRanks} {
		if err = step(ctx); err != nil {
			e.drop()
			return err
		}
	}
	return nil
}

// greet exchanges the first words and notes what the program announces.
func (e *external) greet(ctx context.Context) error {
	if err := e.tell(e.dialect.hello); err != nil {
		return err
	}
	return e.await(ctx, e.options.Timeout, func(line string) bool {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			return false
		case words[0] == "id" && len(words) > 2 && words[1] == "name":
			e.told = strings.ToValidUTF8(strings.Join(words[2:], " "), "?")
		case words[0] == "option":
			if s, ok := e.dialect.announced(words[1:]); ok {
				e.settings[settingKey(s.name)] = s
			}
		}
		return words[0] == e.dialect.greeted
	})
}

// Settings of programs that follow from our own options, by settingKey.
const (
	keyVariant = "ucivariant"
	keyLines   = "multipv"
	keyMillis  = "usemillisec" // UCCI: times are milliseconds
	keySkill   = "skilllevel"
	keyFree    = "ucichess960"
)

// setUp sends the settings: those that follow from our own options, then the
// caller's in order of name, which win.
func (e *external) setUp(ctx context.Context) error {
	values, err := e.derived()
	if err != nil {
		return err
	}
	for name, value := range e.options.Settings {
		if _, ok := e.settings[settingKey(name)]; !ok {
			return fmt.Errorf("%w: the program has no setting %q, only %s", ErrOptions, name, e.announced())
		}
		values[settingKey(name)] = value
	}
	keys := slices.Sorted(maps.Keys(values))
	if i := slices.Index(keys, keyVariant); i > 0 {
		// The variant decides what the others mean.
		keys = slices.Insert(slices.Delete(keys, i, i+1), 0, keyVariant)
	}
	for _, key := range keys {
		if err := e.tell(e.dialect.setting(e.settings[key].name, values[key])); err != nil {
			return err
		}
	}
	return e.fresh(ctx)
}

// derived are the settings that follow from the game and our own options, as far as
// the program announces them.
func (e *external) derived() (map[string]string, error) {
	values := map[string]string{}
	put := func(key, value string) {
		if _, ok := e.settings[key]; ok {
			values[key] = value
		}
	}
	put("threads", strconv.Itoa(e.options.Workers))
	put("hash", strconv.Itoa(e.options.TableMB))
	put("hashsize", strconv.Itoa(e.options.TableMB))
	put(keyMillis, "true")
	if s, ok := e.settings[keyVariant]; ok {
		if !slices.Contains(s.choices, e.variant.Name) {
			return nil, fmt.Errorf("%w: the program plays %s, expected %s among them", ErrUnsupported, strings.Join(s.choices, ", "), e.variant.Name)
		}
		put(keyVariant, e.variant.Name)
	}
	if e.options.Level != LevelMax {
		s, ok := e.settings[keySkill]
		if !ok {
			return nil, fmt.Errorf("%w: level %d, the program has no setting for it", ErrUnsupported, e.options.Level)
		}
		low := max(s.min, 0) // below 0 Fairy-Stockfish loses on purpose
		put(keySkill, strconv.Itoa(low+(s.max-low)*(e.options.Level-1)/(LevelMax-1)))
	}
	return values, nil
}

// castle tells the program how castlings are written: as the king taking the rook, or not.
func (e *external) castle(b game.Board) error {
	c, ok := b.(*chess.Board)
	if !ok || c.Free() == e.free {
		return nil
	}
	s, ok := e.settings[keyFree]
	if !ok {
		return fmt.Errorf("%w: the program does not play Chess960, expected one with the setting UCI_Chess960", ErrUnsupported)
	}
	e.free = c.Free()
	return e.tell(e.dialect.setting(s.name, strconv.FormatBool(e.free)))
}

// announced lists the names of the program's settings.
func (e *external) announced() string {
	var names []string
	for _, s := range e.settings {
		names = append(names, s.name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// notationUCI is that of games without a rankProbe.
const notationUCI = "uci"

// learnRanks asks for the only move of a position, to see how the program
// writes it: Pikafish counts ranks from 0, Fairy-Stockfish in UCI from 1.
func (e *external) learnRanks(ctx context.Context) error {
	e.notation = notationUCI
	if e.dialect.zero || e.ranks == nil {
		return nil
	}
	if err := e.tell("position fen " + e.ranks.position); err != nil {
		return err
	}
	if err := e.tell("go depth 1"); err != nil {
		return err
	}
	words, err := e.hearChoice(ctx)
	if err != nil {
		return err
	}
	b, err := game.New(e.variant.Name, game.Setup{Position: e.ranks.position})
	if err != nil {
		return err
	}
	only, err := b.Parse(e.ranks.move)
	if err != nil {
		return err
	}
	var texts []string
	for _, notation := range e.ranks.notations {
		text, err := b.Format(only, notation)
		if err != nil {
			return err
		}
		if len(words) > 1 && words[1] == text {
			e.notation = notation
			return nil
		}
		texts = append(texts, text)
	}
	return fmt.Errorf("%w: %.80q in %q, expected its only move, %s", ErrEngineMove, strings.Join(words, " "), e.ranks.position, strings.Join(texts, " or "))
}

//go:build !slim && !wasm

package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

func init() { kinds["gomocup"] = newGomocup }

// gomocup is a program that plays Gomoku over the protocol of the Gomocup tournament (P. Lastovicka,
// 2005), as Piskvork's players do. Of the limits the program gets only the time. Options.Settings are
// sent as INFO, Options.Args to the program. The protocol cannot stop a search: a cancelled one ends the
// program; the next one starts it again.
type gomocup struct {
	program

	// What it has been told of the game.
	rules  gomoku.Options
	start  string
	played []game.Move // with its own moves
	known  bool        // the three above hold
	told   time.Duration
}

// gomocupRules are the rules as INFO rule numbers them.
var gomocupRules = map[string]int{gomoku.Freestyle: 0, gomoku.Standard: 1, gomoku.Renju: 4}

func newGomocup(k *knowledge, o Options) (Engine, error) {
	p, err := newProgram(k, o, "gomocup", "args or settings", "a key and a value of one line")
	if err != nil {
		return nil, err
	}
	if o.Level != LevelMax {
		return nil, fmt.Errorf("%w: gomocup at level %d; use args or settings", ErrUnsupported, o.Level)
	}
	e := &gomocup{program: p}
	e.gate = newGate(k.game, e)
	if err := e.begin(context.Background()); err != nil {
		return nil, e.failed(err)
	}
	return e, nil
}

// begin runs the program and asks for its name.
func (e *gomocup) begin(ctx context.Context) (err error) {
	if e.process, err = startProcess(e.options.Path, e.options.Args); err != nil {
		return err
	}
	e.known, e.told = false, NoLimit
	about, err := e.ask(ctx, "ABOUT", e.options.Timeout)
	if err == nil {
		name := strings.TrimSpace(gomocupTold(about, "name") + " " + gomocupTold(about, "version"))
		e.name = strings.ToValidUTF8(cmp.Or(name, e.name), "?")
	}
	return err
}

// gomocupTold is a value of the answer to ABOUT: name="x", version="1.0".
func gomocupTold(about, key string) string {
	_, rest, _ := strings.Cut(about, key+"=\"")
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// ask sends an order and returns the answer, passing over what is said beside it.
func (e *gomocup) ask(ctx context.Context, order string, timeout time.Duration) (answer string, err error) {
	if err := e.tell(order); err != nil {
		return "", err
	}
	err = e.await(ctx, timeout, func(line string) bool {
		answer = strings.TrimSpace(line)
		word, _, _ := strings.Cut(answer, " ")
		return !slices.Contains([]string{"MESSAGE", "DEBUG", "SUGGEST", ""}, strings.ToUpper(word))
	})
	if word, _, _ := strings.Cut(answer, " "); err == nil && (strings.EqualFold(word, "ERROR") || strings.EqualFold(word, "UNKNOWN")) {
		err = fmt.Errorf("%w: it answers %.80q to %.80q", ErrUnsupported, answer, order)
	}
	return answer, err
}

// think shows the program the position and asks it for a move.
func (e *gomocup) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	return e.result(ctx, b, func() (game.Move, error) { return e.search(ctx, b.(*gomoku.Board), l) })
}

func (e *gomocup) search(ctx context.Context, b *gomoku.Board, l Limits) (game.Move, error) {
	if b.Bound() == goban.White {
		return game.NoMove, fmt.Errorf("%w: gomocup with moves forbidden to white", ErrUnsupported)
	}
	if e.process == nil {
		if err := e.begin(ctx); err != nil {
			return game.NoMove, err
		}
	}
	order, err := e.show(ctx, b, l)
	if err != nil {
		return game.NoMove, err
	}
	e.known = false // until it has answered
	said, err := e.ask(ctx, order, l.Time+e.options.Timeout)
	if err != nil {
		return game.NoMove, err
	}
	m, err := b.Parse(said)
	if err != nil {
		return game.NoMove, fmt.Errorf("%w: %.40q in %q: %w", ErrEngineMove, said, b.Position(), err)
	}
	e.rules, e.start, e.played, e.known = b.Rules(), b.Initial(), append(b.Played(nil), m), true
	return m, nil
}

// show tells the program what it does not know of the position, and returns the order after which it
// is to move.
func (e *gomocup) show(ctx context.Context, b *gomoku.Board, l Limits) (order string, err error) {
	played := b.Played(nil)
	goesOn := e.known && !l.Fresh && e.rules == b.Rules() && e.start == b.Initial() &&
		len(played) == len(e.played)+1 && slices.Equal(played[:len(e.played)], e.played)
	if !goesOn {
		if _, err := e.ask(ctx, fmt.Sprintf("START %d", b.Size()), e.options.Timeout); err != nil {
			return "", err
		}
		e.told = NoLimit
		if err := e.inform("rule", strconv.Itoa(gomocupRules[b.Rules().Rule])); err != nil {
			return "", err
		}
		for _, key := range slices.Sorted(maps.Keys(e.options.Settings)) {
			if err := e.inform(key, e.options.Settings[key]); err != nil {
				return "", err
			}
		}
	}
	if l.Time != e.told && l.Time != NoLimit {
		if err := e.inform("timeout_turn", strconv.FormatInt(max(l.Time.Milliseconds(), 1), 10)); err != nil {
			return "", err
		}
		e.told = l.Time
	}
	if goesOn {
		return "TURN " + gomocupPoint(b, played[len(played)-1]), nil
	}
	stones, err := gomocupStones(b)
	if err != nil || len(stones) == 0 {
		return "BEGIN", err
	}
	for _, line := range slices.Concat([]string{"BOARD"}, stones) {
		if err := e.tell(line); err != nil {
			return "", err
		}
	}
	return "DONE", nil
}

// inform sends a setting, which has no answer.
func (e *gomocup) inform(key, value string) error { return e.tell("INFO " + key + " " + value) }

// gomocupPoint writes a point as the protocol does.
func gomocupPoint(b *gomoku.Board, m game.Move) string {
	text, _ := b.Format(m, "gomocup")
	return text
}

// gomocupStones are the lines of BOARD: the stones of the start, black's and white's in turn, then those
// played; 1 for the mover's own.
func gomocupStones(b *gomoku.Board) (lines []string, err error) {
	again, err := gomoku.New(b.Initial(), b.Rules(), true)
	if err != nil {
		return nil, err
	}
	side := func(c goban.Color) int { return 1 + int(c^b.Side()) }
	var laid [2][]string
	for row := range b.Size() {
		for column := range b.Size() {
			p := goban.PointAt(column, row)
			if c := again.At(p); c != goban.Empty {
				laid[c] = append(laid[c], fmt.Sprintf("%s,%d", gomocupPoint(b, game.Move(p)), side(c)))
			}
		}
	}
	for i := range max(len(laid[0]), len(laid[1])) {
		for c := range laid {
			if i < len(laid[c]) {
				lines = append(lines, laid[c][i])
			}
		}
	}
	for _, m := range b.Played(nil) {
		lines = append(lines, fmt.Sprintf("%s,%d", gomocupPoint(b, m), side(again.Side())))
		again.Play(m)
	}
	return lines, nil
}

// forget has the next search begin with START.
func (e *gomocup) forget() error {
	e.known = false
	return nil
}

// end asks the program to end and kills it if it does not.
func (e *gomocup) end() error {
	if e.process != nil {
		_ = e.process.send("END", quitGrace) // it may be dead already
	}
	return e.program.end()
}

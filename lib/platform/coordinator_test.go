package platform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// drawn is a board from its rows, with a side to move: "X" or "O".
func drawn(t testing.TB, scoring, rows, side string) *weiqi.Board {
	t.Helper()
	o := weiqi.DefaultOptions()
	o.Scoring = scoring
	b, err := weiqi.New(strings.Join(strings.Fields(rows), "/")+" "+side, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func positionOf(b *weiqi.Board) *position {
	return &position{Board: b, Moves: sensible(b), Values: NewParameterEditor(nil).effective()}
}

func best(o opinions) (list []string) {
	for m, v := range o {
		if v.Score == 1 {
			list = append(list, moveText(m))
		}
	}
	slices.Sort(list)
	return list
}

// The search reads ladders to their end: they take a chain, unless a stone stands in
// their way.
func TestSearch_capturesAndLadders(t *testing.T) {
	const ladder = `
		.........
		.........
		%s
		.........
		.........
		..XO.....
		...XX....
		.........
		.........`
	free, broken := fmt.Sprintf(ladder, "........."), fmt.Sprintf(ladder, "......O..")
	for _, row := range []struct{ name, rows, side, want string }{
		{"a stone in atari is taken", `
			.....
			...X.
			..XO.
			...X.
			.....`, "X", "[E3]"},
		{"a ladder takes", free, "X", "[D5]"},
		{"a ladder is broken", broken, "X", "[]"},
		{"what is not in danger is not saved", broken, "O", "[]"},
		{"the captor is taken", `
			.......
			.......
			.......
			.......
			.......
			...OO..
			.XOX...`, "O", "[E1]"},
		{"nothing to read", `
			.....
			..X..
			.....
			.....
			.....`, "O", "[]"},
	} {
		b := drawn(t, "area", row.rows, row.side)
		o, err := readCaptures(t.Context(), positionOf(b))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(best(o)); got != row.want {
			t.Errorf("%s: best %s of %v, want %s", row.name, got, o, row.want)
		}
	}
	o, err := readCaptures(t.Context(), positionOf(drawn(t, "area", free, "O")))
	if err != nil || o[move(t, "D5")].Score != 1 || o[move(t, "E4")].Score != 1 || o[move(t, "A9")].Score != 0 {
		t.Errorf("running from the ladder: %v, %v", o, err)
	}
	p := positionOf(drawn(t, "area", free, "X"))
	p.Values[keyNodes] = 10
	if o, err := readCaptures(t.Context(), p); err != nil || len(o) != 0 {
		t.Errorf("with ten moves to read: %v, %v; want no opinion", o, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := readCaptures(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestStatic_seesWhatIsThere(t *testing.T) {
	for _, row := range []struct{ name, rows, side, want string }{
		{"captures", `
			.....
			...X.
			..XO.
			...X.
			.....`, "X", "[E3]"},
		{"saves", `
			.......
			.......
			...OO..
			..OXX..
			...OO..
			.......
			.......`, "X", "[F4]"},
		{"the first line is bad in an empty board", `
			7
			7
			7
			7
			7
			7
			7`, "X", "[C3 C4 C5 D3 D4 D5 E3 E4 E5]"},
	} {
		o := analyse(positionOf(drawn(t, "area", row.rows, row.side)))
		if got := fmt.Sprint(best(o)); got != row.want {
			t.Errorf("%s: best %s, want %s", row.name, got, row.want)
		}
	}
}

func TestSituationOf(t *testing.T) {
	for _, row := range []struct {
		name, moves string
		rate        float64
		want        string
	}{
		{"the empty board", "", 0.5, "opening quiet even"},
		{"a contact in the corner", "C3 A1", 0.8, "opening fight ahead"},
		{"ten moves", "C3 G7 G3 C7 E5 E7 E3 C5 G5 D4 PASS", 0.2, "middle quiet behind"},
	} {
		if got := situationOf(boardOf(t, 9, row.moves), row.rate).String(); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

func choose(t testing.TB, c *coordinator, q question) Explanation {
	t.Helper()
	e, err := c.Choose(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A choice is explained: what each module added makes the value of every candidate,
// and the best candidate is chosen.
func TestCoordinator_explains(t *testing.T) {
	editor := NewParameterEditor(nil)
	set(t, editor, "mc.playouts", "300", "mc.seconds", "60", "coordinator.candidates", "7")
	b := drawn(t, "area", `
		XO.......
		.........
		.........
		.....OX..
		....OXXO.
		....OX.O.
		...O.O...
		..XO.....
		...X.....`, "O")
	q := question{Board: b, Editor: editor}
	e := choose(t, newCoordinator(newSearch(t), newBank(t, ""), nil, 1), q)
	if len(e.Candidates) != 7 || e.Chosen != e.Candidates[0].Move || e.Searched < 290 || e.Time <= 0 {
		t.Errorf("%+v", e)
	}
	modules := map[string]bool{}
	for i, k := range e.Candidates {
		sum := 0.0
		for _, part := range k.Parts {
			sum += part.Score * part.Weight
			modules[part.Module] = true
			if part.Score < 0 || part.Score > 1 || part.Weight <= 0 {
				t.Errorf("%s: %+v", moveText(k.Move), part)
			}
		}
		if d := sum - k.Value; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s is worth %v, its parts %v", moveText(k.Move), k.Value, sum)
		}
		if i > 0 && k.Value > e.Candidates[i-1].Value {
			t.Errorf("candidate %d is better than the one before", i+1)
		}
	}
	if !modules["static"] || !modules["mc"] || !modules["search"] {
		t.Errorf("modules %v", modules)
	}
	text := e.String()
	for _, want := range []string{moveText(e.Chosen), "static", "mc", "playouts", "win rate"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not say %q", text, want)
		}
	}
	// The same again, and without what was refused.
	again := choose(t, newCoordinator(newSearch(t), newBank(t, ""), nil, 1), q)
	if again.String() != text {
		t.Errorf("again %s\nbefore %s", again.String(), text)
	}
	q.Refused = []game.Move{e.Chosen}
	if other := choose(t, newCoordinator(newSearch(t), nil, nil, 1), q); other.Chosen == e.Chosen || other.Chosen == goban.Pass {
		t.Errorf("refused %s, chosen %s", moveText(e.Chosen), moveText(other.Chosen))
	}
}

// Weights decide: with Monte-Carlo at nothing, what static analysis likes best is
// chosen.
func TestCoordinator_weights(t *testing.T) {
	editor := NewParameterEditor(nil)
	set(t, editor, "mc.playouts", "50", "mc.seconds", "60", "weight.mc", "0", "weight.search", "0")
	b := drawn(t, "area", `
		.....
		...X.
		..XO.
		...X.
		.....`, "X")
	e := choose(t, newCoordinator(newSearch(t), nil, nil, 1), question{Board: b, Editor: editor})
	if moveText(e.Chosen) != "E3" || len(e.Candidates[0].Parts) != 1 || e.Candidates[0].Parts[0].Note != "captures" {
		t.Errorf("%s", e.String())
	}
}

// A low level makes mistakes among its few best, a high one none; all play legally.
func TestCoordinator_levels(t *testing.T) {
	differ := 0
	for seed := range uint64(6) {
		b := boardOf(t, 9, "E5 C3 G3 C6")
		chosen := [2]Explanation{}
		for i, level := range []string{"1", "7"} {
			editor := NewParameterEditor(nil)
			set(t, editor, "level", level, "mc.playouts", "100", "mc.seconds", "60")
			chosen[i] = choose(t, newCoordinator(newSearch(t), nil, nil, seed), question{Board: b, Editor: editor})
			if b.Check(chosen[i].Chosen) != nil {
				t.Errorf("level %s chose %s", level, moveText(chosen[i].Chosen))
			}
		}
		low, high := chosen[0], chosen[1]
		if low.Searched > 12 || high.Searched < 90 {
			t.Errorf("playouts %d and %d", low.Searched, high.Searched)
		}
		if high.Candidates[0].Parts[len(high.Candidates[0].Parts)-1].Module == "level" {
			t.Error("level 7 makes mistakes")
		}
		if low.Chosen != high.Chosen {
			differ++
		}
	}
	if differ == 0 {
		t.Error("level 1 plays as level 7")
	}
}

// Who stopped rightly stops: a finished board is passed on, an unfinished one is not.
func TestCoordinator_stopsWhenTheGameIsOver(t *testing.T) {
	finished := `
		.X.XO.O
		.X.XO.O
		.X.XO.O
		.X.XO.O
		.X.XO.O
		.X.XO.O
		.X.XO.O`
	editor := NewParameterEditor(nil)
	set(t, editor, "mc.playouts", "50", "mc.seconds", "60")
	ask := func(b *weiqi.Board) Explanation {
		t.Helper()
		return choose(t, newCoordinator(newSearch(t), nil, nil, 1), question{Board: b, Editor: editor})
	}
	b := drawn(t, "area", finished, "X")
	b.Play(goban.Pass)
	if e := ask(b); e.Chosen != goban.Pass || e.Why != "settled" {
		t.Errorf("finished: %s", e.String())
	}
	// Where dead stones count, nothing is over while there are moves.
	if e := ask(drawn(t, "seed", strings.Replace(finished, ".X.XO.O", ".X.XOXO", 1), "X")); e.Chosen == goban.Pass {
		t.Errorf("by the seed's counting: %s", e.String())
	}
	b = boardOf(t, 9, "E5 C3 G3 PASS") // White is ahead by komi
	if e := ask(b); e.Chosen == goban.Pass {
		t.Errorf("after a first pass: %s", e.String())
	}
	if e := ask(drawn(t, "seed", "X.X.X .XXXX XXXXX XXXXX XXXX.", "X")); e.Chosen != goban.Pass || e.Why != "nothing to play" {
		t.Errorf("only own eyes: %s", e.String())
	}
	b = boardOf(t, 5, "C3 PASS PASS")
	if _, err := newCoordinator(newSearch(t), nil, nil, 1).Choose(t.Context(), question{Board: b, Editor: editor}); !errors.Is(err, errNoMove) {
		t.Errorf("after two passes: %v", err)
	}
}

// A choice that is interrupted comes with what there was.
func TestCoordinator_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := boardOf(t, 9, "E5")
	e, err := newCoordinator(newSearch(t), newBank(t, ""), nil, 1).Choose(ctx, question{Board: b, Editor: NewParameterEditor(nil)})
	if !errors.Is(err, context.Canceled) || b.Check(e.Chosen) != nil || e.Chosen == goban.Pass {
		t.Errorf("chosen %s, %v", moveText(e.Chosen), err)
	}
}

// A human's count is taken unless it turns the result by more than the points that
// are allowed.
func TestAccepts(t *testing.T) {
	for _, row := range []struct {
		own, theirs, flip float64
		want              bool
	}{
		{10, 80, 5, true}, {10, -1, 5, false}, {2, -2.5, 5, true}, {2, -3.5, 5, false}, {2.5, -2.5, 5, true},
		{-10, -80, 5, true}, {-0.5, 0.5, 0, false}, {0, 7, 5, false}, {0, 0, 0, true}, {10, -80, 361, true},
	} {
		v := values{keyFlip: row.flip}
		if got := v.accepts(row.own, row.theirs); got != row.want {
			t.Errorf("own %v, theirs %v, flip %v: %v", row.own, row.theirs, row.flip, got)
		}
	}
}

// terminals is a host of compute terminals that does the work itself.
type terminals struct {
	members []compute.Member
	asked   []compute.Task
	fail    error
}

func (h *terminals) Members() []compute.Member { return h.members }

func (h *terminals) Run(ctx context.Context, t compute.Task, limits ...compute.Limits) (compute.Result, compute.Report, error) {
	h.asked = append(h.asked, t)
	if h.fail != nil {
		return compute.Result{}, compute.Report{}, h.fail
	}
	r, err := compute.Do(ctx, t, nil)
	return r, compute.Report{}, err
}

// The playouts of terminals weigh by how many they are for each of the platform's own.
func TestCoordinator_weighsTerminalsByNumber(t *testing.T) {
	for _, row := range []struct {
		asked string
		want  float64
	}{{"1600", 1}, {"400", 0.25}} {
		editor := NewParameterEditor(nil)
		set(t, editor, "mc.playouts", "1600", "mc.seconds", "100", "terminals.playouts", row.asked, "weight.terminals", "3", "coordinator.candidates", "300")
		h := &terminals{members: []compute.Member{{State: "ready", Rate: 1e9}}}
		e := choose(t, newCoordinator(newSearch(t), nil, h, 1), question{Board: boardOf(t, 7, "D4 C3 E5 C5 E3 D2 D6 B4 F4 B2 F6 B6"), Editor: editor})
		found := false
		for _, k := range e.Candidates {
			for _, part := range k.Parts {
				if part.Module == "terminals" {
					found = true
					if want := 3 * row.want; part.Weight < 0.9*want || part.Weight > 1.1*want {
						t.Errorf("%s asked, %d came for %d own: weight %v, want about %v", row.asked, e.Terminals, e.Searched, part.Weight, want)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s asked: no part of the terminals", row.asked)
		}
	}
	many, one := evidence{1: {Visits: 1e9}}, evidence{1: {Visits: 1}}
	if many.share(one) != shareMost || many.share(nil) != shareMost || evidence(nil).share(one) != 0 {
		t.Errorf("shares %v, %v, %v", many.share(one), many.share(nil), evidence(nil).share(one))
	}
}

// Playouts of terminals count by how much a move wins; without terminals nobody is
// asked, and their failure is no failure of the choice.
func TestCoordinator_asksTerminals(t *testing.T) {
	editor := NewParameterEditor(nil)
	set(t, editor, "mc.playouts", "400", "mc.seconds", "100", "terminals.playouts", "350", "weight.mc", "0", "weight.static", "0")
	h := &terminals{}
	q := question{Board: boardOf(t, 9, "E5 C3"), Editor: editor}
	if e := choose(t, newCoordinator(newSearch(t), nil, h, 1), q); e.Terminals != 0 || len(h.asked) != 0 {
		t.Errorf("without terminals %+v was asked, %d playouts came", h.asked, e.Terminals)
	}
	h.members = []compute.Member{{State: "ready", Rate: 1000}, {State: "measuring", Rate: 1e9}}
	e := choose(t, newCoordinator(newSearch(t), nil, h, 1), q)
	if len(h.asked) != 1 || h.asked[0].Kind != sgcp.TaskTree || e.Terminals != 349 { // the first visit is the position's own
		t.Errorf("asked %+v, %d playouts came", h.asked, e.Terminals)
	}
	found := false
	for _, part := range e.Candidates[0].Parts {
		found = found || part.Module == "terminals" && part.Score == 1
	}
	if !found {
		t.Errorf("with such a weight the terminals' best is not chosen: %s", e.String())
	}
	h.fail = errors.New("all gone")
	x, err := newCoordinator(newSearch(t), nil, h, 1).Choose(t.Context(), q)
	if !errors.Is(err, h.fail) || x.Chosen == goban.Pass || x.Searched < 350 {
		t.Errorf("terminals that fail: %s, %v", x.String(), err)
	}
}

package platform

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// coordinator is the tactics-and-algorithm coordinator: it asks the algorithm modules
// for their opinions of a position, weighs these by the parameters in effect, and
// determines the point. A coordinator is for one game at a time and one goroutine.
type coordinator struct {
	mc      *monteCarlo
	memory  *MemoryBank // nil: none
	jobs    Jobs        // nil: none
	seed    uint64
	rate    float64 // of the side to move, by the last choice
	judging judge
	aloud   bool // positions are saved, terminals asked
}

type question struct {
	Board  *weiqi.Board // not to be changed meanwhile
	Editor *ParameterEditor
	Clock  time.Duration // what the game's clock allows for the move; 0 is no limit
	Ahead  evidence      // found in the opponent's time; nil for none
	// Refused are moves that the server has refused: they are not chosen.
	Refused []game.Move
	// Game is the game's Gtoken, from which the random part of a choice is drawn. The
	// same seed and the same game give the same choice.
	Game   [16]byte
	Budget budget // instead of what the constants say; zero for that
}

// Explanation is a choice with its reasons.
type Explanation struct {
	Chosen     game.Move // goban.Pass when there is nothing left to play
	Situation  Situation
	Changes    []Change    // of parameters, to suit the situation
	Candidates []Candidate // best first; at most "coordinator.candidates"
	Line       []game.Move // expected after it, by the search for this choice; none when that had nothing to do
	WinRate    float64     // of the side to move
	Searched   int         // playouts for this choice
	Remembered int         // of earlier meetings, from the memory bank
	Ahead      int         // in the opponent's time
	Terminals  int         // of compute terminals
	Time       time.Duration
	Why        string // of a pass: "settled", "nothing to play", "playouts"; else ""
	stop       bool   // the playouts would pass
	counted    Tried  // all playouts that the choice counts, but for those of terminals
}

// Candidate is a move, with the part of its value that each module added.
type Candidate struct {
	Move    game.Move
	Value   float64 // the sum of the parts
	Parts   []Part
	Tried   Tried // in all playouts
	Refusal bool  // the server has refused it
}

// Part is the part of a candidate's value that one module added.
type Part struct {
	Module string
	Score  float64 // 0 to 1; of "level" and "games" what they take off or add
	Weight float64
	Note   string
}

func (k *Candidate) add(p Part) {
	k.Parts = append(k.Parts, p)
	k.Value += p.Score * p.Weight
}

// newCoordinator makes a coordinator; memory and jobs may be nil. The same seed,
// a search of one worker and a budget of playouts give the same choices.
func newCoordinator(mc *monteCarlo, memory *MemoryBank, jobs Jobs, seed uint64) *coordinator {
	return &coordinator{mc: mc, memory: memory, jobs: jobs, seed: seed, rate: 0.5, aloud: true}
}

// Choose determines the point. When ctx ends it chooses by what it has and
// returns the cause as well. errNoMove when the game is over.
func (c *coordinator) Choose(ctx context.Context, q question) (e Explanation, err error) {
	b := q.Board
	if _, over := b.Outcome(); over {
		return Explanation{Chosen: game.NoMove}, fmt.Errorf("%w: %s", errNoMove, b.Position())
	}
	began := time.Now()
	e = Explanation{Chosen: goban.Pass, Situation: situationOf(b, c.rate), WinRate: c.rate}
	e.Changes = q.Editor.adjust(e.Situation)
	p := &position{Board: b, Moves: sensible(b), Values: q.Editor.effective(), Seed: c.seed}
	p.Budget = q.Editor.constants.Budget(p.Values, b.Size(), q.Clock)
	if q.Budget != (budget{}) {
		p.Budget = q.Budget
	}
	defer func() { e.Time = time.Since(began) }()
	if len(p.Moves) == 0 {
		e.Why = "nothing to play"
		return e, nil
	}
	if (q.Clock == 0 || q.Clock >= judgeLeast || b.Passes() > 0) && c.judging.settled(b) {
		e.Why = "settled"
		return e, nil
	}
	views, err := c.listen(ctx, q, p, &e, began)
	e.Candidates = c.weigh(p, views, &q)
	if c.memory != nil {
		results, bad := c.memory.results(b, int(p.Values[keyLevel]))
		if err == nil {
			err = bad
		}
		learnFromResults(e.Candidates, results)
	}
	c.determine(&e)
	c.rate = e.WinRate
	e.Candidates = e.Candidates[:min(len(e.Candidates), int(p.Values[keyCandidates]))]
	return e, err
}

// judgeLeast is the least time for a move with which the coordinator looks whether
// the game is over before the opponent has passed. The package says what that costs.
const judgeLeast = time.Second

// hurry shortens the search's time by what the choice has taken already, and by what
// the terminals may take, so that both keep within the clock.
func (c *coordinator) hurry(b *budget, clock time.Duration, began time.Time) {
	if clock == 0 {
		return
	}
	if c.jobs != nil {
		clock = clock * farPatience / (farPatience + 1)
	}
	b.Time = min(b.Time, max(clock-time.Since(began), time.Millisecond))
}

type view struct {
	module   string
	weight   float64
	opinions opinions
	tried    evidence // of playouts
}

// listen asks the modules. When ctx ends or a module fails, the views are what was
// found so far, and the error is the first one.
func (c *coordinator) listen(ctx context.Context, q question, p *position, e *Explanation, began time.Time) (views []view, first error) {
	note := func(err error) {
		if first == nil && err != nil {
			first = err
		}
	}
	search, err := readCaptures(ctx, p)
	note(err)
	var memory opinions
	var known evidence
	if c.memory != nil {
		memory, known, err = c.memory.weigh(p)
		note(err)
	}
	e.Remembered, e.Ahead = int(known.Visits()), int(q.Ahead.Visits())
	// Some of the playouts are always new, so that an early error does not last.
	p.Known = known.atMost(rememberedMost*float64(p.Budget.Expected)).add(q.Ahead, 1)
	c.hurry(&p.Budget, q.Clock, began)
	var far *farWork
	if c.aloud {
		far = c.ask(ctx, p)
	}
	found, took, err := c.mc.Search(ctx, p)
	note(err)
	e.Searched = int(found.Visits())
	q.Editor.constants.Measured(p.Board.Size(), e.Searched, took)
	if c.memory != nil && c.aloud {
		note(c.memory.meet(p.Board, found.add(q.Ahead, 1)))
	}
	tried := p.Known.add(found, 1)
	e.WinRate, e.counted = tried.Rate(), tried.all()
	_, passes := found[goban.Pass]
	e.stop = passes && len(found) == 1 || len(found) == 0 && tried.Best() == goban.Pass && c.judging.mayPass(p.Board)
	terminals, err := far.wait(ctx, p.Budget.Time)
	note(err)
	e.Terminals = int(terminals.Visits())
	v := p.Values
	return []view{
		{"static", v[keyWeightStatic], analyse(p), nil},
		{"search", v[keyWeightSearch], search, nil},
		{"mc", v[keyWeightMC], tried.opinions(), tried},
		{"terminals", v[keyWeightTerminals] * terminals.share(tried), terminals.opinions(), nil},
		{"memory", v[keyWeightMemory], memory, nil},
	}, first
}

// rememberedMost is the greatest part of a move's playouts that earlier meetings may
// replace.
const rememberedMost = 0.75

// varied is how much values differ from game to game, in parts of the best value, so
// that equally good moves take turns.
const varied = 0.02

// weigh adds up the views; the best candidate comes first.
func (c *coordinator) weigh(p *position, views []view, q *question) []Candidate {
	list := make([]Candidate, 0, len(p.Moves))
	noise := rng.Of(c.seed, binary.BigEndian.Uint64(q.Game[:8]), binary.BigEndian.Uint64(q.Game[8:]), p.Board.Key(), uint64(len(p.Board.Played(nil))))
	for _, m := range p.Moves {
		k := Candidate{Move: m, Refusal: slices.Contains(q.Refused, m)}
		for _, w := range views {
			if t, ok := w.tried[m]; ok {
				k.Tried = t
			}
			if o, ok := w.opinions[m]; ok && w.weight != 0 {
				k.add(Part{w.module, o.Score, w.weight, o.Note})
			}
		}
		list = append(list, k)
	}
	sortCandidates(list)
	if whole := varied * list[0].Value; q.Game != [16]byte{} && whole > 0 {
		for i := range list {
			list[i].add(Part{"game", noise.Float64(), whole, ""})
		}
		sortCandidates(list)
	}
	if p.Budget.error > 0 {
		whole := list[0].Value
		few := list[:min(len(list), p.Budget.among)]
		for i := range few {
			few[i].add(Part{"level", p.Budget.error * noise.Normal(), whole, ""})
		}
		sortCandidates(few)
	}
	return list
}

// resultsDoubt is a number of won games that is added to those of every move: with
// it, one lost game leaves a move a fifth of its value.
const resultsDoubt = 0.25

// learnFromResults lowers the values of candidates that lost games, and sorts again.
func learnFromResults(list []Candidate, results evidence) {
	for i := range list {
		r, ok := results[list[i].Move]
		if k := &list[i]; ok && k.Value > 0 && r.Wins < r.Visits {
			k.add(Part{"games", (r.Wins+resultsDoubt)/(r.Visits+resultsDoubt) - 1, k.Value, fmt.Sprintf("won %g of %g", r.Wins, r.Visits)})
		}
	}
	sortCandidates(list)
}

// sortCandidates sorts the best first and refused moves last.
func sortCandidates(list []Candidate) {
	slices.SortStableFunc(list, func(a, b Candidate) int {
		if a.Refusal == b.Refusal {
			return cmp.Compare(b.Value, a.Value)
		} else if a.Refusal {
			return 1
		}
		return -1
	})
}

// determine takes the best candidate, or a pass when the playouts would.
func (c *coordinator) determine(e *Explanation) {
	switch best := e.Candidates[0]; {
	case best.Refusal:
		e.Why = "nothing to play"
	case e.stop:
		e.Why = "playouts"
	default:
		e.Chosen = best.Move
		e.Line = c.mc.lines[best.Move]
	}
}

// Close frees the search.
func (c *coordinator) Close() error { return c.mc.Close() }

// String is one line: the move, why, and what each module added.
func (e *Explanation) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, win rate %.0f %%", moveText(e.Chosen), 100*e.WinRate)
	if e.Why != "" {
		fmt.Fprintf(&text, ", %s", e.Why)
	}
	fmt.Fprintf(&text, "; %v; playouts %d", e.Situation, e.Searched)
	for _, more := range []struct {
		name string
		n    int
	}{{"remembered", e.Remembered}, {"ahead", e.Ahead}, {"terminals", e.Terminals}} {
		if more.n > 0 {
			fmt.Fprintf(&text, " +%d %s", more.n, more.name)
		}
	}
	for i, k := range e.Candidates[:min(3, len(e.Candidates))] {
		fmt.Fprintf(&text, "; %d. %s %.1f =", i+1, moveText(k.Move), k.Value)
		for j, part := range k.Parts {
			if j > 0 {
				text.WriteString(" +")
			}
			fmt.Fprintf(&text, " %s %.1f", part.Module, part.Score*part.Weight)
			if part.Note != "" {
				fmt.Fprintf(&text, " (%s)", part.Note)
			}
		}
	}
	return text.String()
}

func moveText(m game.Move) string {
	if m == goban.Pass {
		return "pass"
	}
	return goban.Point(m).String()
}

package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// plan holds everything that decides the records of a job: its options, checked
// against the game, the seed and the initial positions. It does not change while
// the job runs, and a Hand on another machine has the same one.
type plan struct {
	options  Options
	job      book.Job
	sides    []string // the players' names
	initials []string
	lot      []string // start positions that are drawn from in place of the one initial position; nil for none
	names    string   // JSON list of the engines' names, by player
	roster   roster
	deepest  int  // plies that every player's engine can look ahead
	earlier  bool // random streams go by numbers of games and nodes, as in earlier versions
}

// newPlan checks what depends on the game.
func newPlan(o Options) (*plan, error) {
	v, err := game.Lookup(o.Game)
	if err != nil {
		return nil, err
	}
	if v.Chance {
		if err := withChance(&o); err != nil {
			return nil, err
		}
	}
	rules, lot := o.Rules, []string(nil)
	if v.Lot != nil {
		if rules, lot, err = v.Lot(o.Rules); err != nil {
			return nil, err
		}
	}
	job, err := book.NewJob(o.Game, rules, o.Preset)
	if err != nil {
		return nil, err
	}
	sides, err := v.Players(json.RawMessage(job.Rules))
	if err != nil {
		return nil, err
	}
	sides = game.PlayersOf(sides)
	if n := len(o.Players); n > 1 && n != len(sides) {
		return nil, bad("players", fmt.Sprintf("a list of %d", n), fmt.Sprintf("one for all or %d, in order %q", len(sides), sides))
	}
	p := &plan{options: o, job: job, lot: lot, sides: sides, deepest: engine.DepthMax}
	if lot == nil { // else it says who draws
		p.options.Rules = json.RawMessage(job.Rules)
	}
	p.job.Options = begunBy(p.options.canonical())
	p.job.Repeatable, p.job.Dedupe, p.job.Mirror, p.job.Sanity = o.Repeatable, o.Dedupe, o.Mirror, o.Sanity
	p.roster = roster{&p.options}
	if lot != nil && (len(o.Initial.Positions) > 0 || o.Initial.File != "") {
		return nil, bad("initial", "set with rules that leave the start to a lot", "either: a position says who begins")
	}
	read := reader{o.Game, o.InitialPly, p.board}
	if p.initials, err = read.initials(o.Initial); err != nil {
		return nil, err
	}
	if o.Breadth == nil { // the number of lines is known when the tree is complete
		p.job.Planned = int64(len(p.initials)) * int64(o.Games)
	}
	if o.Seed != nil {
		p.job.Seed = *o.Seed
	} else {
		p.job.Seed = rand.Uint64() >> 11 // 53 bits: exact in every JSON reader
	}
	return p, nil
}

// begunBy adds to the options which version of the built-in engines searches.
func begunBy(options []byte) string {
	return fmt.Sprintf(`%s,"searches":%d}`, bytes.TrimSuffix(options, []byte("}")), engine.Searches)
}

// board sets up a board of the job's game and plays the moves of an initial position.
func (p *plan) board(initial string) (game.Board, error) {
	position, moves := splitMoves(initial)
	b, err := p.job.Board(position, !p.job.Sanity)
	if err != nil {
		return nil, err
	}
	return b, game.PlayLine(b, moves)
}

// stream is the number of a game in the paths of random streams. It says which game of
// which initial position it is, so that it stays when there are more of them.
func (p *plan) stream(id int64) uint64 {
	if p.earlier {
		return uint64(id)
	}
	games := int64(p.options.Games)
	return uint64(id/games)<<32 | uint64(id%games)
}

// start is the initial position of that number, or the one that the lot gives to a game or
// a tree with that stream.
func (p *plan) start(initial int, stream uint64) string {
	if p.lot == nil {
		return p.initials[initial]
	}
	return p.lot[rng.Of(p.job.Seed, streamLot, stream).IntN(len(p.lot))]
}

// startOf is the initial position of a game.
func (p *plan) startOf(game int64) string {
	return p.start(int(game/int64(p.options.Games)), p.stream(game))
}

// root is the initial position of a tree.
func (p *plan) root(initial int) string { return p.start(initial, uint64(initial)<<32) }

// plies is the greatest length of a line of a tree.
func (p *plan) plies() int {
	if p.options.Breadth.best() {
		return p.options.MaxPlies
	}
	return p.options.Breadth.Plies
}

// length is the number of plies after which a game ends, and the reason then.
func (p *plan) length(id int64) (most int, reason book.Reason) {
	d := p.options.Distance
	if d == nil {
		return p.options.MaxPlies, book.ReasonCap
	}
	r := rng.Of(p.job.Seed, streamDistance, p.stream(id))
	return d.Min + r.IntN(d.Max-d.Min+1), book.ReasonDistance
}

// drawDepths fills depths for a ply, adjusted as the game leans, and returns those
// drawn. round counts the turns that the player to move has had: where all take turns it is
// the round of all.
func (p *plan) drawDepths(depths, used []int, game uint64, round int, l leaning) (drawn []int) {
	p.options.Depth.depths(depths, p.job.Seed, game, round)
	drawn = slices.Clone(depths)
	if b := p.options.Balance; b != nil {
		b.adjust(l, depths, used, p.deepest)
	}
	return drawn
}

// linesMost is the most lines that a player may be asked for.
func (p *plan) linesMost() int {
	o := &p.options
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

// freshDepth is the depth of a fresh search, where that depth was drawn in the game; 0
// where none was.
func (p *plan) freshDepth(drawn int) int {
	r := p.options.Reevaluate
	switch {
	case r.Depth > 0:
		return r.Depth
	case drawn == 0:
		drawn = p.options.Depth.middle()
	}
	return min(max(drawn, 1)+r.Deeper, engine.DepthMax)
}

package maxn

import (
	"context"
	"time"
)

// MaxPlayers bounds the players of a game.
const MaxPlayers = 16

// Values are what a position is worth to each player, by index.
type Values [MaxPlayers]int32

// Win is the value of a game won at once, for the winner; one in n plies is Win-n, and a loss
// n-Win. Values of positions that are not over lie within ±Most.
const (
	Win  = 32000
	Most = 30000
	// DepthMax is the most plies that a search looks ahead.
	DepthMax = 64
)

// Game is a position that moves are played on. After a search it stands where it stood before.
type Game[M comparable] interface {
	Players() int
	// Turn is the player to move; chance comes after the last one.
	Turn() int
	Moves(dst []M) []M
	Play(m M)
	Undo()
	// Values says what the position is worth. When the game is over they are Win for who has
	// won, -Win for who has lost, and 0 for a draw.
	Values(v *Values) (over bool)
	// Gain is what a move promises; moves are tried in order of it.
	Gain(m M) int
	// Key is that of an equal position with the same player to move.
	Key() uint64
}

// Chancy is a Game in which chance has moves.
type Chancy interface {
	// Weights appends the probabilities of the moves of chance, in order of Moves.
	Weights(dst []float64) []float64
}

// Options choose the search.
type Options struct {
	Paranoid bool
	// Root, Width and Others are the most moves that are tried, those that promise most: at the
	// root, by its player further on, and by the other players. 0 is all.
	Root, Width, Others int
	// Plans is how many sequences of own moves are kept at each depth, the others each taking the
	// move that promises most: a player who looks after himself sees further ahead. All moves
	// of the root are tried, and Width of them further on. Run does not look at it.
	Plans int
}

// All says whether no move is left out.
func (o Options) All() bool { return o == Options{Paranoid: o.Paranoid} }

// Limits end a search; 0 is no limit.
type Limits struct {
	Depth, Nodes int
	Time         time.Duration
	Lines        int // best lines wanted
}

// Line is a move with its continuation, and its value for the player at the root.
type Line[M comparable] struct {
	Moves []M
	Value int
}

// Result is what the last finished depth found, best first.
type Result[M comparable] struct {
	Lines []Line[M]
	Depth int
	Nodes int
	Time  time.Duration
}

// Search looks ahead in one game at a time. The zero value is ready to use.
type Search[M comparable] struct {
	options Options
	game    Game[M]
	chancy  Chancy
	players int
	root    int
	limits  Limits
	ctx     context.Context
	until   time.Time
	nodes   int
	stopped bool
	planner planner[M]
	plies   [2*DepthMax + 2]ply[M]
}

// ply is the room of a node at that distance from the root.
type ply[M comparable] struct {
	moves   []M
	gains   []int
	weights []float64
	line    []M // the best line from here
}

// Run searches deeper and deeper until a limit or ctx ends it. A depth that was cut short counts
// when there is no other. progress may be nil.
func (s *Search[M]) Run(ctx context.Context, g Game[M], o Options, l Limits, progress func(Result[M])) Result[M] {
	began, most := s.start(ctx, g, o, l)
	var found Result[M]
	order := s.ordered(0, s.options.Root)
	for depth := 1; depth <= most && !s.stopped; depth++ {
		lines := s.deepen(order, depth)
		if s.stopped && found.Lines != nil || len(lines) == 0 {
			break
		}
		order = order[:0]
		for _, line := range lines {
			order = append(order, line.Moves[0])
		}
		found = Result[M]{Lines: lines, Depth: depth}
		if progress != nil {
			found.Nodes, found.Time = s.nodes, time.Since(began)
			progress(found)
		}
		if best := lines[0].Value; best > Most || best < -Most || len(lines) == 1 && l.Depth == 0 {
			break // proven, or forced
		}
	}
	found.Nodes, found.Time = s.nodes, time.Since(began)
	return found
}

// start takes a game, and says when and how many plies it may look ahead.
func (s *Search[M]) start(ctx context.Context, g Game[M], o Options, l Limits) (began time.Time, most int) {
	began = time.Now()
	s.game, s.players, s.root, s.limits, s.ctx = g, g.Players(), g.Turn(), l, ctx
	s.chancy, _ = g.(Chancy)
	s.options = o
	s.nodes, s.stopped, s.until = 0, false, time.Time{}
	if l.Time > 0 {
		s.until = began.Add(l.Time)
	}
	most = DepthMax
	if l.Depth > 0 {
		most = min(most, l.Depth)
	}
	return began, most
}

// deepen searches each move of the root, and orders them by value. Beyond the lines wanted the values are
// bounds.
func (s *Search[M]) deepen(moves []M, depth int) []Line[M] {
	lines := make([]Line[M], 0, len(moves))
	for _, m := range moves {
		alpha := int32(-Win - 1)
		if n := max(1, s.limits.Lines); s.options.Paranoid && len(lines) >= n {
			alpha = int32(lines[n-1].Value)
		}
		s.game.Play(m)
		v := s.value(depth-1, 1, alpha, Win+1)
		s.game.Undo()
		if s.stopped && len(lines) > 0 {
			break
		}
		line := Line[M]{Moves: append([]M{m}, s.plies[1].line...), Value: int(v[s.root])}
		at := len(lines)
		for at > 0 && lines[at-1].Value < line.Value {
			at--
		}
		lines = append(lines, line)
		copy(lines[at+1:], lines[at:])
		lines[at] = line
	}
	return lines
}

// ordered lists the moves of the position at a ply, those that promise most first; most is how
// many, 0 for all.
func (s *Search[M]) ordered(at, most int) []M {
	p := &s.plies[at]
	p.moves = s.game.Moves(p.moves[:0])
	p.gains = p.gains[:0]
	for i, m := range p.moves {
		gain := s.game.Gain(m)
		p.gains = append(p.gains, gain)
		for ; i > 0 && p.gains[i-1] < gain; i-- {
			p.moves[i], p.gains[i] = p.moves[i-1], p.gains[i-1]
		}
		p.moves[i], p.gains[i] = m, gain
	}
	if most > 0 && len(p.moves) > most {
		p.moves = p.moves[:most]
	}
	return p.moves
}

// width is how many moves of a player are tried behind the root.
func (s *Search[M]) width(player int) int {
	if player == s.root {
		return s.options.Width
	}
	return s.options.Others
}

// value searches the position at a ply. With alpha-beta the value of the player at the root is
// exact between the bounds.
func (s *Search[M]) value(depth, at int, alpha, beta int32) (v Values) {
	s.plies[at].line = s.plies[at].line[:0]
	s.count()
	if s.game.Values(&v) {
		s.delay(&v, at)
		return v
	}
	turn := s.game.Turn()
	if s.stopped || at >= len(s.plies)-1 || depth <= 0 && turn < s.players {
		return v
	}
	if turn >= s.players {
		return s.mean(depth, at)
	}
	if s.options.Paranoid {
		return s.paranoid(depth, at, turn, alpha, beta)
	}
	var best Values
	for i, m := range s.ordered(at, s.width(turn)) {
		s.game.Play(m)
		v := s.value(depth-1, at+1, alpha, beta)
		s.game.Undo()
		if i == 0 || v[turn] > best[turn] {
			best = v
			s.keep(at, m)
		}
	}
	return best
}

// count counts a node, and stops the search at its limits.
func (s *Search[M]) count() {
	s.nodes++
	if s.limits.Nodes > 0 && s.nodes >= s.limits.Nodes || s.nodes&255 == 0 && (s.ctx.Err() != nil || !s.until.IsZero() && time.Now().After(s.until)) {
		s.stopped = true
	}
}

// delay makes the values of a game that is over those of one that is over in so many plies.
func (s *Search[M]) delay(v *Values, plies int) {
	for p := range s.players {
		switch {
		case v[p] > 0:
			v[p] -= int32(plies)
		case v[p] < 0:
			v[p] += int32(plies)
		}
	}
}

// paranoid is the value when all the others are against the player at the root.
func (s *Search[M]) paranoid(depth, at, turn int, alpha, beta int32) (best Values) {
	sign := int32(1)
	if turn != s.root {
		sign, alpha, beta = -1, -beta, -alpha
	}
	for i, m := range s.ordered(at, s.width(turn)) {
		s.game.Play(m)
		low, high := alpha, beta
		if sign < 0 {
			low, high = -beta, -alpha
		}
		v := s.value(depth-1, at+1, low, high)
		s.game.Undo()
		if score := sign * v[s.root]; i == 0 || score > sign*best[s.root] {
			best = v
			s.keep(at, m)
			if alpha = max(alpha, score); alpha >= beta {
				break
			}
		}
	}
	return best
}

// mean is the value of a position in which chance is to move.
func (s *Search[M]) mean(depth, at int) (v Values) {
	p := &s.plies[at]
	p.moves = s.game.Moves(p.moves[:0])
	p.weights = s.chancy.Weights(p.weights[:0])
	var sums [MaxPlayers]float64
	for i, m := range p.moves {
		s.game.Play(m)
		after := s.value(depth, at+1, -Win-1, Win+1)
		s.game.Undo()
		for player := range s.players {
			sums[player] += p.weights[i] * float64(after[player])
		}
	}
	p.line = p.line[:0]
	for player := range s.players {
		v[player] = int32(sums[player])
	}
	return v
}

// keep makes the move the first of the best line at a ply.
func (s *Search[M]) keep(at int, m M) {
	p := &s.plies[at]
	p.line = append(append(p.line[:0], m), s.plies[at+1].line...)
}

package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// position is one of the user's moves with what the review found out.
type position struct {
	number  int // among the user's moves, from 1
	ply     int // from 0
	played  game.Move
	board   *capturego.Board // before the move; nil for a move that is not to be analysed; nobody's to change
	verdict Verdict          // proven of the board, for the user
	winner  game.Move        // wins, when verdict is a win, if it is known
	twins   []game.Move      // the move played and its mirror images, see images; nil before they are asked for
	lasting []game.Move      // those that last longest, when verdict is a loss
	forced  bool             // no other move than the one played does not lose at once
	answer  bool             // the opponent's reply was forced so
	clocked bool             // a clock ended a search
	doubted bool             // it is searched deeply in any case

	searched engine.TreeResult // the recommendation search
	shown    engine.TreeMove   // what it says of the move played
	deep     *target           // the target search and the demonstration; nil before them
	proofs   *proofs           // found by the latest work on the position

	// What follows from the searches and from all proofs, see restate; status is ""
	// before the first search.
	status          Status
	cleared         Clearance
	degree          float64
	valueA, valueB  float64
	recommended     []choice // by degree; the move played is among them
	degrees, priors [][]float64
	visits          int
	stop            string
	own, best       choice  // move, win rate and proof of the move played, and of the best
	loss            float64 // in points
	target          *target // deep, corrected; nil for a move that is not bad
}

// target is what the deep search says of a bad move's position.
type target struct {
	choices []choice // by win rate; the first is the target
	visits  int
	stop    string
	won     bool     // it was known that some move wins, and looked for
	proofs  []answer // what is proven of the position's moves
	line    []ply    // the demonstration
	ends    bool     // the game ends with it
	asked   bool     // somebody asks how the game goes on, whatever the move is worth
}

// ply is a move of a demonstration.
type ply struct {
	move   game.Move
	side   int
	rate   float64 // the user's, after the move
	proven Verdict // for the user
	visits int
	stop   string
}

// analyse is the shallow part: the recommendation search of one move, and
// proofs.
func (p *position) analyse(ctx context.Context, s *searcher, moves []game.Move) error {
	b := p.board.Clone()
	if s.proof.move(ctx, b, p.played, s.proof.first) != Win {
		s.proof.first(ctx, b)
	}
	m, alone := only(b)
	p.forced = alone && m == p.played
	for _, other := range b.Moves(nil) {
		if alone && other != m {
			s.known.putMove(b, other, Loss)
		}
	}
	if p.ply+1 < len(moves) {
		b.Play(p.played)
		m, alone = only(b)
		p.answer = alone && m == moves[p.ply+1]
		b.Undo()
	}
	r, played, err := s.recommend(ctx, b, p.played)
	if err != nil {
		return err
	}
	if s.known.conclude(b) == "" && provable(r.WinRate) {
		s.proof.position(ctx, b)
	}
	if err := ctx.Err(); err != nil { // the proofs may have been cut short
		return err
	}
	p.clocked = s.clocked
	p.searched, p.shown, p.status = r, played, NotBad
	p.restate(s.Options, s.known)
	return p.firm(ctx, s)
}

// firm searches the move that would be shown as better until it has as many visits
// as the move played, so that no loss comes from a lucky handful of visits.
func (p *position) firm(ctx context.Context, s *searcher) error {
	deep := s.Select == "threshold" && p.value(s.Options) < s.Threshold // it is searched again anyway
	r := &p.searched
	for !deep && r.Proven == "" && p.verdict == "" && p.own.proven == "" && p.best.proven == "" && p.loss >= s.small() {
		more, err := s.raise(ctx, p.board.Clone(), r, p.best.move, r.Visits/playedShare, 0)
		if err != nil {
			return err
		}
		p.restate(s.Options, s.known)
		if !more {
			break
		}
	}
	return nil
}

// fill states what a recommendation search says.
func (p *position) fill(o *Options, r engine.TreeResult, played engine.TreeMove) {
	size := p.board.Size()
	p.status, p.visits, p.stop = NotBad, r.Visits, r.Stop
	p.degrees, p.priors, p.recommended = matrix(size), matrix(size), nil
	for _, t := range r.Moves {
		if t.Move == goban.Pass {
			continue
		}
		at := goban.Point(t.Move)
		row, column := size-1-at.Row(), at.Column()
		p.degrees[row][column], p.priors[row][column] = round(t.Degree), round(t.Prior)
	}
	for _, t := range r.Moves { // of its mirror images the one that was searched most speaks for it
		if t.Visits > played.Visits && p.twin(t.Move) {
			played.Visits, played.WinRate, played.Proven = t.Visits, t.WinRate, t.Proven
		}
	}
	list := p.candidates(o, r)
	add := func(t game.Move) {
		if t != game.NoMove && !slices.ContainsFunc(list, func(c engine.TreeMove) bool { return c.Move == t }) {
			list = append(list, moveOf(r, t))
		}
	}
	add(p.winner)
	add(p.played)
	better, most, b := 0.0, 0.0, p.board.Clone()
	for _, t := range list {
		if t.Move == p.played {
			t.Visits, t.WinRate, t.Proven = played.Visits, played.WinRate, played.Proven
		}
		if t.Degree > played.Degree && !p.twin(t.Move) {
			better += t.Degree
			most = max(most, t.Degree)
		}
		if p.winner == t.Move {
			t.Proven = string(Win)
		}
		if p.verdict == Loss {
			t.Proven = string(Loss)
		}
		p.recommended = append(p.recommended, choiceOf(b, t))
	}
	unite(b, p.recommended)
	byDegree(p.recommended)
	p.degree, p.valueA, p.valueB = round(played.Degree), 1, 1
	if better > 0 {
		p.valueA, p.valueB = round(played.Degree/better), round(played.Degree/most)
	}
	p.first(p.recommended)
	p.judge(p.recommended)
}

// byDegree puts the most recommended choices first.
func byDegree(list []choice) {
	order.Stable(list, func(a, b choice) int { return cmp.Compare(b.degree, a.degree) })
}

// candidates are the moves of the highest degree that are not pointless, as many as are
// recommended.
func (p *position) candidates(o *Options, r engine.TreeResult) []engine.TreeMove {
	list := slices.Clone(r.Moves)
	order.Stable(list, func(a, b engine.TreeMove) int { return cmp.Compare(b.Degree, a.Degree) })
	list = slices.DeleteFunc(list, func(t engine.TreeMove) bool { return p.pointless(t) })
	return list[:min(len(list), o.Recommended)]
}

// pointless says whether a move is not to be recommended: a proven loss while others
// are not, or where all lose, one that others outlast; or one of which nothing is known
// where others are proven to win.
func (p *position) pointless(t engine.TreeMove) bool {
	if p.verdict == Loss {
		return !slices.Contains(p.lasting, t.Move)
	}
	return Verdict(t.Proven) == Loss || p.verdict == Win && t.Visits == 0 && t.Proven == "" && t.Move != p.winner
}

// first caps the win rates of the other moves when the search recommends the move
// played most: they have fewer visits, and without a proof only luck puts them
// ahead.
func (p *position) first(list []choice) {
	own := list[indexOf(list, p.played)]
	if p.valueA < 1 || own.proven == Loss {
		return
	}
	for i := range list {
		if list[i].proven == "" {
			list[i].rate = min(list[i].rate, own.rate)
		}
	}
}

// judge compares the move played with the best of the choices, whose win rates it
// settles.
func (p *position) judge(list []choice) {
	ranked := slices.Clone(list)
	rank(ranked)
	for i := range list {
		list[i] = ranked[indexOf(ranked, list[i].move)]
	}
	own, best := ranked[indexOf(ranked, p.played)], ranked[0]
	if p.forced || own.rate == best.rate && (own.proven == best.proven || best.proven == "" && own.proven != Loss) {
		best = own
	}
	if p.verdict == Loss && !slices.Contains(p.lasting, p.played) {
		for _, c := range ranked {
			if slices.Contains(p.lasting, c.move) && (!slices.Contains(p.lasting, best.move) || c.degree > best.degree) {
				best = c
			}
		}
	}
	if p.twin(best.move) && best.move != own.move {
		own.rate, own.proven = best.rate, best.proven
		list[indexOf(list, own.move)], best = own, own
	}
	p.own, p.best, p.loss = own, best, points(best.rate-own.rate)
}

// twin says whether a move is the one played, or the same by the board's symmetry.
func (p *position) twin(m game.Move) bool {
	if p.twins == nil {
		p.twins = images(p.board, p.played)
	}
	return slices.Contains(p.twins, m)
}

// points are win rate in points, to a hundredth.
func points(rate float64) float64 { return math.Round(rate*1e4) / 100 }

// round keeps six decimals, so that reports are short.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func matrix(size int) [][]float64 {
	rows := make([][]float64, size)
	for i := range rows {
		rows[i] = make([]float64, size)
	}
	return rows
}

// value is the recommendation value that decides.
func (p *position) value(o *Options) float64 {
	if o.Value == "b" {
		return p.valueB
	}
	return p.valueA
}

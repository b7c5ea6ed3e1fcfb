package reason

import (
	"cmp"
	"slices"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// look is a move being looked at.
type look struct {
	before, after reader
	side, other   goban.Color // who moves, and the opponent
	move          goban.Point // NoPoint for a pass
	taken         []goban.Point
	facts         []Fact
}

// Move are the facts of a legal move on a board whose game is not over.
func Move(b *capturego.Board, m game.Move) []Fact {
	l := newLook(b, m)
	if len(l.taken) > 0 {
		f := Fact{Kind: Captures, Side: l.side, Move: l.move, Chain: l.taken, Count: len(l.taken), Missing: l.after.missing[l.side]}
		if l.after.won(l.side) {
			f.Kind, f.Missing = Wins, 0
			return []Fact{f}
		}
		l.facts = append(l.facts, f)
	}
	l.ataris()
	if l.move != goban.NoPoint {
		l.threats()
	}
	l.missed()
	if m != goban.Pass || b.Passes() == 0 { // else it ends the game
		l.answers()
	}
	arrange(l.facts)
	return l.facts
}

// Quiet are facts of a legal move on a board whose game is not over that may explain
// why it is bad where [Move] has none that do: the new stone has few liberties.
func Quiet(b *capturego.Board, m game.Move) []Fact {
	l := newLook(b, m)
	if l.move == goban.NoPoint || l.after.won(l.side) {
		return nil
	}
	stones := l.after.chain(l.move)
	most := 2 * (len(stones) + 1)
	f := Fact{Kind: TwoLiberties, Side: l.side, Move: l.move, Chain: stones, Count: len(stones), Points: l.after.LibertyPoints(l.move, most, nil)}
	inner := func(p goban.Point) bool { return !onEdge(p, l.after.Size()) }
	switch {
	case len(f.Points) == 2:
	case len(f.Points) > 2 && !slices.ContainsFunc(stones, inner):
		f.Kind = Edge
	default:
		return nil
	}
	slices.Sort(f.Points)
	return []Fact{f}
}

func onEdge(p goban.Point, size int) bool {
	last := size - 1
	return p.Row() == 0 || p.Row() == last || p.Column() == 0 || p.Column() == last
}

// threats are the facts of a stone.
func (l *look) threats() {
	l.putsInAtari()
	l.exposes()
	if f, ok := l.before.doubleThreat(l.move); ok {
		l.facts = append(l.facts, f)
	}
	if f, ok := l.after.snapback(l.move); ok {
		l.facts = append(l.facts, f)
	}
	l.nets()
	l.denies()
}

func newLook(b *capturego.Board, m game.Move) *look {
	l := &look{before: newReader(b), side: goban.Color(b.Turn())}
	l.other = l.side.Other()
	l.after = l.before
	if m == goban.Pass {
		l.after.Pass()
		return l
	}
	l.move = goban.Point(m)
	l.after.play(l.move)
	for p := range l.before.Points() {
		if l.before.At(p) == l.other && l.after.At(p) == goban.Empty {
			l.taken = append(l.taken, p)
		}
	}
	order.Stable(l.taken, reading)
	return l
}

func newReader(b *capturego.Board) reader {
	r := reader{Stones: *b.Stones()}
	for _, c := range [2]goban.Color{goban.Black, goban.White} {
		r.missing[c] = b.Target(c) - r.Captured(c)
	}
	return r
}

// add adds a fact about a chain as it lay before the move.
func (l *look) add(kind Kind, side goban.Color, move, chain goban.Point, points ...goban.Point) {
	stones := l.before.chain(chain)
	l.facts = append(l.facts, Fact{Kind: kind, Side: side, Move: move, Points: points, Chain: stones, Count: len(stones)})
}

// ataris says what becomes of the side's own chains that were in atari.
func (l *look) ataris() {
	for _, q := range l.before.InAtari(l.side, nil) {
		joined := l.move != goban.NoPoint && l.after.Chain(q) == l.after.Chain(l.move)
		switch l.after.Liberties(q, 3) {
		case 1:
			if joined {
				continue // exposes says so
			}
			if saving := l.before.savers(q); len(saving) > 0 {
				l.add(Unsaved, l.side, l.move, q, saving...)
			}
			continue
		case 2:
			taken, certain := l.after.known((*reader).takes, q, ladderMost)
			if taken {
				l.add(Runs, l.side, l.move, q)
			}
			if taken || !certain {
				continue
			}
		}
		kind := Saves
		if joined && l.joinsSafe() {
			kind = Connects
		}
		l.add(kind, l.side, l.move, q)
	}
}

// joinsSafe says whether the move joins a chain that was not in atari.
func (l *look) joinsSafe() bool {
	for _, n := range l.move.Neighbours() {
		if l.before.At(n) == l.side {
			if _, in := l.before.Atari(n); !in {
				return true
			}
		}
	}
	return false
}

// savers are the moves after which the chain on q, which has one liberty and whose
// side is to move, is neither in atari nor caught in a ladder.
func (r *reader) savers(q goban.Point) (list []goban.Point) {
	side := r.At(q)
	for _, p := range r.defences(q, nil) {
		t := r.play(p)
		saved := r.won(side)
		if !saved && r.Liberties(q, 2) > 1 {
			taken, certain := r.known((*reader).takes, q, ladderMost)
			saved = !taken && certain
		}
		r.undo(&t)
		if saved {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}

// putsInAtari says what becomes of the opponent's chains that the move puts in
// atari.
func (l *look) putsInAtari() {
	for _, q := range l.after.InAtari(l.other, nil) {
		if _, in := l.before.Atari(q); in {
			continue
		}
		last, _ := l.after.Atari(q)
		caught, certain := l.after.known((*reader).caught, q, ladderMost)
		runs := l.after.runs(q)
		switch {
		case caught && runs:
			l.add(Ladder, l.side, l.move, q, last)
			continue
		case caught:
			l.add(Trap, l.side, l.move, q, last)
			continue
		case runs && certain:
			if stone, ok := l.after.breaker(q); ok {
				l.add(BrokenLadder, l.side, l.move, q, stone)
				continue
			}
		}
		l.add(Atari, l.side, l.move, q, last)
	}
}

// exposes says whether the chain of the new stone can be captured.
func (l *look) exposes() {
	if last, in := l.after.Atari(l.move); in && last != l.after.Ko() {
		stones := l.after.chain(l.move)
		l.facts = append(l.facts, Fact{Kind: SelfAtari, Side: l.side, Move: l.move, Points: []goban.Point{last}, Chain: stones, Count: len(stones)})
	}
}

// missed says whether the side could have captured more.
func (l *look) missed() {
	if p, stones := l.before.bestCapture(); len(stones) > len(l.taken) {
		l.facts = append(l.facts, Fact{Kind: Misses, Side: l.side, Move: p, Chain: stones, Count: len(stones), Missing: max(l.before.missing[l.side]-len(stones), 0)})
	}
}

// bestCapture is where the side to move can capture most, and what.
func (r *reader) bestCapture() (best goban.Point, stones []goban.Point) {
	at := map[goban.Point][]goban.Point{}
	for _, q := range r.InAtari(r.Turn().Other(), nil) {
		if last, _ := r.Atari(q); last != r.Ko() {
			at[last] = append(at[last], r.chain(q)...)
		}
	}
	for p, list := range at {
		if c := cmp.Or(cmp.Compare(len(stones), len(list)), cmp.Compare(p, best)); c < 0 {
			best, stones = p, list
		}
	}
	order.Stable(stones, reading)
	return best, stones
}

// answers says what the opponent can do now.
func (l *look) answers() {
	if p, stones := l.after.bestCapture(); len(stones) > 0 && len(stones) >= l.after.missing[l.other] {
		l.facts = append(l.facts, Fact{Kind: Loses, Side: l.other, Move: p, Chain: stones, Count: len(stones)})
		return
	}
	for p := range l.after.Points() {
		if !l.after.Legal(p) {
			continue
		}
		if f, ok := l.after.doubleThreat(p); ok {
			f.Kind = FacesThreats
			l.facts = append(l.facts, f)
			break
		}
	}
	for q := range l.after.Points() {
		if l.after.At(q) != l.side || l.after.Chain(q) != q {
			continue
		}
		if p, ok := l.chased(q); ok {
			stones := l.after.chain(q)
			l.facts = append(l.facts, Fact{Kind: FacesTrap, Side: l.other, Move: p, Chain: stones, Count: len(stones)})
		}
	}
}

// chased is the move with which the opponent can catch a chain of two liberties that
// the side has now, unless it is one that runs: then that is said.
func (l *look) chased(q goban.Point) (p goban.Point, ok bool) {
	for _, f := range l.facts {
		if f.Kind == Runs && l.after.Chain(f.Chain[0]) == q {
			return goban.NoPoint, false
		}
	}
	l.after.nodes = ladderMost
	return l.after.chase(q)
}

// denies says whether the opponent would have made a double threat there.
func (l *look) denies() {
	passed := l.before
	passed.Pass()
	if !passed.Legal(l.move) {
		return
	}
	if f, ok := passed.doubleThreat(l.move); ok {
		f.Kind, f.Side = Denies, l.side
		l.facts = append(l.facts, f)
	}
}

package engine

import (
	"slices"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/maxn"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/game"
)

// Knowledge is what engines know of a game that is written outside this library, beyond its
// rules. Every field but Game may be left out. The functions are asked by several workers at once,
// each with a board of its own, which they leave as it was.
type Knowledge struct {
	Game string // the name under which the rules are registered
	Kind string // of the engine that plays where none is named: "alphabeta" (the default) or "mcts"

	// Terms are each player's own terms, by index of the player, in hundredths of an ordinary
	// piece: as many for each, of the same names. They explain the static evaluation.
	Terms func(b game.Board) [][]Term
	// Worth fills in each player's own total, by index of the player. Searches ask at every
	// position; when it is left out they add up Terms.
	Worth func(b game.Board, worth []int)
	// Likely sorts moves: searches try those with the highest number first.
	Likely func(b game.Board, m game.Move) int
	// Gain is what a move takes, in hundredths of an ordinary piece, 0 for a quiet move. Searches
	// follow the moves that take something beyond their depth.
	Gain func(b game.Board, m game.Move) int
	// Scale is the advantage, in hundredths of an ordinary piece, at which the win rate is
	// 1/(1+1/e), about 73 %; 0 stands for 180.
	Scale float64

	// Inputs say how a network sees the boards of a game of two players; nil for a game without.
	Inputs *Inputs
}

// Know tells all engines what is known of a game, in place of what they knew. The game's package
// calls it from init, beside [game.Register]. What is wrong with Inputs, New says.
//
// A board with a method InCheck (see [game.Checked]) is searched on in check. One with a method
// "Null() bool", which passes the turn where the game allows that and no pass would be best, and
// which Undo takes back, is searched deeper.
func Know(k Knowledge) {
	if k.Worth == nil && k.Terms != nil {
		k.Worth = func(b game.Board, worth []int) {
			for player, terms := range k.Terms(b) {
				worth[player] = 0
				for _, t := range terms {
					worth[player] += t.Value
				}
			}
		}
	}
	if k.Terms == nil && k.Worth != nil {
		k.Terms = func(b game.Board) [][]Term {
			own, worth := make([][]Term, game.Players(b)), make([]int, game.Players(b))
			k.Worth(b, worth)
			for player := range own {
				own[player] = []Term{{Name: "worth", Value: worth[player]}}
			}
			return own
		}
	}
	to := knowledge{game: k.Game, kind: k.Kind, scale: k.Scale}
	if k.Terms != nil {
		to.evaluation = summed(k.Terms)
	}
	var in *nnue.Inputs
	var wrong error
	if k.Inputs != nil {
		in, wrong = k.Inputs.known(k.Game)
		to.nets, to.evaluators = true, true
	}
	to.resolve = func(to *knowledge) {
		if to.manyPlayers() {
			to.several = &ownSeveral{&k}
			return
		}
		to.analyst = func(o Options) (analyst, error) { return newOwn(&k, in, wrong, o) }
	}
	know(to)
}

// ownAnalyst shows a board of a game with Knowledge to the search and values it.
type ownAnalyst struct {
	plain
	know    *Knowledge
	worth   []int
	sorted  []ranked
	checked game.Checked
	null    interface{ Null() bool }
	net     *ownNet // nil for none
}

// ranked is a move and how likely it is.
type ranked struct {
	move   game.Move
	likely int
}

func newOwn(k *Knowledge, in *nnue.Inputs, wrong error, o Options) (analyst, error) {
	a := &ownAnalyst{know: k, worth: make([]int, 2)}
	var err error
	a.net, err = newOwnNet(k, in, wrong, o)
	return a, err
}

// another implements sharer.
func (a *ownAnalyst) another() analyst {
	b := &ownAnalyst{know: a.know, worth: make([]int, 2)}
	if a.net != nil {
		b.net = a.net.another()
	}
	return b
}

func (a *ownAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	a.board = b
	a.checked, _ = b.(game.Checked)
	a.null, _ = b.(interface{ Null() bool })
	if a.know.Gain != nil {
		t := &ownTactics{a}
		return alphabeta.Position[game.Move]{Game: t, Eval: a}
	}
	return alphabeta.Position[game.Move]{Game: a, Eval: a}
}

func (a *ownAnalyst) InCheck() bool { return a.checked != nil && a.checked.InCheck() }
func (a *ownAnalyst) Null() bool    { return a.null != nil && a.null.Null() }

func (a *ownAnalyst) Moves(dst []game.Move) []game.Move {
	from := len(dst)
	dst = a.board.Moves(dst)
	if a.know.Likely == nil {
		return dst
	}
	a.sorted = a.sorted[:0]
	for _, m := range dst[from:] {
		a.sorted = append(a.sorted, ranked{m, a.know.Likely(a.board, m)})
	}
	slices.SortStableFunc(a.sorted, func(x, y ranked) int { return y.likely - x.likely })
	for i, r := range a.sorted {
		dst[from+i] = r.move
	}
	return dst
}

// Score is the mover's own total less the other player's, or what the network says.
func (a *ownAnalyst) Score() int {
	score, mover := 0, a.board.Turn()
	switch {
	case a.net != nil:
		score = a.net.score(a.board)
	case a.know.Worth != nil:
		a.know.Worth(a.board, a.worth)
		score = a.worth[mover] - a.worth[1-mover]
	}
	return min(max(score, -alphabeta.Limit), alphabeta.Limit)
}

// ownTactics is an ownAnalyst of a game whose moves take something.
type ownTactics struct{ *ownAnalyst }

func (t *ownTactics) Captures(dst []game.Move) []game.Move {
	from := len(dst)
	dst = t.Moves(dst)
	taking := slices.DeleteFunc(dst[from:], func(m game.Move) bool { return t.Gain(m) <= 0 })
	return dst[:from+len(taking)]
}

func (t *ownTactics) Gain(m game.Move) int                 { return t.know.Gain(t.board, m) }
func (t *ownTactics) Exchange(m game.Move, least int) bool { return least <= t.Gain(m) }

// ownSeveral shows a game of more than two players, or of chance, to the searches.
type ownSeveral struct{ know *Knowledge }

func (s *ownSeveral) options(int) maxn.Options { return maxn.Options{} }

func (s *ownSeveral) at(b game.Board) maxn.Game[game.Move] {
	g := ownBoard{severalBoard{b}, s.know, make([]int, game.Players(b))}
	if c, ok := b.(game.Chancy); ok {
		return &struct {
			*ownBoard
			game.Chancy
		}{&g, c}
	}
	return &g
}

// ownBoard is a board as the searches by max^n see it.
type ownBoard struct {
	severalBoard
	know  *Knowledge
	worth []int
}

func (b *ownBoard) Gain(m game.Move) int {
	switch {
	case b.know.Likely != nil:
		return b.know.Likely(b.Board, m)
	case b.know.Gain != nil:
		return b.know.Gain(b.Board, m)
	}
	return 0
}

// Values are each player's worth less the mean of the others'.
func (b *ownBoard) Values(v *maxn.Values) (over bool) {
	if b.severalBoard.Values(v) {
		return true
	}
	if b.know.Worth == nil {
		return false
	}
	b.know.Worth(b.Board, b.worth)
	total := 0
	for _, w := range b.worth {
		total += w
	}
	for p, w := range b.worth {
		value := w - (total-w)/(len(b.worth)-1)
		v[p] = int32(min(max(value, -maxn.Win/2), maxn.Win/2))
	}
	return false
}

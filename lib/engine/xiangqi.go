package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func init() {
	know(knowledge{
		game:       "xiangqi",
		analyst:    newXiangqi,
		nets:       true,
		evaluators: true,
		programs:   []string{"uci", "ucci"},
		ranks:      &xiangqiRanks,
		evaluation: summed(xiangqiTerms),
	})
}

// xiangqiRanks has one legal move, e0f0: the red king, alone, is kept off e1 by
// the rook and off d0 by the other king. Written with ranks from 1 it is e1f1,
// which is no move at all with ranks from 0.
var xiangqiRanks = rankProbe{
	position:  "3k5/9/9/9/9/9/9/9/r8/4K4 w - - 0 1",
	move:      "e0f0",
	notations: []string{xiangqi.NotationUCI, xiangqi.NotationUCI10},
}

// xiangqiAnalyst shows a Xiangqi board to the search and values it.
type xiangqiAnalyst struct {
	board *xiangqi.Board
	own   xiangqi.Board // see copied
	key   searchKey
	ply   int // moves played since the root
	tally fiveterms.Tally
	known []known
	stand []fiveterms.Standing // of the positions from the root to this one; without a network only

	loaded *nnue.Evaluator // the engine's network, nil for none
	net    *nnue.Evaluator // loaded, where it values this search instead of the terms
	men    nnue.Men

	checkKey    uint64 // the position that checkPoints is of
	checkPoints [8]xiangqi.Set
}

// known is a static value found earlier. A slot holds one position; values
// depend on nothing but the position, so the slots outlive a search.
type known struct {
	key   uint64
	score int
}

// knownSlots is a power of two: 128 kB a worker, which a shallow search finds in its
// processor's nearer caches.
const knownSlots = 1 << 13

// newXiangqi values positions as the options say.
func newXiangqi(o Options) (analyst, error) {
	net, err := chosenNet(o, nnue.Xiangqi, nets.Xiangqi)
	if err != nil {
		return nil, err
	}
	x := &xiangqiAnalyst{}
	if net != nil {
		x.loaded = nnue.NewEvaluator(net)
	}
	return x, nil
}

// another implements sharer.
func (x *xiangqiAnalyst) another() analyst {
	y := &xiangqiAnalyst{}
	if x.loaded != nil {
		y.loaded = nnue.NewEvaluator(x.loaded.Network())
	}
	return y
}

func (x *xiangqiAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	x.board, x.ply = b.(*xiangqi.Board), 0
	x.key = under(x.board.Options(), x.board.Options().NaturalLimit)
	if x.known == nil {
		x.known = make([]known, knownSlots)
	}
	x.net = nil
	if x.loaded != nil && netFits(x.board) {
		x.net = x.loaded
	}
	if x.net == nil {
		x.stand = append(x.stand[:0], fiveterms.StandingOf(x.board))
		return alphabeta.Position[game.Move]{Game: x, Eval: x}
	}
	return alphabeta.Position[game.Move]{Game: x, Eval: x, Glance: xiangqiGlance}
}

// xiangqiGlance is for searches by the network: at depth 3 they play as well with it as
// without. Chess loses by it at depth 4, and Surakarta may at depth 3.
const xiangqiGlance = 3

// copied is a copy of b that stands until the next one: a shallow search takes less time
// than to make a board. It is a part of the analyst because boards of two workers, side by side,
// slow both down: a processor that reads to the end of one fetches the beginning of the next
// ahead, and its owner has to get it back.
func (x *xiangqiAnalyst) copied(b game.Board) game.Board {
	b.(*xiangqi.Board).CloneInto(&x.own)
	return &x.own
}

func (x *xiangqiAnalyst) Moves(dst []game.Move) []game.Move    { return x.board.Moves(dst) }
func (x *xiangqiAnalyst) Captures(dst []game.Move) []game.Move { return x.board.Captures(dst) }
func (x *xiangqiAnalyst) InCheck() bool                        { return x.board.InCheck() }
func (x *xiangqiAnalyst) Key() uint64                          { return x.key.of(x.board.Key(), x.board.Quiet()) }
func (x *xiangqiAnalyst) Legal(m game.Move) bool               { return x.board.Legal(m) }

func (x *xiangqiAnalyst) Play(m game.Move) {
	x.ply++
	if x.net == nil {
		x.stand = append(x.stand[:x.ply], x.stand[x.ply-1])
		x.stand[x.ply].Play(x.board, m)
	}
	x.board.Play(m)
}

func (x *xiangqiAnalyst) Undo() {
	x.board.Undo()
	x.ply--
}

// Null refuses to pass without a rook, horse or cannon: soldiers and guards alone run
// out of moves, and whoever must move then loses.
func (x *xiangqiAnalyst) Null() bool {
	c := x.board.Side()
	for _, k := range [...]xiangqi.Kind{xiangqi.Rook, xiangqi.Horse, xiangqi.Cannon} {
		if !x.board.Pieces(xiangqi.NewPiece(c, k)).Empty() && x.board.Null() {
			x.ply++
			if x.net == nil {
				x.stand = append(x.stand[:x.ply], x.stand[x.ply-1])
			}
			return true
		}
	}
	return false
}

// Verdict scores a win by repetition as a claim: it depends on the moves before the
// position, so it must not look like a proof.
func (x *xiangqiAnalyst) Verdict() (over bool, score int) {
	over, score = x.board.Verdict(x.ply)
	return over, score * alphabeta.Claim
}

// byRules implements rulesVerdict.
func (x *xiangqiAnalyst) byRules() (over bool) {
	over, _ = x.board.Verdict(x.ply)
	return over
}

// pieceValues are what exchanges are counted with, in hundredths of a soldier.
var pieceValues = [8]int{
	xiangqi.Advisor: 200, xiangqi.Elephant: 200, xiangqi.Horse: 420,
	xiangqi.Rook: 950, xiangqi.Cannon: 440, xiangqi.Soldier: 130,
}

func (x *xiangqiAnalyst) Gain(m game.Move) int {
	return pieceValues[x.board.At(xiangqi.Target(m)).Kind()]
}

func (x *xiangqiAnalyst) Exchange(m game.Move, least int) bool {
	return x.board.Exchange(m, &pieceValues, least)
}

// Checks sees direct checks only, by where each kind would give one.
func (x *xiangqiAnalyst) Checks(m game.Move) bool {
	if key := x.board.Key(); x.checkKey != key {
		x.checkKey = key
		x.board.CheckPoints(&x.checkPoints)
	}
	return x.checkPoints[x.board.At(xiangqi.Source(m)).Kind()].Has(xiangqi.Target(m))
}

// Class is the moving piece and its target.
func (x *xiangqiAnalyst) Class(m game.Move) int {
	return int(x.board.At(xiangqi.Source(m)))*90 + int(xiangqi.Target(m))
}

// Traits implements alphabeta.Traits.
func (x *xiangqiAnalyst) Traits(dst []alphabeta.Trait, moves []game.Move) []alphabeta.Trait {
	b := x.board
	for _, m := range moves {
		target := xiangqi.Target(m)
		dst = append(dst, alphabeta.Trait{
			Class: int32(b.At(xiangqi.Source(m)))*90 + int32(target),
			Gain:  int32(pieceValues[b.At(target).Kind()]),
		})
	}
	return dst
}

func (x *xiangqiAnalyst) Classes() int { return 16 * 90 }

// Structure is the soldiers' placement and the side to move: a sum of products
// with odd constants, of which the high bits are well mixed.
func (x *xiangqiAnalyst) Structure() uint64 {
	red := x.board.Pieces(xiangqi.NewPiece(xiangqi.Red, xiangqi.Soldier))
	black := x.board.Pieces(xiangqi.NewPiece(xiangqi.Black, xiangqi.Soldier))
	hash := red.Lo*0x9e3779b97f4a7c15 + red.Hi*0xbf58476d1ce4e5b9 + black.Lo*0x94d049bb133111eb + black.Hi*0xd6e8feb86659fd93
	return hash>>40<<1 | uint64(x.board.Side())
}

// Score is what the network says, or the total of the five terms plus the worth of having
// the move.
func (x *xiangqiAnalyst) Score() int {
	k := &x.known[x.board.Key()&(knownSlots-1)]
	if k.key != x.board.Key() {
		k.key = x.board.Key()
		if x.net != nil {
			k.score = x.netScore()
		} else {
			x.tally.Add(x.board, &x.stand[x.ply])
			c := x.board.Side()
			k.score = x.tally.Total(c) - x.tally.Total(c.Other()) + fiveterms.Tempo
		}
	}
	return k.score
}

// xiangqiTerms are each side's own five terms.
func xiangqiTerms(b game.Board) [][]Term {
	var tally fiveterms.Tally
	tally.Count(b.(*xiangqi.Board))
	own := make([][]Term, 2)
	for c := range own {
		for term, name := range fiveterms.Names {
			own[c] = append(own[c], Term{Name: name, Value: tally.Player(xiangqi.Color(c), term)})
		}
	}
	return own
}

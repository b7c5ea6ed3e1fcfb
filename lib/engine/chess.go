package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/chessterms"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

func init() {
	know(knowledge{
		game:       "chess",
		programs:   []string{"uci"},
		analyst:    newChess,
		nets:       true,
		evaluators: true,
		evaluation: summed(chessTerms),
		levels:     &chessLevels,
	})
}

// chessLevels are the handicaps by level. Of the points against the level below, 200 games a pair, levels 2 to 9 win
// 64, 72, 69, 70, 65, 65, 65 and 66 %.
var chessLevels = levels{
	1:  {depth: 1, lines: 4, overlooks: 9},
	2:  {depth: 1, lines: 4, overlooks: 6},
	3:  {depth: 2, lines: 4, overlooks: 6},
	4:  {depth: 2, lines: 4, overlooks: 3},
	5:  {depth: 2, lines: 4, look: 1, overlooks: 62},
	6:  {depth: 3, lines: 4, look: 1, overlooks: 33},
	7:  {depth: 4, lines: 4, look: 1, overlooks: 22},
	8:  {depth: 5, lines: 4, look: 1, overlooks: 17},
	9:  {depth: 6, lines: 4, look: 1, overlooks: 13},
	10: {depth: NoLimit, lines: 1},
}

// chessAnalyst shows a chess board to the search and values it.
type chessAnalyst struct {
	board *chess.Board
	own   chess.Board // see copied
	key   searchKey
	ply   int // moves played since the root
	known []known

	loaded *nnue.Evaluator // the engine's network, nil for none
	net    *nnue.Evaluator // loaded, where it values this search instead of the terms
	men    nnue.Men

	checkKey    uint64 // the position that checkPoints is of
	checkPoints [8]chess.Set
}

func (x *chessAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	x.board, x.ply = b.(*chess.Board), 0
	x.key = under(x.board.Options(), x.board.Options().QuietLimit)
	if x.known == nil {
		x.known = make([]known, knownSlots)
	}
	x.net = nil
	if x.loaded != nil && netFitsChess(x.board) {
		x.net = x.loaded
	}
	return alphabeta.Position[game.Move]{Game: x, Eval: x}
}

// copied is a copy of b that stands until the next one, apart from other workers' boards: see
// xiangqiAnalyst.copied.
func (x *chessAnalyst) copied(b game.Board) game.Board {
	b.(*chess.Board).CloneInto(&x.own)
	return &x.own
}

func (x *chessAnalyst) Moves(dst []game.Move) []game.Move    { return x.board.Moves(dst) }
func (x *chessAnalyst) Captures(dst []game.Move) []game.Move { return x.board.Captures(dst) }
func (x *chessAnalyst) InCheck() bool                        { return x.board.InCheck() }
func (x *chessAnalyst) Key() uint64                          { return x.key.of(x.board.Key(), x.board.Quiet()) }
func (x *chessAnalyst) Legal(m game.Move) bool               { return x.board.Legal(m) }

func (x *chessAnalyst) Play(m game.Move) {
	x.ply++
	x.board.Play(m)
}

func (x *chessAnalyst) Undo() {
	x.board.Undo()
	x.ply--
}

// Null refuses to pass with pawns alone: whoever must move then often loses by it.
func (x *chessAnalyst) Null() bool {
	c := x.board.Side()
	if x.board.Pieces(c, chess.NoKind) == x.board.Pieces(c, chess.Pawn)|x.board.Pieces(c, chess.King) || !x.board.Null() {
		return false
	}
	x.ply++
	return true
}

func (x *chessAnalyst) Verdict() (over bool, score int) { return x.board.Verdict(x.ply) }

// byRules implements rulesVerdict.
func (x *chessAnalyst) byRules() (over bool) {
	over, _ = x.board.Verdict(x.ply)
	return over
}

// chessValues are what exchanges are counted with, in hundredths of a pawn.
var chessValues = [8]int{chess.Pawn: 100, chess.Knight: 320, chess.Bishop: 330, chess.Rook: 500, chess.Queen: 970}

func (x *chessAnalyst) Gain(m game.Move) int {
	if chess.IsCastling(m) {
		return 0
	}
	gain := chessValues[x.board.At(chess.Target(m)).Kind()]
	if k := chess.Promotion(m); k != chess.NoKind {
		gain += chessValues[k] - chessValues[chess.Pawn]
	} else if gain == 0 && chess.Target(m) == x.board.Passed() && x.board.At(chess.Source(m)).Kind() == chess.Pawn {
		gain = chessValues[chess.Pawn] // en passant; a step ahead never ends there
	}
	return gain
}

func (x *chessAnalyst) Exchange(m game.Move, least int) bool {
	return x.board.Exchange(m, &chessValues, least)
}

// Checks sees direct checks only, by where each kind would give one.
func (x *chessAnalyst) Checks(m game.Move) bool {
	if key := x.board.Key(); x.checkKey != key {
		x.checkKey = key
		x.board.CheckPoints(&x.checkPoints)
	}
	return !chess.IsCastling(m) && x.checkPoints[x.board.At(chess.Source(m)).Kind()].Has(chess.Target(m))
}

// Class is the moving piece and its target.
func (x *chessAnalyst) Class(m game.Move) int {
	return int(x.board.At(chess.Source(m)))<<6 | int(chess.Target(m))
}

func (x *chessAnalyst) Classes() int { return 16 << 6 }

// Structure is the pawns' placement and the side to move: a sum of products with odd constants, of which the high bits
// are well mixed.
func (x *chessAnalyst) Structure() uint64 {
	hash := uint64(x.board.Pieces(chess.White, chess.Pawn))*0x9e3779b97f4a7c15 + uint64(x.board.Pieces(chess.Black, chess.Pawn))*0xbf58476d1ce4e5b9
	return hash>>40<<1 | uint64(x.board.Side())
}

// Score is what the network says, or the total of the terms.
func (x *chessAnalyst) Score() int {
	k := &x.known[x.board.Key()&(knownSlots-1)]
	if k.key != x.board.Key() {
		k.key = x.board.Key()
		if x.net != nil {
			k.score = x.netScore()
		} else {
			k.score = chessterms.Value(x.board)
		}
	}
	return k.score
}

// chessTerms are each side's own terms.
func chessTerms(b game.Board) [][]Term {
	own := make([][]Term, 2)
	for c := range own {
		for term, value := range chessterms.Values(b.(*chess.Board), chess.Color(c)) {
			own[c] = append(own[c], Term{Name: chessterms.Names[term], Value: value})
		}
	}
	return own
}

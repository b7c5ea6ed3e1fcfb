package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/keyposition"
	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/pointworth"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

func init() {
	know(knowledge{
		game:       "surakarta",
		keyValues:  true,
		nets:       true,
		evaluators: true,
		analyst:    newSurakarta,
		strategies: surakartaStrategies(),
		evaluation: surakartaEvaluation(keyposition.Document()),
		tables:     buildSurakarta,
		levels:     &surakartaLevels,
		scale:      45, // results of 150,000 games by a network of three plies and four fit 42 best, those by the weights 35
	})
}

// surakartaAnalyst shows a Surakarta board to the search and values it by a network, or by
// weights of points and loops; both were learnt from the project's own games. A piece is 100.
type surakartaAnalyst struct {
	board  *surakarta.Board
	key    searchKey
	tables *surakartaTables
	net    *nnue.Evaluator // nil for the weights
	men    *nnue.Men

	_ [80]byte // fills a pair of lines of the processor's cache: see TestWorkers_cacheLines
}

func newSurakarta(o Options) (analyst, error) {
	net, err := chosenNet(o, nnue.Surakarta, nets.Surakarta)
	if err != nil {
		return nil, err
	}
	s := &surakartaAnalyst{tables: newSurakartaTables(o)}
	if net != nil {
		s.net, s.men = nnue.NewEvaluator(net), &nnue.Men{}
	}
	return s, nil
}

// valued implements valuer. It leaves the analyst's own evaluator to the search.
func (s *surakartaAnalyst) valued(b game.Board) (Term, bool) {
	if s.net == nil {
		return Term{}, false
	}
	x := &surakartaAnalyst{board: b.(*surakarta.Board), net: nnue.NewEvaluator(s.net.Network()), men: &nnue.Men{}}
	return Term{Name: "network", Value: x.netScore()}, true
}

func (s *surakartaAnalyst) netScore() int {
	for side := range s.men.Sets {
		s.men.Sets[side][0].Lo = s.board.Pieces(surakarta.Side(side))
	}
	return min(max(s.net.Score(s.men, s.board.Turn()), -alphabeta.Limit), alphabeta.Limit)
}

func (s *surakartaAnalyst) at(b game.Board) alphabeta.Position[game.Move] {
	s.board = any(b).(*surakarta.Board)
	rules := s.board.Rules()
	rules.First = 0 // matters at the start only
	s.key = under(rules, rules.NoCapture)
	s.tables.at(s.board)
	return alphabeta.Position[game.Move]{Game: s, Eval: s}
}

func (s *surakartaAnalyst) Moves(dst []game.Move) []game.Move    { return s.board.Moves(dst) }
func (s *surakartaAnalyst) Captures(dst []game.Move) []game.Move { return s.board.Captures(dst) }
func (s *surakartaAnalyst) Play(m game.Move)                     { s.board.Play(m) }
func (s *surakartaAnalyst) Undo()                                { s.board.Undo() }
func (s *surakartaAnalyst) Key() uint64                          { return s.key.of(s.board.Key(), s.board.Quiet()) }

// nullPieces is the least number of pieces with which a side may pass in the search:
// with fewer, having to move can hurt.
const nullPieces = 4

func (s *surakartaAnalyst) Null() bool {
	return s.board.Count(s.board.Side()) >= nullPieces && s.board.Null()
}

// Verdict counts ends by repetition and by count as claims: they depend on the
// moves before the position. A side wiped out, or without a move where the rules
// say that it loses, has lost whatever came before.
func (s *surakartaAnalyst) Verdict() (over bool, score int) {
	if over, score = s.board.Verdict(); !over {
		if s.board.Quiet() != 0 && !s.tables.kept {
			return false, 0 // as the tables would say
		}
		return s.tables.verdict(s.board)
	}
	var room [256]game.Move
	if s.board.Pieces(s.board.Side()) == 0 || s.board.Rules().NoMoveEnd == surakarta.Lost && len(s.board.Moves(room[:0])) == 0 {
		return over, score * alphabeta.Mate
	}
	return over, score * alphabeta.Claim
}

// byRules implements rulesVerdict.
func (s *surakartaAnalyst) byRules() (over bool) {
	over, _ = s.board.Verdict()
	return over && s.board.Pieces(s.board.Side()) > 0
}

// surakartaPiece is the worth of a piece, a hundred as everywhere.
const surakartaPiece = 100

func (s *surakartaAnalyst) Gain(m game.Move) int {
	if surakarta.IsCapture(m) {
		return surakartaPiece
	}
	return 0
}

// Exchange takes a capture at its face: which pieces bear on a point along the
// circuits changes with every piece that leaves them.
func (s *surakartaAnalyst) Exchange(m game.Move, least int) bool { return s.Gain(m) >= least }

func (s *surakartaAnalyst) Class(m game.Move) int {
	return int(surakartaClasses.of[s.board.Side()][surakarta.Source(m)][surakarta.Target(m)])
}

func (s *surakartaAnalyst) Classes() int      { return len(surakartaClasses.row) }
func (s *surakartaAnalyst) Row(class int) int { return int(surakartaClasses.row[class]) }
func (s *surakartaAnalyst) Rows() int         { return surakartaPoints * surakartaAlike }
func (s *surakartaAnalyst) Quiet() int        { return surakartaClasses.steps }

// Traits implements alphabeta.Traits.
func (s *surakartaAnalyst) Traits(dst []alphabeta.Trait, moves []game.Move) []alphabeta.Trait {
	of := &surakartaClasses.of[s.board.Side()]
	for _, m := range moves {
		t := alphabeta.Trait{Class: int32(of[surakarta.Source(m)][surakarta.Target(m)])}
		if surakarta.IsCapture(m) {
			t.Gain = surakartaPiece
		}
		dst = append(dst, t)
	}
	return dst
}

const (
	surakartaPoints = 36
	// surakartaAlike is the number of rows that moves to one point have: those from points
	// so far apart share one.
	surakartaAlike = 8
)

// surakartaClasses are the classes of moves, steps first, and their rows.
var surakartaClasses = func() (c struct {
	of    [2][surakartaPoints][surakartaPoints]uint16 // by side, source and target
	row   []uint16
	steps int
}) {
	for _, step := range [2]bool{true, false} {
		for side := range c.of {
			for source := range surakartaPoints {
				for target := range surakartaPoints {
					df, dr := source%6-target%6, source/6-target/6
					if (df*df <= 1 && dr*dr <= 1) == step {
						c.of[side][source][target] = uint16(len(c.row))
						c.row = append(c.row, uint16(target*surakartaAlike+source%surakartaAlike))
					}
				}
			}
		}
		if step {
			c.steps = len(c.row)
		}
	}
	return c
}()

// Score is what the network says, or the weights.
func (s *surakartaAnalyst) Score() int {
	if s.net != nil {
		return s.netScore()
	}
	return pointworth.Score(s.board)
}

// surakartaLevels are the handicaps by level. Of the points against the level below, 200 games a pair, levels 2 to 9
// win 63, 67, 66, 67, 65, 66, 66 and 65 %. Level 1
// is as strong as level 2 with the weights: +102 =4 -94.
var surakartaLevels = levels{
	1:  {depth: 1, lines: 4, overlooks: 90},
	2:  {depth: 1, lines: 4, overlooks: 48},
	3:  {depth: 1, lines: 4, overlooks: 25},
	4:  {depth: 1, lines: 4, overlooks: 11},
	5:  {depth: 2, lines: 4, overlooks: 6},
	6:  {depth: 2, lines: 4, overlooks: 2},
	7:  {depth: 3, lines: 4, look: 1, overlooks: 19},
	8:  {depth: 5, lines: 4, look: 1, overlooks: 9},
	9:  {depth: 6, lines: 4, look: 1, overlooks: 3},
	10: {depth: NoLimit, lines: 1},
}

package sgf

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// PositionText is a root's property for positions that set-up stones alone
// cannot state, with captures or ko: the position text. Other programs keep it
// as a property that they do not know.
const PositionText = "QKPOS"

// colors are the sides, and the properties of their moves.
var colors = [2]string{"B", "W"}

// NewRoot is the root of a game on a board of that size.
func NewRoot(size int) *Node {
	root := &Node{}
	root.Set("FF", "4")
	root.Set("GM", "1")
	root.Set("CA", "UTF-8")
	root.Set("SZ", strconv.Itoa(size))
	return root
}

// Size reads the root's SZ, 19 without one. The error wraps game.ErrRecord.
func (n *Node) Size() (int, error) {
	p := n.property("SZ")
	if p == nil {
		return goban.SizeMax, nil
	}
	columns, rows, isPair := pair(p.Values[0])
	if !isPair {
		rows = columns
	}
	size, err := strconv.Atoi(strings.TrimSpace(columns))
	if err != nil || strings.TrimSpace(rows) != strings.TrimSpace(columns) || size < goban.SizeMin || size > goban.SizeMax {
		return 0, p.at.fail("SZ[%s], expected a square board of %d to %d", p.Values[0], goban.SizeMin, goban.SizeMax)
	}
	return size, nil
}

// SetStones states the stones and, where it is not the rule, the side to move;
// position is the whole position as text, which is written where stones alone
// cannot state it.
func (n *Node) SetStones(s *goban.Stones, position string) {
	stones := 0
	for c, name := range [2]string{"AB", "AW"} {
		var points []string
		for row := s.Size() - 1; row >= 0; row-- {
			for column := range s.Size() {
				if p := goban.PointAt(column, row); s.At(p) == goban.Color(c) {
					points = append(points, p.SGF(s.Size()))
				}
			}
		}
		if len(points) > 0 {
			n.Set(name, points...)
			stones += len(points)
		}
	}
	if stones > 0 || s.Turn() == goban.White {
		n.Set("PL", colors[s.Turn()])
	}
	if s.Captured(goban.Black) > 0 || s.Captured(goban.White) > 0 || s.Ko() != goban.NoPoint {
		n.SetText(PositionText, position)
	}
}

// Games as GM numbers them. Games like Go, with captures, are told from it by RU.
const (
	Go     = "1"
	Gomoku = "4"
)

// Stones is what lies on the board at the start of the game of Go whose root n
// is: size (SZ), stones (AB, AW, AE, also in nodes before the first move) and
// side to move: PL, or the side of the first move, or White with handicap
// stones only, or Black. line is the main line from the first move on. Captures
// and ko stand in [PositionText], which is the game's to read. The error wraps
// game.ErrRecord.
func (n *Node) Stones() (s *goban.Stones, line []*Node, err error) { return n.stones(Go) }

// stones is Stones of a game that GM numbers so; where it is missing that is Go.
func (n *Node) stones(number string) (s *goban.Stones, line []*Node, err error) {
	stated := Go
	if n.Has("GM") {
		stated = strings.TrimSpace(n.value("GM"))
	}
	if stated != number {
		return nil, nil, n.Fail("GM", "GM[%s], expected a game of %s, %s", stated, map[string]string{Go: "Go", Gomoku: "Gomoku"}[number], number)
	}
	size, err := n.Size()
	if err != nil {
		return nil, nil, err
	}
	s = goban.NewStones(size)
	turn := goban.Empty
	for line = n.MainLine(); len(line) > 0; line = line[1:] {
		if c, _, ok, err := line[0].Move(size); err != nil {
			return nil, nil, err
		} else if ok {
			if turn == goban.Empty {
				turn = c
			}
			break
		}
		if err := line[0].setUp(s, &turn); err != nil {
			return nil, nil, err
		}
	}
	if turn == goban.Empty && s.Count(goban.Black) > 0 && s.Count(goban.White) == 0 {
		turn = goban.White
	}
	if turn == goban.White {
		s.SetTurn(goban.White)
	}
	return s, line, nil
}

// setUp does what a node sets up.
func (n *Node) setUp(s *goban.Stones, turn *goban.Color) error {
	holds := s.Cells()
	var told [goban.PointLimit]bool
	changed := false
	for _, set := range []struct {
		name string
		c    goban.Color
	}{{"AB", goban.Black}, {"AW", goban.White}, {"AE", goban.Empty}} {
		points, err := n.Points(set.name, s.Size())
		if err != nil {
			return err
		}
		for _, p := range points {
			if told[p] && holds[p] != set.c {
				return n.property(set.name).at.fail("%s[%s], but the node sets the point up otherwise, expected one of AB, AW, AE", set.name, p.SGF(s.Size()))
			}
			told[p], holds[p], changed = true, set.c, true
		}
	}
	if changed {
		s.Reset(s.Size())
		for p, c := range holds {
			if c < goban.Empty {
				s.Put(goban.Point(p), c)
			}
		}
	}
	if p := n.property("PL"); p != nil {
		switch strings.ToLower(strings.TrimSpace(p.Values[0])) {
		case "b", "black", "1":
			*turn = goban.Black
		case "w", "white", "2":
			*turn = goban.White
		default:
			return p.at.fail("PL[%s], expected B or W", p.Values[0])
		}
	}
	return nil
}

// Board is a board of a game with records in SGF.
type Board interface {
	game.Board
	Stones() *goban.Stones
	Check(m game.Move) error
}

// Replay plays the main line of the game of that root on a board that setUp makes
// from a position text: [PositionText], or stones and side to move as [Node.Stones]
// has them. nodes[i] is the node of move i+1. The error wraps game.ErrRecord, and
// game.ErrIllegalMove when a move is not legal: it says which and why. The board
// then stands before that move, and nodes are those before it; without a board the
// start is at fault.
func Replay[B Board](root *Node, setUp func(position string) (B, error)) (b B, nodes []*Node, err error) {
	return ReplayGame(root, Go, setUp)
}

// ReplayGame is Replay of a game that GM numbers so: Go, Gomoku.
func ReplayGame[B Board](root *Node, number string, setUp func(position string) (B, error)) (b B, nodes []*Node, err error) {
	var none B
	s, line, err := root.stones(number)
	if err != nil {
		return none, nil, err
	}
	text, name, saying := strings.TrimSuffix(s.View(game.View{}), " -"), "", "" // without the field for ko
	if root.Has(PositionText) {
		text, name, saying = root.SimpleText(PositionText), PositionText, PositionText+": "
	}
	if b, err = setUp(text); err == nil && b.Stones().Size() != s.Size() {
		err = fmt.Errorf("%w: a board of %d, expected %d as in SZ", game.ErrPosition, b.Stones().Size(), s.Size())
	}
	if err != nil {
		return none, nil, root.Fail(name, "%s%w", saying, err)
	}
	for _, at := range line {
		c, m, ok, err := at.Move(s.Size())
		if err != nil {
			return b, nodes, err
		}
		if !ok {
			if at.Has("AB") || at.Has("AW") || at.Has("AE") {
				return b, nodes, at.at.fail("stones set up after move %d, expected them before the first", len(nodes))
			}
			continue
		}
		number := len(nodes) + 1
		if turn := b.Stones().Turn(); c != turn {
			return b, nodes, at.at.fail("move %d: %w: %s %s: it is %s's turn", number, game.ErrIllegalMove, c, b.Text(m), turn)
		}
		if err := b.Check(m); err != nil {
			return b, nodes, at.at.fail("move %d: %w", number, err)
		}
		b.Play(m)
		nodes = append(nodes, at)
	}
	return b, nodes, nil
}

// Of is the record of a board's game: the root that rootOf makes of its start, and
// its moves as the main line.
func Of[B Board](b B, rootOf func(start B) *Node) *Node {
	start := b.Copy().(B)
	for start.Undo() {
	}
	root := rootOf(start)
	// These moves have been played: there is no error.
	_ = root.addMoves(start, game.Record{Moves: b.Played(nil)})
	return root
}

// addMove appends a child with a move.
func (n *Node) addMove(c goban.Color, m game.Move, size int) *Node {
	child := moveNode(c, m, size)
	n.Children = append(n.Children, child)
	return child
}

// moveNode is a node with a move.
func moveNode(c goban.Color, m game.Move, size int) *Node {
	value := ""
	if m != goban.Pass {
		value = goban.Point(m).SGF(size)
	}
	n := &Node{}
	n.Set(colors[c], value)
	return n
}

// Result writes a winner, and by how much, as RE has it: "B+3.5", "W+", "0" for
// a draw.
func Result(winner int, by string) string {
	if winner == game.Draw {
		return "0"
	}
	return colors[winner] + "+" + by
}

package weiqi

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// sgfPosition is a root's property for positions that set-up stones alone can
// not say, with captures or ko: the position text. Others keep it as unknown.
const sgfPosition = "QKPOS"

// sgfColors are the sides, and the properties of their moves.
var sgfColors = [2]string{"B", "W"}

// captureRule is RU of Capture Go: Capture-3, or Capture-3-5 for black's and
// white's target.
var captureRule = regexp.MustCompile(`^(?i)capture(?:[ -]?go)?[ -]?(\d{1,3})(?:[-/](\d{1,3}))?$`)

// ruleName writes targets as RU.
func ruleName(target [2]int) string {
	if target[Black] == target[White] {
		return fmt.Sprintf("Capture-%d", target[Black])
	}
	return fmt.Sprintf("Capture-%d-%d", target[Black], target[White])
}

// ruleComment writes targets as GC, for people.
func ruleComment(target [2]int) string {
	if target[Black] != target[White] {
		return fmt.Sprintf("Capture Go: Black wins with %d captured, White with %d.", target[Black], target[White])
	}
	if target[Black] == 1 {
		return "Capture Go: the first to capture a stone wins."
	}
	return fmt.Sprintf("Capture Go: the first to capture %d stones wins.", target[Black])
}

// Size reads the root's SZ, 19 without one. The error wraps game.ErrRecord.
func (n *Node) Size() (int, error) {
	p := n.property("SZ")
	if p == nil {
		return SizeMax, nil
	}
	columns, rows, isPair := sgfPair(p.Values[0])
	if !isPair {
		rows = columns
	}
	size, err := strconv.Atoi(strings.TrimSpace(columns))
	if err != nil || strings.TrimSpace(rows) != strings.TrimSpace(columns) || size < SizeMin || size > SizeMax {
		return 0, p.at.fail("SZ[%s], expected a square board of %d to %d", p.Values[0], SizeMin, SizeMax)
	}
	return size, nil
}

// Targets reads the root's RU; ok is false when it is none of Capture Go. The
// error wraps game.ErrRecord.
func (n *Node) Targets() (target [2]int, ok bool, err error) {
	name := strings.TrimSpace(n.SimpleText("RU"))
	m := captureRule.FindStringSubmatch(name)
	if m == nil {
		return target, false, nil
	}
	if m[2] == "" {
		m[2] = m[1]
	}
	for c := range target {
		// Three digits at most: there is no error.
		target[c], _ = strconv.Atoi(m[1+c])
		if target[c] < TargetMin || target[c] > TargetMax {
			return target, false, n.property("RU").at.fail("RU[%s], expected targets of %d to %d", name, TargetMin, TargetMax)
		}
	}
	return target, true, nil
}

// Setup is the board at the start of the game whose root n is: size, targets
// (RU), stones (AB, AW, AE, also in nodes before the first move) and side to
// move: PL, or the side of the first move, or white with handicap stones only,
// or black. What the record does not say is as in o. The error wraps
// game.ErrRecord; a position that can not arise in play also game.ErrSetup.
func (n *Node) Setup(o Options) (*Board, error) {
	b, _, err := n.setup(o)
	return b, err
}

// setup also returns the nodes from the first move on.
func (n *Node) setup(o Options) (b *Board, moves []*Node, err error) {
	if p := n.property("GM"); p != nil && strings.TrimSpace(p.Values[0]) != "1" {
		return nil, nil, p.at.fail("GM[%s], expected a game of Go, 1", p.Values[0])
	}
	if o.Size, err = n.Size(); err != nil {
		return nil, nil, err
	}
	if target, ok, err := n.Targets(); err != nil {
		return nil, nil, err
	} else if ok {
		o.Target = target
	}
	var s Stones
	s.Reset(o.Size)
	turn := Empty
	for moves = n.MainLine(); len(moves) > 0; moves = moves[1:] {
		if c, _, ok, err := moves[0].Move(o.Size); err != nil {
			return nil, nil, err
		} else if ok {
			if turn == Empty {
				turn = c
			}
			break
		}
		if err := moves[0].stones(&s, &turn); err != nil {
			return nil, nil, err
		}
	}
	if p := n.property(sgfPosition); p != nil {
		b, err = New(n.SimpleText(sgfPosition), o, false)
		if err == nil && b.Size() != o.Size {
			err = fmt.Errorf("%w: a board of %d, expected %d as in SZ", game.ErrPosition, b.Size(), o.Size)
		}
		if err != nil {
			return nil, nil, p.at.fail("%s: %w", sgfPosition, err)
		}
		return b, moves, nil
	}
	if turn == Empty && s.Count(Black) > 0 && s.Count(White) == 0 {
		turn = White
	}
	if turn != White {
		turn = Black
	}
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	b = &Board{options: o, stones: s}
	b.stones.turn = turn
	if err := b.Sane(); err != nil {
		return nil, nil, n.at.fail("%w", err)
	}
	b.initial = b.Position()
	return b, moves, nil
}

// stones does what a node sets up.
func (n *Node) stones(s *Stones, turn *Color) error {
	holds := s.cells
	var told [cells]bool
	changed := false
	for _, set := range []struct {
		name string
		c    Color
	}{{"AB", Black}, {"AW", White}, {"AE", Empty}} {
		points, err := n.Points(set.name, s.Size())
		if err != nil {
			return err
		}
		for _, p := range points {
			if told[p] && holds[p] != set.c {
				return n.property(set.name).at.fail("%s[%s], but the node sets the point up otherwise, expected one of AB, AW, AE", set.name, sgfPoint(p, s.Size()))
			}
			told[p], holds[p], changed = true, set.c, true
		}
	}
	if changed {
		s.Reset(s.Size())
		for p, c := range holds {
			if c < Empty {
				s.Put(Point(p), c)
			}
		}
	}
	if p := n.property("PL"); p != nil {
		switch strings.ToLower(strings.TrimSpace(p.Values[0])) {
		case "b", "black", "1":
			*turn = Black
		case "w", "white", "2":
			*turn = White
		default:
			return p.at.fail("PL[%s], expected B or W", p.Values[0])
		}
	}
	return nil
}

// Game plays the main line of the game whose root n is. nodes[i] is the node of
// move i+1. The error wraps game.ErrRecord, and game.ErrIllegalMove when a move
// is not legal: it says which and why. The board then stands before that move,
// and nodes are those before it; without a board the start is at fault.
func (n *Node) Game(o Options) (b *Board, nodes []*Node, err error) {
	b, line, err := n.setup(o)
	if err != nil {
		return nil, nil, err
	}
	nodes, err = playLine(b, line)
	return b, nodes, err
}

// replayed is a board that a record's moves are played on.
type replayed interface {
	Size() int
	Turn() int
	Text(m game.Move) string
	Check(m game.Move) error
	Play(m game.Move)
}

// playLine plays the moves of a line; nodes are those that have one, up to the
// first fault.
func playLine(b replayed, line []*Node) (nodes []*Node, err error) {
	for _, at := range line {
		c, m, ok, err := at.Move(b.Size())
		if err != nil {
			return nodes, err
		}
		if !ok {
			if at.Has("AB") || at.Has("AW") || at.Has("AE") {
				return nodes, at.at.fail("stones set up after move %d, expected them before the first", len(nodes))
			}
			continue
		}
		number := len(nodes) + 1
		if turn := Color(b.Turn()); c != turn {
			return nodes, at.at.fail("move %d: %w: %s %s: it is %s's turn", number, game.ErrIllegalMove, c, b.Text(m), turn)
		}
		if err := b.Check(m); err != nil {
			return nodes, at.at.fail("move %d: %w", number, err)
		}
		b.Play(m)
		nodes = append(nodes, at)
	}
	return nodes, nil
}

// NewSGF is the record of a board's game: a root with rules and set-up, its
// moves as the main line, and the result when it is over.
func NewSGF(b *Board) *Node {
	start := b.Clone()
	for start.Undo() {
	}
	root := newRoot(start)
	at := root
	for _, m := range b.Played(nil) {
		at = at.addMove(start.stones.turn, m, b.Size())
		start.Play(m)
	}
	if o, over := b.Outcome(); over {
		root.Set("RE", sgfResult(o))
	}
	return root
}

// sgfResult writes an outcome as RE.
func sgfResult(o game.Outcome) string {
	switch o.Winner {
	case int(Black):
		return "B+"
	case int(White):
		return "W+"
	}
	return "0"
}

// newRoot states a position and its rules.
func newRoot(b *Board) *Node {
	root := &Node{}
	root.Set("FF", "4")
	root.Set("GM", "1")
	root.Set("CA", "UTF-8")
	root.Set("SZ", strconv.Itoa(b.Size()))
	root.Set("KM", "0")
	root.Set("RU", ruleName(b.options.Target))
	root.SetText("GC", ruleComment(b.options.Target))
	stones := 0
	for c, name := range [2]string{"AB", "AW"} {
		var points []string
		for row := b.Size() - 1; row >= 0; row-- {
			for column := range b.Size() {
				if p := PointAt(column, row); b.stones.At(p) == Color(c) {
					points = append(points, sgfPoint(p, b.Size()))
				}
			}
		}
		if len(points) > 0 {
			root.Set(name, points...)
			stones += len(points)
		}
	}
	if stones > 0 || b.stones.turn == White {
		root.Set("PL", sgfColors[b.stones.turn])
	}
	if b.stones.taken != [2]uint16{} || b.stones.ko != NoPoint {
		root.SetText(sgfPosition, b.Position())
	}
	return root
}

// addMove appends a child with a move.
func (n *Node) addMove(c Color, m game.Move, size int) *Node {
	value := ""
	if m != Pass {
		value = sgfPoint(Point(m), size)
	}
	return n.Add(sgfColors[c], value)
}

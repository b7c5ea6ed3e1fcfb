package generate

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// node is a position of the tree of a breadth-first job, with what was decided there.
type node struct {
	book.Node
	made *made // nil while the decision is due
}

// made is the decision at a node and what follows from it.
type made struct {
	Decision *decision `json:"decision,omitempty"` // nil where there was none to make
	First    int       `json:"first"`              // index of the first candidate generated
	Count    int       `json:"count"`              // candidates generated
	Lean     leaning   `json:"lean"`               // after this node's check
	Over     bool      `json:"over,omitempty"`     // the game is over here
	Failure  string    `json:"failure,omitempty"`  // an engine's fault
	Merged   bool      `json:"merged,omitempty"`   // every move leads to a position that the tree has already
}

// readNode reads a node with its decision.
func readNode(row book.Node) (*node, error) {
	n := &node{Node: row}
	if row.Decision == "" {
		return n, nil
	}
	n.made = &made{}
	if err := json.Unmarshal([]byte(row.Decision), n.made); err != nil {
		return nil, fmt.Errorf("%w: decision of node %d: %v", book.ErrCorrupt, row.ID, err)
	}
	return n, nil
}

// leaf says whether a line ends at the node of a whole tree.
func (n *node) leaf(plies int) bool {
	return n.Ply == plies || n.made == nil || n.made.Over || n.made.Failure != "" || n.made.Merged
}

// way is the way to the end of a line, as book.Writer.RecallNode has it.
func way(line []*node) string {
	text := strconv.Itoa(line[0].Initial)
	for _, n := range line[1:] {
		text += " " + n.Move
	}
	return text
}

// nodeStream is the number of a node in the paths of random streams, as plan.stream is
// that of a game: it says the way to it.
func (p *plan) nodeStream(n *node, line []*node) uint64 {
	if p.earlier {
		return uint64(n.ID)
	}
	h := fnv.New64a()
	io.WriteString(h, way(line))
	return h.Sum64()
}

// playLine makes the moves of a line on a board at its root.
func playLine(b game.Board, line []*node) error {
	for _, n := range line[1:] {
		m, err := b.Parse(n.Move)
		if err != nil {
			return fmt.Errorf("%w: node %d: %v", book.ErrCorrupt, n.ID, err)
		}
		b.Play(m)
	}
	return nil
}

// tree reads nodes and the lines that lead to them.
type tree struct {
	book  *book.Book
	cache []*node // the last line asked for, by ply
}

// nodesMost bounds the nodes read at once.
const nodesMost = 256

// nodes reads the nodes from an id on and below another, at most nodesMost.
func (t *tree) nodes(from, below int64) ([]*node, error) {
	rows, err := t.book.Nodes(from, below, nodesMost)
	if err != nil {
		return nil, err
	}
	list := make([]*node, len(rows))
	for i, row := range rows {
		if list[i], err = readNode(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// line is the nodes from the root to n, both included. Neighbours share most
// of their lines, so that few nodes are read.
func (t *tree) line(n *node) ([]*node, error) {
	line := make([]*node, n.Ply+1)
	line[n.Ply] = n
	for ply := n.Ply; ply > 0; ply-- {
		parent := line[ply].Parent
		// A cached node without a decision is out of date.
		if ply-1 < len(t.cache) && t.cache[ply-1].ID == parent && t.cache[ply-1].made != nil {
			copy(line, t.cache[:ply])
			break
		}
		row, err := t.book.Node(parent)
		if err != nil {
			return nil, err
		}
		if line[ply-1], err = readNode(row); err != nil {
			return nil, err
		}
	}
	t.cache = line
	return line, nil
}

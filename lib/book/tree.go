package book

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// node is a row of the table nodes: a position of a breadth-first tree. Ids
// are given level by level, in order of the parents and the ranks of the
// moves, so that they are the same however many workers search.
type node struct {
	id, parent int64
	initial    int
	ply        int
	move       string // from the parent, in the game's own view
	made       *made  // nil while the decision is due
}

// made is what has come of a node.
type made struct {
	Decision *decision `json:"decision,omitempty"` // nil where there was none to make
	First    int       `json:"first"`              // index of the first candidate generated
	Count    int       `json:"count"`              // candidates generated
	Lean     leaning   `json:"lean"`               // after this node's check
	Over     bool      `json:"over,omitempty"`     // the game is over here
	Failure  string    `json:"failure,omitempty"`  // an engine's fault
	Merged   bool      `json:"merged,omitempty"`   // every move leads to a position that the tree has already
}

// leaf says whether a line ends at the node.
func (n *node) leaf(plies int) bool {
	return n.ply == plies || n.made != nil && (n.made.Over || n.made.Failure != "" || n.made.Merged)
}

const (
	nodeColumns = "id, parent, initial, ply, move, decision"
	findNode    = "SELECT " + nodeColumns + " FROM nodes WHERE id = ?"
	listNodes   = "SELECT " + nodeColumns + " FROM nodes WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
	addNode     = "INSERT INTO nodes (id, parent, initial, ply, move, decision, identity, key) VALUES (?, ?, ?, ?, ?, '', ?, ?)"
	findTwin    = "SELECT identity FROM nodes WHERE key = ? AND identity <> ''"
	setMade     = "UPDATE nodes SET decision = ? WHERE id = ?"
)

// tree reads nodes and the lines that lead to them.
type tree struct {
	db    *sql.DB
	path  string
	cache []*node // the last line asked for, by ply
}

func scanNode(scan func(...any) error) (*node, error) {
	var n node
	var text string
	if err := scan(&n.id, &n.parent, &n.initial, &n.ply, &n.move, &text); err != nil {
		return nil, err
	}
	if text == "" {
		return &n, nil
	}
	n.made = &made{}
	if err := json.Unmarshal([]byte(text), n.made); err != nil {
		return nil, fmt.Errorf("%w: decision of node %d: %v", ErrCorrupt, n.id, err)
	}
	return &n, nil
}

// nodes reads the nodes from an id on and below another, at most so many.
func (t *tree) nodes(from, below int64, most int) ([]*node, error) {
	rows, err := t.db.Query(listNodes, from, below, most)
	if err != nil {
		return nil, fileError(t.path, err)
	}
	defer rows.Close()
	var list []*node
	for rows.Next() {
		n, err := scanNode(rows.Scan)
		if err != nil {
			return nil, fileError(t.path, err)
		}
		list = append(list, n)
	}
	return list, fileError(t.path, rows.Err())
}

// line is the nodes from the root to n, both included. Neighbours share most
// of their lines, so that few nodes are read.
func (t *tree) line(n *node) ([]*node, error) {
	line := make([]*node, n.ply+1)
	line[n.ply] = n
	for ply := n.ply; ply > 0; ply-- {
		parent := line[ply].parent
		// A node kept from when its decision was due is out of date.
		if ply-1 < len(t.cache) && t.cache[ply-1].id == parent && t.cache[ply-1].made != nil {
			copy(line, t.cache[:ply])
			break
		}
		var err error
		if line[ply-1], err = scanNode(t.db.QueryRow(findNode, parent).Scan); err != nil {
			return nil, fileError(t.path, err)
		}
	}
	t.cache = line
	return line, nil
}

// play makes the moves of a line on a board at its root.
func play(b game.Board, line []*node) error {
	for _, n := range line[1:] {
		m, err := b.Parse(n.move)
		if err != nil {
			return fmt.Errorf("%w: node %d: %v", ErrCorrupt, n.id, err)
		}
		b.Play(m)
	}
	return nil
}

// lastEvals are the players' evaluations by the search that led to the line's
// last node; nil at the root.
func lastEvals(line []*node, players int, root game.Board) []float64 {
	if len(line) < 2 {
		return nil
	}
	parent, n := line[len(line)-2], line[len(line)-1]
	player := (root.Turn() + parent.ply) % players
	for _, c := range parent.made.Decision.Weighed {
		if c.Move == n.move {
			return halves(players, player, c.Score)
		}
	}
	return nil
}

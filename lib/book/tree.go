package book

import "fmt"

// Node is a position of the tree of a breadth-first job. Ids are given level by
// level, in order of the parents and the ranks of the moves, so that they are the
// same however many workers search.
type Node struct {
	ID, Parent int64
	Initial    int // the initial position at the root
	Ply        int
	Move       string // from the parent, in the game's own view
	Decision   string // JSON of the generation's; empty while it is due
}

const (
	nodeColumns = "id, parent, initial, ply, move, decision"
	findNode    = "SELECT " + nodeColumns + " FROM nodes WHERE id = ?"
	listNodes   = "SELECT " + nodeColumns + " FROM nodes WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
	addNode     = "INSERT INTO nodes (id, parent, initial, ply, move, decision, identity, key) VALUES (?, ?, ?, ?, ?, '', ?, ?)"
	findTwin    = "SELECT identity FROM nodes WHERE key = ? AND identity <> ''"
	setDecision = "UPDATE nodes SET decision = ? WHERE id = ?"
)

// leavesSchema is the table of the leaves of a tree that grows best first. chosen is 1 for
// those of the round under way.
const leavesSchema = `CREATE TABLE IF NOT EXISTS leaves (
	node    INTEGER PRIMARY KEY,
	initial INTEGER NOT NULL,
	cost    INTEGER NOT NULL,
	chosen  INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS leaves_cost ON leaves (chosen, initial, cost, node)`

const (
	addLeaf     = "INSERT INTO leaves (node, initial, cost, chosen) VALUES (?, ?, ?, 0)"
	dropLeaf    = "DELETE FROM leaves WHERE node = ?"
	chooseLeafs = `UPDATE leaves SET chosen = 1 WHERE node IN (
		SELECT node FROM leaves WHERE chosen = 0 AND initial = ? ORDER BY cost, node LIMIT ?)`
	listChosen = "SELECT node, cost FROM leaves WHERE chosen = 1 ORDER BY initial, cost, node"
)

func (n *Node) columns() []any {
	return []any{&n.ID, &n.Parent, &n.Initial, &n.Ply, &n.Move, &n.Decision}
}

// Nodes reads the nodes from an id on and below another, at most so many.
func (b *Book) Nodes(from, below int64, most int) (list []Node, err error) {
	var n Node
	err = each(background, b.db, listNodes, []any{from, below, most}, n.columns(), func() error {
		list = append(list, n)
		return nil
	})
	return list, fileError(b.path, err)
}

// Node reads a node.
func (b *Book) Node(id int64) (n Node, err error) {
	err = b.db.QueryRow(findNode, id).Scan(n.columns()...)
	return n, fileError(b.path, err)
}

// PlantRoots makes a root of each initial position, unless there is a tree. They are
// leaves when the tree grows best first.
func (w *Writer) PlantRoots(initials int, best bool) error {
	if w.nextNode > 0 {
		return nil
	}
	return w.Update(func() error {
		if best {
			if err := w.all(leavesSchema); err != nil {
				return err
			}
		}
		for i := range initials {
			if best {
				if err := w.exec(addLeaf, w.nextNode, i, 0); err != nil {
					return err
				}
			}
			if err := w.addNode(Node{Parent: -1, Initial: i}, "", 0); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *Writer) addNode(n Node, identity string, key int64) error {
	err := w.exec(addNode, w.nextNode, n.Parent, n.Initial, n.Ply, n.Move, identity, key)
	w.nextNode++
	return err
}

// Decided is a node with the generation's decision there, as JSON.
type Decided struct {
	ID       int64
	Decision string
}

// Decide stores decisions at nodes.
func (w *Writer) Decide(list []Decided) error {
	return w.Update(func() error {
		for _, d := range list {
			if err := w.exec(setDecision, d.Decision, d.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// Growth is a node with the children that it is to have.
type Growth struct {
	Parent   Node
	Children []Child // best first; none of a leaf
	Merged   string  // the parent's decision when the tree has all the children already
	Chosen   bool    // the parent is one of ChooseLeaves
}

// Child is a position to which a node leads.
type Child struct {
	Move     string // from the node, in the game's own view
	Identity string // of children that are merged when they are equal; empty where none is
	Cost     *int64 // in a tree that grows best first, of one that may be searched
}

// Leaf is a node to be searched next in a tree that grows best first.
type Leaf struct{ ID, Cost int64 }

// ChooseLeaves are the leaves of the round under way. When there is none, it begins one:
// of each initial position so many leaves as room says, those of the least cost, of
// equal ones the first.
func (w *Writer) ChooseLeaves(room []int64) (list []Leaf, err error) {
	read := func() error {
		var l Leaf
		return w.rows(listChosen, nil, []any{&l.ID, &l.Cost}, func() error {
			list = append(list, l)
			return nil
		})
	}
	if err := read(); err != nil || len(list) > 0 {
		return list, fileError(w.path, err)
	}
	err = w.Update(func() error {
		for initial, n := range room {
			if err := w.exec(chooseLeafs, initial, n); err != nil {
				return err
			}
		}
		return read()
	})
	return list, err
}

// DecidedBy counts the nodes of the tree that have been searched, by initial position.
func (w *Writer) DecidedBy(initials int) (counts []int64, err error) {
	counts = make([]int64, initials)
	var initial, n int64
	err = w.rows("SELECT initial, count(*) FROM nodes WHERE decision <> '' GROUP BY initial", nil, []any{&initial, &n}, func() error {
		counts[initial] = n
		return nil
	})
	return counts, fileError(w.path, err)
}

// Grow adds the children of nodes that follow each other, or were chosen. One whose identity the
// tree has at the same ply is counted as a transposition instead.
func (w *Writer) Grow(list []Growth) error {
	return w.Update(func() error {
		for _, g := range list {
			first := w.nextNode
			for _, c := range g.Children {
				if err := w.addChild(&g.Parent, c); err != nil {
					return err
				}
			}
			if len(g.Children) > 0 && w.nextNode == first {
				if err := w.exec(setDecision, g.Merged, g.Parent.ID); err != nil {
					return err
				}
			}
			if !g.Chosen {
				w.job.Grown = g.Parent.ID + 1
			} else if err := w.exec(dropLeaf, g.Parent.ID); err != nil {
				return err
			}
		}
		return w.saveCounts(w.job.Processed)
	})
}

// addChild adds a child to a node, unless the tree has an equal one at that ply.
func (w *Writer) addChild(n *Node, c Child) error {
	child := Node{Parent: n.ID, Initial: n.Initial, Ply: n.Ply + 1, Move: c.Move}
	add := func(identity string, key int64) error {
		if c.Cost != nil {
			if err := w.exec(addLeaf, w.nextNode, child.Initial, *c.Cost); err != nil {
				return err
			}
		}
		return w.addNode(child, identity, key)
	}
	if c.Identity == "" {
		return add("", 0)
	}
	identity := fmt.Sprintf("%d %s", child.Ply, c.Identity)
	key := keyOf([]string{identity})
	twin := false
	var have string
	if err := w.rows(findTwin, []any{key}, []any{&have}, func() error {
		twin = twin || have == identity
		return nil
	}); err != nil {
		return err
	}
	if twin {
		w.job.Transpositions++
		return nil
	}
	return add(identity, key)
}

// LevelEnd is the id after the last node at a ply; otherwise is the answer where
// there are none.
func (w *Writer) LevelEnd(ply int, otherwise int64) (below int64, err error) {
	err = w.query("SELECT coalesce(max(id) + 1, ?2) FROM nodes WHERE ply = ?1", []any{ply, otherwise}, &below)
	return below, fileError(w.path, err)
}

// NodesEnd is the id after the last node.
func (w *Writer) NodesEnd() int64 { return w.nextNode }

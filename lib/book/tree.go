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

// PlantRoots makes a root of each initial position, unless there is a tree.
func (w *Writer) PlantRoots(initials int) error {
	if w.nextNode > 0 {
		return nil
	}
	return w.Update(func() error {
		for i := range initials {
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
}

// Child is a position to which a node leads.
type Child struct {
	Move     string // from the node, in the game's own view
	Identity string // of children that are merged when they are equal; empty where none is
}

// Grow adds the children of nodes that follow each other. One whose identity the
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
			w.job.Grown = g.Parent.ID + 1
		}
		return w.saveCounts(w.job.Processed)
	})
}

// addChild adds a child to a node, unless the tree has an equal one at that ply.
func (w *Writer) addChild(n *Node, c Child) error {
	child := Node{Parent: n.ID, Initial: n.Initial, Ply: n.Ply + 1, Move: c.Move}
	if c.Identity == "" {
		return w.addNode(child, "", 0)
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
	return w.addNode(child, identity, key)
}

// LevelEnd is the id after the last node at a ply; otherwise is the answer where
// there are none.
func (w *Writer) LevelEnd(ply int, otherwise int64) (below int64, err error) {
	err = w.query("SELECT coalesce(max(id) + 1, ?2) FROM nodes WHERE ply = ?1", []any{ply, otherwise}, &below)
	return below, fileError(w.path, err)
}

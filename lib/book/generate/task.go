package generate

import "qikit.dev/qikit/lib/book"

// task is a piece of work of a job, or its result.
type task interface {
	number() int64 // equal for a task and its result; rises from task to task
}

// partWork is Part.Work.
type partWork[T any] struct {
	Kind  kind `json:"kind"`
	Tasks []T  `json:"tasks"`
}

// kind is what the tasks of a part are.
type kind string

const (
	kindGames     kind = "games"
	kindNodes     kind = "nodes"
	kindPositions kind = "positions"
)

// gameTask is a game to be played.
type gameTask struct {
	ID      int64  `json:"id"`
	Initial string `json:"initial"`
}

func (t gameTask) number() int64 { return t.ID }

// nodeTask is a node to be searched, with the way to it.
type nodeTask struct {
	Initial int        `json:"initial"`
	Root    string     `json:"root"` // the initial position
	Line    []lineNode `json:"line"` // from the root to the node
}

// lineNode is a node of a line.
type lineNode struct {
	ID   int64  `json:"id"`
	Move string `json:"move"`
	Made *made  `json:"made"`
}

func (t nodeTask) number() int64 { return t.Line[len(t.Line)-1].ID }

// nodes are the line as the tree has it.
func (t nodeTask) nodes() []*node {
	line := make([]*node, len(t.Line))
	for ply, n := range t.Line {
		line[ply] = &node{Node: book.Node{ID: n.ID, Initial: t.Initial, Ply: ply, Move: n.Move}, made: n.Made}
	}
	return line
}

// newNodeTask is the task of searching the last node of a line.
func newNodeTask(line []*node, root string) nodeTask {
	t := nodeTask{Initial: line[0].Initial, Root: root, Line: make([]lineNode, len(line))}
	for ply, n := range line {
		t.Line[ply] = lineNode{n.ID, n.Move, n.made}
	}
	return t
}

// positionTask is a position to be searched afresh.
type positionTask struct {
	ID    int64  `json:"id"`
	FEN   string `json:"fen"`
	Depth int    `json:"depth"`
}

func (t positionTask) number() int64 { return t.ID }

// played is a game that has been played; nil where a crew handed in null.
type played struct{ *book.Game }

func (g played) number() int64 {
	if g.Game == nil {
		return -1
	}
	return g.ID
}

// decided is a node with its decision.
type decided struct {
	ID   int64 `json:"id"`
	Made made  `json:"made"`
}

func (d decided) number() int64 { return d.ID }

// judged is a position with the result of its fresh search.
type judged struct{ book.Evaluated }

func (p judged) number() int64 { return p.ID }

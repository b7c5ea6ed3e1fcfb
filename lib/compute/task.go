package compute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// Task is one piece of work as a whole, before it is split.
type Task struct {
	Kind  sgcp.TaskKind
	Seed  uint64 // of the random numbers
	Count uint64 // units: playouts, problems of a search, or trees; 1 to 1<<40
	// Payload holds the board data and what the kind needs, as [NewPlayouts],
	// [NewSearch], [NewAnalysis] and [NewTrees] write it; at most 15 KiB.
	Payload string

	problem *problem // what Payload says; nil while it has not been read
}

// Result is the result of a task, or of the part of it that was done.
type Result struct {
	Done    uint64
	Payload string // whole numbers by point, which add up; see Rows
}

// Limits of tasks.
const (
	payloadMax = sgcp.ComputeLineMax - 1024 // octets: a line holds the payload and the lease
	countMax   = 1 << 40                    // units: sums stay far from overflowing
)

// Board is the board data of a task.
type Board struct {
	Position string  // as weiqi.New reads it
	Komi     float64 // in halves of a point, -361 to 361
	// Last and Own are the latest move and the one before it: playouts look around
	// them first. goban.NoPoint is none.
	Last, Own goban.Point
}

// BoardOf returns the board data of a game. It has no history, so it does not know
// what superko forbids: name the moves that may be played where that matters.
func BoardOf(b *weiqi.Board) Board {
	data := Board{Position: b.Position(), Komi: b.Rules().Komi}
	played := b.Played(nil)
	for i, to := range []*goban.Point{&data.Last, &data.Own} {
		if at := len(played) - 1 - i; at >= 0 && b.Stones().Has(goban.Point(played[at])) {
			*to = goban.Point(played[at])
		}
	}
	return data
}

// Draw says how a playout chooses its first move, the one it is counted for.
type Draw string

// The ways to draw.
const (
	DrawEvenly   Draw = "even"   // from the sensible moves, or from those named
	DrawByPolicy Draw = "policy" // as the playout draws its other moves
)

// NewPlayouts makes a task of count simulations from a board. Its result says of each
// first move how often it was made and won. moves, when there are any, are the first
// moves to draw evenly from. ErrTask.
func NewPlayouts(b Board, draw Draw, moves []goban.Point, seed, count uint64) (Task, error) {
	words := []string{"draw=" + string(draw)}
	if len(moves) > 0 {
		words = append(words, "moves="+pointList(moves))
	}
	return newTask(sgcp.TaskPlayout, b, words, seed, count)
}

// NodesMax bounds the search of one problem.
const NodesMax = 1_000_000

// NewSearch makes a task with one problem for each target, a stone of a chain: can
// the side to move capture the chain, or save it when it is its own? nodes, 1 to
// NodesMax, bounds the positions searched for one problem. ErrTask.
func NewSearch(b Board, targets []goban.Point, nodes int) (Task, error) {
	return newTask(sgcp.TaskSearch, b, []string{"at=" + pointList(targets), "nodes=" + strconv.Itoa(nodes)}, 0, uint64(len(targets)))
}

// Area is a rectangle of the board, given by two corners that belong to it.
type Area struct{ From, To goban.Point }

// NewAnalysis makes a task of count playouts. Its result says how often each side
// owned each point of the area at the end. ErrTask.
func NewAnalysis(b Board, area Area, seed, count uint64) (Task, error) {
	return newTask(sgcp.TaskAnalyse, b, []string{"area=" + area.From.String() + "-" + area.To.String()}, seed, count)
}

// VisitsMax bounds the visits of one tree: a terminal that is told to stop ends its trees
// first, which takes seconds, and each has up to 37 MB on 19x19.
const VisitsMax = 10_000

// NewTrees makes a task of count tree searches from a game's position, each with so many
// visits, 2 to VisitsMax, and random numbers of its own. Its result says of each first move
// how often the trees visited it and what it won there. Like BoardOf it has no history but
// the last two moves. ErrTask.
func NewTrees(b *weiqi.Board, visits int, seed, count uint64) (Task, error) {
	before := b.Clone()
	var played []string
	for moves := b.Played(nil); len(played) < min(2, len(moves)); before.Undo() {
		at := goban.NoPoint
		if m := moves[len(moves)-1-len(played)]; m != goban.Pass {
			at = goban.Point(m)
		}
		played = append([]string{at.String()}, played...)
	}
	words := []string{"visits=" + strconv.Itoa(visits)}
	if len(played) > 0 {
		words = append(words, "played="+strings.Join(played, ","))
	}
	return newTask(sgcp.TaskTree, Board{Position: before.Position(), Komi: b.Rules().Komi}, words, seed, count)
}

// newTask writes the payload, then reads it. A host and its terminals must set the
// board up from the same text, since playouts depend on the order of its points.
func newTask(kind sgcp.TaskKind, b Board, words []string, seed, count uint64) (Task, error) {
	words = append(words, "komi="+strconv.FormatFloat(b.Komi, 'f', -1, 64))
	for _, move := range []struct {
		key string
		at  goban.Point
	}{{"last", b.Last}, {"own", b.Own}} {
		if move.at != goban.NoPoint {
			words = append(words, move.key+"="+move.at.String())
		}
	}
	t := Task{Kind: kind, Seed: seed, Count: count, Payload: strings.Join(append(words, b.Position), " ")}
	p, err := t.read()
	t.problem = p
	return t, err
}

func pointList(points []goban.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = p.String()
	}
	return strings.Join(words, ",")
}

// read returns the problem of the task. A task that this package made
// carries it; for other tasks read reads the payload.
func (t *Task) read() (*problem, error) {
	if !slices.Contains(kinds[:], t.Kind) {
		return nil, refuse(ErrUnsupported, "task %q, expected playout, search, analyse or tree", t.Kind)
	}
	if t.Count < 1 || t.Count > countMax {
		return nil, fmt.Errorf("%w: %d units, expected 1 to %d", ErrTask, t.Count, uint64(countMax))
	}
	p := t.problem
	if p == nil || p.kind != t.Kind || p.payload != t.Payload {
		var err error
		if p, err = readPayload(t.Kind, t.Payload); err != nil {
			return nil, err
		}
	}
	if n := uint64(len(p.points)); p.kind == sgcp.TaskSearch && (p.from >= n || t.Count > n-p.from) {
		return nil, fmt.Errorf("%w: units %d to %d, expected no more than the %d targets", ErrTask, p.from, p.from+t.Count, n)
	}
	return p, nil
}

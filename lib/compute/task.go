package compute

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// Task is one piece of work as a whole, before it is split.
type Task struct {
	Kind  sgcp.TaskKind
	Seed  uint64 // of all that is drawn
	Count uint64 // units: playouts, or problems of a search; 1 to 1<<40
	// Payload is the board data and what the kind needs, as [NewPlayouts],
	// [NewSearch] and [NewAnalysis] write it; at most PayloadMax octets.
	Payload string
}

// Result is what came of a task, or of the part of it that was done.
type Result struct {
	Done    uint64
	Payload string // whole numbers by point, which add up; see Rows
}

// Limits of tasks.
const (
	PayloadMax = sgcp.ComputeLineMax - 1024 // octets: a line holds the payload and the lease
	countMax   = 1 << 40                    // units: sums stay far from overflowing
)

// Board is the board data of a task.
type Board struct {
	Position string  // as weiqi.NewGo reads it
	Komi     float64 // in halves of a point, -361 to 361
	// Last and Own are the latest move and the one before, around which
	// playouts look first; weiqi.NoPoint for none.
	Last, Own weiqi.Point
}

// BoardOf is the board data of a game. What superko forbids is history and not
// in it: name the moves that may be played where that matters.
func BoardOf(b *weiqi.GoBoard) Board {
	data := Board{Position: b.Position(), Komi: b.Rules().Komi}
	played := b.Played(nil)
	for i, to := range []*weiqi.Point{&data.Last, &data.Own} {
		if at := len(played) - 1 - i; at >= 0 && b.Stones().Has(weiqi.Point(played[at])) {
			*to = weiqi.Point(played[at])
		}
	}
	return data
}

// Draw says how a playout chooses its first move, the one it is counted for.
type Draw string

// The ways to draw.
const (
	DrawEvenly   Draw = "even"   // from the sensible moves, or those named
	DrawByPolicy Draw = "policy" // as the playout goes on
)

// NewPlayouts is a task of so many simulations from a board: for each first move
// how often it was made and won. moves, when there are any, are those to draw
// evenly from. ErrTask.
func NewPlayouts(b Board, draw Draw, moves []weiqi.Point, seed, count uint64) (Task, error) {
	words := []string{"draw=" + string(draw)}
	if len(moves) > 0 {
		words = append(words, "moves="+pointList(moves))
	}
	return newTask(sgcp.TaskPlayout, b, words, seed, count)
}

// NodesMax bounds the search of one problem.
const NodesMax = 1_000_000

// NewSearch is a task with one problem for each target, a stone of a chain: can
// the side to move capture it (the opponent's), or save it (its own)? nodes, 1 to
// NodesMax, is how many positions may be looked at for one. ErrTask.
func NewSearch(b Board, targets []weiqi.Point, nodes int) (Task, error) {
	return newTask(sgcp.TaskSearch, b, []string{"at=" + pointList(targets), "nodes=" + strconv.Itoa(nodes)}, 0, uint64(len(targets)))
}

// Area is a part of the board: the rectangle between two corners, with them.
type Area struct{ From, To weiqi.Point }

// NewAnalysis is a task of so many playouts that say whose the points of an area
// are at their end. ErrTask.
func NewAnalysis(b Board, area Area, seed, count uint64) (Task, error) {
	return newTask(sgcp.TaskAnalyse, b, []string{"area=" + area.From.String() + "-" + area.To.String()}, seed, count)
}

func newTask(kind sgcp.TaskKind, b Board, words []string, seed, count uint64) (Task, error) {
	words = append(words, "komi="+strconv.FormatFloat(b.Komi, 'f', -1, 64))
	for _, move := range []struct {
		key string
		at  weiqi.Point
	}{{"last", b.Last}, {"own", b.Own}} {
		if move.at != weiqi.NoPoint {
			words = append(words, move.key+"="+move.at.String())
		}
	}
	t := Task{Kind: kind, Seed: seed, Count: count, Payload: strings.Join(append(words, b.Position), " ")}
	_, err := read(t)
	return t, err
}

func pointList(points []weiqi.Point) string {
	text := make([]byte, 0, 4*len(points))
	for i, p := range points {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, p.String()...)
	}
	return string(text)
}

// problem is a task that has been read: what units there are, and how one is
// done.
type problem struct {
	kind   sgcp.TaskKind
	seed   uint64
	from   uint64 // the first unit
	count  uint64
	rest   string // the payload without from
	board  *weiqi.GoBoard
	komi   int // in halves of a point
	last   weiqi.Point
	own    weiqi.Point
	draw   Draw
	asked  [points]bool  // whether results may speak of a point
	points []weiqi.Point // moves to draw from, chains to search, points of the area; by kind
	nodes  int
}

// read reads a task, or the lease of a part of one, whose payload begins with
// the number of its first unit.
func read(t Task) (*problem, error) {
	if t.Kind != sgcp.TaskPlayout && t.Kind != sgcp.TaskSearch && t.Kind != sgcp.TaskAnalyse {
		return nil, refuse(ErrUnsupported, "task %q, expected playout, search or analyse", t.Kind)
	}
	if t.Count < 1 || t.Count > countMax {
		return nil, fmt.Errorf("%w: %d units, expected 1 to %d", ErrTask, t.Count, uint64(countMax))
	}
	if len(t.Payload) > PayloadMax {
		return nil, fmt.Errorf("%w: a payload of %d octets, expected at most %d", ErrTask, len(t.Payload), PayloadMax)
	}
	p := &problem{kind: t.Kind, seed: t.Seed, count: t.Count, rest: t.Payload, draw: DrawEvenly, komi: 15}
	values := map[string]string{}
	text := t.Payload
	for {
		word, after, _ := strings.Cut(text, " ")
		key, value, paired := strings.Cut(word, "=")
		if !paired {
			break
		}
		if _, twice := values[key]; twice {
			return nil, fmt.Errorf("%w: %q twice", ErrTask, key)
		}
		values[key] = value
		text = after
		if key == "from" && len(values) == 1 {
			p.rest = after
		}
	}
	if text == "" {
		return nil, fmt.Errorf("%w: no position in %q", ErrTask, t.Payload)
	}
	var err error
	if p.board, err = weiqi.NewGo(text, weiqi.DefaultGoOptions(), false); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTask, err)
	}
	for key, value := range values {
		if err := p.set(key, value); err != nil {
			return nil, err
		}
	}
	return p, p.settle()
}

// set takes one word of the payload.
func (p *problem) set(key, value string) (err error) {
	switch key {
	case "from":
		if p.from, err = strconv.ParseUint(value, 10, 64); err != nil || p.from > countMax {
			return fmt.Errorf("%w: from is %q, expected a number of units", ErrTask, value)
		}
	case "komi":
		komi, err := strconv.ParseFloat(value, 64)
		const most = weiqi.SizeMax * weiqi.SizeMax
		if err != nil || !(komi >= -most && komi <= most) || komi*2 != float64(int(komi*2)) {
			return fmt.Errorf("%w: komi is %q, expected halves between %d and %d", ErrTask, value, -most, most)
		}
		p.komi = int(komi * 2)
	case "last", "own":
		at, err := weiqi.ParsePoint(value, p.board.Size())
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrTask, key, err)
		}
		if key == "last" {
			p.last = at
		} else {
			p.own = at
		}
	case "draw":
		if p.draw = Draw(value); p.kind != sgcp.TaskPlayout || p.draw != DrawEvenly && p.draw != DrawByPolicy {
			return fmt.Errorf("%w: draw is %q, expected even or policy, for playouts", ErrTask, value)
		}
	case "moves", "at":
		if (key == "moves") != (p.kind == sgcp.TaskPlayout) || p.kind == sgcp.TaskAnalyse {
			return fmt.Errorf("%w: %q of a task %q", ErrTask, key, p.kind)
		}
		for word := range strings.SplitSeq(value, ",") {
			at, err := weiqi.ParsePoint(word, p.board.Size())
			if err != nil {
				return fmt.Errorf("%w: %s: %w", ErrTask, key, err)
			}
			p.points = append(p.points, at)
		}
	case "nodes":
		if p.nodes, err = strconv.Atoi(value); err != nil || p.kind != sgcp.TaskSearch {
			return fmt.Errorf("%w: nodes is %q, expected a number, for searches", ErrTask, value)
		}
	case "area":
		a, b, _ := strings.Cut(value, "-")
		from, err1 := weiqi.ParsePoint(a, p.board.Size())
		to, err2 := weiqi.ParsePoint(b, p.board.Size())
		if err1 != nil || err2 != nil || p.kind != sgcp.TaskAnalyse {
			return fmt.Errorf("%w: area is %q, expected two corners such as A1-E5, for analyses", ErrTask, value)
		}
		p.points = rectangle(from, to)
	default:
		return fmt.Errorf("%w: %q is not known", ErrTask, key)
	}
	return nil
}

func rectangle(a, b weiqi.Point) (points []weiqi.Point) {
	for row := min(a.Row(), b.Row()); row <= max(a.Row(), b.Row()); row++ {
		for column := min(a.Column(), b.Column()); column <= max(a.Column(), b.Column()); column++ {
			points = append(points, weiqi.PointAt(column, row))
		}
	}
	return points
}

// settle checks what the words say together.
func (p *problem) settle() error {
	s := p.board.Stones()
	for _, at := range p.points {
		if p.asked[at] {
			return fmt.Errorf("%w: %v twice", ErrTask, at)
		}
		p.asked[at] = true
	}
	switch p.kind {
	case sgcp.TaskPlayout:
		for _, at := range p.points {
			if !s.Legal(at) {
				return fmt.Errorf("%w: %v is no legal move", ErrTask, at)
			}
		}
		if p.draw == DrawEvenly && len(p.points) == 0 {
			p.points = sensible(s)
			for _, at := range p.points {
				p.asked[at] = true
			}
			p.asked[weiqi.NoPoint] = len(p.points) == 0
		} else if p.draw == DrawByPolicy && len(p.points) > 0 {
			return fmt.Errorf("%w: moves and draw=policy, expected one of the two", ErrTask)
		} else if p.draw == DrawByPolicy {
			for at := range p.asked {
				p.asked[at] = weiqi.Point(at) == weiqi.NoPoint || s.Has(weiqi.Point(at)) && s.Legal(weiqi.Point(at))
			}
		}
	case sgcp.TaskSearch:
		for _, at := range p.points {
			if s.At(at) == weiqi.Empty {
				return fmt.Errorf("%w: no stone at %v", ErrTask, at)
			}
		}
		if n := uint64(len(p.points)); p.from >= n || p.count > n-p.from {
			return fmt.Errorf("%w: units %d to %d, expected no more than the %d targets", ErrTask, p.from, p.from+p.count, n)
		}
		if p.nodes < 1 || p.nodes > NodesMax {
			return fmt.Errorf("%w: nodes is %d, expected 1 to %d", ErrTask, p.nodes, NodesMax)
		}
	case sgcp.TaskAnalyse:
		if len(p.points) == 0 {
			return fmt.Errorf("%w: no area", ErrTask)
		}
	}
	return nil
}

// sensible are the legal moves that fill no own eye, by rows.
func sensible(s *weiqi.Stones) (moves []weiqi.Point) {
	for row := range s.Size() {
		for column := range s.Size() {
			if at := weiqi.PointAt(column, row); s.Legal(at) && !s.EyeLike(at, s.Turn()) {
				moves = append(moves, at)
			}
		}
	}
	return moves
}

// part is the lease of units from a on, counted from the task's first.
func (p *problem) part(a, n uint64) Task {
	return Task{Kind: p.kind, Seed: p.seed, Count: n, Payload: "from=" + strconv.FormatUint(p.from+a, 10) + " " + p.rest}
}

package compute

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// problem is a payload that has been read: it says what the units are. It never
// changes, so all leases and workers of a task share one.
type problem struct {
	kind    sgcp.TaskKind
	payload string
	rest    string // the payload without from
	from    uint64 // the first unit
	board   *weiqi.Board
	komi    int // in halves of a point
	last    goban.Point
	own     goban.Point
	draw    Draw
	asked   [points]bool  // whether a result may have a row for a point
	points  []goban.Point // moves to draw from, chains to search, points of the area; by kind
	nodes   int
	visits  int
	played  []goban.Point // before the position; NoPoint for a pass
}

// cost is how much work a unit is, in what speeds are measured by.
func (p *problem) cost() uint64 { return uint64(max(1, p.visits)) }

// words are the key=value words that a payload begins with. Each has the kind of
// task it belongs to, "" for every kind, and a method that takes its value.
var words = map[string]struct {
	kind sgcp.TaskKind
	take func(p *problem, value string) error
}{
	"from":   {"", (*problem).setFrom},
	"komi":   {"", (*problem).setKomi},
	"last":   {"", func(p *problem, value string) (err error) { p.last, err = p.point(value); return err }},
	"own":    {"", func(p *problem, value string) (err error) { p.own, err = p.point(value); return err }},
	"draw":   {sgcp.TaskPlayout, (*problem).setDraw},
	"moves":  {sgcp.TaskPlayout, (*problem).setPoints},
	"at":     {sgcp.TaskSearch, (*problem).setPoints},
	"nodes":  {sgcp.TaskSearch, (*problem).setNodes},
	"area":   {sgcp.TaskAnalyse, (*problem).setArea},
	"visits": {sgcp.TaskTree, (*problem).setVisits},
	"played": {sgcp.TaskTree, (*problem).setPlayed},
}

// readPayload reads the payload of a task, or of a lease, which begins with the
// number of its first unit.
func readPayload(kind sgcp.TaskKind, text string) (*problem, error) {
	if len(text) > payloadMax {
		return nil, fmt.Errorf("%w: a payload of %d octets, expected at most %d", ErrTask, len(text), payloadMax)
	}
	p := &problem{kind: kind, payload: text, rest: text, draw: DrawEvenly, komi: 15}
	var pairs [][2]string
	for {
		word, after, _ := strings.Cut(text, " ")
		key, value, paired := strings.Cut(word, "=")
		if !paired {
			break
		}
		if pairs = append(pairs, [2]string{key, value}); key == "from" && len(pairs) == 1 {
			p.rest = after
		}
		text = after
	}
	if text == "" {
		return nil, fmt.Errorf("%w: no position in %q", ErrTask, p.payload)
	}
	var err error
	if p.board, err = weiqi.New(text, weiqi.DefaultOptions(), false); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTask, err)
	}
	seen := map[string]bool{}
	for _, pair := range pairs {
		key, value := pair[0], pair[1]
		word, known := words[key]
		switch {
		case !known:
			return nil, fmt.Errorf("%w: %q, expected from, komi, last, own, draw, moves, at, nodes, area, visits or played", ErrTask, key)
		case seen[key]:
			return nil, fmt.Errorf("%w: %q twice", ErrTask, key)
		case word.kind != "" && word.kind != kind:
			return nil, fmt.Errorf("%w: %q in a task %q, expected a task %q", ErrTask, key, kind, word.kind)
		}
		seen[key] = true
		if err := word.take(p, value); err != nil {
			return nil, fmt.Errorf("%w: %s is %q, %w", ErrTask, key, value, err)
		}
	}
	return p, p.settle()
}

func (p *problem) setFrom(value string) (err error) {
	if p.from, err = strconv.ParseUint(value, 10, 64); err != nil || p.from > countMax {
		return errors.New("expected a number of units")
	}
	return nil
}

func (p *problem) setKomi(value string) error {
	const most = goban.SizeMax * goban.SizeMax
	komi, err := strconv.ParseFloat(value, 64)
	if err != nil || !(komi >= -most && komi <= most) || komi*2 != float64(int(komi*2)) {
		return fmt.Errorf("expected halves between %d and %d", -most, most)
	}
	p.komi = int(komi * 2)
	return nil
}

func (p *problem) setDraw(value string) error {
	if p.draw = Draw(value); p.draw != DrawEvenly && p.draw != DrawByPolicy {
		return errors.New("expected even or policy")
	}
	return nil
}

func (p *problem) setNodes(value string) (err error) {
	if p.nodes, err = strconv.Atoi(value); err != nil {
		return errors.New("expected a number")
	}
	return nil
}

func (p *problem) setVisits(value string) (err error) {
	if p.visits, err = strconv.Atoi(value); err != nil {
		return errors.New("expected a number")
	}
	return nil
}

func (p *problem) setPlayed(value string) error {
	for word := range strings.SplitSeq(value, ",") {
		at, err := goban.NoPoint, error(nil)
		if word != goban.NoPoint.String() {
			at, err = p.point(word)
		}
		if err != nil {
			return err
		}
		p.played = append(p.played, at)
	}
	return nil
}

func (p *problem) setPoints(value string) error {
	for word := range strings.SplitSeq(value, ",") {
		at, err := p.point(word)
		if err != nil {
			return err
		}
		p.points = append(p.points, at)
	}
	return nil
}

// setArea takes all points of a rectangle, given by two corners.
func (p *problem) setArea(value string) error {
	a, b, _ := strings.Cut(value, "-")
	from, err1 := p.point(a)
	to, err2 := p.point(b)
	if err1 != nil || err2 != nil {
		return errors.New("expected two corners such as A1-E5")
	}
	for row := min(from.Row(), to.Row()); row <= max(from.Row(), to.Row()); row++ {
		for column := min(from.Column(), to.Column()); column <= max(from.Column(), to.Column()); column++ {
			p.points = append(p.points, goban.PointAt(column, row))
		}
	}
	return nil
}

func (p *problem) point(text string) (goban.Point, error) {
	return goban.ParsePoint(text, p.board.Size())
}

// settle checks the words against each other.
func (p *problem) settle() error {
	for _, at := range p.points {
		if p.asked[at] {
			return fmt.Errorf("%w: %v twice", ErrTask, at)
		}
		p.asked[at] = true
	}
	switch p.kind {
	case sgcp.TaskPlayout:
		return p.settleMoves()
	case sgcp.TaskSearch:
		for _, at := range p.points {
			if p.board.Stones().At(at) == goban.Empty {
				return fmt.Errorf("%w: no stone at %v", ErrTask, at)
			}
		}
		if p.nodes < 1 || p.nodes > NodesMax {
			return fmt.Errorf("%w: nodes is %d, expected 1 to %d", ErrTask, p.nodes, NodesMax)
		}
	case sgcp.TaskTree:
		return p.settleTree()
	case sgcp.TaskAnalyse:
		if len(p.points) == 0 {
			return fmt.Errorf("%w: no area", ErrTask)
		}
	}
	return nil
}

// settleTree sets the board up with its komi and the moves before the position.
func (p *problem) settleTree() error {
	if p.visits < 2 || p.visits > VisitsMax {
		return fmt.Errorf("%w: visits is %d, expected 2 to %d", ErrTask, p.visits, VisitsMax)
	}
	if len(p.played) > 2 {
		return fmt.Errorf("%w: %d moves played, expected 2 at most", ErrTask, len(p.played))
	}
	o := weiqi.DefaultOptions()
	o.Komi = float64(p.komi) / 2
	b, err := weiqi.New(p.board.Position(), o, true)
	for _, at := range p.played {
		m := goban.Pass
		if at != goban.NoPoint {
			m = game.Move(at)
		}
		if err == nil {
			if err = b.Check(m); err == nil {
				b.Play(m)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTask, err)
	}
	if _, over := b.Outcome(); over {
		return fmt.Errorf("%w: the game is over", ErrTask)
	}
	p.board = b
	for at := range p.asked {
		p.asked[at] = goban.Point(at) == goban.NoPoint || b.Stones().Has(goban.Point(at)) && b.Stones().Legal(goban.Point(at))
	}
	return nil
}

// settleMoves checks the first moves of playouts, or finds them when none are named.
func (p *problem) settleMoves() error {
	s := p.board.Stones()
	for _, at := range p.points {
		if !s.Legal(at) {
			return fmt.Errorf("%w: %v is no legal move", ErrTask, at)
		}
	}
	switch named := len(p.points) > 0; {
	case named && p.draw == DrawByPolicy:
		return fmt.Errorf("%w: moves and draw=policy, expected one of the two", ErrTask)
	case named:
	case p.draw == DrawByPolicy:
		for at := range p.asked {
			p.asked[at] = goban.Point(at) == goban.NoPoint || s.Has(goban.Point(at)) && s.Legal(goban.Point(at))
		}
	default:
		p.points = sensible(s)
		for _, at := range p.points {
			p.asked[at] = true
		}
		p.asked[goban.NoPoint] = len(p.points) == 0
	}
	return nil
}

// sensible returns the legal moves that fill no own eye, row by row.
func sensible(s *goban.Stones) (moves []goban.Point) {
	for row := range s.Size() {
		for column := range s.Size() {
			if at := goban.PointAt(column, row); s.Legal(at) && !s.EyeLike(at, s.Turn()) {
				moves = append(moves, at)
			}
		}
	}
	return moves
}

// leased returns the payload of a lease of the units from a on, counted from the
// task's first unit.
func (p *problem) leased(a uint64) string {
	return "from=" + strconv.FormatUint(p.from+a, 10) + " " + p.rest
}

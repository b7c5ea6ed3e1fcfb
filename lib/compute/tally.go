package compute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// Row is what a result says of one point. A, B and C depend on the kind of task:
//
//   - playout: A is how often the move was made, B what it won, in halves of a
//     game for the side to move; goban.NoPoint is a pass.
//   - tree: the same, of the visits of its trees.
//   - analyse: A is how many playouts ended with the point Black's, B with it
//     White's.
//   - search: A is an [Answer] about the chain at the point, B the positions looked
//     at, C the move that does it, a goban.Point.
type Row struct {
	At      goban.Point
	A, B, C uint64
}

// Answer is what a search found.
type Answer uint64

// The answers.
const (
	No      Answer = iota // it cannot be done
	Unknown               // not found within the nodes allowed
	Yes
)

// String is "no", "unknown" or "yes".
func (a Answer) String() string { return [...]string{"no", "unknown", "yes"}[min(a, Yes)] }

// points is more than the number of any goban.Point.
const points = (goban.SizeMax+1)*(goban.SizeMax+1) + 1

// tally holds three sums for each point.
type tally [points][3]uint64

func (t *tally) add(u *tally) {
	for i := range u {
		for j := range u[i] {
			t[i][j] += u[i][j]
		}
	}
}

// text writes the rows that are not all 0, by rising points: "C3:12:7 D4:3:6".
func (t *tally) text() string {
	var text []byte
	for i, row := range t {
		if row == ([3]uint64{}) {
			continue
		}
		if len(text) > 0 {
			text = append(text, ' ')
		}
		text = append(text, goban.Point(i).String()...)
		for j, n := range row {
			if j < 2 || n > 0 {
				text = strconv.AppendUint(append(text, ':'), n, 10)
			}
		}
	}
	return string(text)
}

// readTally reads exactly what text writes. A row takes some 30 ns.
func readTally(text string, size int) (*tally, error) {
	t := new(tally)
	if text == "" {
		return t, nil
	}
	next := goban.Point(0)
	for word := range strings.SplitSeq(text, " ") {
		at, row, err := readRow(word, size)
		if err != nil {
			return nil, err
		}
		if at < next {
			return nil, fmt.Errorf("%w: the row of %v, expected rising points", ErrTask, at)
		}
		next = at + 1
		t[at] = row
	}
	return t, nil
}

// readRow reads "C3:12:7" or "C3:12:7:9".
func readRow(word string, size int) (at goban.Point, row [3]uint64, err error) {
	name, numbers, _ := strings.Cut(word, ":")
	if name != "-" {
		if at, err = goban.ParsePoint(name, size); err != nil {
			return at, row, fmt.Errorf("%w: %w", ErrTask, err)
		}
	}
	field, fresh := 0, true
	for i := range len(numbers) {
		switch c := numbers[i]; {
		case c >= '0' && c <= '9':
			row[field] = row[field]*10 + uint64(c-'0')
			fresh = false
		case c == ':' && !fresh && field < 2:
			field, fresh = field+1, true
		default:
			fresh = true
			field = len(row)
		}
		if field == len(row) || row[field] > 2*countMax {
			fresh = true
			break
		}
	}
	if fresh || field < 1 {
		return at, row, fmt.Errorf("%w: %q, expected a point and two or three whole numbers to %d", ErrTask, word, uint64(2*countMax))
	}
	return at, row, nil
}

// Rows reads a result's payload, of a board of that size. ErrTask.
func (r Result) Rows(size int) ([]Row, error) {
	t, err := readTally(r.Payload, size)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for i, row := range t {
		if row != ([3]uint64{}) {
			rows = append(rows, Row{goban.Point(i), row[0], row[1], row[2]})
		}
	}
	return rows, nil
}

// fits says why a tally cannot be the result of done units, the first of which is
// from, counted from the task's first unit.
func (p *problem) fits(t *tally, from, done uint64) error {
	s := p.board.Stones()
	visits := uint64(0)
	for i, row := range t {
		if row == ([3]uint64{}) {
			continue
		}
		at := goban.Point(i)
		ok := p.asked[at]
		switch p.kind {
		case sgcp.TaskPlayout:
			visits += row[0]
			ok = ok && row[1] <= 2*row[0] && row[2] == 0
		case sgcp.TaskTree:
			visits += row[0]
			ok = ok && row[1] <= 2*row[0] && row[2] == 0
		case sgcp.TaskAnalyse:
			ok = ok && row[0]+row[1] <= done && row[2] == 0
		case sgcp.TaskSearch:
			visits++
			ok = ok && slices.Contains(p.points[p.from+from:p.from+from+done], at) && row[0] <= uint64(Yes) && row[1] <= uint64(p.nodes) && (row[2] == 0 || s.Has(goban.Point(min(row[2], points))))
		}
		if !ok {
			return fmt.Errorf("the row of %v cannot be right", at)
		}
	}
	if p.kind == sgcp.TaskTree { // the first visit is the position's own
		done *= p.cost() - 1
	}
	if p.kind != sgcp.TaskAnalyse && visits != done {
		return fmt.Errorf("rows for %d units, expected %d", visits, done)
	}
	return nil
}

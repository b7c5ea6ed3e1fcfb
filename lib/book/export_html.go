package book

import (
	"cmp"
	"container/heap"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// htmlPositions is the default of ExportOptions.Positions.
const htmlPositions = 5000

// The parts of the page: it holds everything that it shows, and asks no server.
var (
	//go:embed html/page.html
	htmlPage string
	//go:embed html/page.css
	htmlStyle string
	//go:embed html/page.js
	htmlScript string
)

// htmlBook is what the page knows of the book.
type htmlBook struct {
	Game      string     `json:"game"`
	Sides     []string   `json:"sides"`
	Notations []string   `json:"notations"`
	Games     int64      `json:"games"`
	Positions int64      `json:"positions"` // of the book
	Cut       bool       `json:"cut"`       // positions were left out
	Head      bothWays   `json:"head"`      // of every drawing
	Tail      bothWays   `json:"tail"`
	Lines     []bothWays `json:"lines"`
	Texts     []string   `json:"texts"` // of moves: one in each notation, a tab between
	Roots     []int      `json:"roots"` // nodes
	Nodes     []htmlNode `json:"nodes"`
}

// bothWays is a part of a drawing, as it is and with the board turned.
type bothWays [2]string

// htmlNode is a position. Its drawing is that of the node Base with lines removed and
// added; Base is -1 for a drawing of its own.
type htmlNode struct {
	Position string     `json:"position"`
	Turn     int        `json:"turn"`
	Tally    [4]int64   `json:"tally"` // count, wins, draws, losses
	Eval     *int       `json:"score"`
	WinRate  *float64   `json:"rate"`
	Winner   *int       `json:"winner"` // where the game is over; -1 for a draw
	Base     int        `json:"base"`
	Removed  []int      `json:"removed"`
	Added    []int      `json:"added"`
	Moves    []htmlMove `json:"moves"`

	lines []int
}

// htmlMove is a move: Child is its node, -1 where the file has none, Arrow and Last are
// lines that mark it before and after it was made.
type htmlMove struct {
	Text    int      `json:"text"`
	Tally   [4]int64 `json:"tally"`
	Eval    *int     `json:"score"`
	WinRate *float64 `json:"rate"`
	Child   int      `json:"child"`
	Arrow   int      `json:"arrow"`
	Last    int      `json:"last"`
}

// writeHTML writes one file for a browser, in which a reader walks through the book: the
// positions that were on the board most often, along the moves from the initial positions.
func writeHTML(ctx context.Context, x *export) (positions int64, err error) {
	if x.o.SkipUnknown || x.o.wholeGames("html") != nil {
		return 0, fmt.Errorf("%w: html follows the moves of games, expected no filter, only positions", ErrOptions)
	}
	most := htmlPositions
	if x.o.Positions != nil {
		most = *x.o.Positions
	}
	w := htmlWriter{book: x.book, most: most, nodes: map[string]int{}}
	if err := w.gather(ctx, x.tell); err != nil {
		return 0, err
	}
	w.page.Lines, w.page.Texts = w.lines.list, w.texts.list
	data, err := json.Marshal(w.page) // which escapes what would end a script
	if err != nil {
		return 0, err
	}
	_, err = strings.NewReplacer("{{style}}", htmlStyle, "{{script}}", htmlScript, "{{data}}", string(data)).WriteString(x.w, htmlPage)
	return int64(len(w.page.Nodes)), err
}

// numbering numbers values in the order in which they come.
type numbering[T comparable] struct {
	numbers map[T]int
	list    []T
}

func (x *numbering[T]) of(v T) int {
	n, ok := x.numbers[v]
	if !ok {
		if x.numbers == nil {
			x.numbers = map[T]int{}
		}
		n = len(x.list)
		x.numbers[v], x.list = n, append(x.list, v)
	}
	return n
}

// htmlWriter gathers positions.
type htmlWriter struct {
	book  *Book
	most  int
	page  htmlBook
	lines numbering[bothWays]
	texts numbering[string]
	nodes map[string]int // by identity
	queue frontier
	moves int // so far
}

// waiting is a position that may come into the file: that after a move of a node.
type waiting struct {
	position   string
	count      int64
	order      int
	node, move int // node is -1 for an initial position
}

// frontier is a heap of what waits; the most played comes first.
type frontier []waiting

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(f[j].count, f[i].count), cmp.Compare(f[i].order, f[j].order)) < 0
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(waiting)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// gather fills the page with positions, from the initial ones on, the most played first.
func (w *htmlWriter) gather(ctx context.Context, tell func(int64)) error {
	start, err := w.book.Board("")
	if err != nil {
		return err
	}
	w.page.Game, w.page.Sides, w.page.Notations = w.book.job.Game, start.Sides(), start.Notations()
	if w.page.Positions, err = w.book.Len(); err != nil {
		return err
	}
	if err := w.begin(ctx); err != nil {
		return err
	}
	for len(w.queue) > 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		next := heap.Pop(&w.queue).(waiting)
		node, err := w.reach(next)
		if err != nil {
			return err
		}
		if node < 0 {
			continue
		}
		if next.node < 0 {
			w.page.Roots = append(w.page.Roots, node)
		} else {
			w.page.Nodes[next.node].Moves[next.move].Child = node
		}
		tell(int64(len(w.page.Nodes)))
	}
	w.page.split(w.lines.list)
	return nil
}

// begin puts the initial positions of the games into the queue. A book whose games are
// not known begins at the start position. One that has none of these (it keeps the ends
// of games alone) begins at each of its positions.
func (w *htmlWriter) begin(ctx context.Context) error {
	var initial string
	var games int64
	var initials []string
	err := each(ctx, w.book.db, "SELECT initial, count(*) FROM games WHERE failure = ''"+noGame+" GROUP BY initial ORDER BY min(id)", nil,
		[]any{&initial, &games}, func() error {
			w.page.Games += games
			initials = append(initials, initial)
			return nil
		})
	if err != nil {
		return requestError(ctx, w.book.path, err)
	}
	for _, position := range initials {
		if err := w.root(position); err != nil {
			return err
		}
	}
	if len(initials) == 0 {
		if err := w.root(""); err != nil {
			return err
		}
	}
	if len(w.queue) > 0 {
		return nil
	}
	for r, err := range w.book.Records() {
		if err == nil {
			err = cmp.Or(context.Cause(ctx), w.root(r.FEN))
		}
		if err != nil || w.page.Cut {
			return err
		}
	}
	return nil
}

// root lets a position wait at which the reader may begin, if the book has it.
func (w *htmlWriter) root(position string) error {
	_, err := w.book.Lookup(position)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if w.page.Cut = len(w.queue) >= w.most; !w.page.Cut {
		heap.Push(&w.queue, waiting{position, math.MaxInt64, len(w.queue), -1, 0})
	}
	return nil
}

// reach is the node of a position, a new one where there is room; -1 where the book does
// not have it, or the file is full.
func (w *htmlWriter) reach(at waiting) (int, error) {
	b, err := w.book.Board(at.position)
	if err != nil {
		return -1, err
	}
	identity := b.Identity(game.View{})
	if n, ok := w.nodes[identity]; ok {
		return n, nil
	}
	e, err := w.book.LookupBoard(b)
	if errors.Is(err, ErrNotFound) {
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	if len(w.page.Nodes) >= w.most {
		w.page.Cut = true
		return -1, nil
	}
	n := len(w.page.Nodes)
	w.nodes[identity] = n
	node := htmlNode{Position: e.Position, Turn: b.Turn(), Tally: [4]int64{e.Count, e.Wins, e.Draws, e.Losses},
		Eval: e.Eval, WinRate: e.WinRate, Base: at.node, lines: w.draw(b), Moves: []htmlMove{}}
	if o, over := b.Outcome(); over {
		node.Winner = &o.Winner
	}
	for i, p := range e.Moves {
		m, err := b.Parse(p.Move)
		if err != nil {
			return -1, fmt.Errorf("%w: %s: move %q of %s: %v", ErrCorrupt, w.book.path, p.Move, e.Position, err)
		}
		move := htmlMove{Tally: [4]int64{p.Count, p.Wins, p.Draws, p.Losses}, Eval: p.Eval, WinRate: p.WinRate, Child: -1}
		if move.Text, err = w.inNotations(b, m); err != nil {
			return -1, err
		}
		o := game.DefaultSVG()
		o.Arrows = []game.Move{m}
		move.Arrow = w.mark(b, node.lines, o)
		b.Play(m)
		o = game.DefaultSVG()
		o.Last = m
		move.Last = w.mark(b, w.draw(b), o)
		w.moves++
		heap.Push(&w.queue, waiting{b.Position(), p.Count, w.moves, n, i})
		b.Undo()
		node.Moves = append(node.Moves, move)
	}
	w.page.Nodes = append(w.page.Nodes, node)
	return n, nil
}

// inNotations numbers the texts of a move.
func (w *htmlWriter) inNotations(b game.Board, m game.Move) (int, error) {
	texts := make([]string, len(w.page.Notations))
	for i, notation := range w.page.Notations {
		var err error
		if texts[i], err = b.Format(m, notation); err != nil {
			return 0, err
		}
	}
	return w.texts.of(strings.Join(texts, "\t")), nil
}

// draw numbers the lines of a drawing.
func (w *htmlWriter) draw(b game.Board) []int {
	o := game.DefaultSVG()
	upright := svgLines(b.SVG(o))
	o.Flip = true
	turned := svgLines(b.SVG(o))
	lines := make([]int, len(upright))
	for i := range lines {
		lines[i] = w.lines.of(bothWays{upright[i], turned[i]})
	}
	return lines
}

// mark numbers, as one line, what an option adds to the drawing of these lines.
func (w *htmlWriter) mark(b game.Board, plain []int, o game.SVGOptions) int {
	var more bothWays
	for turned := range more {
		o.Flip = turned == 1
		known := map[string]bool{}
		for _, n := range plain {
			known[w.lines.list[n][turned]] = true
		}
		for _, line := range svgLines(b.SVG(o)) {
			if !known[line] {
				more[turned] += line
			}
		}
	}
	return w.lines.of(more)
}

// svgLines are the lines of a drawing without its title. A game that draws one line gets
// one for each element.
func svgLines(svg string) []string {
	if strings.Count(svg, "\n") < 3 {
		svg = strings.ReplaceAll(svg, "><", ">\n<")
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(svg), "\n"), func(line string) bool { return strings.HasPrefix(line, "<title>") })
}

// split finds what all drawings begin and end with; between, a node differs from its base.
func (p *htmlBook) split(lines []bothWays) {
	if len(p.Nodes) == 0 {
		return
	}
	first := p.Nodes[0].lines
	head, tail := len(first), len(first)
	for _, n := range p.Nodes[1:] {
		head, tail = min(head, len(n.lines)), min(tail, len(n.lines))
		for i := range head {
			if n.lines[i] != first[i] {
				head = i
				break
			}
		}
		for i := range tail {
			if n.lines[len(n.lines)-1-i] != first[len(first)-1-i] {
				tail = i
				break
			}
		}
	}
	shortest := len(first)
	for _, n := range p.Nodes {
		shortest = min(shortest, len(n.lines))
	}
	tail = min(tail, shortest-head)
	p.Head, p.Tail = joined(lines, first[:head]), joined(lines, first[len(first)-tail:])
	middle := func(i int) []int { n := p.Nodes[i].lines; return n[head : len(n)-tail] }
	for i := range p.Nodes {
		n := &p.Nodes[i]
		var base []int
		if n.Base >= 0 {
			base = middle(n.Base)
		}
		n.Removed, n.Added = without(base, middle(i)), without(middle(i), base)
	}
}

// joined are lines as one part of a drawing.
func joined(lines []bothWays, numbers []int) (d bothWays) {
	for _, n := range numbers {
		for turned := range d {
			d[turned] += lines[n][turned]
		}
	}
	return d
}

// without are the numbers of a list that are not in another.
func without(list, other []int) []int {
	rest := []int{}
	for _, n := range list {
		if !slices.Contains(other, n) {
			rest = append(rest, n)
		}
	}
	return rest
}

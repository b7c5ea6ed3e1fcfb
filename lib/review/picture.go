package review

import (
	"fmt"
	"slices"
	"strconv"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// DefaultSVG draws the win-rate curve.
func DefaultSVG() (o SVGOptions) {
	o.setDefaults()
	return o
}

// ParseSVG reads a JSON object over the defaults. Errors wrap game.ErrSVG.
func ParseSVG(text []byte) (SVGOptions, error) {
	o := DefaultSVG()
	return o, options.Wrap(game.ErrSVG, options.Read(text, &o))
}

// check fills in what depends on the picture, and checks everything.
func (o *SVGOptions) check() error {
	if o.Picture == "" {
		o.Picture = "graph"
		if o.Number != 0 {
			o.Picture = "board"
		}
	}
	if o.Size == 0 {
		o.Size = 400
		if o.Picture == "graph" {
			o.Size = 640
		}
	}
	if o.Style == "" {
		o.Style = game.StyleClassic
	}
	return options.Wrap(game.ErrSVG, options.Check(o))
}

// SVG draws a picture. Errors wrap game.ErrSVG, or ErrMove for a move that was
// not analysed, or not bad.
func (r *Report) SVG(o SVGOptions) (string, error) {
	if err := o.check(); err != nil {
		return "", err
	}
	if o.Picture == "graph" {
		return r.curve(o.Size), nil
	}
	rec, err := r.replay()
	if err != nil {
		return "", err
	}
	if o.Picture == "moves" {
		return r.all(rec, o), nil
	}
	if o.Number < 1 || o.Number > len(r.Moves) || !r.Moves[o.Number-1].Analysed {
		return "", fmt.Errorf("%w: number %d, expected an analysed move of 1 to %d", ErrMove, o.Number, len(r.Moves))
	}
	m := &r.Moves[o.Number-1]
	if m.Ply > len(rec.moves) {
		return "", fmt.Errorf("%w: ply %d of a record of %d", ErrCorrupt, m.Ply, len(rec.moves))
	}
	p := newPlate(rec.at(m.Ply-1), o)
	if o.Picture == "line" {
		return r.line(m, p, o)
	}
	if m.Ply > 1 {
		p.draw.Last = rec.moves[m.Ply-2]
	}
	return r.choices(m, p).svg(o.Size, o.Caption), nil
}

// bad is the bad move of that number, or nil.
func (r *Report) bad(number int) *BadMove {
	at := slices.IndexFunc(r.BadMoves, func(b BadMove) bool { return b.Number == number })
	if at < 0 {
		return nil
	}
	return &r.BadMoves[at]
}

// lettered are the moves that are shown beside the one played, the first as A: the
// best, which is a bad move's target, and then the others by win rate or degree. A
// move that is proven to lose is shown only where the best is.
func (r *Report) lettered(m *Move) []Candidate {
	best, list := m.Best, m.Recommended
	if b := r.bad(m.Number); b != nil {
		best, list = b.Target, b.Candidates
	}
	var shown []Candidate
	for _, c := range list {
		switch {
		case c.Move == m.Move:
		case c.Move == best:
			shown = slices.Insert(shown, 0, c)
		case c.Proven != Loss || m.BestProven == Loss:
			shown = append(shown, c)
		}
	}
	return shown
}

// choices shows the board in front of a move: the move that was played, the better
// one and the others that were recommended. What is proven to win is filled.
func (r *Report) choices(m *Move, p *plate) *plate {
	s := speechOf(r.Language)
	color := classColors[m.Class]
	p.ghost(m.Move, goban.Color(p.board.Turn()))
	p.ring(m.Move, color)
	p.legend = append(p.legend, swatch{paperColor, color, s.say("played")})
	shown := r.lettered(m)
	others, won := 0, 0
	for i, c := range shown {
		color := otherColor
		if i == 0 && s.names(m, r.bad(m.Number), &r.Search) {
			color = targetColor
			p.legend = append(p.legend, swatch{paperColor, color, s.say("better move")})
		} else {
			others++
		}
		if c.Proven == Win {
			won++
		}
		p.disc(c.Move, letter(i), color, c.Proven == Win)
	}
	if others > 0 {
		p.legend = append(p.legend, swatch{paperColor, otherColor, s.say("considered")})
	}
	if won > 0 {
		p.legend = append(p.legend, swatch{plainColor, plainColor, s.say("filled")})
	}
	p.lines = s.caption(m, r.bad(m.Number), &r.Search)
	return p
}

// line shows a demonstration, its moves numbered, with what it comes to.
func (r *Report) line(m *Move, p *plate, o SVGOptions) (string, error) {
	b := r.bad(m.Number)
	if b == nil || len(b.Demonstration) == 0 {
		return "", fmt.Errorf("%w: number %d, expected a bad move with a demonstration", ErrMove, o.Number)
	}
	s := speechOf(r.Language)
	moves := b.Demonstration
	p.lines = append([]string{s.say("instead", m.Number, b.Target, m.Move)}, s.ending(b)...)
	if o.Plies > 0 && o.Plies < len(moves) {
		moves = moves[:o.Plies]
		p.lines = []string{p.lines[0], s.say("first of", len(moves), len(b.Demonstration))}
	}
	p.draw.Marks = map[string]string{}
	for i, text := range moves {
		move, err := p.board.Parse(text)
		if err != nil {
			return "", err
		}
		p.board.Play(move)
		if move == goban.Pass {
			continue
		}
		if first, again := p.draw.Marks[text]; again { // where a stone was captured
			p.lines = append(p.lines, s.say("played on", i+1, first))
		} else {
			p.draw.Marks[text] = strconv.Itoa(i + 1)
		}
	}
	p.ring(b.Target, targetColor)
	p.legend = append(p.legend, swatch{paperColor, targetColor, s.say("better move")})
	if empty(p.board, m.Move) {
		p.cross(m.Move, classColors[m.Class])
		p.legend = append(p.legend, swatch{paperColor, classColors[m.Class], s.say("played")})
	}
	return p.svg(o.Size, o.Caption), nil
}

// empty says whether nothing lies on the point of a move.
func empty(b *capturego.Board, move string) bool {
	point, err := goban.ParsePoint(move, b.Size())
	return err == nil && b.Stones().At(point) == goban.Empty
}

// all shows the end of the game with all of the user's moves, numbered and in the
// colours of their classes.
func (r *Report) all(rec *record, o SVGOptions) string {
	s := speechOf(r.Language)
	p := newPlate(rec.end, o)
	last := map[string]int{} // by point: a point may be played on again
	for i, m := range r.Moves {
		last[m.Move] = i
	}
	for i, m := range r.Moves {
		if last[m.Move] != i {
			continue
		}
		color := plainColor
		if m.Analysed {
			color = classColors[m.Class]
		}
		if empty(p.board, m.Move) {
			p.ghost(m.Move, rec.user)
		}
		p.ring(m.Move, color)
		if x, y, ok := p.at(m.Move); ok {
			p.label(x, y, strconv.Itoa(m.Number), p.contrast(m.Move, rec.user))
		}
	}
	p.lines = []string{s.say("all moves")}
	p.legend = r.classes(s)
	return p.svg(o.Size, o.Caption)
}

// contrast is the colour of a label on a point: on the stone that lies there, or on a
// ghost of that colour.
func (p *plate) contrast(move string, ghost goban.Color) string {
	on := ghost
	if point, err := goban.ParsePoint(move, p.board.Size()); err == nil && p.board.Stones().At(point) != goban.Empty {
		on = p.board.Stones().At(point)
	}
	return [2]string{paperColor, inkColor}[on&1]
}

// classes explain the colours of the user's moves.
func (r *Report) classes(s speech) (list []swatch) {
	for _, c := range []Class{Good, Inaccuracy, Mistake, Blunder} {
		list = append(list, swatch{classColors[c], classColors[c], texts[string(c)][s]})
	}
	if slices.ContainsFunc(r.Moves, func(m Move) bool { return !m.Analysed }) {
		list = append(list, swatch{plainColor, plainColor, s.say("unknown")})
	}
	return list
}

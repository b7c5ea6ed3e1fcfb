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
	if o.Number < 1 || o.Number > len(r.Moves) || !r.Moves[o.Number-1].Analysed {
		return "", fmt.Errorf("%w: number %d, expected an analysed move of 1 to %d", ErrMove, o.Number, len(r.Moves))
	}
	rec, err := r.replay()
	if err != nil {
		return "", err
	}
	m := &r.Moves[o.Number-1]
	if m.Ply > len(rec.moves) {
		return "", fmt.Errorf("%w: ply %d of a record of %d", ErrCorrupt, m.Ply, len(rec.moves))
	}
	board := rec.at(m.Ply - 1)
	draw := game.DefaultSVG()
	draw.Size, draw.Flip, draw.Coords = o.Size, o.Flip, o.Coords
	if o.Picture == "line" {
		return r.line(board, o, draw)
	}
	return m.picture(board, draw, rec.moves[:m.Ply-1]), nil
}

// picture is the board in front of a move.
func (m *Move) picture(b *capturego.Board, draw game.SVGOptions, before []game.Move) string {
	if len(before) > 0 {
		draw.Last = before[len(before)-1]
	}
	draw.Heat, draw.Marks = map[string]float64{}, map[string]string{}
	most := 0.0
	for _, row := range m.Degrees {
		most = max(most, slices.Max(row))
	}
	for i, row := range m.Degrees {
		for column, degree := range row {
			if degree > 0 {
				draw.Heat[goban.PointAt(column, b.Size()-1-i).String()] = degree / most
			}
		}
	}
	for i, c := range m.Recommended {
		draw.Marks[c.Move] = letter(i)
		if c.Move == m.Move {
			draw.Marks[c.Move] = "△"
		}
	}
	return b.SVG(draw)
}

// line is the board with a demonstration played on it, numbered.
func (r *Report) line(b *capturego.Board, o SVGOptions, draw game.SVGOptions) (string, error) {
	at := slices.IndexFunc(r.BadMoves, func(m BadMove) bool { return m.Number == o.Number })
	if at < 0 || len(r.BadMoves[at].Demonstration) == 0 {
		return "", fmt.Errorf("%w: number %d, expected a bad move with a demonstration", ErrMove, o.Number)
	}
	moves := r.BadMoves[at].Demonstration
	if o.Plies > 0 {
		moves = moves[:min(o.Plies, len(moves))]
	}
	draw.Marks = map[string]string{}
	for i, text := range moves {
		m, err := b.Parse(text)
		if err != nil {
			return "", err
		}
		b.Play(m)
		draw.Marks[text] = strconv.Itoa(i + 1)
	}
	return b.SVG(draw), nil
}

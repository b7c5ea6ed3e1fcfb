package gomoku

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// columns are the letters of the columns from the left.
const columns = "abcdefghijklmnopqrs"

// name is a point as texts have it: "h8".
func name(p goban.Point) string {
	return columns[p.Column():p.Column()+1] + strconv.Itoa(p.Row()+1)
}

// point reads the name of a point of the board, in letters of either case.
func (b *Board) point(text string) (goban.Point, error) {
	size := b.Size()
	if len(text) >= 2 && len(text) <= 3 && text[1] >= '1' && text[1] <= '9' {
		column := strings.IndexByte(columns, text[0]|0x20)
		row, err := strconv.Atoi(text[1:])
		if err == nil && column >= 0 && column < size && row <= size {
			return goban.PointAt(column, row-1), nil
		}
	}
	return goban.NoPoint, fmt.Errorf("%w: %q, expected a column a to %c and a row 1 to %d, such as %s",
		game.ErrMoveText, text, columns[size-1], size, name(goban.PointAt(size/2, size/2)))
}

// gomocupPoint reads "7,7": column and row from zero, from the top left.
func (b *Board) gomocupPoint(text string) (goban.Point, bool) {
	first, second, ok := strings.Cut(text, ",")
	column, err := strconv.ParseUint(strings.TrimSpace(first), 10, 8)
	row, err2 := strconv.ParseUint(strings.TrimSpace(second), 10, 8)
	size := b.Size()
	if !ok || err != nil || err2 != nil || int(column) >= size || int(row) >= size {
		return goban.NoPoint, false
	}
	return goban.PointAt(int(column), size-1-int(row)), true
}

// Text writes a move: "h8".
func (b *Board) Text(m game.Move) string {
	if m >= goban.PointLimit || !b.Has(goban.Point(m)) {
		return fmt.Sprintf("move %d", m)
	}
	return name(goban.Point(m))
}

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	return name(goban.Point(m).Seen(v.Symmetry, b.Size()))
}

// Arrow reads a point of the board, occupied or not: "h8" in letters of either case, as
// SGF has it, "hh", or as Gomocup's protocol does, "7,7"; full-width letters too, and 天元,
// the centre. The error wraps game.ErrMoveText.
func (b *Board) Arrow(text string) (game.Move, error) {
	text = strings.TrimSpace(game.Narrow(text))
	if p, ok := goban.Tengen(text, b.Size()); ok {
		return game.Move(p), nil
	}
	if p, ok := goban.ParseSGFPoint(text, b.Size()); ok {
		return game.Move(p), nil
	}
	if p, ok := b.gomocupPoint(text); ok {
		return game.Move(p), nil
	}
	p, err := b.point(text)
	return game.Move(p), err
}

// Parse reads a legal move, as Arrow does.
func (b *Board) Parse(text string) (game.Move, error) { return goban.Parse(b, text) }

// Notations are "gomoku" (h8), "sgf" (hh) and "gomocup" (7,7).
func (b *Board) Notations() []string { return []string{"gomoku", "sgf", "gomocup"} }

// Format writes a legal move in the named notation. The error wraps game.ErrNotation.
func (b *Board) Format(m game.Move, notation string) (string, error) {
	switch p := goban.Point(m); notation {
	case "gomoku":
		return b.Text(m), nil
	case "sgf":
		return p.SGF(b.Size()), nil
	case "gomocup":
		return fmt.Sprintf("%d,%d", p.Column(), b.Size()-1-p.Row()), nil
	}
	return "", fmt.Errorf("%w: %q, expected gomoku, sgf or gomocup", game.ErrNotation, notation)
}

package ludo

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Diagram draws the ring as the edge of a square in letters, clockwise from red's first
// field at the bottom right, the ways home inside it, and a line for each player. Two
// planes in one place are 2R. flip turns the square upside down.
func (b *Board) Diagram(flip bool) string {
	const side = ring/4 + 1
	var cells [side][side]string
	for seat := range seats {
		for at := int8(1); at < Home; at++ {
			if row, column, ok := cell(seat, at); ok {
				cells[row][column] = "."
			}
		}
	}
	var lines strings.Builder
	for p, seat := range seatOf[b.Players()] {
		letter := strings.ToUpper(colours[seat][:1])
		var bases, starts, homes, here int
		for i, at := range b.at[p] {
			if here++; i > 0 && b.at[p][i-1] != at {
				here = 1
			}
			row, column, ok := cell(seat, at)
			switch {
			case at == base:
				bases++
			case at == start:
				starts++
			case at == Home:
				homes++
			case ok && here > 1:
				cells[row][column] = fmt.Sprint(here) + letter
			case ok:
				cells[row][column] = letter
			}
		}
		fmt.Fprintf(&lines, "\n%s: %d at base, %d at start, %d home", colours[seat], bases, starts, homes)
	}
	if b.die > 0 {
		fmt.Fprintf(&lines, "\ndie: %d", b.die)
	}
	var text strings.Builder
	for row := range side {
		line := ""
		for column := range side {
			r, c := row, column
			if flip {
				r, c = side-1-row, side-1-column
			}
			line += fmt.Sprintf("%3s", cells[r][c])
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return strings.TrimSuffix(text.String(), "\n") + lines.String()
}

var _ game.Diagrammed = (*Board)(nil)

// cell is where a plane of a seat that is so far stands in the diagram; at its base, its
// start and home it stands nowhere.
func cell(seat int, at int8) (row, column int, ok bool) {
	const end = ring / 4
	if at < 1 || at >= Home {
		return 0, 0, false
	}
	field, in := ring/seats*seat+int(min(at, last))-1, max(int(at-last), 0)
	switch edge, along := field%ring/end, field%end; edge {
	case 0:
		return end - in, end - along, true
	case 1:
		return end - along, in, true
	case 2:
		return in, along, true
	default:
		return along, end - in, true
	}
}

package game

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What a game may not have of that which is seen on a board.
var (
	ErrNoGrid    = errors.New("game: the positions of this game are no rows of points")
	ErrNoAttacks = errors.New("game: the men of this game attack no points")
	ErrSide      = errors.New("game: no such side")
)

// Checked is a Board of a game in which a man can be in check.
type Checked interface {
	// InCheck says whether the player to move is in check.
	InCheck() bool
}

// Quieted is a Board that counts the plies since the last capture.
type Quieted interface {
	Quiet() int
}

// Attacker is a Board whose men attack points.
type Attacker interface {
	// AttackerTexts lists the points from which men of a player attack a point, whoever stands
	// there, in order of point. The error wraps ErrMoveText when there is no such point.
	AttackerTexts(point string, player int) ([]string, error)
}

// Men is what is seen on a board.
type Men struct {
	Rows      int       `json:"rows"`
	Columns   int       `json:"columns"`
	Men       []string  `json:"men"`    // of each player: the letters of his kinds, as in Grid
	Pieces    Pieces    `json:"pieces"` // row by row from the top
	InCheck   bool      `json:"in_check"`
	Ply       int       `json:"ply"`
	HalfMoves *int      `json:"half_moves"` // nil where the game does not count them
	Last      *LastMove `json:"last"`       // nil at the initial position
}

// Piece is a man on a point, by his letter in the position text.
type Piece struct {
	Point  string
	Letter byte
}

// Pieces is the men of a board; as JSON it is an object of letters by point.
type Pieces []Piece

// MarshalJSON writes the object.
func (p Pieces) MarshalJSON() ([]byte, error) {
	text := append(make([]byte, 0, 2+10*len(p)), '{')
	for i, piece := range p {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendQuote(text, piece.Point)
		text = append(text, ':', '"', piece.Letter, '"')
	}
	return append(text, '}'), nil
}

// LastMove is the move that led to a position, and the points at which it started and ended; ""
// is a point that it does not have.
type LastMove struct {
	Move   string `json:"move"`
	Source string `json:"source"`
	Target string `json:"target"`
}

// gridOf is a board's grid, and a number for the man on each of its points: 1 and up for those of
// the first player, -1 and down for those of the others in order of play.
func gridOf(b Board) (g Grid, cells []int8, err error) {
	gridded, ok := b.(Gridded)
	if !ok {
		return g, nil, fmt.Errorf("%w: %s", ErrNoGrid, b.Game())
	}
	g = gridded.Grid()
	cells = make([]int8, g.Points())
	codes := g.Codes(0)
	return g, cells, g.Place(cells, b.Position(), &codes)
}

// letter is that of a man by his number.
func (g *Grid) letter(man int8) byte {
	if man > 0 {
		return g.Men[0][man-1]
	}
	at := int(-man) - 1
	for _, letters := range g.Men[1:] {
		if at < len(letters) {
			return letters[at]
		}
		at -= len(letters)
	}
	return '?' // no man of the grid has such a number
}

// owner is the player of a man by his number, and how many kinds of men that player has.
func (g *Grid) owner(man int8) (player, kinds int) {
	at := int(-man) - 1
	for player, letters := range g.Men {
		if player == 0 && man < 0 {
			continue
		}
		if man > 0 || at < len(letters) {
			return player, len(letters)
		}
		at -= len(letters)
	}
	return 0, 0
}

// pointText is the name of a point.
func (g *Grid) pointText(at int) string {
	if at == NoPoint {
		return ""
	}
	return string(g.Files[at%g.Columns]) + strconv.Itoa(g.number(at/g.Columns))
}

// number is that of a row, counted from the top.
func (g *Grid) number(row int) int { return g.First + g.Rows - 1 - row }

// MenOf says what is seen on a board. b is left as it was. The error wraps ErrNoGrid.
func MenOf(b Board) (Men, error) {
	g, cells, err := gridOf(b)
	if err != nil {
		return Men{}, err
	}
	men := Men{Rows: g.Rows, Columns: g.Columns, Men: g.Men, Pieces: make(Pieces, 0, len(cells))}
	for at, man := range cells {
		if man != 0 {
			men.Pieces = append(men.Pieces, Piece{g.pointText(at), g.letter(man)})
		}
	}
	if c, ok := b.(Checked); ok {
		men.InCheck = c.InCheck()
	}
	if q, ok := b.(Quieted); ok {
		quiet := q.Quiet()
		men.HalfMoves = &quiet
	}
	played := b.Played(nil)
	if men.Ply = len(played); men.Ply > 0 {
		before := b.Copy()
		before.Undo()
		text := before.Text(played[men.Ply-1])
		source, target := g.Ends(text)
		men.Last = &LastMove{text, g.pointText(source), g.pointText(target)}
	}
	return men, nil
}

// MenReport writes MenOf as a JSON object.
func MenReport(b Board) ([]byte, error) {
	men, err := MenOf(b)
	if err != nil {
		return nil, err
	}
	return MustJSON(struct {
		Schema string `json:"schema"`
		Men
	}{"qikit/men/1", men}), nil
}

// Diagrammed is a Board that is no Grid and draws itself in letters.
type Diagrammed interface {
	Diagram(flip bool) string
}

// Diagram draws a board in letters, with the names of rows and columns at its edge: a line for
// each row, from the top. flip has the second player at the bottom. The error wraps ErrNoGrid.
func Diagram(b Board, flip bool) (string, error) {
	if d, ok := b.(Diagrammed); ok {
		return d.Diagram(flip), nil
	}
	g, cells, err := gridOf(b)
	if err != nil {
		return "", err
	}
	columns, off := []byte(g.Files[:g.Columns]), slices.Clone(g.Off)
	if flip {
		slices.Reverse(cells)
		slices.Reverse(off)
		slices.Reverse(columns)
	}
	wide := len(strconv.Itoa(g.number(0)))
	var text strings.Builder
	for row := range g.Rows {
		name := row
		if flip {
			name = g.Rows - 1 - row
		}
		fmt.Fprintf(&text, "%*d", wide, g.number(name))
		line := []byte{}
		for i, man := range cells[row*g.Columns : (row+1)*g.Columns] {
			letter := byte('.')
			switch {
			case man != 0:
				letter = g.letter(man)
			case off != nil && off[row*g.Columns+i]:
				letter = ' '
			}
			line = append(line, ' ', letter)
		}
		text.Write(bytes.TrimRight(line, " "))
		text.WriteByte('\n')
	}
	text.WriteString(strings.Repeat(" ", wide))
	for _, name := range columns {
		text.Write([]byte{' ', name})
	}
	return text.String(), nil
}

// PlanesSize counts the numbers that Planes writes. The error wraps ErrNoGrid.
func PlanesSize(b Board) (int, error) {
	gridded, ok := b.(Gridded)
	if !ok {
		return 0, fmt.Errorf("%w: %s", ErrNoGrid, b.Game())
	}
	g := gridded.Grid()
	return len(strings.Join(g.Men, "")) * g.Points(), nil
}

// Planes writes a plane for each kind of men of each player, in the order of Grid.Men: 1 where such
// a man stands and 0 elsewhere, row by row from the top. to has PlanesSize numbers.
func Planes(b Board, to []float32) error {
	g, cells, err := gridOf(b)
	if err != nil {
		return err
	}
	clear(to)
	for at, man := range cells {
		plane := int(man) - 1
		if man < 0 {
			plane = len(g.Men[0]) - int(man) - 1
		}
		if man != 0 {
			to[plane*g.Points()+at] = 1
		}
	}
	return nil
}

// AttackerTexts lists the points from which men attack a point, whoever stands there, in order of
// point: those of the named side, or of all sides for "". The error wraps ErrNoAttacks,
// ErrMoveText or ErrSide.
func AttackerTexts(b Board, point, side string) ([]string, error) {
	attacker, ok := b.(Attacker)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoAttacks, b.Game())
	}
	if sides := b.Sides(); side != "" && !slices.Contains(sides, side) {
		return nil, fmt.Errorf("%w: %q, expected %s", ErrSide, side, strings.Join(sides, " or "))
	}
	var points []string
	for player, name := range b.Sides() {
		if side != "" && side != name {
			continue
		}
		found, err := attacker.AttackerTexts(point, player)
		if err != nil {
			return nil, err
		}
		points = append(points, found...)
	}
	slices.Sort(points)
	return points, nil
}

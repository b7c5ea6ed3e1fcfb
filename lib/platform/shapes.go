package platform

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// shapesSchema has the shapes that the bank draws out of games and searches, and the views
// by which others read them. The rules of what recurs are in the views alone.
const shapesSchema = `
CREATE TABLE lines (
	size   INTEGER NOT NULL, -- of the board
	line   TEXT    NOT NULL, -- what was played in a corner, seen at the bottom left: "B D4 W F3 B C6"
	parent TEXT    NOT NULL, -- without the last stone
	stones INTEGER NOT NULL,
	place  TEXT    NOT NULL,
	kind   TEXT    NOT NULL,
	games  INTEGER NOT NULL,
	wins   REAL    NOT NULL, -- of the side that began
	PRIMARY KEY (size, line)
) WITHOUT ROWID;
CREATE INDEX ongoing ON lines (size, parent);
CREATE TABLE tricks (
	shape TEXT    NOT NULL PRIMARY KEY, -- 5x5 points around the move, Black to move; # is off the board
	place TEXT    NOT NULL,
	kind  TEXT    NOT NULL,
	seen  INTEGER NOT NULL,
	rate  REAL    NOT NULL, -- sum of the win rates with the move
	lead  REAL    NOT NULL  -- sum of what these exceed those of the other moves by
) WITHOUT ROWID;
CREATE VIEW joseki AS
	SELECT place, kind, size, line AS moves, games AS seen, wins / games AS won FROM lines l
	WHERE games >= 2 AND NOT EXISTS (SELECT 1 FROM lines n WHERE n.size = l.size AND n.parent = l.line AND 2 * n.games > l.games);
CREATE VIEW tesuji AS
	SELECT place, kind, shape, seen, rate / seen AS won, lead / seen AS lead FROM tricks WHERE seen >= 2`

// LearntShape is a joseki or a tesuji of the memory bank, with Black to begin.
type LearntShape struct {
	Place string  // "star point", or "corner", "side" and "centre" of a tesuji
	Kind  string  // "knight's approach, knight's answer", or "throw-in"
	Size  int     // of the board of a joseki; 0 of a tesuji
	Moves string  // of a joseki, in the corner at the bottom left: "B D4 W F3 B C6"
	Shape string  // of a tesuji: 5 rows from the top; the move is in the middle, # is off the board
	Seen  int     // games, or positions
	Won   float64 // by the side that begins, in parts of these; the win rate with the tesuji
	Lead  float64 // by which that exceeds the win rate of other moves; of a tesuji
}

// Joseki returns the lines that recur in the corners of finished games, those met most
// first: two games or more had them, and less than every second went on in the same way.
func (m *MemoryBank) Joseki(most int) (list []LearntShape, err error) {
	var s LearntShape
	err = m.db.rows("SELECT place, kind, size, moves, seen, won FROM joseki ORDER BY seen DESC, size, moves LIMIT ?", []any{most},
		[]any{&s.Place, &s.Kind, &s.Size, &s.Moves, &s.Seen, &s.Won}, func() error { list = append(list, s); return nil })
	return list, err
}

// Tesuji returns the shapes in which one move was, twice or more, far better than all
// others by a search; those met most first.
func (m *MemoryBank) Tesuji(most int) (list []LearntShape, err error) {
	var s LearntShape
	err = m.db.rows("SELECT place, kind, shape, seen, won, lead FROM tesuji ORDER BY seen DESC, lead DESC, shape LIMIT ?", []any{most},
		[]any{&s.Place, &s.Kind, &s.Shape, &s.Seen, &s.Won, &s.Lead}, func() error { list = append(list, s); return nil })
	return list, err
}

// String is one line of a list.
func (s *LearntShape) String() string {
	if s.Size == 0 {
		return fmt.Sprintf("tesuji: %s, %s: %s; seen %d times, wins %.0f %%, %.0f more than other moves", s.Place, s.Kind, s.Shape, s.Seen, 100*s.Won, 100*s.Lead)
	}
	return fmt.Sprintf("joseki: %s, %s: %s on %dx%d; seen %d times, wins %.0f %%", s.Place, s.Kind, s.Moves, s.Size, s.Size, s.Seen, 100*s.Won)
}

// SVG draws the shape: the stones of a joseki with their numbers, the move of a tesuji as 1.
func (s *LearntShape) SVG(o game.SVGOptions) string {
	d := goban.Drawing{Title: s.Place + ", " + s.Kind, Size: s.Size, Letters: "ABCDEFGHJKLMNOPQRST"}
	stones := map[goban.Point]goban.Color{}
	o.Marks = map[string]string{}
	if s.Size == 0 {
		d.Size = trickBoard
		at := trickAt(s.Shape)
		for up, row := range strings.Split(s.Shape, "/") {
			for right, c := range row {
				p := goban.PointAt(at.Column()+right-trickReach, at.Row()+trickReach-up)
				switch c {
				case 'X':
					stones[p] = goban.Black
				case 'O':
					stones[p] = goban.White
				}
			}
		}
		stones[at] = goban.Black
		o.Marks[at.String()] = "1"
	}
	words := strings.Fields(s.Moves)
	for i := 0; i+1 < len(words); i += 2 {
		if p, err := goban.ParsePoint(words[i+1], d.Size); err == nil {
			stones[p] = colorOf(words[i])
			o.Marks[words[i+1]] = fmt.Sprint(i/2 + 1)
		}
	}
	d.At = func(p goban.Point) goban.Color {
		if c, ok := stones[p]; ok {
			return c
		}
		return goban.Empty
	}
	d.Point = func(name string) (goban.Point, error) { return goban.ParsePoint(name, d.Size) }
	return d.SVG(o)
}

func colorOf(letter string) goban.Color {
	if letter == "W" {
		return goban.White
	}
	return goban.Black
}

// Lines of corners: from lineLeast stones on, lineMost at most. A line ends when the game
// has been elsewhere for lineRest moves.
const (
	lineLeast = 3
	lineMost  = 12
	lineRest  = 4
)

// cornerLine is what a game has played in one corner.
type cornerLine struct {
	stones []placed
	latest int // number of the move
	over   bool
}

type placed struct {
	color goban.Color
	at    goban.Point
}

// saveLines adds the lines of a game's corners; worth is the result for Black.
func saveLines(tx *sql.Tx, b *weiqi.Board, moves []game.Move, worth float64) error {
	size := b.Size()
	if cornerOf(size) == 0 {
		return nil
	}
	var corners [4]cornerLine
	turn := goban.Color(b.Turn())
	for i, m := range moves {
		for corner := range corners {
			c := &corners[corner]
			if m == goban.Pass || !inCorner(goban.Point(inView(corner, m, size)), size) || c.over {
				continue
			}
			if len(c.stones) > 1 && i-c.latest > lineRest || len(c.stones) == lineMost {
				c.over = true
				continue
			}
			c.stones, c.latest = append(c.stones, placed{turn, goban.Point(m)}), i
		}
		turn = turn.Other()
	}
	for corner := range corners {
		if err := saveLine(tx, corners[corner].stones, corner, size, worth); err != nil {
			return err
		}
	}
	return nil
}

// saveLine adds the line and its beginnings, as seen with the corner at the bottom left, in
// the view whose text comes first. Black is who began.
func saveLine(tx *sql.Tx, stones []placed, corner, size int, worth float64) error {
	if len(stones) < lineLeast {
		return nil
	}
	first := stones[0].color
	if first == goban.White {
		worth = 1 - worth
	}
	var words []string
	var seen []goban.Point
	for _, symmetry := range [2]int{corner, corner | 4} {
		var text []string
		var at []goban.Point
		for _, s := range stones {
			letter, p := "W", s.at.Seen(symmetry, size)
			if s.color == first {
				letter = "B"
			}
			text, at = append(text, letter+" "+p.String()), append(at, p)
		}
		if words == nil || slices.Compare(text, words) < 0 {
			words, seen = text, at
		}
	}
	place, kind := lineName(words, seen)
	for n := lineLeast; n <= len(words); n++ {
		if _, err := tx.Exec(`INSERT INTO lines (size, line, parent, stones, place, kind, games, wins) VALUES (?, ?, ?, ?, ?, ?, 1, ?)
			ON CONFLICT (size, line) DO UPDATE SET games = games + 1, wins = wins + excluded.wins`,
			size, strings.Join(words[:n], " "), strings.Join(words[:n-1], " "), n, place, kind, worth); err != nil {
			return err
		}
	}
	return nil
}

// lineName names a line: by the point where it begins, and by the second stone and the
// third as they stand to the first.
func lineName(words []string, at []goban.Point) (place, kind string) {
	column, row := at[0].Column()+1, at[0].Row()+1
	low, high := min(column, row), max(column, row)
	if place = fmt.Sprintf("%d-%d point", high, low); low == 4 && high == 4 {
		place = "star point"
	}
	names := []string{"approach", "answer"}
	for i, name := range names {
		if own := words[i+1][0] == 'B'; own == (i == 0) { // the turn was left out by somebody
			name = "extension"
			if !own {
				name = "second approach"
			}
		}
		names[i] = standing(at[0], at[i+1]) + " " + name
	}
	return place, strings.Join(names, ", ")
}

// standing names how two stones stand to each other, by the words of the field.
func standing(a, b goban.Point) string {
	x, y := apart(a.Column(), b.Column()), apart(a.Row(), b.Row())
	switch [2]int{max(x, y), min(x, y)} {
	case [2]int{1, 0}:
		return "contact"
	case [2]int{1, 1}:
		return "diagonal"
	case [2]int{2, 0}:
		return "one-space"
	case [2]int{2, 1}:
		return "knight's"
	case [2]int{2, 2}:
		return "elephant's"
	case [2]int{3, 0}:
		return "two-space"
	case [2]int{3, 1}:
		return "large knight's"
	}
	return "distant"
}

package platform

import (
	"database/sql"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// A tesuji is the points around a move, trickReach in each direction; a trickBoard has
// room for it at an edge or in the middle.
const (
	trickReach = 2
	trickBoard = 9
)

// What makes a move a tesuji: so many playouts of the position, this part of them for the
// move, and by so much a higher win rate than the others together.
const (
	trickPlayouts = 50
	trickShare    = 0.5
	trickLead     = 0.1
)

// saveTrick adds the best move of a position to the tesuji, when it is one.
func saveTrick(tx *sql.Tx, b *weiqi.Board, found evidence) error {
	best, all := found.Best(), found.all()
	t := found[best]
	others := Tried{all.Visits - t.Visits, all.Wins - t.Wins}
	if b.Size() <= 2*trickReach+1 || best == game.NoMove || best == goban.Pass || all.Visits < trickPlayouts || t.Visits < trickShare*all.Visits || others.Visits == 0 {
		return nil
	}
	rate := t.Wins / t.Visits
	lead := rate - others.Wins/others.Visits
	at := goban.Point(best)
	if lead < trickLead || !inTouch(b.Stones(), at) {
		return nil
	}
	_, err := tx.Exec(`INSERT INTO tricks (shape, place, kind, seen, rate, lead) VALUES (?, ?, ?, 1, ?, ?)
		ON CONFLICT (shape) DO UPDATE SET seen = seen + 1, rate = rate + excluded.rate, lead = lead + excluded.lead`,
		trickShape(b.Stones(), at), placeOf(at, b.Size()), trickKind(b.Stones(), at), rate, lead)
	return err
}

// tricks returns the kinds of the tesuji among the moves, by move.
func (m *MemoryBank) tricks(b *weiqi.Board, moves []game.Move) (map[game.Move]string, error) {
	if b.Size() <= 2*trickReach+1 {
		return nil, nil
	}
	at, shapes := map[string][]game.Move{}, []any{}
	for _, move := range moves {
		if p := goban.Point(move); inTouch(b.Stones(), p) {
			shape := trickShape(b.Stones(), p)
			if at[shape] == nil {
				shapes = append(shapes, shape)
			}
			at[shape] = append(at[shape], move)
		}
	}
	if len(shapes) == 0 {
		return nil, nil
	}
	kinds := map[game.Move]string{}
	var shape, kind string
	err := m.db.rows("SELECT shape, kind FROM tesuji WHERE shape IN (?"+strings.Repeat(", ?", len(shapes)-1)+")", shapes, []any{&shape, &kind}, func() error {
		for _, move := range at[shape] {
			kinds[move] = kind
		}
		return nil
	})
	return kinds, err
}

// inTouch says whether one of the opponent's stones is among the eight points around p,
// and one of the mover's in the shape.
func inTouch(s *goban.Stones, p goban.Point) bool {
	var own, other bool
	for up := -trickReach; up <= trickReach; up++ {
		for right := -trickReach; right <= trickReach; right++ {
			c := at(s, p.Column()+right, p.Row()+up)
			own = own || c == s.Turn()
			other = other || c == s.Turn().Other() && max(apart(up, 0), apart(right, 0)) == 1
		}
	}
	return own && other
}

// offBoard is what at says of a point that the board does not have.
const offBoard = goban.Empty + 1

func at(s *goban.Stones, column, row int) goban.Color {
	if column < 0 || row < 0 || column >= s.Size() || row >= s.Size() {
		return offBoard
	}
	return s.At(goban.PointAt(column, row))
}

// trickShape returns the points around a move, by rows from the top: of the eight views
// with Black to move, the one whose text comes first.
func trickShape(s *goban.Stones, p goban.Point) (shape string) {
	for symmetry := range goban.Symmetries {
		text := make([]byte, 0, 32)
		for up := trickReach; up >= -trickReach; up-- {
			for right := -trickReach; right <= trickReach; right++ {
				x, y := right, up
				if symmetry&1 != 0 {
					x = -x
				}
				if symmetry&2 != 0 {
					y = -y
				}
				if symmetry&4 != 0 {
					x, y = y, x
				}
				c := at(s, p.Column()+x, p.Row()+y)
				switch {
				case c == offBoard:
					text = append(text, '#')
				case c < goban.Empty && s.Turn() == goban.White:
					text = append(text, c.Other().Letter())
				default:
					text = append(text, c.Letter())
				}
			}
			text = append(text, '/')
		}
		if view := string(text[:len(text)-1]); shape == "" || view < shape {
			shape = view
		}
	}
	return shape
}

// trickAt returns where the move of a shape lies on a trickBoard, so that its edges are the
// board's.
func trickAt(shape string) goban.Point {
	rows := strings.Split(shape, "/")
	place := func(low, high string) int {
		switch {
		case strings.Contains(low, "#"):
			return trickReach - strings.Count(low, "#")
		case strings.Contains(high, "#"):
			return trickBoard - 1 - trickReach + strings.Count(high, "#")
		}
		return trickBoard / 2
	}
	if len(rows) != 2*trickReach+1 || len(rows[trickReach]) != 2*trickReach+1 {
		return goban.PointAt(trickBoard/2, trickBoard/2)
	}
	middle, column := rows[trickReach], make([]byte, len(rows))
	for i, row := range rows {
		column[i] = '.'
		if len(row) > trickReach {
			column[i] = row[trickReach]
		}
	}
	return goban.PointAt(place(middle[:trickReach], middle[trickReach+1:]), place(string(column[trickReach+1:]), string(column[:trickReach])))
}

// placeOf says where on the board a point lies; a side has four lines, or a third of the
// board.
func placeOf(p goban.Point, size int) string {
	const lines = 4
	near := 0
	for _, n := range [2]int{p.Column(), p.Row()} {
		if min(n, size-1-n) < min(lines, size/3) {
			near++
		}
	}
	return [...]string{"centre", "side", "corner"}[near]
}

// ladderNodes bounds the reading that names a tesuji.
const ladderNodes = 200

// trickKind names a move by what it does: the first that holds.
func trickKind(on *goban.Stones, p goban.Point) string {
	s := *on // to play on
	turn, prey := s.Turn(), s.Turn().Other()
	saved := false
	for _, n := range beside(&s, p) {
		if _, in := s.Atari(n); s.At(n) == turn && in {
			saved = true
		}
	}
	before := s.Count(prey)
	short := shortChains(&s)
	t := s.Play(p)
	defer s.Undo(&t)
	taken := before - s.Count(prey)
	ataris, chains := 0, map[goban.Point]bool{}
	for _, n := range beside(&s, p) {
		if s.At(n) == prey && !chains[s.Chain(n)] {
			chains[s.Chain(n)] = true
			if _, in := s.Atari(n); in {
				ataris++
			}
		}
	}
	_, thrown := s.Atari(p)
	r := reader{board: &s, most: ladderNodes}
	caught := func(touching bool) bool {
		for _, name := range short {
			if s.At(name) == prey && chains[s.Chain(name)] == touching && len(r.saves(name)) == 0 {
				return true
			}
		}
		return false
	}
	switch {
	case taken > 0 && saved:
		return "capture that saves"
	case taken > 0:
		return "capture"
	case thrown:
		return "throw-in"
	case ataris > 1:
		return "double atari"
	case ataris > 0 && caught(true):
		return "ladder"
	case caught(false):
		return "net"
	case saved:
		return "escape"
	case ataris > 0:
		return "atari"
	case len(chains) > 1:
		return "cut"
	case len(chains) > 0:
		return "contact"
	}
	return "placement"
}

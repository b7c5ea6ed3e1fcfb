package platform

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

var bankSchema = dbfile.Schema{Application: 0x514B4D42, Version: 1, Whole: true, Later: []string{shapesSchema}, Tables: `
CREATE TABLE IF NOT EXISTS positions (
	id       INTEGER PRIMARY KEY,
	identity TEXT    NOT NULL, -- canonical, black to move
	terms    TEXT    NOT NULL, -- how it is scored, with the mover's komi
	meetings INTEGER NOT NULL,
	learnt   INTEGER NOT NULL, -- playouts of self-learning
	UNIQUE (identity, terms)
);
CREATE TABLE IF NOT EXISTS answers (
	position INTEGER NOT NULL,
	move     INTEGER NOT NULL, -- as game.Move, in the canonical view
	visits   REAL    NOT NULL,
	wins     REAL    NOT NULL, -- of the mover's
	PRIMARY KEY (position, move)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shapes (
	identity TEXT    NOT NULL, -- a corner at the bottom left, black to move
	move     INTEGER NOT NULL,
	visits   REAL    NOT NULL,
	wins     REAL    NOT NULL,
	PRIMARY KEY (identity, move)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (
	position INTEGER NOT NULL,
	move     INTEGER NOT NULL,
	level    INTEGER NOT NULL, -- at which the platform played
	games    REAL    NOT NULL,
	wins     REAL    NOT NULL,
	PRIMARY KEY (position, move, level)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS recurring ON positions (learnt, meetings)`}

// MemoryBank is the memory-bank manager. It saves the positions that arise while the
// platform runs, with what playouts found out about them, and the shapes of their
// corners. It replays them, and serves them to the coordinator. The eight views of a
// board, with either colour, are one position. Its methods may be called from any
// goroutine.
type MemoryBank struct {
	db                            *database
	positionsMost, shapeMovesMost int // see forget
}

// OpenMemoryBank opens the file or makes it; "" keeps all in memory. ErrBank: the file
// is damaged or another program's. It is left as it is.
func OpenMemoryBank(path string) (*MemoryBank, error) {
	return openMemoryBank(path, positionsMax, shapeMovesMax)
}

func openMemoryBank(path string, positionsMost, shapeMovesMost int) (*MemoryBank, error) {
	db, err := openDatabase(path, ErrBank, bankSchema)
	if err != nil {
		return nil, err
	}
	m := &MemoryBank{db, positionsMost, shapeMovesMost}
	if err := m.forget(); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return m, nil
}

// Close closes the file.
func (m *MemoryBank) Close() error { return m.db.close() }

// termsOf returns how a position is scored, from the mover's side.
func termsOf(b *weiqi.Board) string {
	rules := b.Rules()
	if rules.Scoring == weiqi.ScoreSeed {
		return rules.Scoring // which has no komi
	}
	komi := rules.Komi
	if b.Turn() == int(goban.Black) {
		komi = -komi
	}
	return fmt.Sprintf("%s %+.1f", rules.Scoring, komi)
}

// weigh returns the bank's opinion of the candidates, by the position and by the
// corners; and the playouts of earlier meetings on the same terms, most of which need
// not be repeated.
func (m *MemoryBank) weigh(p *position) (opinions, evidence, error) {
	known, like, err := m.recall(p.Board)
	if err != nil {
		return nil, nil, err
	}
	shapes, err := m.shapes(p.Board)
	if err != nil {
		return nil, nil, err
	}
	tricks, err := m.tricks(p.Board, p.Moves)
	if err != nil {
		return nil, nil, err
	}
	share := p.Values[keyShapes]
	positions, corners := known.add(like, 1).opinions(), shapes.opinions()
	all := opinions{}
	for _, move := range p.Moves {
		o := opinion{Score: (1-share)*positions[move].Score + share*corners[move].Score}
		kind, trick := tricks[move]
		if trick {
			o.Score = (1-share)*positions[move].Score + share
		}
		switch {
		case trick:
			o.Note = "tesuji: " + kind
		case positions[move].Score > 0:
			o.Note = "met before"
		case corners[move].Score > 0:
			o.Note = "corner shape"
		}
		all[move] = o
	}
	return all.scaled(), known, nil
}

// recall returns what is known of a position, on the same terms and on others.
func (m *MemoryBank) recall(b *weiqi.Board) (known, like evidence, err error) {
	identity, symmetry := canonical(b)
	terms := termsOf(b)
	known, like = evidence{}, evidence{}
	var on string
	err = m.tried(b, symmetry, "SELECT a.move, a.visits, a.wins, p.terms FROM positions p JOIN answers a ON a.position = p.id WHERE p.identity = ? ORDER BY p.id, a.move",
		[]any{identity}, func(move game.Move, t Tried) {
			into := like
			if on == terms {
				into = known
			}
			into.count(move, t, 1)
		}, &on)
	return known, like, err
}

// tried calls f with each row of a query: a move in the view, its visits and its wins,
// and what more has room for.
func (m *MemoryBank) tried(b *weiqi.Board, symmetry int, query string, args []any, f func(game.Move, Tried), more ...any) error {
	var move game.Move
	var t Tried
	return m.db.rows(query, args, append([]any{&move, &t.Visits, &t.Wins}, more...), func() error {
		// Superko may forbid the move, and a row may be one that nobody here has written.
		if back := fromView(symmetry, move, b.Size()); t.Visits > 0 && t.Wins >= 0 && t.Wins <= t.Visits && b.Check(back) == nil {
			f(back, t)
		}
		return nil
	})
}

// results returns the finished games after the platform's moves in a position, at a
// level and on the same terms.
func (m *MemoryBank) results(b *weiqi.Board, level int) (evidence, error) {
	identity, symmetry := canonical(b)
	results := evidence{}
	err := m.tried(b, symmetry, "SELECT r.move, r.games, r.wins FROM positions p JOIN results r ON r.position = p.id WHERE p.identity = ? AND p.terms = ? AND r.level = ? ORDER BY r.move",
		[]any{identity, termsOf(b), level}, func(move game.Move, t Tried) { results[move] = t })
	return results, err
}

// saveResult adds a finished game to a move of a position.
func saveResult(tx *sql.Tx, b *weiqi.Board, move game.Move, level int, wins float64) error {
	identity, symmetry := canonical(b)
	_, err := tx.Exec(`INSERT INTO results (position, move, level, games, wins) SELECT id, ?, ?, 1, ? FROM positions WHERE identity = ? AND terms = ?
		ON CONFLICT (position, move, level) DO UPDATE SET games = games + 1, wins = wins + excluded.wins`,
		inView(symmetry, move, b.Size()), level, wins, identity, termsOf(b))
	return err
}

// shapes returns what is known of the four corners together.
func (m *MemoryBank) shapes(b *weiqi.Board) (evidence, error) {
	all := evidence{}
	if cornerOf(b.Size()) == 0 {
		return all, nil
	}
	s := b.Stones()
	for corner := range 4 {
		identity, symmetry := cornerShape(s, corner)
		err := m.tried(b, symmetry, "SELECT move, visits, wins FROM shapes WHERE identity = ? ORDER BY move", []any{identity}, func(move game.Move, t Tried) {
			all.count(move, t, 1)
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// meet saves a position that the platform met, with the results of new playouts.
func (m *MemoryBank) meet(b *weiqi.Board, found evidence) error {
	return m.save(b, found, 1, 0)
}

// save adds meetings, playouts of self-learning and their results to a position and
// its corners.
func (m *MemoryBank) save(b *weiqi.Board, found evidence, meetings, learnt int) error {
	identity, symmetry := canonical(b)
	return m.db.write(func(tx *sql.Tx) error {
		var id int64
		err := tx.QueryRow(`INSERT INTO positions (identity, terms, meetings, learnt) VALUES (?, ?, ?, ?)
			ON CONFLICT (identity, terms) DO UPDATE SET meetings = meetings + excluded.meetings, learnt = learnt + excluded.learnt RETURNING id`,
			identity, termsOf(b), meetings, learnt).Scan(&id)
		if err != nil {
			return err
		}
		for _, move := range found.order() {
			t := found[move]
			if _, err := tx.Exec(`INSERT INTO answers (position, move, visits, wins) VALUES (?, ?, ?, ?)
				ON CONFLICT (position, move) DO UPDATE SET visits = visits + excluded.visits, wins = wins + excluded.wins`,
				id, inView(symmetry, move, b.Size()), t.Visits, t.Wins); err != nil {
				return err
			}
		}
		if err := saveTrick(tx, b, found); err != nil {
			return err
		}
		return saveShapes(tx, b, found, shapeWeight)
	})
}

// shapeWeight is the weight of all playouts of a position in its corners' shapes.
const shapeWeight = 10

// saveShapes adds the playouts inside the corners, by their share of all.
func saveShapes(tx *sql.Tx, b *weiqi.Board, found evidence, weight float64) error {
	whole := found.Visits()
	if cornerOf(b.Size()) == 0 || whole == 0 {
		return nil
	}
	for corner := range 4 {
		identity, symmetry := cornerShape(b.Stones(), corner)
		for _, move := range found.order() {
			t := found[move]
			at := inView(symmetry, move, b.Size())
			if move == goban.Pass || !inCorner(goban.Point(at), b.Size()) || t.Visits/whole < shapeLeast {
				continue
			}
			if _, err := tx.Exec(`INSERT INTO shapes (identity, move, visits, wins) VALUES (?, ?, ?, ?)
				ON CONFLICT (identity, move) DO UPDATE SET visits = visits + excluded.visits, wins = wins + excluded.wins`,
				identity, at, weight*t.Visits/whole, weight*t.Wins/whole); err != nil {
				return err
			}
		}
	}
	return nil
}

// shapeLeast is the share of the playouts that makes a move part of a shape.
const shapeLeast = 0.02

// These bound a bank's positions and moves of corner shapes. Games under way may
// exceed them.
const (
	positionsMax  = 200_000
	shapeMovesMax = 400_000
)

// forget makes room when a bound is exceeded. It deletes the positions that were met
// least, and the moves of shapes that were seen least, until a tenth is free. That
// takes seconds, so it is done at the end of a game.
func (m *MemoryBank) forget() error {
	return m.db.write(func(tx *sql.Tx) error {
		for _, table := range []struct {
			name  string
			most  int
			trims []string // the first with how many
		}{
			{"positions", m.positionsMost, []string{
				"DELETE FROM positions WHERE id IN (SELECT id FROM positions ORDER BY meetings, id LIMIT ?)",
				"DELETE FROM answers WHERE position NOT IN (SELECT id FROM positions)",
				"DELETE FROM results WHERE position NOT IN (SELECT id FROM positions)",
			}},
			{"shapes", m.shapeMovesMost, []string{
				"DELETE FROM shapes WHERE (identity, move) IN (SELECT identity, move FROM shapes ORDER BY visits LIMIT ?)",
			}},
			{"lines", m.shapeMovesMost, []string{
				"DELETE FROM lines WHERE (size, line) IN (SELECT size, line FROM lines ORDER BY games, stones DESC LIMIT ?)",
			}},
			{"tricks", m.shapeMovesMost, []string{
				"DELETE FROM tricks WHERE shape IN (SELECT shape FROM tricks ORDER BY seen, lead LIMIT ?)",
			}},
		} {
			var count int
			if err := tx.QueryRow("SELECT count(*) FROM " + table.name).Scan(&count); err != nil {
				return err
			}
			if count <= table.most {
				continue
			}
			args := []any{count - table.most*9/10}
			for _, trim := range table.trims {
				if _, err := tx.Exec(trim, args...); err != nil {
					return err
				}
				args = nil
			}
		}
		return nil
	})
}

// memory is a position of the bank, replayed.
type memory struct {
	Board    *weiqi.Board // Black to move
	Meetings int
	Learnt   int // playouts of self-learning
}

// recurring returns the positions with at least so many meetings and fewer than
// learnt playouts of self-learning, the most met first.
func (m *MemoryBank) recurring(meetings, learnt, most int) (list []memory, err error) {
	type row struct {
		identity, terms string
		memory
	}
	var r row
	var rows []row
	err = m.db.rows("SELECT identity, terms, meetings, learnt FROM positions WHERE meetings >= ? AND learnt < ? ORDER BY meetings DESC, id LIMIT ?",
		[]any{meetings, learnt, most}, []any{&r.identity, &r.terms, &r.Meetings, &r.Learnt}, func() error {
			rows = append(rows, r)
			return nil
		})
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if r.Board, err = replay(r.identity, r.terms); err != nil {
			return nil, m.db.error(err)
		}
		list = append(list, r.memory)
	}
	return list, nil
}

// replay sets up a position from what canonical and termsOf wrote.
func replay(identity, terms string) (*weiqi.Board, error) {
	fields := strings.Fields(identity)
	if len(fields) != 3 {
		return nil, fmt.Errorf("the position %q, expected rows, side and ko", identity)
	}
	o := weiqi.DefaultOptions()
	if _, err := fmt.Sscanf(terms, "%s %f", &o.Scoring, &o.Komi); err != nil && terms != weiqi.ScoreSeed {
		return nil, fmt.Errorf("the terms %q: %w", terms, err)
	}
	// The mover's komi is Black's here, and Komi is White's.
	o.Scoring, o.Komi = strings.Fields(terms)[0], -o.Komi
	return weiqi.New(fields[0]+" "+fields[1]+" 0 0 "+fields[2], o, false)
}

// Count returns the numbers of positions and of shapes of corners.
func (m *MemoryBank) Count() (positions, shapes int, err error) {
	err = m.db.rows("SELECT (SELECT count(*) FROM positions), (SELECT count(DISTINCT identity) FROM shapes)", nil, []any{&positions, &shapes}, func() error { return nil })
	return positions, shapes, err
}

// errUnreadable is a stored game that cannot be replayed.
var errUnreadable = errors.New("a game that cannot be replayed")

package book

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// A position that a book has already only adds to counts. Its row is anywhere in the
// file, so a change there would write a page for a number. What repeated positions add
// is therefore kept beside the rows, in runs as those of the index are: a transaction
// sums up what it adds and appends it in order of the positions, runsMost runs of a
// level become one, and Complete leaves one. Who reads counts adds the runs to the rows.
// Prune and Minimax, which write the rows anyway, put the sums into them.
//
// A run is a range of the table repeats: slot is the run's number and the position's.
// The row whose move is empty is the position itself, the others are moves, of which the
// table moves may have no row.
const repeatsSchema = `
CREATE TABLE repeat_runs (
	id      INTEGER PRIMARY KEY,
	entries INTEGER NOT NULL
);
CREATE TABLE repeats (
	slot   INTEGER NOT NULL, -- repeat_runs.id * 2^40 + positions.id
	move   TEXT    NOT NULL, -- as in moves, '' for the position itself
	count  INTEGER NOT NULL, -- to be added to the row's
	wins   INTEGER NOT NULL,
	draws  INTEGER NOT NULL,
	losses INTEGER NOT NULL,
	eval   INTEGER,          -- as in moves, of the deepest search; it counts where it reached further than the row's
	depth  INTEGER NOT NULL,
	said   INTEGER NOT NULL, -- where this search was: game * 4096 + ply; of equal depths the first counts
	PRIMARY KEY (slot, move)
) WITHOUT ROWID;
`

const (
	positionBits = "40"
	saidPlies    = 1 << 12

	addRepeats   = "INSERT INTO repeats (slot, move, count, wins, draws, losses, eval, depth, said) VALUES "
	oneRepeat    = "((? << " + positionBits + ") + ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	addRepeatRun = "INSERT INTO repeat_runs (id, entries) VALUES (?, ?)"
	nextRepeats  = "SELECT coalesce(max(id), 0) + 1 FROM repeat_runs"
	listRepeats  = "SELECT id, entries FROM repeat_runs ORDER BY id"

	// placeOf is the position of a slot, inRuns all rows of the runs in a JSON list.
	placeOf = "(slot & ((1 << " + positionBits + ") - 1))"
	inRuns  = "json_each(?1) AS r CROSS JOIN repeats ON slot >= r.value << " + positionBits + " AND slot < (r.value + 1) << " + positionBits
	// sumRepeats adds up what rows say of a position or move. SQLite takes eval, depth
	// and said of the row with the greatest rank, and no two rows have the same.
	sumRepeats = "SELECT " + placeOf + " AS place, move, sum(count) AS count, sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses, eval, depth, said," +
		" max(CASE WHEN eval IS NULL THEN 0 ELSE (depth + 1) << 49 END - said) AS rank FROM "
	mergeRepeats = "INSERT INTO repeats SELECT (?2 << " + positionBits + ") + place, move, count, wins, draws, losses, eval, depth, said" +
		" FROM (" + sumRepeats + inRuns + " GROUP BY place, move ORDER BY place, move) WHERE rank IS NOT NULL"
	dropRepeats = "DELETE FROM repeats WHERE slot >= ?1 << " + positionBits + " AND slot < (?1 + 1) << " + positionBits

	// What repeats add to positions and to moves, in SQL.
	repeatedPositions = "SELECT " + placeOf + " AS place, sum(count) AS count, sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses FROM repeats WHERE move = '' GROUP BY place"
	repeatedMoves     = "SELECT count(*) + (SELECT count(*) FROM (SELECT DISTINCT " + placeOf + " AS place, move FROM repeats WHERE move <> '') AS r" +
		" WHERE NOT EXISTS (SELECT 1 FROM moves AS m WHERE m.position = r.place AND m.move = r.move)) FROM moves"
	foldPositions = `UPDATE positions SET count = positions.count + m.count, wins = positions.wins + m.wins, draws = positions.draws + m.draws,
		losses = positions.losses + m.losses FROM (` + repeatedPositions + ") AS m WHERE positions.id = m.place"
	foldMoves = "INSERT INTO moves (position, move, count, wins, draws, losses, eval, depth) SELECT place, move, count, wins, draws, losses, eval, depth" +
		" FROM (" + sumRepeats + "repeats WHERE move <> '' GROUP BY place, move ORDER BY place, move) WHERE rank IS NOT NULL" + ` ON CONFLICT (position, move)
		DO UPDATE SET count = count + excluded.count, wins = wins + excluded.wins, draws = draws + excluded.draws, losses = losses + excluded.losses,
		eval = CASE WHEN excluded.eval IS NULL OR eval IS NOT NULL AND depth >= excluded.depth THEN eval ELSE excluded.eval END,
		depth = CASE WHEN excluded.eval IS NULL OR eval IS NOT NULL AND depth >= excluded.depth THEN depth ELSE excluded.depth END`

	// repeatsAt is what is to be added to the position ?1 and its moves.
	repeatsAt = "repeat_runs CROSS JOIN repeats ON slot = (repeat_runs.id << " + positionBits + ") + ?1"
	// repeatsBetween is what is to be added to the positions of a range.
	repeatsBetween = "SELECT " + placeOf + ", count, wins, draws, losses FROM repeat_runs CROSS JOIN repeats ON slot BETWEEN (repeat_runs.id << " +
		positionBits + ") + ? AND (repeat_runs.id << " + positionBits + ") + ? AND +move = ''"
	// repeatedBetween is what is to be added to the moves of the positions ?1 to ?2.
	repeatedBetween = "SELECT " + placeOf + ", move, count, wins, draws, losses, eval, depth, said FROM repeat_runs CROSS JOIN repeats ON slot BETWEEN" +
		" (repeat_runs.id << " + positionBits + ") + ?1 AND (repeat_runs.id << " + positionBits + ") + ?2 AND move <> ''"

	// The parts of a query of positions, by a JSON list of their ids, with what repeats
	// add to them.
	withRepeats = "WITH ids (place) AS (SELECT value FROM json_each(?)), more AS (SELECT place, sum(count) AS c, sum(wins) AS w, sum(draws) AS d," +
		" sum(losses) AS l FROM ids CROSS JOIN repeat_runs CROSS JOIN repeats ON slot = (repeat_runs.id << " + positionBits + ") + place AND move = '' GROUP BY place) "
	repeatedCounts = "count + coalesce(c, 0), wins + coalesce(w, 0), draws + coalesce(d, 0), losses + coalesce(l, 0)"
	repeatedFrom   = "ids CROSS JOIN positions ON id = ids.place LEFT JOIN more ON id = more.place"
)

// eachRepeat gives what is to be added to the positions from first to last.
func eachRepeat(ctx context.Context, q querier, first, last int64, add func(id int64, more tally)) error {
	var id int64
	var more tally
	return each(ctx, q, repeatsBetween, []any{first, last}, []any{&id, &more.count, &more.wins, &more.draws, &more.losses}, func() error {
		add(id, more)
		return nil
	})
}

// repeat is what is added to a position or a move.
type repeat struct {
	tally
	eval  *int
	depth int
	said  int64
}

// saidAt is where a search was, as a number.
func saidAt(game int64, ply int) int64 { return game*saidPlies + int64(min(ply, saidPlies-1)) }

// add joins what is added twice.
func (r *repeat) add(more repeat) {
	r.tally.add(more.tally)
	if more.eval == nil {
		return
	}
	if r.eval == nil || more.depth > r.depth || more.depth == r.depth && more.said < r.said {
		r.eval, r.depth, r.said = more.eval, more.depth, more.said
	}
}

// repeatKey is a position, or a move of it.
type repeatKey struct {
	position int64
	move     string // "" for the position
}

// repeats are the repeated positions as the writer has them. Its methods run within
// the writer's transaction, at the end of which flush is called.
type repeats struct {
	*session
	pending map[repeatKey]repeat // that no run has yet
}

// add adds to a position or a move.
func (r *repeats) add(position int64, move string, more repeat) error {
	if len(r.pending) >= pendingMost {
		if err := r.flush(); err != nil {
			return err
		}
	}
	if r.pending == nil {
		r.pending = map[repeatKey]repeat{}
	}
	key := repeatKey{position, move}
	have := r.pending[key]
	have.add(more)
	r.pending[key] = have
	return nil
}

// forget drops what a transaction that failed has left in memory.
func (r *repeats) forget() { r.pending = nil }

// flush makes a run of what is pending, and merges what has become too many runs.
func (r *repeats) flush() error {
	if len(r.pending) == 0 {
		return nil
	}
	var id int64
	if err := r.query(nextRepeats, nil, &id); err != nil {
		return err
	}
	keys := slices.SortedFunc(maps.Keys(r.pending), func(a, b repeatKey) int {
		return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.move, b.move))
	})
	const atOnce = 16 // a statement for each row costs more than the row
	for part := range slices.Chunk(keys, atOnce) {
		args := make([]any, 0, 10*atOnce)
		for _, key := range part {
			p := r.pending[key]
			args = append(args, id, key.position, key.move, p.count, p.wins, p.draws, p.losses, p.eval, p.depth, p.said)
		}
		if err := r.exec(addRepeats+oneRepeat+strings.Repeat(", "+oneRepeat, len(part)-1), args...); err != nil {
			return err
		}
	}
	r.pending = nil
	if err := r.exec(addRepeatRun, id, len(keys)); err != nil {
		return err
	}
	for {
		runs, err := r.runs()
		if err != nil {
			return err
		}
		if runs = crowded(runs); runs == nil {
			return nil
		}
		if err := r.merge(runs); err != nil {
			return err
		}
	}
}

// runs reads the table repeat_runs.
func (r *repeats) runs() (list []run, err error) {
	var one run
	err = r.rows(listRepeats, nil, []any{&one.id, &one.entries}, func() error {
		list = append(list, one)
		return nil
	})
	return list, err
}

// merge writes one run in place of several.
func (r *repeats) merge(runs []run) error {
	var ids []int64
	for _, one := range runs {
		ids = append(ids, one.id)
	}
	var id, entries int64
	if err := r.query(nextRepeats, nil, &id); err != nil {
		return err
	}
	stmt, err := r.statement(mergeRepeats)
	if err != nil {
		return err
	}
	written, err := stmt.ExecContext(background, string(mustJSON(ids)), id)
	if err == nil {
		entries, err = written.RowsAffected()
	}
	for _, old := range ids {
		if err == nil {
			err = r.exec(dropRepeats, old)
		}
		if err == nil {
			err = r.exec("DELETE FROM repeat_runs WHERE id = ?", old)
		}
	}
	if err != nil {
		return err
	}
	return r.exec(addRepeatRun, id, entries)
}

// compact makes one run of all.
func (r *repeats) compact() error {
	if err := r.flush(); err != nil {
		return err
	}
	runs, err := r.runs()
	if err != nil || len(runs) < 2 {
		return err
	}
	return r.merge(runs)
}

// fold puts the sums into the rows of positions and moves.
func (r *repeats) fold() error {
	if err := r.flush(); err != nil {
		return err
	}
	for _, text := range []string{foldPositions, foldMoves, "DELETE FROM repeats", "DELETE FROM repeat_runs"} {
		if err := r.exec(text); err != nil {
			return err
		}
	}
	return nil
}

package book

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/plainfile"
)

// Writer fills a book file for a generation: it stores games, processes their
// positions, grows the tree of a breadth-first job and stores evaluations. One
// goroutine uses it at a time. Its methods take no context: a cancelled job ends
// between transactions, not within one.
type Writer struct {
	path string
	db   *sql.DB
	held *plainfile.Lock
	*session
	job     Job
	index   index
	games   index // of people's games, by what they are
	repeats repeats
	queue   []sample         // to be settled
	shown   map[int64]string // identities of positions by id, of some that have come again
	coming  []int64          // keys of samples that come later, in order
	ready   int              // samples that come before them, whose identities are shown

	version int64 // of the file, until something is written

	nextID   int64 // of the next position
	nextNode int64 // id of the next node of the tree
}

// NewWriter makes a new book file for a job with these initial positions. A file
// that is there already is ErrExists; one that another writer holds is ErrBusy.
func NewWriter(path string, job Job, initials []string) (*Writer, error) {
	held, err := lock(path, 0)
	if err != nil {
		return nil, err
	}
	// O_EXCL reserves the name before SQLite opens the file.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		held.Release()
		if errors.Is(err, os.ErrExist) {
			return nil, fmt.Errorf("%w: %s, expected a new path, or resume to go on with it", ErrExists, path)
		}
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err := begin(f); err != nil {
		removeFiles(path)
		held.Release()
		return nil, err
	}
	w, err := connected(path, held, func(w *Writer) error { return w.fill(job, initials) })
	if err != nil {
		removeFiles(path)
	}
	return w, err
}

// ResumeWriter opens the book file of a job that goes on. Where none is, or one
// that was killed before it was a book, it makes one; fresh says so. The caller
// compares the job of the file with its own.
func ResumeWriter(path string, job Job, initials []string) (w *Writer, fresh bool, err error) {
	empty := false
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		w, err = NewWriter(path, job, initials)
		return w, true, err
	case err != nil:
		return nil, false, fmt.Errorf("%w: %w", ErrFile, err)
	case !info.Mode().IsRegular() || info.Size() > 0:
		if err := checkHeader(path); err != nil {
			return nil, false, err
		}
	default:
		empty = true
	}
	held, err := lock(path, 0)
	if err != nil {
		return nil, false, err
	}
	if empty {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			err = begin(f)
		}
		if err != nil {
			held.Release()
			return nil, false, fmt.Errorf("%w: %w", ErrFile, err)
		}
	}
	w, err = connected(path, held, func(w *Writer) error {
		// An empty file, or an SQLite file without any table, cannot hold anything
		// of the user's.
		var tables, application int64
		if err := w.query("SELECT count(*) FROM sqlite_schema", nil, &tables); err != nil {
			return fileError(path, err)
		}
		if err := w.query("PRAGMA application_id", nil, &application); err != nil {
			return fileError(path, err)
		}
		if fresh = tables == 0 && application == 0; fresh {
			return w.fill(job, initials)
		}
		return w.adopt()
	})
	return w, fresh, err
}

// begin makes an empty file a database whose pages have checksums.
func begin(f *os.File) error {
	_, err := f.Write(pagesum.NewFile())
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	return nil
}

// changesWait is how long a change waits for another writer: most are short.
const changesWait = 10 * time.Second

// lock takes the lock beside a book, so that a second writer is told at once who is at the
// file, before it does work that could not be kept. A file that a writer holds for longer
// than wait is ErrBusy.
func lock(path string, wait time.Duration) (*plainfile.Lock, error) {
	held, err := plainfile.Take(realPath(path)+"-lock", wait)
	switch {
	case errors.Is(err, plainfile.ErrHeld):
		return nil, fmt.Errorf("%w: %s is %w", ErrBusy, path, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return held, nil
}

// openWriter opens a book file for writing.
func openWriter(path string) (*Writer, error) {
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	held, err := lock(path, changesWait)
	if err != nil {
		return nil, err
	}
	return connected(path, held, (*Writer).adopt)
}

// connected opens the one connection of a writer and lets f make it ready. The lock
// becomes the writer's.
func connected(path string, held *plainfile.Lock, f func(*Writer) error) (*Writer, error) {
	db, err := openDB(path, "rwc")
	if err != nil {
		held.Release()
		return nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(background)
	if err != nil {
		db.Close()
		held.Release()
		return nil, fileError(path, err)
	}
	s := &session{path, conn, map[string]*sql.Stmt{}}
	w := &Writer{path: path, db: db, held: held, session: s, version: userVersion,
		index: index{session: s, kind: kindPositions}, games: index{session: s, kind: kindGames}, repeats: repeats{session: s}}
	if err := f(w); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// fill writes the schema and the job into an empty file.
func (w *Writer) fill(job Job, initials []string) error {
	w.job = job
	if err := w.prepare(); err != nil {
		return err
	}
	return w.Update(func() error {
		if _, err := w.conn.ExecContext(background, schema+indexSchema+repeatsSchema); err != nil {
			return err
		}
		if err := w.catalogue(); err != nil {
			return err
		}
		if err := w.exec(`INSERT INTO job (id, game, rules, preset, options, seed, repeatable, dedupe, mirror, sanity, planned)
			VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, job.Game, job.Rules, job.Preset, job.Options, int64(job.Seed),
			job.Repeatable, job.Dedupe, job.Mirror, job.Sanity, job.Planned); err != nil {
			return err
		}
		for i, position := range initials {
			if err := w.exec("INSERT INTO initials (id, position) VALUES (?, ?)", i, position); err != nil {
				return err
			}
		}
		// The marks come last: with them the file is a book.
		_, err := w.conn.ExecContext(background, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, userVersion))
		return err
	})
}

// adopt makes sure that the file is a book and reads where it stands.
func (w *Writer) adopt() error {
	version, err := checkSchema(w.path, func(q string, dest ...any) error { return w.query(q, nil, dest...) })
	if err != nil {
		return err
	}
	w.version = version
	if err := w.prepare(); err != nil {
		return err
	}
	if w.job, err = readJob(background, w.conn, w.path); err == nil {
		err = w.query("SELECT (SELECT coalesce(max(id) + 1, 0) FROM positions), (SELECT coalesce(max(id) + 1, 0) FROM nodes)", nil, &w.nextID, &w.nextNode)
	}
	return fileError(w.path, err)
}

// pageLimit is the greatest number of pages of a file, 0 for any number: tests
// use it to imitate a full disk.
var pageLimit int

// prepare makes the connection one that writes. It changes the file, so the file
// must be known to be a book first.
func (w *Writer) prepare() error {
	// NORMAL: a killed process loses nothing that was committed. A power cut may
	// lose the last commits, but never the file.
	pragmas := []string{"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"}
	if pageLimit > 0 {
		pragmas = append(pragmas, fmt.Sprintf("PRAGMA max_page_count = %d", pageLimit))
	}
	for _, pragma := range pragmas {
		if _, err := w.conn.ExecContext(background, pragma); err != nil {
			return fileError(w.path, err)
		}
	}
	return nil
}

// removeFiles removes a book file and what SQLite keeps beside it.
func removeFiles(path string) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(path + suffix)
	}
}

// Path is where the file is.
func (w *Writer) Path() string { return w.path }

// Job is what the file says of its job now.
func (w *Writer) Job() Job { return w.job }

// Close merges the log into the file and closes it.
func (w *Writer) Close() error {
	if w.session == nil {
		return nil
	}
	w.close()
	err := w.db.Close()
	w.session = nil
	w.held.Release()
	return fileError(w.path, err)
}

// Update runs f in a transaction: either all that it writes is kept, or nothing.
func (w *Writer) Update(f func() error) error {
	if from := w.version; from < userVersion {
		w.version = userVersion
		if err := w.upgrade(from); err != nil {
			w.version = from
			return err
		}
	}
	if _, err := w.conn.ExecContext(background, "BEGIN IMMEDIATE"); err != nil {
		return fileError(w.path, err)
	}
	before := *w
	err := f()
	for _, flush := range []func() error{w.index.flush, w.games.flush, w.repeats.flush} {
		if err == nil {
			err = flush()
		}
	}
	if err == nil {
		_, err = w.conn.ExecContext(background, "COMMIT")
	}
	if err != nil {
		*w = before
		w.forget()
		w.conn.ExecContext(background, "ROLLBACK") // SQLite may have done so itself
		return fileError(w.path, err)
	}
	return nil
}

// forget drops what is in memory of positions that are not in the file after all.
func (w *Writer) forget() {
	w.index.forget()
	w.games.forget()
	w.repeats.forget()
	w.shown, w.coming, w.ready = nil, nil, 0
}

// upgrade makes a file of an earlier version one of this version, in one transaction.
func (w *Writer) upgrade(from int64) error {
	var told *drawn
	if from == firstVersion {
		var err error
		if told, err = tellDraws(background, w.conn, w.path, &w.job); err != nil {
			return err
		}
	}
	return w.Update(func() error {
		if told != nil {
			if err := w.takeDraws(told); err != nil {
				return err
			}
		}
		if err := w.upgradeIndex(from); err != nil {
			return err
		}
		if from < valuesVersion {
			if err := w.all(valuesAdded...); err != nil {
				return err
			}
		}
		if err := w.noteAll(); err != nil {
			return err
		}
		if err := w.all(repeatsSchema, fmt.Sprintf("PRAGMA user_version = %d", userVersion)); err != nil {
			return err
		}
		return w.catalogue()
	})
}

// valuesAdded gives a file of before valuesVersion the columns of Minimax.
var valuesAdded = []string{
	"ALTER TABLE positions ADD COLUMN value INTEGER", "ALTER TABLE positions ADD COLUMN value_rate REAL",
	"ALTER TABLE positions ADD COLUMN value_depth INTEGER", "ALTER TABLE positions ADD COLUMN value_engine TEXT",
	"ALTER TABLE positions ADD COLUMN value_best TEXT", "ALTER TABLE moves ADD COLUMN value INTEGER",
	"ALTER TABLE moves ADD COLUMN value_rate REAL", "ALTER TABLE moves ADD COLUMN value_depth INTEGER",
	"ALTER TABLE moves ADD COLUMN value_engine TEXT", "ALTER TABLE job ADD COLUMN backed INTEGER NOT NULL DEFAULT 0",
}

// upgradeIndex gives a file of an earlier version the index of this one, which takes
// about a second a million positions.
func (w *Writer) upgradeIndex(from int64) error {
	if from < indexedVersion {
		if err := w.all(indexSchema); err != nil {
			return err
		}
		if err := w.index.build(allPositions); err != nil { // by positions_key
			return err
		}
		return w.all("DROP INDEX positions_key")
	}
	if err := w.all("ALTER TABLE runs ADD COLUMN kind INTEGER NOT NULL DEFAULT 0", "ALTER TABLE runs ADD COLUMN filter INTEGER NOT NULL DEFAULT 0",
		"ALTER TABLE runs ADD COLUMN filters INTEGER NOT NULL DEFAULT 0", filterSchema); err != nil {
		return err
	}
	runs, err := w.index.runs()
	if err == nil && len(runs) > 0 {
		err = w.index.mergeRuns(runs)
	}
	return err
}

// note remembers a game of people's, so that it is not added again.
func (w *Writer) note(g *Game) error {
	sides, err := w.job.sides()
	if err != nil {
		return err
	}
	key, ok := g.named(sides)
	if !ok {
		return nil
	}
	if len(w.games.pending) >= pendingMost {
		err = w.games.flush()
	}
	w.games.insert(key, g.ID)
	return err
}

// noted says whether the book has a game of people's.
func (w *Writer) noted(g *Game) (bool, error) {
	sides, err := w.job.sides()
	if err != nil {
		return false, err
	}
	key, ok := g.named(sides)
	if !ok {
		return false, nil
	}
	ids, err := w.games.find(key)
	for _, id := range ids {
		var have Game
		var seed int64
		if err := w.query(findGame, []any{id}, have.columns(&seed)...); errors.Is(err, sql.ErrNoRows) {
			continue // pruned
		} else if err != nil {
			return false, err
		}
		if have.same(g) {
			return true, nil
		}
	}
	return false, err
}

// noteAll remembers every game of people's.
func (w *Writer) noteAll() error {
	for g, err := range games(background, w.conn, w.path, 0, " AND tags <> ''") {
		if err == nil {
			err = w.note(g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// catalogue writes the copy of SQLite's list of tables anew. They begin elsewhere after
// a VACUUM.
func (w *Writer) catalogue() error { return w.all(catalogSchema, "DELETE FROM catalog", fillCatalog) }

// all executes statements.
func (w *Writer) all(texts ...string) error {
	for _, text := range texts {
		if _, err := w.conn.ExecContext(background, text); err != nil {
			return err
		}
	}
	return nil
}

// takeDraws gives a file of the first version the columns of the second and the draws
// that are told of it.
func (w *Writer) takeDraws(told *drawn) error {
	// Draws wait below zero until they are told.
	err := w.all("ALTER TABLE positions ADD COLUMN nodes INTEGER", "ALTER TABLE positions ADD COLUMN proven TEXT",
		"ALTER TABLE positions ADD COLUMN proof TEXT", "UPDATE positions SET draws = -draws", "UPDATE moves SET draws = -draws")
	if err != nil {
		return err
	}
	for k, n := range told.counts {
		if k.move == "" {
			err = w.exec("UPDATE positions SET draws = min(-draws, ?) WHERE id = ?", n, k.position)
		} else {
			err = w.exec("UPDATE moves SET draws = min(-draws, ?) WHERE position = ? AND move = ?", n, k.position, k.move)
		}
		if err != nil {
			return err
		}
	}
	return w.all("UPDATE positions SET draws = 0 WHERE draws < 0", "UPDATE moves SET draws = 0 WHERE draws < 0")
}

// saveCounts writes how far the processing has come. from is the number of games
// processed when the transaction began: another value in the file means that
// another process writes to it.
func (w *Writer) saveCounts(from int64) error {
	stmt, err := w.statement(`UPDATE job SET planned = ?, processed = ?, records = ?, candidates = ?, duplicates = ?,
		transpositions = ?, grown = ?, repeatable = ? WHERE processed = ?`)
	if err != nil {
		return err
	}
	j := &w.job
	r, err := stmt.ExecContext(background, j.Planned, j.Processed, j.Records, j.Candidates, j.Duplicates, j.Transpositions, j.Grown, j.Repeatable, from)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n != 1 {
		return fmt.Errorf("%w: %s", ErrBusy, w.path)
	}
	return nil
}

// Plan sets how many games the job has: a breadth-first one knows when its tree
// is complete.
func (w *Writer) Plan(games int64) error {
	return w.Update(func() error {
		w.job.Planned = games
		return w.saveCounts(w.job.Processed)
	})
}

// pruned is a kind of searches: a mark that moves were taken out of positions that stay.
const pruned = "pruned"

// searched says whether searches of a kind are stored.
func (w *Writer) searched(kind string) (bool, error) {
	var n int64
	err := w.query("SELECT count(*) FROM sqlite_schema WHERE name = 'searches'", nil, &n)
	if err == nil && n > 0 {
		err = w.query("SELECT count(*) FROM (SELECT 1 FROM searches WHERE kind = ? LIMIT 1)", []any{kind}, &n)
	}
	return n > 0, fileError(w.path, err)
}

// Complete marks the job as done.
func (w *Writer) Complete() error {
	return w.Update(func() error {
		w.job.Complete = true
		if err := errors.Join(w.index.compact(), w.repeats.compact()); err != nil {
			return err
		}
		done := "DROP TABLE IF EXISTS searches"
		if thinned, err := w.searched(pruned); err != nil {
			return err
		} else if thinned {
			done = "DELETE FROM searches WHERE kind <> '" + pruned + "'"
		}
		if err := errors.Join(w.all(done, "DROP TABLE IF EXISTS leaves"), w.catalogue()); err != nil {
			return err
		}
		return w.exec("UPDATE job SET complete = 1")
	})
}

// Initials are the initial positions in the file.
func (w *Writer) Initials() ([]string, error) {
	var list []string
	var position string
	err := w.rows("SELECT position FROM initials ORDER BY id", nil, []any{&position}, func() error {
		list = append(list, position)
		return nil
	})
	return list, fileError(w.path, err)
}

// Counts are the numbers of games and nodes of a job under way.
type Counts struct {
	Games   int64  // that have ended
	Failed  int64  // of these, ended by an engine's fault
	Failure string // the first of the faults
	Decided int64  // nodes of the tree that have been searched
}

// Counts counts what the file holds.
func (w *Writer) Counts() (c Counts, err error) {
	err = w.query(`SELECT count(*), coalesce(sum(failure <> ''), 0),
		coalesce((SELECT failure FROM games WHERE failure <> '' ORDER BY id LIMIT 1), ''),
		(SELECT count(*) FROM nodes WHERE decision <> '') FROM games`, nil, &c.Games, &c.Failed, &c.Failure, &c.Decided)
	return c, fileError(w.path, err)
}

// Summary counts what the file holds.
func (w *Writer) Summary() (Summary, error) {
	s, err := summarize(background, w.conn, w.path)
	return s, fileError(w.path, err)
}

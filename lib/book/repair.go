package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/job"
)

// repairSchema names the JSON of a Repaired.
const repairSchema = "qikit/book-repair/1"

// Repaired says what was saved of a damaged book.
type Repaired struct {
	Schema    string `json:"schema"`
	Path      string `json:"path"` // of the new file
	Games     int64  `json:"games"`
	Positions int64  `json:"positions"`
	Moves     int64  `json:"moves"`
	Lost      int64  `json:"lost"`      // stretches of rows that could not be read
	Missing   int64  `json:"missing"`   // positions that the old file counts and the new one has not
	Orphans   int64  `json:"orphans"`   // positions that could be read and whose game is lost; they are left out
	Uncounted bool   `json:"uncounted"` // some of what repeated positions add to counts is lost: counts are lower than they were
	Complete  bool   `json:"complete"`  // nothing was lost: the new file says what the old one said
}

// JSON writes the report as an object with a field schema.
func (r Repaired) JSON() []byte { return mustJSON(r) }

// Repair writes what can be read of a book file into a new one, whose pages all have
// checksums. Of a sound file it makes a copy that says the same; a book without
// checksums gets some so. The file itself does not change. When something was lost, the
// new book is no longer repeatable, and its job counts as done: it can be looked up,
// exported, merged and added to, and not be resumed. A file that is there already is
// ErrExists; where nothing can be saved, because nothing tells where tables begin, the
// error is ErrCorrupt. progress may be nil.
func Repair(ctx context.Context, path, out string, progress func(Progress)) (Repaired, error) {
	r := Repaired{Schema: repairSchema, Path: out}
	s := salvage{ctx: ctx, path: path, clock: NewClock(progress), report: &r}
	defer s.close()
	if err := s.begin(); err != nil {
		return r, err
	}
	held, err := lock(out, 0)
	if err != nil {
		return r, err
	}
	if err := newFile(out); err != nil {
		held.Release()
		return r, err
	}
	s.to, err = connected(out, held, func(w *Writer) error {
		if err := w.prepare(); err != nil {
			return err
		}
		return w.Update(func() error {
			_, err := w.conn.ExecContext(background, strings.Join(s.tables, ";"))
			return err
		})
	})
	if err == nil {
		err = errors.Join(s.run(), s.to.Close())
	}
	if err != nil {
		removeFiles(out)
		return Repaired{Schema: repairSchema, Path: out}, err
	}
	s.clock.Finish()
	return r, nil
}

// begin opens the file and reads what tables it has; where that is lost, it looks for
// them on all pages.
func (s *salvage) begin() error {
	err := checkHeader(s.path)
	if err == nil {
		err = s.open()
	}
	if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNoBook) {
		return err
	}
	page, ok := lostSchema(s.ctx, s.path)
	if !ok {
		return err
	}
	s.close()
	s.shown = pagesum.Overlay(realPath(s.path), page)
	s.report.Lost++
	return s.open()
}

// open opens the file and reads its schema.
func (s *salvage) open() (err error) {
	// With this pragma SQLite reads what there is of a file that is cut short. Others,
	// which it would read the file for, must not come before it.
	if s.from, err = connect(s.path, "mode=ro&_pragma=writable_schema(1)"); err != nil {
		return err
	}
	s.names, s.tables, s.indexes = nil, nil, map[string]string{}
	return s.schema()
}

// close closes the file and leaves it as it was.
func (s *salvage) close() {
	if s.from != nil {
		s.from.Close()
		s.from = nil
	}
	if s.shown != nil {
		s.shown()
		s.shown = nil
	}
	tidy(s.path, false)
}

// salvage copies a book that may be damaged, without knowing what its columns mean.
type salvage struct {
	ctx    context.Context
	path   string
	from   *sql.DB
	to     *Writer
	clock  *Clock
	report *Repaired

	names, tables []string          // of the tables, and the statements that make them
	indexes       map[string]string // the statements that make the indexes, by table
	version       int64             // of the file
	shown         func()            // ends what is shown in place of the first page; nil for nothing
}

// schema reads the statements that make the tables and indexes of the file, and its marks.
func (s *salvage) schema() error {
	var kind, table, text string
	err := each(s.ctx, s.from, "SELECT type, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", nil, []any{&kind, &table, &text}, func() error {
		if kind == "table" {
			s.names, s.tables = append(s.names, table), append(s.tables, text)
		} else {
			s.indexes[table] = text
		}
		return nil
	})
	if err != nil {
		return requestError(s.ctx, s.path, err)
	}
	var application int64
	err = errors.Join(s.from.QueryRow("PRAGMA application_id").Scan(&application), s.from.QueryRow("PRAGMA user_version").Scan(&s.version))
	if err != nil {
		return fileError(s.path, err)
	}
	if application != applicationID {
		return notABook(s.path, application)
	}
	if s.version > userVersion {
		return newerVersion(s.path, s.version)
	}
	return nil
}

// run copies every table.
func (s *salvage) run() error {
	s.clock.Enter("repair")
	for _, table := range s.names {
		key := "id"
		switch table {
		case "moves":
			key = "position"
		case "repeats":
			key = "slot"
		case "drops":
			key = "reason"
		case "leaves":
			key = "node"
		case "catalog": // of the other file
			continue
		case "searches":
			for _, kind := range []string{again, pruned, searchOfNode, searchOfPosition} {
				if _, err := s.copy(table, "key", "kind = '"+kind+"' AND "); err != nil {
					return err
				}
			}
			continue
		}
		lost := s.report.Lost
		n, err := s.copy(table, key, "")
		if err != nil {
			return err
		}
		switch table {
		case "job":
			if n != 1 {
				return fmt.Errorf("%w: %s: what the book says of its job is lost, and with it how to read the rest", ErrCorrupt, s.path)
			}
		case "games":
			s.report.Games = n
		case "repeats":
			s.report.Uncounted = s.report.Lost > lost
		}
	}
	return s.finish()
}

// finish leaves out what cannot be read without what is lost, says of the job what is
// true of it now, and makes the indexes.
func (s *salvage) finish() error {
	s.report.Complete = s.report.Lost == 0
	return s.to.Update(func() error {
		var records int64
		if err := s.to.query("SELECT records FROM job", nil, &records); err != nil {
			return err
		}
		if !s.report.Complete {
			if err := s.leaveOut(); err != nil {
				return err
			}
		}
		if err := s.to.all(append(slices.Collect(maps.Values(s.indexes)), fmt.Sprintf("PRAGMA application_id = %d", applicationID),
			fmt.Sprintf("PRAGMA user_version = %d", s.version))...); err != nil {
			return err
		}
		if s.version >= repeatsVersion {
			if err := s.to.catalogue(); err != nil {
				return err
			}
		}
		err := s.to.query("SELECT count(*), (SELECT count(*) FROM moves) FROM positions", nil, &s.report.Positions, &s.report.Moves)
		s.report.Missing = max(0, records-s.report.Positions)
		return err
	})
}

// leaveOut removes what hangs on what is lost. What leads to positions is made anew, as
// a file of this version has it.
func (s *salvage) leaveOut() error {
	r, err := s.to.conn.ExecContext(background, "DELETE FROM positions WHERE game NOT IN (SELECT id FROM games)")
	if err != nil {
		return err
	}
	if s.report.Orphans, err = r.RowsAffected(); err != nil {
		return err
	}
	if err := s.to.all("DELETE FROM moves WHERE position NOT IN (SELECT id FROM positions)",
		"UPDATE job SET repeatable = 0, complete = 1, records = (SELECT count(*) FROM positions)"); err != nil {
		return err
	}
	if slices.Contains(s.names, "searches") { // the job will not go on
		if err := s.to.exec("DELETE FROM searches WHERE kind <> ?", pruned); err != nil {
			return err
		}
	}
	if s.version < indexedVersion {
		return nil
	}
	if s.version >= repeatsVersion {
		err = s.to.all("DELETE FROM repeats WHERE "+placeOf+" NOT IN (SELECT id FROM positions)", "DROP TABLE filters", "DELETE FROM repeat_runs",
			"INSERT INTO repeat_runs SELECT slot >> "+positionBits+", count(*) FROM repeats GROUP BY 1")
	} else {
		err = s.to.all(repeatsSchema)
	}
	if err == nil && s.version < valuesVersion {
		err = s.to.all(valuesAdded...)
	}
	if err != nil {
		return err
	}
	s.version = userVersion
	delete(s.indexes, "keys")
	delete(s.indexes, "filters")
	if err := s.to.all("DROP TABLE runs", "DROP TABLE keys", indexSchema); err != nil {
		return err
	}
	if s.to.job, err = readJob(background, s.to.conn, s.to.path); err != nil {
		return err
	}
	return errors.Join(s.to.index.build(allPositions), s.to.noteAll())
}

// rowsMost bounds the rows of a transaction.
const rowsMost = 10_000

// copy copies a table in order of a column that its B-tree is sorted by, and passes
// over what cannot be read. where is a condition in SQL that ends in AND, or "".
func (s *salvage) copy(table, key, where string) (copied int64, err error) {
	numbered := key != "reason" && key != "key"
	last, compare := any(""), ">=" // the key may be ""
	if numbered {
		last, compare = int64(-1<<62), ">"
	}
	for {
		n, reached, err := s.copySome(table, key, where+key+" "+compare, last)
		copied += n
		if reached != nil {
			last, compare = reached, ">"
		}
		if s.ctx.Err() != nil {
			return copied, context.Cause(s.ctx)
		}
		switch {
		case err == nil && n == 0:
			return copied, nil
		case err == nil:
			s.clock.Step(0, n)
		case !lostPage(err):
			return copied, fileError(s.path, err)
		case n == 0 && compare == ">=" && numbered:
			compare = ">" // the row begins on a page that is whole, and goes on on a damaged one
		default:
			s.report.Lost++
			if !numbered {
				return copied, nil
			}
			next, ok := s.readableAfter(table, key, last.(int64))
			if !ok {
				return copied, nil
			}
			last, compare = next, ">="
		}
	}
}

// lostPage says whether an error is of damage in the file read.
func lostPage(err error) bool {
	var e *readError
	return errors.As(err, &e) && errors.Is(e.translated, ErrCorrupt)
}

// readError is an error of the damaged file, not of the new one.
type readError struct{ translated error }

func (e *readError) Error() string { return e.translated.Error() }

// copySome copies up to rowsMost rows after a key in one transaction, and returns the
// last key whose rows are all there. where is the condition before the key.
func (s *salvage) copySome(table, key, where string, last any) (n int64, reached any, err error) {
	failed := s.to.Update(func() error {
		rows, fault := s.from.QueryContext(s.ctx, fmt.Sprintf("SELECT * FROM %s WHERE %s ? ORDER BY %s LIMIT %d", table, where, key, rowsMost), last)
		if fault != nil {
			err = s.readFailed(fault)
			return nil
		}
		defer rows.Close()
		names, fault := rows.Columns()
		if fault != nil {
			return fault
		}
		at := slices.Index(names, key)
		insert := fmt.Sprintf("INSERT OR IGNORE INTO %s (%s) VALUES (?%s)", table, strings.Join(names, ", "), strings.Repeat(", ?", len(names)-1))
		values, dest := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			dest[i] = &values[i]
		}
		for rows.Next() {
			if fault := rows.Scan(dest...); fault != nil {
				return fault
			}
			if reached = values[at]; n == rowsMost-1 && (table == "moves" || table == "repeats") {
				// The rest of this key's rows may be in the next batch: begin there again.
				reached = values[at].(int64) - 1
			}
			if err := s.to.exec(insert, values...); err != nil {
				return err
			}
			n++
		}
		if fault := rows.Err(); fault != nil {
			err = s.readFailed(fault)
		}
		return nil
	})
	if failed != nil {
		return 0, nil, failed
	}
	return n, reached, err
}

func (s *salvage) readFailed(err error) error {
	return &readError{requestError(s.ctx, s.path, err)}
}

// readableAfter is the least key after a stretch that cannot be read; false where
// nothing follows.
func (s *salvage) readableAfter(table, key string, last int64) (next int64, ok bool) {
	// readable is the first key from at on; found says that there is one, err that a
	// damaged page is in the way.
	readable := func(at int64) (first int64, found bool, err error) {
		err = s.from.QueryRowContext(s.ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s >= ? ORDER BY %s LIMIT 1", key, table, key, key), at).Scan(&first)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, false, nil
		}
		return first, err == nil, err
	}
	bad := max(last, -1)
	step := int64(1)
	for tries := 1; ; tries++ {
		first, found, err := readable(bad + step)
		if err == nil {
			next, ok = first, found
			break
		}
		if bad += step; bad > 1<<62 || s.ctx.Err() != nil {
			return 0, false
		}
		if tries > stepsMost {
			step *= 2
		}
	}
	for good := bad + step; bad+1 < good; { // after longer steps
		middle := bad + (good-bad)/2
		if first, found, err := readable(middle); err != nil {
			bad = middle
		} else if good = middle; found {
			next, ok = first, true
		}
	}
	return next, ok
}

// stepsMost is how far a damaged stretch is searched row by row, so that nothing between
// two damaged pages is passed over. Longer stretches hang on a damaged inner page.
const stepsMost = 1 << 12

// newFile makes an empty database under a new name.
func newFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%w: %s, expected a new path", ErrExists, path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	return begin(f)
}

// RepairWork is Repair as the work of a job.
func RepairWork(path, out string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Repaired, error) {
		return Repair(ctx, path, out, progress)
	}, nil)
}

package book

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"

	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/sqlite"
	"qikit.dev/qikit/lib/game"
)

// readers is how many goroutines read a book file at once; more wait.
const readers = 4

// Book is an open book file. Its methods may be called from any goroutine;
// reading goes on while something is added.
type Book struct {
	path string
	db   *sql.DB
	job  Job
	ask  atomic.Pointer[questions]
	told func() (*drawn, error) // of a file of the first version

	closed    atomic.Bool // or about to be: what fails then is no damage
	writing   sync.Mutex  // one change at a time
	changed   bool        // something was
	preparing sync.Mutex  // guards retired, and the step to a new version
	retired   []*questions
}

// Open opens a book file, also one that a generation is still filling. The error
// wraps ErrFile (and fs.ErrNotExist), ErrNoBook, ErrCorrupt or
// ErrVersion. It costs a few milliseconds whatever the size.
func Open(path string) (*Book, error) {
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	b, err := open(path, "ro")
	if errors.Is(err, ErrFile) {
		// On a medium that cannot be written there is no log beside the file:
		// the file is complete and does not change.
		b, err = open(path, "ro&immutable=1")
	}
	return b, err
}

func open(path, mode string) (*Book, error) {
	db, err := openDB(path, mode)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	b := &Book{path: path, db: db}
	if err := b.prepare(); err != nil {
		db.Close()
		return nil, err
	}
	return b, nil
}

func (b *Book) prepare() error {
	version, err := checkSchema(b.path, func(q string, dest ...any) error { return b.db.QueryRow(q).Scan(dest...) })
	if err != nil {
		return err
	}
	if b.job, err = readJob(context.Background(), b.db, b.path); err != nil {
		return fileError(b.path, err)
	}
	if _, err := game.Lookup(b.job.Game); err != nil {
		return fmt.Errorf("%s: %w", b.path, err)
	}
	if version == firstVersion {
		b.told = sync.OnceValues(func() (*drawn, error) { return tellDraws(context.Background(), b.db, b.path, &b.job) })
	}
	return b.prepareQuestions(version)
}

// questions are what look-ups ask a file of a version.
type questions struct {
	version int64
	find    *sql.Stmt // blocks of the index by key; nil for a file without it
	read    *sql.Stmt // positions by ids, or by key where there is no index
	list    *sql.Stmt // moves of a position; the same move again where repeats add to it
	stretch string    // the same of the positions from one to another, without values of Minimax
}

func (b *Book) prepareQuestions(version int64) error {
	found, values, of := foundColumns, "value, value_rate, value_depth, value_engine, value_best", "value, value_rate, value_depth, value_engine"
	backed, nodes := "(SELECT backed FROM job)", "nodes"
	if version < valuesVersion {
		values, of, backed = "NULL, NULL, NULL, NULL, NULL", "NULL, NULL, NULL, NULL", "0"
	}
	if version == firstVersion {
		found, nodes = firstFoundColumns, "NULL"
	}
	find, with, counts, from := oldFindBlocks, "", "count, wins, draws, losses", "positions WHERE id IN (SELECT value FROM json_each(?))"
	list := "SELECT move, count, wins, draws, losses, eval, depth, -1, " + of + ", " + backed + " FROM moves WHERE position = ?1"
	switch {
	case version >= repeatsVersion:
		find, with, counts, from = findBlocks, withRepeats, repeatedCounts, repeatedFrom
		list += " UNION ALL SELECT move, count, wins, draws, losses, eval, depth, said, NULL, NULL, NULL, NULL, 0 FROM " + repeatsAt + " WHERE move <> ''"
	case version < indexedVersion:
		find, from = "", "positions WHERE key = ?"
	}
	stretch := "SELECT position, move, count, wins, draws, losses, eval, depth, -1 FROM moves WHERE position BETWEEN ?1 AND ?2"
	if version >= repeatsVersion {
		stretch += " UNION ALL " + repeatedBetween
	}
	q := &questions{version: version, stretch: stretch}
	var err error
	if find != "" {
		if q.find, err = b.db.Prepare(find); err != nil {
			return fileError(b.path, err)
		}
	}
	// The deepest evaluation comes first: a look-up reports that one.
	if q.read, err = b.db.Prepare(with + "SELECT id, identity, " + counts + ", " + found + ", " + values + ", " + backed +
		" FROM " + from + " ORDER BY evaluated DESC, depth DESC, " + nodes + " DESC, id"); err != nil {
		return fileError(b.path, err)
	}
	if q.list, err = b.db.Prepare(list); err != nil {
		return fileError(b.path, err)
	}
	if before := b.ask.Swap(q); before != nil {
		b.retired = append(b.retired, before)
	}
	return nil
}

// questions are those of the file as it is: somebody may have changed an old one
// since it was opened.
func (b *Book) questions() (*questions, error) {
	q := b.ask.Load()
	if q.version == userVersion {
		return q, nil
	}
	b.preparing.Lock()
	defer b.preparing.Unlock()
	var version int64
	err := b.db.QueryRow("PRAGMA user_version").Scan(&version)
	if err == nil && version > b.ask.Load().version {
		err = b.prepareQuestions(version)
	}
	return b.ask.Load(), err
}

// isFirst says whether the file is of the first version still.
func (b *Book) isFirst() bool {
	q, err := b.questions()
	return err == nil && q.version == firstVersion
}

// draws are those of a file of the first version, found at the first call; nil for
// other files.
func (b *Book) draws() (*drawn, error) {
	if !b.isFirst() {
		return nil, nil
	}
	return b.told()
}

// tell corrects the draws of positions.
func (b *Book) tell(list []position) error {
	told, err := b.draws()
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		p.tally.draws = told.at(p.id, "", p.tally.draws)
	}
	return nil
}

// corrupt says what is wrong with the row of a position; nil is nothing.
func (b *Book) corrupt(id int64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: position %d: %v", ErrCorrupt, b.path, id, err)
}

// rowsOf reads the positions under a key.
func (b *Book) rowsOf(key int64) (*sql.Rows, error) {
	q, err := b.questions()
	if err != nil {
		return nil, err
	}
	if q.find == nil {
		return q.read.Query(key)
	}
	ids := []int64{}
	var row sql.RawBytes
	rows, err := q.find.Query(key)
	if err == nil {
		err = scan(rows, []any{&row}, func() error {
			found, err := readBlock(b.path, row)
			ids = found.positions(ids, key)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	return q.read.Query(string(mustJSON(ids)))
}

var sqliteMagic = []byte("SQLite format 3\x00")

// readHeader reads the beginning of a file that SQLite may open.
func readHeader(path string) (head [applicationAt + 4]byte, err error) {
	f, err := plainfile.Open(path)
	if errors.Is(err, plainfile.ErrKind) {
		return head, fmt.Errorf("%w: %v, expected a book file", ErrNoBook, err)
	}
	if err != nil {
		return head, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer f.Close()
	n, _ := f.Read(head[:])
	if n == 0 {
		return head, fmt.Errorf("%w: %s is empty", ErrNoBook, path)
	}
	if !bytes.HasPrefix(head[:n], sqliteMagic) {
		return head, fmt.Errorf("%w: %s does not begin as an SQLite file does", ErrNoBook, path)
	}
	return head, nil
}

// checkHeader refuses a file that cannot be a book before SQLite opens it.
func checkHeader(path string) error {
	head, err := readHeader(path)
	if err != nil {
		return err
	}
	// A newer version may have other checksums, so its number is read here.
	if version := int64(binary.BigEndian.Uint32(head[versionAt:])); version > userVersion && binary.BigEndian.Uint32(head[applicationAt:]) == applicationID {
		return newerVersion(path, version)
	}
	return nil
}

// Where SQLite's header has what marks a book.
const versionAt, applicationAt = 60, 68

func notABook(path string, application int64) error {
	return fmt.Errorf("%w: %s is an SQLite file of another program (application_id %#x, expected %#x)", ErrNoBook, path, application, applicationID)
}

func newerVersion(path string, version int64) error {
	return fmt.Errorf("%w: %s has version %d, expected at most %d; open it with a newer qikit", ErrVersion, path, version, userVersion)
}

// checkSchema checks that an open SQLite file is a book, of a version that this
// package reads, and not cut short: all that can be seen without reading the
// whole file. It returns the version.
func checkSchema(path string, query func(q string, dest ...any) error) (version int64, err error) {
	var application, pages, pageSize int64
	if err := query("PRAGMA application_id", &application); err != nil {
		return 0, fileError(path, err)
	}
	if application != applicationID {
		return 0, notABook(path, application)
	}
	if err := query("PRAGMA user_version", &version); err != nil {
		return 0, fileError(path, err)
	}
	if version > userVersion {
		return 0, newerVersion(path, version)
	}
	if err := query("PRAGMA page_count", &pages); err != nil {
		return 0, fileError(path, err)
	}
	if err := query("PRAGMA page_size", &pageSize); err != nil {
		return 0, fileError(path, err)
	}
	// In WAL mode some pages may still be in the log beside the file, so only a
	// file without a log can be found cut short by its size.
	_, walErr := os.Stat(path + "-wal")
	if info, err := os.Stat(path); err == nil && errors.Is(walErr, os.ErrNotExist) && info.Size() < pages*pageSize {
		return 0, fmt.Errorf("%w: %s has %d bytes, expected %d", ErrCorrupt, path, info.Size(), pages*pageSize)
	}
	tables := []string{"job", "initials", "games", "positions", "moves", "drops", "nodes"}
	if version >= indexedVersion {
		tables = append(tables, "runs", "keys")
	}
	if version >= repeatsVersion {
		tables = append(tables, "filters", "repeat_runs", "repeats")
	}
	for _, table := range tables {
		var n int64
		if err := query("SELECT count(*) FROM (SELECT 1 FROM "+table+" LIMIT 1)", &n); err != nil {
			if code, ok := sqlite.Code(err); ok && sqlite.Primary(code) == sqlite.Error {
				return 0, fmt.Errorf("%w: %s: table %s: %v", ErrCorrupt, path, table, err)
			}
			return 0, fileError(path, err)
		}
		if table == "job" && n != 1 {
			return 0, fmt.Errorf("%w: %s: table job is empty", ErrCorrupt, path)
		}
	}
	return version, nil
}

// Path is where the file is.
func (b *Book) Path() string { return b.path }

// Game is the name of the book's game.
func (b *Book) Game() string { return b.job.Game }

// Seed is the seed the book was generated with, 0 for one made by hand.
func (b *Book) Seed() uint64 { return b.job.Seed }

// Len is the number of records. It reads one row of the file.
func (b *Book) Len() (int64, error) {
	var n int64
	err := b.db.QueryRow("SELECT records FROM job").Scan(&n)
	return n, fileError(b.path, err)
}

// Close closes the file, and removes the log beside it unless somebody else has it open.
func (b *Book) Close() error {
	b.closed.Store(true)
	for _, q := range append(b.retired, b.ask.Load()) {
		if q.find != nil {
			q.find.Close()
		}
		q.read.Close()
		q.list.Close()
	}
	err := b.db.Close()
	b.writing.Lock()
	defer b.writing.Unlock()
	tidy(b.path, b.changed)
	return fileError(b.path, err)
}

// Board sets up a board of the book's game, with its rules. The empty text is the
// start position.
func (b *Book) Board(position string) (game.Board, error) { return b.job.Board(position, true) }

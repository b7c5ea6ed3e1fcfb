package book

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"qikit.dev/qikit/lib/game"
)

// readers is how many goroutines read a book file at once; more wait.
const readers = 4

// Book is an open book file. Its methods may be called from any goroutine;
// reading goes on while something is added.
type Book struct {
	path string
	db   *sql.DB
	row  jobRow
	find *sql.Stmt
	list *sql.Stmt

	writing sync.Mutex // one change at a time
}

// Open opens a book file: one that Generate made or is making, or Create. The
// error wraps ErrFile (and fs.ErrNotExist), ErrNoBook, ErrCorrupt or
// ErrVersion. It costs a few milliseconds whatever the size.
func Open(path string) (*Book, error) {
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	b, err := open(path, "ro")
	if errors.Is(err, ErrFile) {
		// A medium that can not be written holds no log beside the file, so the
		// file is all there is and does not change.
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
	err := checkSchema(b.path, func(q string, dest ...any) error { return b.db.QueryRow(q).Scan(dest...) })
	if err != nil {
		return err
	}
	if b.row, err = readJob(background, b.db); err != nil {
		return fileError(b.path, err)
	}
	if _, err := game.Lookup(b.row.Game); err != nil {
		return fmt.Errorf("%s: %w", b.path, err)
	}
	// The deepest evaluation first: it is the one that a look-up tells.
	if b.find, err = b.db.Prepare(`SELECT id, identity, count, wins, draws, losses, score, win_rate FROM positions WHERE key = ?
		ORDER BY evaluated DESC, depth DESC, id`); err != nil {
		return fileError(b.path, err)
	}
	b.list, err = b.db.Prepare("SELECT move, count, wins, draws, losses, eval, depth FROM moves WHERE position = ?")
	return fileError(b.path, err)
}

// CreateOptions is a book to be made by hand. DefaultCreate fills it.
type CreateOptions struct {
	Game   string // required
	Rules  []byte // JSON of the game's own options; empty for its defaults
	Preset Seat   // in whose view records are; default the first player
	Dedupe bool   // one record a position; default true
	Mirror bool   // symmetric positions are one record; default false
	Sanity bool   // leave out positions that can not be; default true
}

// DefaultCreate are the defaults of Generate.
func DefaultCreate() CreateOptions { return CreateOptions{Dedupe: true, Sanity: true} }

// Create makes an empty book file, for AddGames and Merge. A file that is
// there already is ErrExists.
func Create(path string, o CreateOptions) (*Book, error) {
	v, err := game.Lookup(o.Game)
	if err != nil {
		return nil, err
	}
	preset, err := o.Preset.index(v.Sides)
	if err != nil {
		return nil, err
	}
	rules, err := plainRules(o.Rules)
	if err != nil {
		return nil, err
	}
	if _, err := game.New(o.Game, game.Setup{Rules: rules}); err != nil {
		return nil, err
	}
	s, err := createStore(path, jobRow{
		Game: o.Game, Rules: string(rules), Preset: preset, Repeatable: true,
		Dedupe: o.Dedupe, Mirror: o.Mirror, Sanity: o.Sanity,
	}, nil)
	if err != nil {
		return nil, err
	}
	if err := s.do(func() error { return s.exec("UPDATE job SET complete = 1") }); err != nil {
		s.close()
		return nil, err
	}
	if err := s.close(); err != nil {
		return nil, err
	}
	return Open(path)
}

// Path is where the file is.
func (b *Book) Path() string { return b.path }

// Game is the name of the book's game.
func (b *Book) Game() string { return b.row.Game }

// Seed is the seed the book was generated with, 0 for one made by hand.
func (b *Book) Seed() uint64 { return b.row.Seed }

// Len is the number of records. It is one look into the file.
func (b *Book) Len() (int64, error) {
	var n int64
	err := b.db.QueryRow("SELECT records FROM job").Scan(&n)
	return n, fileError(b.path, err)
}

// Close lets go of the file.
func (b *Book) Close() error {
	b.find.Close()
	b.list.Close()
	return fileError(b.path, b.db.Close())
}

// board sets up a board of the book's game.
func (b *Book) board(position string) (game.Board, error) {
	return game.New(b.row.Game, game.Setup{Position: position, Rules: []byte(b.row.Rules), Lenient: true})
}

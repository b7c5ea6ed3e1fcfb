package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/gateway/internal/store"
	"qikit.dev/qikit/lib/sgcp"
)

func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// game are the changes that begin a game.
func game(n byte) []hall.Change {
	token := sgcp.Gtoken{n, 1}
	return []hall.Change{
		{What: hall.SessionKept, Session: &hall.SessionRecord{ID: sgcp.Session{n}, Nick: fmt.Sprint("p", n)}},
		{What: hall.GameKept, Game: token, Status: &hall.Status{Settings: "size=9", State: sgcp.Playing}},
		{What: hall.MoveMade, Game: token, Seq: 1, Move: hall.MoveRecord{At: sgcp.At(2, 2)}},
		{What: hall.MoveMade, Game: token, Seq: 2, Move: hall.MoveRecord{At: sgcp.At(3, 2)}},
	}
}

// edit does something to a file as a program would that knows nothing of it.
func edit(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// A row that cannot be read costs its session or its game, and is kept aside.
func TestLoad_damagedRows(t *testing.T) {
	for _, row := range []struct {
		name, statement string
		sessions, games int
		aside           string
	}{
		{"nothing", "SELECT 1", 3, 3, ""},
		{"a token of a wrong length", "UPDATE sessions SET token = x'0102' WHERE nick = 'p1'", 2, 3, "session"},
		{"a token that is text", "UPDATE games SET token = 'abc' WHERE token = x'02010000000000000000000000000000'", 3, 2, "game moves"},
		{"no JSON", "UPDATE games SET status = '{' WHERE token = x'02010000000000000000000000000000'", 3, 2, "game"},
		{"a nick that is none", "UPDATE sessions SET nick = 'a b' WHERE nick = 'p1'", 2, 3, "session"},
		{"a move missing", "DELETE FROM moves WHERE seq = 1 AND game = x'02010000000000000000000000000000'", 3, 2, "game"},
		{"a move that is text", "UPDATE moves SET coord = 'C3' WHERE game = x'02010000000000000000000000000000'", 3, 2, "game"},
		{"moves of no game", "DELETE FROM games WHERE token = x'02010000000000000000000000000000'", 3, 2, "moves"},
	} {
		path := filepath.Join(t.TempDir(), "hall.db")
		s := open(t, path)
		for n := range byte(3) {
			if err := s.Write(game(n + 1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		edit(t, path, row.statement)
		for again := range 2 {
			s = open(t, path)
			sessions, games, aside, err := s.Load()
			var what []string
			for _, a := range aside {
				what = append(what, a.What)
				if a.Why == nil {
					t.Errorf("%s: no reason is told", row.name)
				}
			}
			want := row.aside
			if again == 1 {
				want = "" // it is out of the way
			}
			if err != nil || len(sessions) != row.sessions || len(games) != row.games || strings.Join(what, " ") != want {
				t.Errorf("%s: %d sessions, %d games, aside %q, %v; want %d, %d, %q", row.name, len(sessions), len(games), what, err, row.sessions, row.games, want)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		if err := db.QueryRow("SELECT count(*) FROM aside").Scan(&kept); err != nil || (kept > 0) != (row.aside != "") {
			t.Errorf("%s: %d rows are kept aside, %v", row.name, kept, err)
		}
		db.Close()
	}
}

// A table that is gone, or a flipped bit, is a fault: never an empty hall.
func TestOpen_damage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hall.db")
	s := open(t, path)
	for n := range byte(100) {
		if err := s.Write(game(n + 1)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	load := func(file []byte, statement string) error {
		broken := filepath.Join(t.TempDir(), "hall.db")
		if err := os.WriteFile(broken, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if statement != "" {
			edit(t, broken, statement)
		}
		s, err := store.Open(broken)
		if err == nil {
			_, _, _, err = s.Load()
			err = errors.Join(err, s.Close())
		}
		return err
	}
	for _, table := range []string{"sessions", "games", "moves"} {
		if err := load(whole, "DROP TABLE "+table); !dbfile.Damaged(err) || !strings.Contains(err.Error(), table) {
			t.Errorf("without %s: %v, want damage that names it", table, err)
		}
	}
	random := rng.New(3)
	for range 40 {
		file := append([]byte(nil), whole...)
		at := 100 + random.IntN(len(file)-100)
		file[at] ^= 1 << random.IntN(8)
		if err := load(file, ""); !dbfile.Damaged(err) {
			t.Errorf("a flipped bit of byte %d of %d: %v, want damage", at, len(file), err)
		}
	}
}

// A loss of power leaves the file and its log as far as the disk had them: all that a
// commit has waited for, and of what came after any part, or something else. No move
// that was acknowledged is lost.
func TestWrite_lossOfPower(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "hall.db")
	s := open(t, path)
	read := func(name string) []byte {
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return text
	}
	random := rng.New(5)
	cuts := 0
	// cut looks at what is there after a loss of power.
	cut := func(file, log []byte, moves int) {
		t.Helper()
		cuts++
		lost := filepath.Join(dir, fmt.Sprint("lost", cuts))
		if err := errors.Join(os.WriteFile(lost, file, 0o600), os.WriteFile(lost+"-wal", log, 0o600)); err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(lost)
		if err != nil {
			t.Fatalf("cut %d: %v", cuts, err)
		}
		_, games, aside, err := s.Load()
		if err != nil || len(aside) > 0 || len(games) != 1 || len(games[0].Moves) < moves {
			t.Fatalf("cut %d, after %d moves, %d bytes of log: %d games, aside %v, %v", cuts, moves, len(log), len(games), aside, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Write(game(1)); err != nil {
		t.Fatal(err)
	}
	token, size := sgcp.Gtoken{1, 1}, 0
	for seq := 3; seq <= 24; seq++ {
		file, log := read(path), read(path+"-wal") // what the acknowledged moves wait for
		if len(log) < size {
			t.Fatalf("the log has %d bytes after %d: this test knows nothing of its beginning again", len(log), size)
		}
		size = len(log)
		if err := s.Write([]hall.Change{{What: hall.MoveMade, Game: token, Seq: seq, Move: hall.MoveRecord{At: sgcp.At(seq%9, seq/9)}}}); err != nil {
			t.Fatal(err)
		}
		after := read(path + "-wal")
		if string(after[:size]) != string(log) {
			t.Fatal("a commit writes over what was acknowledged")
		}
		for range 1 + seq%2 {
			n := size + random.IntN(len(after)-size+1)
			cut(file, after[:n], seq-1)
			torn := append([]byte(nil), after...)
			for i := n; i < len(torn); i++ {
				torn[i] = byte(random.Uint64())
			}
			cut(file, torn, seq-1)
		}
		cut(file, after, seq)
	}
	// While the log is folded into the file, any pages may be on the disk already.
	file, log := read(path), read(path+"-wal")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	folded := read(path)
	for range 20 {
		mixed := append([]byte(nil), folded...)
		for at := 0; at < len(mixed); at += pagesum.NewPageSize {
			switch page := mixed[at : at+pagesum.NewPageSize]; {
			case random.IntN(2) == 0 && at < len(file):
				copy(page, file[at:])
			case random.IntN(4) == 0: // torn
				clear(page[random.IntN(len(page)):])
			}
		}
		cut(mixed, log, 24)
	}
	cut(folded, nil, 24)
}

package gateway_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
)

// refuseMoves makes a gateway's file refuse moves, as a full disk would.
func refuseMoves(t *testing.T, path string) {
	edit(t, path, "CREATE TRIGGER refuse BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
}

// edit changes a gateway's file.
func edit(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// The file does not hold what takes a session up.
func TestStore_keepsNoSecrets(t *testing.T) {
	o, _ := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3 D3")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(o.Store)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*peer{b, w} {
		token, err := sgcp.ParseSession(p.secret)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(file, []byte(p.secret)) || bytes.Contains(file, token[:]) {
			t.Errorf("the file holds the token of %s", p.nick)
		}
	}
	h = open(t, o)
	h.connect().ask("105 "+b.secret+" 0", "605 resync "+b.nick+" "+game)
}

// A token that was changed opens the session after a restart, and no older one does.
func TestStore_keepsChangedTokens(t *testing.T) {
	o, _ := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	h := open(t, o)
	b, _, game := pair(h.login("amy"), h.login("bob"))
	used := strings.Fields(b.do("106"))[1]
	b.ask("106 "+used, "606 "+used)
	next := strings.Fields(b.do("106"))[1]
	for _, token := range []string{used, next} { // both, as the second was not used before
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = open(t, o)
		p := h.connect()
		p.ask("105 "+b.secret+" 0", "513")
		p.ask("105 "+token+" 0", "605 resync "+b.nick+" "+game)
	}
	h.connect().ask("105 "+used+" 0", "513")
}

// One damaged row costs one game: the others go on, and the log tells of it.
func TestStore_damagedRow(t *testing.T) {
	o, _ := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	h := open(t, o)
	b, w, game := pair(h.login("amy"), h.login("bob"))
	moves(b, w, game, "C3 D3")
	pair(h.login("eve"), h.login("zoe"))
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	edit(t, o.Store, "UPDATE games SET status = '{}' WHERE token NOT IN (SELECT game FROM moves)")
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	h = open(t, o)
	h.until("tables 1 sessions 4")
	p := h.connect()
	p.ask("105 "+b.secret+" 0", "605 resync "+b.nick+" "+game)
	p.ask("321 C4", "821 3")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "damage in the store was set aside") {
		t.Errorf("the log is\n%s\nwant it to tell of the game", &log)
	}
	edit(t, o.Store, "DROP TABLE moves")
	if _, err := gateway.Start(o); !errors.Is(err, gateway.ErrStore) || !strings.Contains(err.Error(), "moves is missing") {
		t.Errorf("without the moves: %v, want ErrStore", err)
	}
}

// A gateway that cannot store says nothing more, and ends.
func TestStore_fails(t *testing.T) {
	o, _ := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	refuseMoves(t, o.Store)
	if g, err = gateway.Start(o); err != nil {
		t.Fatal(err)
	}
	h := &hall{Gateway: g, t: t}
	idle := h.connect()
	b, w, _ := pair(h.login("amy"), h.login("bob"))
	b.write("321 C3")
	for _, p := range []*peer{b, w, idle} {
		if got := p.read(); got != "" {
			t.Errorf("after the store failed %q was said, want a closed connection", got)
		}
	}
	await.From(t, g.Done())
	if err := g.Err(); !errors.Is(err, gateway.ErrStore) {
		t.Errorf("Err: %v, want ErrStore", err)
	}
	var state struct{ Error string }
	if err := json.Unmarshal(g.State(), &state); err != nil || !strings.Contains(state.Error, "the disk is full") {
		t.Errorf("State: error %q, %v; want that of the store", state.Error, err)
	}
	if conn, err := net.Dial("tcp", g.Addr().String()); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
	closed := make(chan error, 1)
	go func() { closed <- g.Close() }()
	if err := await.From(t, closed); !errors.Is(err, gateway.ErrStore) {
		t.Errorf("Close: %v, want ErrStore", err)
	}
}

package gateway_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/gateway"
)

// refuseMoves makes a gateway's file refuse moves, as a full disk would.
func refuseMoves(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TRIGGER refuse BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
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
	select {
	case <-g.Done():
	case <-time.After(30 * time.Second):
		t.Fatal("it does not end")
	}
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
	select {
	case err := <-closed:
		if !errors.Is(err, gateway.ErrStore) {
			t.Errorf("Close: %v, want ErrStore", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("Close does not return")
	}
}

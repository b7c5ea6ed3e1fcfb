package platform

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp/client"
)

// A platform whose own hall has ended serves nobody: it ends too, so that its supervisor starts it again.
func TestRun_endsWithItsHall(t *testing.T) {
	dir := t.TempDir()
	args := []string{"-listen", "127.0.0.1:0", "-size", "9", "-level", "1", "-store", dir + "/ai.db", "-grace", "0s", "-table", "8"}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	said, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- run(ctx, args, func(line string) { said <- line }) }()
	first(t, said, done)
	stop()
	ends(t, done)
	db, err := sql.Open("sqlite", "file:"+dir+"/ai.db.hall?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("CREATE TRIGGER refuse BEFORE INSERT ON sessions WHEN NEW.nick = 'amy' BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, stop = context.WithCancel(t.Context())
	defer stop()
	go func() { done <- run(ctx, args, func(line string) { said <- line }) }()
	o := client.DefaultOptions()
	host, port, err := net.SplitHostPort(strings.Fields(first(t, said, done))[2])
	if err != nil {
		t.Fatal(err)
	}
	fmt.Sscan(port, &o.Port)
	o.Host, o.Nick, o.Reconnect = host, "amy", false
	if _, err := client.Dial(t.Context(), o); !errors.Is(err, client.ErrLost) {
		t.Errorf("logging in: %v, want ErrLost", err)
	}
	if err := await.From(t, done); !errors.Is(err, gateway.ErrStore) { // nor does it live on without its hall
		t.Errorf("it ended with %v, want ErrStore", err)
	}
}

package gateway

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

func TestRun_servesAndEnds(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/keys", []byte("# AI platforms\ntian a secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	fields, done := start(t, ctx, "-store", dir+"/hall.db", "-metrics", ":0", "-keys", dir+"/keys", "-grace", "1s", "-size", "9")
	c, err := client.Dial(t.Context(), amy(fields[1]))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if a, err := c.Do(t.Context(), &sgcp.Authenticate{Method: "key", Data: "a secret"}); err != nil || a.Param != "ok tian" {
		t.Errorf("102: %q, %v", a.Param, err)
	}
	if host, _, err := net.SplitHostPort(fields[3]); err != nil || host != "127.0.0.1" {
		t.Errorf("figures at %s, %v, want loopback", fields[3], err)
	}
	answer, err := http.Get("http://" + fields[3] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if !answer.Close {
		t.Error("the connection stays open after the answer")
	}
	if err != nil || !strings.Contains(string(text), "\nqikit_gateway_connections 1\n") {
		t.Errorf("metrics: %v\n%s", err, text)
	}
	health, err := http.Get("http://" + fields[3] + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(health.Body); health.StatusCode != http.StatusOK || string(text) != "ok\n" {
		t.Errorf("healthz: %s, %q, %v", health.Status, text, err)
	}
	health.Body.Close()
	stop()
	if err := await.From(t, done); err != nil {
		t.Error(err)
	}
}

// start runs a gateway and is what it says once it listens.
// lineTo hands on what is written.
type lineTo chan string

func (l lineTo) Write(text []byte) (int, error) {
	l <- string(text)
	return len(text), nil
}

func start(t *testing.T, ctx context.Context, args ...string) (fields []string, done chan error) {
	t.Helper()
	said := make(chan string, 1)
	done = make(chan error, 1)
	go func() {
		done <- verb.Execute(ctx, Verb, verb.Streams{Out: lineTo(said), Err: io.Discard}, append(args, "-port", "0")...)
	}()
	select {
	case line := <-said:
		return strings.Fields(line), done
	case err := <-done:
		t.Fatal(err)
	case <-await.Over(t):
		t.Fatal("it does not listen")
	}
	return nil, nil
}

// amy are a client's options for a gateway at that address.
func amy(address string) client.Options {
	o := client.DefaultOptions()
	_, port, _ := strings.Cut(address, ":")
	for _, digit := range port {
		o.Port = 10*o.Port + int(digit-'0')
	}
	o.Nick, o.Reconnect = "amy", false
	return o
}

// Whoever supervises it starts it again when the disk has room.
func TestRun_endsWhenTheStoreFails(t *testing.T) {
	path := t.TempDir() + "/hall.db"
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, done := start(t, ctx, "-store", path, "-grace", "0s")
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TRIGGER refuse BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	fields, done := start(t, t.Context(), "-store", path)
	if _, err := client.Dial(t.Context(), amy(fields[1])); !errors.Is(err, client.ErrLost) {
		t.Errorf("logging in: %v, want ErrLost", err)
	}
	if err := await.From(t, done); !errors.Is(err, gateway.ErrStore) {
		t.Errorf("it ended with %v, want ErrStore", err)
	}
}

func TestParse_faults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/keys", []byte("tian\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-nonsense"}, {"extra", "args"}, {"-cert", dir + "/none", "-key", dir + "/none"}, {"-keys", dir + "/none"}, {"-keys", dir + "/keys"}, {"-rule", "japanese"}, {"-size", "30"},
	} {
		var out strings.Builder
		err := verb.Execute(t.Context(), Verb, verb.Streams{Out: &out, Err: io.Discard}, append(args, "-port", "0")...)
		if err == nil || out.Len() > 0 {
			t.Errorf("%v: %v, it says %q", args, err, &out)
		}
	}
}

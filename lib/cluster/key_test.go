package cluster

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
)

func newKey(t *testing.T) Key {
	t.Helper()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestKey_isReadBack(t *testing.T) {
	t.Parallel()
	key := newKey(t)
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(" "+key.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := ReadKey(path)
	if err != nil || read.Public() != key.Public() || CheckPublic(key.Public()) != nil {
		t.Errorf("read %q, %v, want %q", read.Public(), err, key.Public())
	}
	for name, text := range map[string]string{"empty": "", "public": key.Public(), "cut": key.String()[:40], "account": "SAANDLKMXL6CUS3CP52WIXBEDN6YJ545GDKC65U5JZPPV6WH6ESWUA6YAI"} {
		if _, err := ParseKey([]byte(text)); !errors.Is(err, ErrKey) {
			t.Errorf("%s: %v, want ErrKey", name, err)
		}
	}
	if _, err := ReadKey(path + ".none"); !errors.Is(err, ErrKey) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := CheckPublic(key.String()); !errors.Is(err, ErrKey) {
		t.Errorf("a secret as public key: %v", err)
	}
	if (Key{}).Public() != "" || (Key{}).String() != "" {
		t.Error("the zero key has a text")
	}
}

func TestStart_badOptions(t *testing.T) {
	t.Parallel()
	key := newKey(t)
	for _, row := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"open to the world", func(o *Options) { o.Host = "0.0.0.0" },
			`members is [], expected the keys that may come in, when host is "0.0.0.0" and not loopback`},
		{"no public key", func(o *Options) { o.Members = []string{key.Public(), "bob"} },
			`members[1]: cluster: not a key: "bob", expected the public key of a user, U…`},
		{"port", func(o *Options) { o.Port = 70000 }, "port is 70000, expected 0 to 65535"},
		{"port below 0 beside a URL", func(o *Options) { o.URL, o.Port = "nats://127.0.0.1:1", -1 }, "port is -1, expected 0 to 65535"},
		{"connect", func(o *Options) { o.Connect = 0 }, "connect is 0, expected over 0"},
		{"give up", func(o *Options) { o.GiveUp = -time.Second }, "give_up is -1, expected 0 or more"},
		{"key without URL", func(o *Options) { o.Key = key }, fmt.Sprintf("key is %q, expected none without url", key.Public())},
		{"URL and directory", func(o *Options) { o.URL, o.Dir = "nats://127.0.0.1:1", "x" },
			`url is "nats://127.0.0.1:1", expected none beside dir and members, which are for a server within this process`},
		{"URL and members", func(o *Options) { o.URL, o.Members = "nats://127.0.0.1:1", []string{key.Public()} },
			`url is "nats://127.0.0.1:1", expected none beside dir and members, which are for a server within this process`},
		{"URL of nonsense", func(o *Options) { o.URL = "nats://127.0.0.1:port" }, "url is \"nats://127.0.0.1:port\", expected nats://host:port"},
	} {
		o := DefaultOptions()
		row.change(&o)
		c, err := Start(o)
		if err == nil {
			c.Close()
		}
		want := "cluster: bad option: " + row.want
		if !errors.Is(err, ErrOptions) || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", row.name, err, want)
		}
	}
}

func TestStart_portIsTaken(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := DefaultOptions()
	o.Port = l.Addr().(*net.TCPAddr).Port
	if _, err := Start(o); !errors.Is(err, ErrStart) || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("%v, want ErrStart with the reason", err)
	}
}

func TestStart_badDirectory(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Dir = file
	if _, err := Start(o); !errors.Is(err, ErrStart) {
		t.Errorf("%v, want ErrStart", err)
	}
}

func TestStart_nobodyAtURL(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.URL, o.Connect = "nats://"+l.Addr().String(), 200*time.Millisecond
	if _, err := Start(o); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a server that says nothing: %v, want ErrUnreachable", err)
	}
	l.Close()
	o.URL = "nats://127.0.0.1:1" // a port that was somebody's may be another's by now
	if _, err := Start(o); !errors.Is(err, ErrUnreachable) {
		t.Errorf("nobody: %v, want ErrUnreachable", err)
	}
}

// A member is let in with its key only, and does its own work only.
func TestMembers_keysAndSubjects(t *testing.T) {
	t.Parallel()
	key, stranger := newKey(t), newKey(t)
	so := queued(t)
	so.Members = []string{key.Public(), newKey(t).Public()}
	c := start(t, so)

	for name, k := range map[string]Key{"no key": {}, "another key": stranger} {
		o := connected(c)
		o.Key = k
		if _, err := Start(o); !errors.Is(err, ErrUnauthorised) {
			t.Errorf("%s: %v, want ErrUnauthorised", name, err)
		}
	}
	other := start(t, DefaultOptions())
	o := connected(other)
	o.Key = key
	if _, err := Start(o); !errors.Is(err, ErrUnauthorised) {
		t.Errorf("a key where there are none: %v, want ErrUnauthorised", err)
	}

	// With its key it works on books, and computes.
	o = connected(c)
	o.Key = key
	work(t, o, 1)
	bo := bookOptions(t)
	bo.Games = 4
	want := alone(t, bo)
	if _, err := c.GenerateBook(t.Context(), bo, nil); err != nil {
		t.Fatal(err)
	}
	if jsonl(t, bo.Out) != want {
		t.Error("the book differs")
	}
	h, _ := hostOf(t, c)
	computes(t, start(t, o))
	until(t, "the terminal", func() bool { return ready(h) == 1 })
	if m := h.Members()[0]; m.Origin != key.Public() {
		t.Errorf("the terminal is of %q, want its public key", m.Origin)
	}
	sameAsAlone(t, h, 50)

	for name, forbidden := range map[string]func(*Cluster) error{
		"speak as another": func(c *Cluster) error { return c.conn.Publish(toHost+so.Members[1]+".x", nil) },
		"push":             func(c *Cluster) error { return c.conn.Publish(toMember+so.Members[1]+".x", nil) },
		"hear what others hear": func(c *Cluster) error {
			_, err := c.conn.Subscribe(toMember+so.Members[1]+".x", func(*nats.Msg) {})
			return err
		},
		"hear all answers": func(c *Cluster) error { _, err := c.conn.Subscribe(">", func(*nats.Msg) {}); return err },
		"put work":         func(c *Cluster) error { return c.conn.Publish(workSubject+"a.b", nil) },
		"delete the queue": func(c *Cluster) error { return c.conn.Publish("$JS.API.STREAM.DELETE."+workStream, nil) },
		"host": func(c *Cluster) error {
			_, err := c.conn.Subscribe(hostClaim, func(*nats.Msg) {})
			return err
		},
	} {
		one := start(t, o)
		if err := forbidden(one); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		select {
		case <-one.ctx.Done():
			if !errors.Is(one.Err(), ErrForbidden) {
				t.Errorf("%s: %v, want ErrForbidden", name, one.Err())
			}
		case <-await.Over(t):
			t.Errorf("%s: the server did not mind", name)
		}
	}

	// Whatever waits for a subject that is refused ends with it.
	one := start(t, o)
	if _, err := one.GenerateBook(t.Context(), bo, nil); !errors.Is(err, ErrForbidden) {
		t.Errorf("a member as coordinator: %v, want ErrForbidden", err)
	}
}

func TestCluster_tls(t *testing.T) {
	t.Parallel()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	key := newKey(t)
	so := DefaultOptions()
	so.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}}, MinVersion: tls.VersionTLS12}
	so.Members = []string{key.Public()}
	c := start(t, so)
	o := connected(c)
	o.Key, o.TLS = key, &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	far := start(t, o)
	if _, err := far.conn.TLSConnectionState(); err != nil {
		t.Errorf("the connection is plain: %v", err)
	}
	h, _ := hostOf(t, c)
	computes(t, far)
	until(t, "the terminal", func() bool { return ready(h) == 1 })
	o.TLS = &tls.Config{RootCAs: x509.NewCertPool(), MinVersion: tls.VersionTLS12}
	if _, err := Start(o); !errors.Is(err, ErrUnreachable) {
		t.Errorf("another authority: %v, want ErrUnreachable", err)
	}
}

// A server that stays away ends what waits for it.
func TestCluster_serverStaysAway(t *testing.T) {
	t.Parallel()
	so := queued(t)
	so.Host = loopback
	server, err := Start(so)
	if err != nil {
		t.Fatal(err)
	}
	o := connected(server)
	o.GiveUp = 100 * time.Millisecond
	co := hosting(server)
	co.GiveUp = o.GiveUp
	worker, coordinator, computer := start(t, o), start(t, co), start(t, o)
	ended := make(chan error, 3)
	go func() { ended <- worker.WorkOnBooks(context.Background(), WorkOptions{Workers: 1}, nil) }()
	go func() {
		_, err := coordinator.GenerateBook(context.Background(), bookOptions(t), func(p Farming) {
			if p.Phase == generate.PhaseEvaluate {
				server.Close()
			}
		})
		ended <- err
	}()
	go func() { ended <- computer.Compute(context.Background(), compute.DefaultTerminalOptions(), nil) }()
	for range 3 {
		select {
		case err := <-ended:
			if !errors.Is(err, ErrLost) {
				t.Errorf("%v, want ErrLost", err)
			}
		case <-await.Over(t):
			t.Fatal("something waits for the server still")
		}
	}
}

// Another user of the machine reaches a server on loopback, and cannot give work or hand
// in results without the key, which only the server's user can read.
func TestLoopback_needsAKey(t *testing.T) {
	t.Parallel()
	o := queued(t)
	c := start(t, o)
	thief := DefaultOptions()
	thief.URL = c.URL()
	for _, key := range []Key{{}, newKey(t)} {
		thief.Key = key
		if _, err := Start(thief); !errors.Is(err, ErrUnauthorised) {
			t.Errorf("without the key: %v, want ErrUnauthorised", err)
		}
	}
	path := filepath.Join(o.Dir, "member.key")
	for _, name := range []string{path, filepath.Join(o.Dir, "host.key")} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want the mode 0600", name, info, err)
		}
	}
	worker := DefaultOptions()
	worker.URL, worker.KeyFile = c.URL(), path
	if w := start(t, worker); w.user != c.MemberKey().Public() {
		t.Errorf("the worker is %s, want %s", w.user, c.MemberKey().Public())
	}
	c.Close()
	again := start(t, o)
	if again.MemberKey().Public() != c.MemberKey().Public() || again.HostKey().Public() != c.HostKey().Public() {
		t.Error("a server that was started again has other keys")
	}
	again.Close()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(o); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "0644, expected 0600") {
		t.Errorf("a key that everybody reads: %v, want ErrKey", err)
	}
}

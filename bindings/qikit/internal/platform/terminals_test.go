package platform

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/cluster"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp/client"
)

// selfSigned is a certificate for 127.0.0.1, and a file that holds it.
func selfSigned(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := t.TempDir() + "/ca.pem"
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

// A gateway that is reached by TLS, with a certificate of its own.
func TestRun_tls(t *testing.T) {
	pair, ca := selfSigned(t)
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := gateway.DefaultOptions()
	o.Size, o.Keys = 5, map[string]string{"secret": "tian"}
	o.Listener = tls.NewListener(plain, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	ctx, stop := context.WithCancel(t.Context())
	said, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"-gateway", plain.Addr().String(), "-key", "secret", "-tls", "-ca", ca, "-table", "8"}, func(line string) { said <- line })
	}()
	first(t, said, done)
	trust, err := certificates(ca)
	if err != nil {
		t.Fatal(err)
	}
	co := client.DefaultOptions()
	co.Port, co.Nick, co.Capabilities, co.Dial = g.Port(), "amy", nil, (&tls.Dialer{Config: trust}).DialContext
	c, err := client.Dial(t.Context(), co)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	sit(t, c, 1)
	stop()
	ends(t, done)
}

// hostKey is a file with the key of a cluster's host.
func hostKey(t *testing.T, c *cluster.Cluster) string {
	path := filepath.Join(t.TempDir(), "host.key")
	if err := os.WriteFile(path, []byte(c.HostKey().String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Terminals of a cluster join the platform.
func TestRun_terminalsOfACluster(t *testing.T) {
	server, err := cluster.Start(cluster.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	ctx, stop := context.WithCancel(t.Context())
	said, done, left := make(chan string, 1), make(chan error, 1), make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"-listen", "127.0.0.1:0", "-nats", server.URL(), "-nats-key", hostKey(t, server), "-size", "9", "-table", "8", "-grace", "1ms", "-plan", "chunk", "-unfinished", "ranks", "-best", "2", "-verify", "1"}, func(line string) { said <- line })
	}()
	first(t, said, done)
	joined := make(chan struct{})
	once := sync.OnceFunc(func() { close(joined) })
	go func() {
		left <- server.Compute(ctx, compute.DefaultTerminalOptions(), func(s compute.Standing) {
			if s.Terminal != "" {
				once()
			}
		})
	}()
	select {
	case <-joined:
	case err := <-done:
		t.Fatal(err)
	case <-await.Over(t):
		t.Error("no terminal of the cluster has joined")
	}
	stop()
	ends(t, done)
	<-left
}

// A cluster that has a host already ends the program, with a word on it.
func TestRun_clusterIsTaken(t *testing.T) {
	server, err := cluster.Start(cluster.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	host, err := compute.NewHost(compute.DefaultHostOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	ctx, stop := context.WithCancel(t.Context())
	served, left := make(chan error, 1), make(chan error, 1)
	defer func() { stop(); <-served; <-left }()
	go func() { served <- server.Terminals().Serve(ctx, host) }()
	go func() { left <- server.Compute(ctx, compute.DefaultTerminalOptions(), nil) }()
	for again := newPoll(t); len(host.Members()) == 0; again.wait() {
		if again.over() {
			t.Fatal("the cluster's host is not there")
		}
	}
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"-listen", "127.0.0.1:0", "-nats", server.URL(), "-nats-key", hostKey(t, server), "-table", "8", "-grace", "1ms"}, func(string) {})
	}()
	if err := await.From(t, done); !errors.Is(err, cluster.ErrTaken) || !strings.Contains(err.Error(), "-nats") {
		t.Errorf("it ends with %v", err)
	}
}

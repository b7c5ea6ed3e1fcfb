package sgcptest

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
)

// Our own gateway passes every case: without a store or terminals, and with
// both.
func TestRun_ourGateway(t *testing.T) {
	for _, store := range []string{"", t.TempDir() + "/hall.db"} {
		o := gateway.DefaultOptions()
		o.Store = store
		if store != "" {
			terminals := compute.DefaultHostOptions()
			terminals.Additions, terminals.Playouts = 1000, 1
			host, err := compute.NewHost(terminals)
			if err != nil {
				t.Fatal(err)
			}
			defer host.Close()
			o.Terminals = host
		}
		o.Limits.Burst, o.Limits.ChatBurst = 1000, 1000
		g, err := gateway.Start(o)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err = verb.Execute(t.Context(), Verb, verb.Streams{Out: &out}, "-address", g.Addr().String(), "-patience", "1h")
		if err != nil || !strings.Contains(out.String(), " passed, 0 failed\n") {
			t.Errorf("%v\n%s", err, &out)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A server that is none fails the cases; the suite ends all the same.
func TestRun_noServer(t *testing.T) {
	var out strings.Builder
	err := verb.Execute(t.Context(), Verb, verb.Streams{Out: &out}, "-address", "127.0.0.1:1", "-run", "lobby")
	if !errors.Is(err, errFailed) {
		t.Errorf("%v, want %v\n%s", err, errFailed, &out)
	}
}

package compute

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// A late result is refused because the server knows no such terminal, and the
// terminal has registered again meanwhile: the second 401 is refused, too, and
// what came with the first one stays.
func TestRegister_twiceOnOneConnection(t *testing.T) {
	o := client.DefaultOptions()
	o.Port, o.Nick, o.Reconnect = 1, "amy", false
	o.Capabilities = sgcp.Pairs{{Key: sgcp.CanCompute}}
	o.Dial = func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer ours.Close()
			registered := false
			for lines := bufio.NewScanner(ours); lines.Scan(); {
				answer := map[string]string{"101": "601 amy ONSWG4TFOQQHGZLTONUW63RAGE", "104": "604 compute", "401": "901 t2"}[lines.Text()[:3]]
				if strings.HasPrefix(lines.Text(), "401") {
					if registered {
						answer = "503 401 registered already"
					}
					registered = true
				}
				fmt.Fprint(ours, answer, "\r\n")
			}
		}()
		return theirs, nil
	}
	conn, err := client.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	sent, taken := make(chan sgcp.Message), make(chan struct{})
	j := &membership{conn: conn, terminal: NewTerminal(DefaultTerminalOptions(), func(m sgcp.Message) {
		select {
		case sent <- m:
		case <-taken:
		}
	})}
	defer func() {
		close(taken)
		if err := j.terminal.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := j.register(t.Context()); err != nil {
		t.Fatal(err)
	}
	// It is busy with this one when the second registration is refused.
	j.terminal.Handle(leased("l1", playouts(t, 9, 1)))
	at(t, j.terminal, "l1")
	j.terminal.Handle(&sgcp.Bench{ID: "b1", Kind: sgcp.BenchAdd, Count: 100, Seed: 1})
	if err := j.register(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := j.terminal.Standing(); s.Terminal != "t2" {
		t.Errorf("the terminal is %q, want t2", s.Terminal)
	}
	if r := result(t, sent); r.Lease != "l1" || r.Done != 1 {
		t.Errorf("%+v, want the lease done", r)
	}
	if b, ok := await.From(t, sent).(*sgcp.Benchmark); !ok || b.ID != "b1" {
		t.Errorf("%+v, want the benchmark", b)
	}
}

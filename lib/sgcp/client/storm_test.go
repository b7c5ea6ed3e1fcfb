package client_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp/client"
)

// The server's connection breaks after any octet, again and again: the client
// sees every push once, in order.
func TestResume_everyPushOnce(t *testing.T) {
	const pushes, breaks = 400, 40
	random := rng.New(5)
	// after sends the pushes that follow number last, cut off after so many octets.
	after := func(p *peer, head string, last, octets int) {
		text := strings.Builder{}
		text.WriteString(head)
		for i := last + 1; i <= pushes; i++ {
			fmt.Fprintf(&text, "853 - amy %d\r\n", i)
		}
		cut := text.String()
		p.Write([]byte(cut[:min(octets, len(cut))])) // the client may hang up meanwhile
	}
	scripts := []func(*peer){func(p *peer) { p.login(); after(p, "", 0, 200) }}
	for i := range breaks {
		octets := random.IntN(300)
		scripts = append(scripts, func(p *peer) {
			line, err := p.lines.ReadString('\n')
			if err != nil {
				t.Error(err)
				return
			}
			last, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "105 "+secret)))
			if err != nil {
				t.Errorf("the client sent %q", line)
				return
			}
			head := fmt.Sprintf("605 bob_ - %d\r\n", pushes-last)
			if i < breaks-1 {
				after(p, head, last, octets)
				return
			}
			p.Write([]byte(head))
			p.expect("104 ping marking")
			p.send("604\r\n")
			p.expect("106")
			p.send("501 106 unknown command\r\n")
			after(p, "", last, 1<<20)
			p.gone()
		})
	}
	f := serve(t, scripts...)
	o := options(f)
	o.BackoffMax, o.Events = time.Millisecond, 1024
	c := dial(t, o)
	want, lost := 1, 0
	for want <= pushes {
		e := next(t, c)
		if e.Kind == client.Lost {
			lost++
		}
		if e.Kind != client.Pushed {
			continue
		}
		if e.Param != fmt.Sprintf("- amy %d", want) {
			t.Fatalf("push %q, want number %d", e.Param, want)
		}
		want++
	}
	ping(t, c, "end")
	if lost == 0 {
		t.Error("no connection was lost")
	}
}

package client

import (
	"net"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
)

// FuzzDispatch: whatever a server sends, no panic, no push uncounted, and no
// command that is answered twice.
func FuzzDispatch(f *testing.F) {
	const token = "KRUGS4ZANFZSAYJAI52G623FNY"
	f.Add([]byte("601 bob_ " + token + "\r\n752 amy 1 ai\r\n702 1\r\n861 1 Q16\r\n801 " + token + " moves=1\r\n"))
	f.Add([]byte("605 resync\r\n853 - a b\r\n534 202 x\r\n505 000\r\n514 000 gone\r\n"))
	f.Add([]byte("605 bob - 0\r\n702 0\r\n801 " + token + "\r\n829\r\n604 compute\r\n"))
	commands := []sgcp.Number{sgcp.CommandResume, sgcp.CommandListWaiting, sgcp.CommandGameInfo, 329, sgcp.CommandAnnounce}
	f.Fuzz(func(t *testing.T, octets []byte) {
		o := DefaultOptions()
		c := &Client{options: o, jitter: rng.New(1), events: newQueue(4), changed: make(chan struct{})}
		ours, theirs := net.Pipe()
		defer theirs.Close()
		l := &link{options: &o, handle: c.push, conn: ours, decoder: sgcp.NewDecoder(sgcp.ServerLineMax), lost: make(chan struct{}), pong: make(chan struct{}, 1)}
		if octets = octets[:min(len(octets), 1<<14)]; len(octets)%2 == 1 {
			commands[0] = sgcp.CommandLogin
		} else {
			commands[0] = sgcp.CommandResume
		}
		var calls []*call
		for _, n := range commands {
			e, _ := sgcp.Lookup(n)
			calls = append(calls, &call{number: n, row: e.Row, then: c.note, done: make(chan struct{})})
			if err := l.await(calls[len(calls)-1]); err != nil {
				t.Fatal(err)
			}
		}
		l.decoder.Feed(octets)
		counted, answered := uint64(0), 0
		for line, ok := l.decoder.Next(); ok; line, ok = l.decoder.Next() {
			if line.Number.IsCounted() {
				counted++
			}
			err := l.line(line)
			if code := line.Number; err == nil && !code.IsPush() && !code.IsRow() {
				answered++
			}
			if err != nil {
				l.fail(err)
				break
			}
		}
		if c.last > counted {
			t.Errorf("%d pushes are counted, %d came", c.last, counted)
		}
		done := 0
		for _, call := range calls {
			select {
			case <-call.done:
				done++
			default:
			}
		}
		if l.err != nil && done != len(calls) {
			t.Errorf("the link ended with %v, and %d of %d commands know", l.err, done, len(calls))
		}
		if l.err == nil && done > answered {
			t.Errorf("%d commands are answered by %d lines", done, answered)
		}
	})
}

package gateway

import (
	"net"
	"testing"
	"time"
)

// A reader that waits for an answer of others and goes on may wait again at once, for the
// next answer.
func TestConn_waitsAgain(t *testing.T) {
	for range 1000 {
		first, next, waits := make(chan struct{}), make(chan struct{}), make(chan struct{})
		c := &conn{late: first}
		go func() {
			defer close(waits)
			<-first
			c.late = next
		}()
		c.sent()
		<-waits
		if c.late != next {
			t.Fatal("the answer before took the next one's place")
		}
	}
}

// deadlines notes the deadlines that writes to a connection are given.
type deadlines struct {
	net.Conn
	at []time.Time
}

func (d *deadlines) Write(octets []byte) (int, error)    { return len(octets), nil }
func (d *deadlines) SetWriteDeadline(at time.Time) error { d.at = append(d.at, at); return nil }

// A write's deadline is taken back once the write was made: once it had gone by, no write
// after it would be.
func TestPut_takesItsDeadlineBack(t *testing.T) {
	d := new(deadlines)
	c := &conn{g: &Gateway{options: DefaultOptions()}, net: d}
	n, err := c.put([]byte("609\r\n"), true)
	if n != 5 || err != nil || len(d.at) != 2 || d.at[0].IsZero() || !d.at[1].IsZero() {
		t.Errorf("%d octets, %v, deadlines %v; want one, and none at last", n, err, d.at)
	}
}

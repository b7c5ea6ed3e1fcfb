package gateway

import "testing"

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

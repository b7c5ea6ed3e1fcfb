package gateway

import (
	"sync"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// turns let so many go a second, in the order in which they come.
type turns struct {
	mu   sync.Mutex
	next time.Time
}

// take takes a turn and returns how long to wait for it. Two seconds' turns that
// nobody took may be taken at once.
func (t *turns) take(now time.Time, rate float64) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if early := now.Add(-2 * time.Second); t.next.Before(early) {
		t.next = early
	}
	wait = t.next.Sub(now)
	t.next = t.next.Add(time.Duration(float64(time.Second) / rate))
	return max(0, wait)
}

// turn is how long a log-in has to wait while too many come at once.
func (c *conn) turn() time.Duration {
	return min(c.g.logins.take(c.g.options.Clock.Now(), c.g.options.Limits.Logins), c.g.options.Limits.Login/2)
}

// pause waits; false when the gateway has ended meanwhile.
func (c *conn) pause(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	if c.wait == nil {
		c.wait = time.NewTimer(d)
	} else {
		c.wait.Reset(d)
	}
	defer c.wait.Stop()
	select {
	case <-c.wait.C:
		return true
	case <-c.g.done:
		return false
	}
}

// guessDelays is how many times Limits.Delay the answer to a wrong secret keeps the
// connection waiting.
const guessDelays = 5

// wrongSecret counts a secret that was wrong, and has the connection rest. False:
// there were too many.
func (c *conn) wrongSecret(n sgcp.Number) bool {
	l := &c.g.options.Limits
	c.guesses++
	if n != sgcp.CommandResume {
		c.g.addresses.guessed(c, c.g.options.Clock.Now())
	}
	c.rest = guessDelays * l.Delay
	return c.guesses < l.Guesses
}

// isWrongSecret tells whether an answer refuses what 102, 105 or 124 brought.
func isWrongSecret(n sgcp.Number, answer sgcp.Message) bool {
	f, ok := answer.(*sgcp.Fault)
	if !ok {
		return false
	}
	switch n {
	case sgcp.CommandAuthenticate, sgcp.CommandClaim:
		return f.Code == sgcp.FaultAuthentication
	case sgcp.CommandResume:
		return f.Code == sgcp.FaultSession
	}
	return false
}

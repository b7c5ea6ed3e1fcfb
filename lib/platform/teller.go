package platform

import (
	"context"
	"log/slog"
	"time"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// teller sends the answers to Clients' 121, 122 and 124 beside the game, which waits for
// none of them.
type teller struct {
	client *client.Client
	clock  Clock
	log    *slog.Logger
	queue  chan answer
}

// answer is what one Client is told.
type answer struct {
	lines []*sgcp.SettingsAnswer
	until time.Time // when the gateway has given up
}

const (
	answersMost = 64               // wait at a slot; nobody is told of further ones
	answerWait  = 10 * time.Second // how long a gateway waits for one
)

// tell answers a Client as soon as the answers before are sent.
func (s *slot) tell(lines ...*sgcp.SettingsAnswer) {
	select {
	case s.teller.queue <- answer{lines, s.clock.Now().Add(answerWait)}:
	default:
		s.log.Debug("too many ask at once", "id", lines[0].ID)
	}
}

// run sends answers until ctx ends.
func (t *teller) run(ctx context.Context) error {
	for {
		select {
		case a := <-t.queue:
			if t.clock.Now().Before(a.until) {
				t.send(ctx, a)
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// send sends an answer: a line, and when the gateway has taken it all others at once. A
// gateway that has given up refuses the first, and lines that it refuses count against its
// limit of rate, which the game needs.
func (t *teller) send(ctx context.Context, a answer) {
	_, err := t.client.Do(ctx, a.lines[0])
	for sgcp.Refused(err) == sgcp.FaultRate && t.clock.Now().Before(a.until) {
		select {
		case <-t.clock.After(ratePause):
		case <-ctx.Done():
			return
		}
		_, err = t.client.Do(ctx, a.lines[0])
	}
	var started []*client.Started
	for _, line := range a.lines[1:] {
		if err != nil {
			break
		}
		var one *client.Started
		if one, err = t.client.Start(ctx, line); err == nil {
			started = append(started, one)
		}
	}
	for _, one := range started {
		if _, bad := one.Wait(ctx); err == nil {
			err = bad
		}
	}
	if err != nil && ctx.Err() == nil {
		t.log.Debug("an answer was not taken", "id", a.lines[0].ID, "error", err) // it came too late, or the gateway does not know 123
	}
}

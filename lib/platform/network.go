package platform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// networkController carries the data between the platform and the gateways, and
// through them the Clients. Every slot has an SGCP connection, since a connection has
// one game. (Clients of the platform's own come through a gateway that the program
// starts beside it.)
type networkController []*pool.Task // one for each slot

func newNetworkController(life context.Context, p *Platform) (n networkController) {
	for i := range p.options.Gateways {
		g := &p.options.Gateways[i]
		for k := range g.Slots {
			nick := p.options.Name
			if k > 0 {
				nick += fmt.Sprint(k + 1)
			}
			s := &slot{
				platform: p, gateway: g, index: k, nick: nick, clock: p.options.Clock,
				log: p.options.Log.With("gateway", g.String(), "slot", k+1), thought: make(chan thought, 1), claimed: make(chan claimed, 1),
			}
			n = append(n, pool.Go(func() error { return s.run(life) }))
		}
	}
	return n
}

func (n networkController) wait() (err error) {
	for _, task := range n {
		err = errors.Join(err, task.Wait())
	}
	return err
}

// dial connects until it succeeds or ctx ends.
func (s *slot) dial(ctx context.Context) (*client.Client, error) {
	p := s.platform
	kept, err := p.users.place(s.gateway.String(), s.index)
	if err != nil {
		s.log.Error("the slot's session is not known", "error", err) // a new one is as good
	}
	o := client.DefaultOptions()
	o.Host, o.Port, o.Key, o.Dial = s.gateway.Host, s.gateway.Port, s.gateway.Key, s.gateway.Dial
	o.Nick, o.Session, o.Last = s.nick, kept.session, kept.last
	o.Capabilities = append(o.Capabilities, sgcp.Pair{Key: sgcp.CanPeople})
	o.GiveUp, o.BackoffMax, o.Seed = client.NoGivingUp, p.options.Backoff, p.options.Seed+uint64(s.index)
	o.Keep = func(session sgcp.Session) error {
		return p.users.renewPlace(s.gateway.String(), s.index, session)
	}
	o.BackoffMin = min(o.BackoffMin, o.BackoffMax)
	wait := o.BackoffMin
	for {
		c, err := client.Dial(ctx, o)
		if err == nil {
			s.game.token = c.Game()
			s.began = 0
			// A gateway that was restarted tells neither nick nor game.
			if c.Began() == 0 {
				s.kept, s.handled = kept, kept.last
				if s.game.token == (sgcp.Gtoken{}) {
					s.game.token = kept.game
				}
			}
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if sgcp.Refused(err) != 0 {
			s.log.Error("the gateway refuses the platform", "error", err)
			wait = p.options.Backoff
		} else {
			s.log.Warn("connecting", "error", err, "wait", wait)
		}
		if err := s.pause(ctx, wait); err != nil {
			return nil, err
		}
		wait = min(2*wait, p.options.Backoff)
	}
}

func (s *slot) pause(ctx context.Context, d time.Duration) error {
	select {
	case <-s.clock.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// errAgain is a command that may or may not have been obeyed, or that was refused
// unexpectedly. The slot asks again how the game stands.
var errAgain = errors.New("ask for the game again")

// do sends a command. A failure other than an expected fault marks the slot stale.
func (s *slot) do(ctx context.Context, m sgcp.Message, expected ...sgcp.Number) (client.Answer, error) {
	for {
		a, err := s.client.Do(ctx, m)
		if err == nil {
			return a, nil
		}
		switch code := sgcp.Refused(err); {
		case code == sgcp.FaultRate:
			if err := s.pause(ctx, ratePause); err != nil {
				return a, err
			}
			continue
		case slices.Contains(expected, code):
			return a, err
		case ctx.Err() != nil:
			return a, context.Cause(ctx)
		}
		s.log.Warn("command", "command", m.Number(), "error", err)
		s.stale = true
		return a, fmt.Errorf("%w: %w", errAgain, err)
	}
}

// ratePause is how long to wait after the gateway has refused a command for its rate.
const ratePause = 250 * time.Millisecond

package cluster

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book/generate"
)

// checks are the parts that a coordinator does again. The results of a member wait in a
// group; when it is full, or nothing else is left to wait for, one of them, drawn at
// random, is done again, and all go into the book if it is right. A member whose result
// is not what the coordinator gets is banned for the rest of the job: its group is thrown
// out, and the coordinator does again all that comes from it.
//
// The goroutine of the farm alone uses them.
type checks struct {
	group   int // results, one of which is done again; 0: none are
	members map[string]*standing
	waiting []*check
	known   map[string]bool // parts whose results wait here
	busy    bool            // the other goroutine has one

	give chan *check
	got  chan *check
	stop context.CancelFunc
	task *pool.Task
}

// standing is what a coordinator knows of a member.
type standing struct {
	tested  bool // its first result is a group of its own
	testing bool // a check of it is under way
	banned  bool
	held    []*check // the group that is filling
}

// check is a part with the result that a member claims.
type check struct {
	key, member, fault string
	work               []byte
	claim              jetstream.Msg
	with               []*check // the rest of its group

	own  []byte // what the coordinator gets
	fail error
}

func newChecks(share float64) checks {
	c := checks{members: map[string]*standing{}, known: map[string]bool{}}
	if share > 0 {
		c.group = int(math.Round(min(1/share, groupMost)))
	}
	return c
}

// groupMost bounds the results of a member that wait in memory.
const groupMost = 1000

// begin starts the goroutine that does parts of a job again.
func (f *farm) begin(ctx context.Context, job []byte) {
	c := &f.checks
	ctx, c.stop = context.WithCancel(ctx)
	c.give, c.got = make(chan *check, 1), make(chan *check, 1)
	c.task = pool.Go(func() error {
		var hand *generate.Hand
		defer func() {
			if hand != nil {
				hand.Close()
			}
		}()
		for {
			select {
			case <-ctx.Done():
				return nil
			case one := <-c.give:
				if hand == nil {
					hand, one.fail = generate.NewHand(job)
				}
				if hand != nil {
					one.own, one.fail = hand.Do(ctx, one.work)
				}
				c.got <- one
			}
		}
	})
}

// end stops doing parts again.
func (c *checks) end() {
	if c.stop != nil {
		c.stop()
		c.task.Wait()
	}
}

// next gives the goroutine something to do.
func (c *checks) next() {
	if !c.busy && len(c.waiting) > 0 {
		c.give <- c.waiting[0]
		c.waiting, c.busy = c.waiting[1:], true
	}
}

// hold lets a result wait, unless nothing is done again.
func (f *farm) hold(one *check) bool {
	c := &f.checks
	if c.group == 0 {
		return false
	}
	c.known[one.key] = true
	s := c.members[one.member]
	if s == nil {
		s = &standing{}
		c.members[one.member] = s
	}
	if s.banned || one.fault != "" {
		c.waiting = append(c.waiting, one)
		return true
	}
	s.held = append(s.held, one)
	if !s.tested || len(s.held) >= c.group {
		c.draw(s)
	}
	return true
}

// draw draws one of a group, to be done again, when no other one of the member is.
func (c *checks) draw(s *standing) {
	if s.testing || len(s.held) == 0 {
		return
	}
	i := rand.IntN(len(s.held))
	one := s.held[i]
	one.with = slices.Delete(s.held, i, i+1)
	s.held, s.tested, s.testing = nil, true, true
	c.waiting = append(c.waiting, one)
}

// settle draws from groups that are not full when the book waits for nothing else.
func (f *farm) settle() {
	if c := &f.checks; len(c.known) == len(f.out) {
		for _, s := range c.members {
			c.draw(s)
		}
	}
	f.checks.next()
}

// verdict ends a check, and returns the results that may go into the book.
func (f *farm) verdict(one *check) (made []generate.Made, kept []jetstream.Msg, err error) {
	c := &f.checks
	c.busy = false
	s := c.members[one.member]
	take := func(one *check, rows []byte) {
		delete(c.known, one.key)
		delete(f.out, one.key)
		made, kept = append(made, generate.Made{Key: one.key, Rows: rows}), append(kept, one.claim)
	}
	if one.fault == "" && !s.banned {
		s.testing = false
	}
	switch {
	case one.fault != "" && one.fail != nil:
		one.claim.Ack() // another run tries the part again
		return nil, nil, fmt.Errorf("%w: part %s: %s", ErrJob, one.key, one.fault)
	case one.fail != nil:
		f.cluster.log(slog.LevelWarn, "a part cannot be done again here, its result is taken", "job", f.id, "part", one.key, "error", one.fail)
		take(one, one.claim.Data())
	case one.fault != "" || !bytes.Equal(one.own, one.claim.Data()):
		take(one, one.own)
		if !s.banned {
			f.cluster.log(slog.LevelError, "a result is not what the coordinator gets, its member is banned", "job", f.id, "part", one.key, "member", one.member)
		}
		s.banned = true
		c.waiting = append(append(c.waiting, one.with...), s.held...)
		s.held = nil
		return made, kept, nil
	default:
		take(one, one.own)
	}
	if s.banned { // meanwhile
		c.waiting = append(c.waiting, one.with...)
		return made, kept, nil
	}
	for _, held := range one.with {
		take(held, held.claim.Data())
	}
	if len(s.held) >= c.group {
		c.draw(s)
	}
	return made, kept, nil
}

// banned counts the members whose results were forged.
func (f *farm) banned() (n int) {
	for _, s := range f.checks.members {
		if s.banned {
			n++
		}
	}
	return n
}

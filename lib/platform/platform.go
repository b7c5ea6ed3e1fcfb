package platform

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// Platform is a running AI platform. Its methods may be called from any
// goroutine.
type Platform struct {
	options Options
	users   *MultiUserManager
	memory  *MemoryBank
	network networkController
	learner *pool.Task // nil: nobody learns
	figures figures
	duty    duty
	cancel  context.CancelFunc
	once    sync.Once
	closed  error

	mu        sync.Mutex
	explained lastChoices
}

type figures struct {
	games, moves, predicted, hits, learnt atomic.Uint64
}

// Figures are what the platform has done since its start.
type Figures struct {
	Games     uint64 // begun
	Moves     uint64 // chosen
	Predicted uint64 // moves of opponents that were looked for ahead
	Hits      uint64 // of these, answered ahead
	Learnt    uint64 // positions analysed by self-learning
}

// Start opens the stores and plays until Close. It keeps a damaged memory bank aside,
// and begins another one from the games in the store. It tries gateways that it
// cannot reach again and again. ErrOptions, ErrStore.
func Start(o Options) (*Platform, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	users, err := OpenMultiUserManager(o.Store, o.Level)
	if err != nil {
		return nil, err
	}
	users.now = o.Clock.Now
	p := &Platform{options: o, users: users, explained: lastChoices{most: max(explainedLeast, o.slots())}}
	if p.memory, err = p.openBank(); err != nil {
		return nil, errors.Join(err, users.Close())
	}
	life, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.network = newNetworkController(life, p)
	if o.Learn {
		p.learner = pool.Go(func() error { return p.learn(life) })
	}
	o.Log.Info("platform", "name", o.Name, "gateways", len(o.Gateways), "store", o.Store, "bank", o.Bank)
	return p, nil
}

// Users returns the multi-user manager.
func (p *Platform) Users() *MultiUserManager { return p.users }

// Memory returns the memory bank.
func (p *Platform) Memory() *MemoryBank { return p.memory }

// Figures returns what the platform has done so far.
func (p *Platform) Figures() Figures {
	f := &p.figures
	return Figures{f.games.Load(), f.moves.Load(), f.predicted.Load(), f.hits.Load(), f.learnt.Load()}
}

// Explanation returns the last choice in a game with a Client, while that is one of the
// last 256 who were played with, or of as many as the platform has slots, if more.
func (p *Platform) Explanation(nick string) (e Explanation, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.explained.of(sgcp.NickKey(nick))
}

func (p *Platform) explain(nick string, e Explanation) {
	p.mu.Lock()
	p.explained.put(sgcp.NickKey(nick), e)
	p.mu.Unlock()
	if p.options.Explain != nil {
		p.options.Explain(nick, e)
	}
}

// Close ends the connections, stops thinking and closes the stores. With a store, a
// platform that starts soon enough for the gateway goes on with the games; without
// one they are given up. Close returns the first defect. Closing twice is harmless.
func (p *Platform) Close() error {
	p.once.Do(func() {
		p.cancel()
		err := p.network.wait()
		if p.learner != nil {
			err = errors.Join(err, p.learner.Wait())
		}
		p.closed = errors.Join(err, p.memory.Close(), p.users.Close())
		p.options.Log.Info("closed", "error", p.closed)
	})
	return p.closed
}

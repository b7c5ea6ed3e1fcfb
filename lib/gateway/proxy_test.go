package gateway_test

import (
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/rng"
	players "qikit.dev/qikit/internal/tools/hall"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp/client"
)

// proxy stands between clients and the gateway and does to their connections what
// networks do: it delays, tears lines apart, closes one half, and hangs up in the
// middle of an octet stream.
type proxy struct {
	listener net.Listener
	target   string
	faults   atomic.Bool // false: the network is well
	broken   atomic.Int64
	all      sync.WaitGroup
	mu       sync.Mutex
	random   *rng.Source
	conns    map[net.Conn]bool
}

func newProxy(t *testing.T, target string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target, random: rng.New(9), conns: map[net.Conn]bool{}}
	p.faults.Store(true)
	p.all.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", target)
			if err != nil {
				near.Close()
				continue
			}
			p.note(near, far)
			p.all.Go(func() { p.pipe(near.(*net.TCPConn), far.(*net.TCPConn)) })
			p.all.Go(func() { p.pipe(far.(*net.TCPConn), near.(*net.TCPConn)) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		p.storm()
		p.all.Wait()
	})
	return p
}

func (p *proxy) note(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
}

// storm breaks every connection at once: all come back in the same moment.
func (p *proxy) storm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
		delete(p.conns, c)
	}
}

func (p *proxy) draw(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(n)
}

// pipe hands octets on, in pieces, late, and not always all of them.
func (p *proxy) pipe(from, to *net.TCPConn) {
	buffer := make([]byte, 512)
	for {
		n, err := from.Read(buffer)
		octets := buffer[:n]
		for len(octets) > 0 {
			piece := octets
			if p.faults.Load() {
				piece = octets[:1+p.draw(len(octets))]
				time.Sleep(time.Duration(p.draw(2000)) * time.Microsecond)
				switch p.draw(300) {
				case 0: // hung up in the middle
					p.broken.Add(1)
					to.Write(piece[:len(piece)/2])
					to.Close()
					from.Close()
					return
				case 1: // only one half
					p.broken.Add(1)
					to.CloseWrite()
					return
				}
			}
			if _, err := to.Write(piece); err != nil {
				from.Close()
				return
			}
			octets = octets[len(piece):]
		}
		if err == io.EOF {
			to.CloseWrite()
			return
		}
		if err != nil {
			to.Close()
			return
		}
	}
}

// Over a bad network every game is played to its end, no move lost or doubled.
func TestProxy_badNetwork(t *testing.T) {
	games, stones := 20, 60
	if testing.Short() {
		games, stones = 6, 24
	}
	o := gateway.DefaultOptions()
	o.Size, o.Rule, o.Limits.Graces = 9, "seed+komi", 1000
	h := open(t, o)
	p := newProxy(t, h.Addr().String())
	ctx := await.Context(t)
	var lost atomic.Int64
	play := func(round int) {
		var all sync.WaitGroup
		for i := range games {
			line, err := players.Script(9, stones, uint64(100+i))
			if err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				r, err := players.Game(ctx, func(nick string) client.Options {
					o := client.DefaultOptions()
					o.Port, o.Nick, o.Seed = p.listener.Addr().(*net.TCPAddr).Port, nick, uint64(i)
					o.BackoffMin, o.BackoffMax, o.Reply, o.Ping, o.GiveUp = 5*time.Millisecond, 50*time.Millisecond, time.Second, 500*time.Millisecond, time.Hour
					return o
				}, fmt.Sprintf("p%dr%d", i, round), line, 0)
				if err != nil {
					t.Error(err)
				}
				lost.Add(int64(r.Lost))
			})
		}
		for range 3 {
			time.Sleep(300 * time.Millisecond)
			p.storm()
		}
		all.Wait()
	}
	// Games that were over before the first storm have seen little of it.
	for round := 0; round == 0 || !t.Failed() && (lost.Load() < int64(games) || p.broken.Load() == 0); round++ {
		play(round)
	}
}

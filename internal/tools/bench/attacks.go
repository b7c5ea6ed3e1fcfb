package main

import (
	"bufio"
	"cmp"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/tools/must"
)

// Sizes of the attacks on a gateway.
const (
	honestGames  = 50
	honestRate   = 200 // moves a second, of all games
	honestRounds = 3   // quiet and noisy in turns
	honestTime   = 3 * time.Second
	chatters     = 800
	chatsASecond = 2 // of each: what the limits allow
	hostiles     = 10_000
	hostileRate  = 1 // lines a second of each
)

// honest plays games at an even rate and measures how long moves take.
type honest struct {
	boards []*board
	all    []*talker
	next   int
	port   int
	logins atomic.Int64 // tried while there is noise
	in     atomic.Int64 // let in
}

func newHonest(port int) *honest {
	h := &honest{port: port}
	for i := range honestGames {
		b := newBoardOf(port, i, 90)
		h.boards = append(h.boards, b)
		h.all = append(h.all, b.players[:]...)
	}
	return h
}

// play is one round: the times that moves took to be answered.
func (h *honest) play() (times []time.Duration) {
	for _, t := range h.all {
		t.mu.Lock()
		t.observed = nil
		t.mu.Unlock()
	}
	start := time.Now()
	for sent := 0; time.Since(start) < honestTime; time.Sleep(time.Millisecond) {
		for due := int(time.Since(start).Seconds() * honestRate); sent < due; sent++ {
			b := h.boards[h.next%len(h.boards)]
			h.next++
			if b.played == len(b.line) || b.unsettled() {
				continue
			}
			b.players[b.played&1].send("321 " + b.line[b.played].String())
			b.played++
		}
	}
	time.Sleep(300 * time.Millisecond) // for the last answers
	for _, t := range h.all {
		t.mu.Lock()
		times = append(times, t.observed...)
		if t.faults > 0 {
			must.Fail("%s was refused %d moves", t.nick, t.faults)
		}
		t.mu.Unlock()
	}
	slices.Sort(times)
	if len(times) == 0 {
		must.Fail("no move was answered")
	}
	return times
}

// comeIn logs in as somebody new ten times a second, until done is closed.
func (h *honest) comeIn(done chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(100 * time.Millisecond):
		}
		n := h.logins.Add(1)
		if c, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", h.port)); err == nil {
			c.SetDeadline(time.Now().Add(20 * time.Second))
			fmt.Fprintf(c, "101 n%d\r\n", n)
			for lines := bufio.NewScanner(c); lines.Scan(); {
				if strings.HasPrefix(lines.Text(), "601") {
					h.in.Add(1)
					break
				}
			}
			c.Close()
		}
	}
}

// underNoise compares rounds of honest play with and without noise, and reports the
// middle ones: as the players see them, and the part that is the gateway's own.
func underNoise(m *meter, name string, s *served, h *honest, noise *noise) {
	ear := listen(h.all)
	defer ear.stop()
	var quiet, noisy []time.Duration
	var own [2][]float64         // the gateway's part of them
	var gateway, clients float64 // seconds of a core under noise
	for range honestRounds {
		before := s.figures()
		quiet = append(quiet, quantile(h.play(), 0.99))
		between := s.figures()
		own[0] = append(own[0], movesWithin(before, between, 0.99))
		used, began := cputime.Own(), time.Now()
		noise.start()
		done := make(chan struct{})
		var newcomers sync.WaitGroup
		newcomers.Go(func() { h.comeIn(done) })
		noisy = append(noisy, quantile(h.play(), 0.99))
		after := s.figures()
		took := time.Since(began).Seconds()
		clients += (cputime.Own() - used).Seconds() / took / honestRounds
		gateway += (after["seconds"] - between["seconds"]) / took / honestRounds
		own[1] = append(own[1], movesWithin(between, after, 0.99))
		close(done)
		newcomers.Wait()
		noise.stop()
	}
	slices.Sort(own[0])
	slices.Sort(own[1])
	slices.Sort(quiet)
	slices.Sort(noisy)
	said, refused, cut := noise.outcome()
	m.beside(name+": 99 of 100 moves", ms(noisy[honestRounds/2]), ms(quiet[honestRounds/2]), fmt.Sprintf("%d lines tried, %d refused, %d connections cut", said, refused, cut))
	m.beside(name+": the gateway's own part", own[1][honestRounds/2], own[0][honestRounds/2], "from reading a move to having written the answer")
	m.beside(name+": the gateway's CPU", gateway, clients, "")
	m.beside(name+": log-ins", float64(h.in.Load()), float64(h.logins.Load()), "")
}

// movesWithin is the time within which the gateway itself answered a share of the moves
// between two figures, in milliseconds: from reading a move to having written the answer,
// the store included.
func movesWithin(before, after map[string]float64, share float64) float64 {
	type bucket struct{ le, n float64 }
	var all []bucket
	for key, n := range after {
		var le float64
		if _, err := fmt.Sscanf(key, "move_seconds_bucket{le=\"%g\"}", &le); err == nil {
			all = append(all, bucket{le, n - before[key]})
		}
	}
	slices.SortFunc(all, func(a, b bucket) int { return cmp.Compare(a.le, b.le) })
	want := share * (after["move_seconds_count"] - before["move_seconds_count"])
	last := bucket{}
	for _, b := range all {
		if b.n >= want { // between two bounds it is taken to be even
			return 1000 * (last.le + (b.le-last.le)*(want-last.n)/max(b.n-last.n, 1))
		}
		last = b
	}
	return 1000 * last.le
}

// noise is many clients that send lines at an even rate and read what comes.
type noise struct {
	makers []*maker
	rate   float64 // lines a second of each
	on     atomic.Bool
	ended  sync.WaitGroup
	said   atomic.Int64
}

// maker is a client that makes noise.
type maker struct {
	port    int
	first   []string           // said when it connects
	line    func(n int) string // the n-th line, with its end
	mute    bool               // it reads nothing
	mu      sync.Mutex
	conn    net.Conn
	lines   int
	refused atomic.Int64
	cut     atomic.Int64
}

func (k *maker) connect() {
	k.mu.Lock()
	defer k.mu.Unlock()
	conn, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", k.port))
	if err != nil {
		return
	}
	k.conn = conn
	for _, line := range k.first {
		conn.Write([]byte(line + "\r\n"))
	}
	if k.mute {
		return
	}
	go func() {
		buffer := make([]byte, 2048)
		for {
			n, err := conn.Read(buffer)
			if err != nil {
				break
			}
			for line := range strings.Lines(string(buffer[:n])) {
				if line[0] == '5' {
					k.refused.Add(1)
				}
			}
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.conn == conn {
			k.conn = nil
			k.cut.Add(1)
		}
	}()
}

// say sends the next line, after connecting anew if need be.
func (k *maker) say() {
	k.mu.Lock()
	conn := k.conn
	k.lines++
	line := k.line(k.lines)
	k.mu.Unlock()
	if conn == nil {
		k.connect()
		return
	}
	conn.SetWriteDeadline(time.Now().Add(time.Millisecond))
	conn.Write([]byte(line)) // one that is cut finds out by reading
}

// connect brings all of them in.
func (n *noise) connect() {
	const some = 16
	var all sync.WaitGroup
	for w := range some {
		all.Go(func() {
			for i := w; i < len(n.makers); i += some {
				n.makers[i].connect()
			}
		})
	}
	all.Wait()
	time.Sleep(2 * time.Second) // until they are greeted
}

func (n *noise) start() {
	n.on.Store(true)
	n.ended.Go(func() {
		start, sent := time.Now(), 0
		each := n.rate * float64(len(n.makers))
		for ; n.on.Load(); time.Sleep(time.Millisecond) {
			for due := int(time.Since(start).Seconds() * each); sent < due && n.on.Load(); sent++ {
				n.makers[sent%len(n.makers)].say()
				n.said.Add(1)
			}
		}
	})
}

func (n *noise) stop() {
	n.on.Store(false)
	n.ended.Wait()
}

func (n *noise) close() {
	for _, k := range n.makers {
		k.mu.Lock()
		if k.conn != nil {
			k.conn.Close()
			k.conn = nil
		}
		k.mu.Unlock()
	}
}

func (n *noise) outcome() (said, refused, cut int64) {
	for _, k := range n.makers {
		refused += k.refused.Load()
		cut += k.cut.Load()
	}
	return n.said.Load(), refused, cut
}

// chatAttack has eight hundred people talk in the lobby, each within their limits.
func chatAttack(m *meter) {
	s := serveGateway("gateway", filepath.Join(m.dir, "chat.db"), 0)
	defer s.kill()
	h := newHonest(s.port)
	n := &noise{rate: chatsASecond}
	for i := range chatters {
		n.makers = append(n.makers, &maker{port: s.port, first: []string{fmt.Sprint("101 t", i)}, line: func(n int) string {
			return fmt.Sprintf("303 what do you all think of this, number %d\r\n", n)
		}})
	}
	n.connect()
	defer n.close()
	underNoise(m, "800 chatters", s, h, n)
	_, _, cut := n.outcome()
	m.put("chatters cut", float64(cut), "")
}

// hostileAttack has ten thousand clients do what a gateway has to put up with. The control
// has them do it to another gateway on the same machine: what that costs those who play is
// the machine's, and only what is beyond it the gateway's.
func hostileAttack(m *meter) {
	attack := func(name string, s *served, port int) {
		h := newHonest(s.port)
		n := hostileNoise(port, h.boards[0].players[0].game)
		n.connect()
		defer n.close()
		underNoise(m, name, s, h, n)
	}
	quiet, other := serveGateway("gateway", filepath.Join(m.dir, "quiet.db"), 0), serveGateway("gateway", filepath.Join(m.dir, "other.db"), 0)
	attack("10,000 hostile elsewhere", quiet, other.port)
	quiet.kill()
	other.kill()
	s := serveGateway("gateway", filepath.Join(m.dir, "hostile.db"), 0)
	defer s.kill()
	attack("10,000 hostile", s, s.port)
}

// hostileNoise are ten thousand clients of all kinds, some of whom know a game.
func hostileNoise(port int, game string) *noise {
	kinds := []func(i, n int) string{
		func(i, n int) string { return fmt.Sprintf("303 buy %d\r\n", n) },
		func(i, n int) string { return "202\r\n" },
		func(i, n int) string { return []string{"201\r\n", "205\r\n"}[n&1] },
		func(i, n int) string { return fmt.Sprintf("206 h%d size=9\r\n", (i*7919+n)%hostiles) },
		func(i, n int) string { return "301 " + game + "\r\n" },
		func(i, n int) string { return "304 " + game + "\r\n" },
		func(i, n int) string { return fmt.Sprintf("102 key guess%d\r\n", n) },
		func(i, n int) string { return "105 AAAAAAAAAAAAAAAAAAAAAAAAAY 0\r\n" },
		func(i, n int) string { return "321 Q16\r\n303\r\n327 \r\n" },
		func(i, n int) string { return strings.Repeat("\x00\xff", 300) + "\r\n" },
		func(i, n int) string { return strings.Repeat("9", 3000) + "\r\n" },
		func(i, n int) string { return "103\r\n" },
		func(i, n int) string { return fmt.Sprintf("203 h%d\r\n", (i*31+n)%hostiles) },
		func(i, n int) string { return strings.Repeat("109 flood\r\n", 20) },
		func(i, n int) string { return "207 3\r\n" },
		func(i, n int) string { return "109 " }, // never ends
	}
	n := &noise{rate: hostileRate}
	for i := range hostiles {
		kind := kinds[i%len(kinds)]
		k := &maker{port: port, line: func(n int) string { return kind(i, n) }, mute: i%97 == 0}
		if i%11 > 0 { // the others never log in
			k.first = []string{fmt.Sprint("101 h", i)}
		}
		n.makers = append(n.makers, k)
	}
	return n
}

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/hall"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/sgcp"
)

// talker is one of ten thousand clients: a socket, a reader with a small buffer,
// and the times at which its commands were sent.
type talker struct {
	conn  socket
	lines *bufio.Reader
	begun []byte // of a line whose end has not come yet, while an ear listens
	nick  string
	game  string

	mu       sync.Mutex
	sent     []time.Time // of commands without reply
	numbers  []string    // of these
	faults   int
	observed []time.Duration
	acked    int // moves
}

func dialTalker(port int, nick string) *talker {
	conn := dialSocket(port)
	t := &talker{conn: conn, lines: bufio.NewReaderSize(conn, 512), nick: nick}
	must.Get(fmt.Fprintf(conn, "101 %s\r\n", nick))
	t.reply("601")
	return t
}

// reply reads lines up to the reply of that number.
func (t *talker) reply(number string) {
	for {
		line := must.Get(t.lines.ReadSlice('\n'))
		if line[0] == '5' {
			must.Fail("%s: %q, expected %s", t.nick, line, number)
		}
		if string(line[:3]) == "751" {
			t.game = string(line[4:30])
		}
		if string(line[:3]) == number {
			return
		}
	}
}

// do sends a command and reads its reply.
func (t *talker) do(command, number string) {
	must.Get(fmt.Fprintf(t.conn, "%s\r\n", command))
	t.reply(number)
}

// seat begins a game between two talkers; the server draws who has black.
func seat(t, u *talker) {
	u.do("201", "701")
	t.do("203 "+u.nick, "703")
	t.do("311", "811")
	u.do("311", "811")
}

// heard handles received octets: replies and pushes.
func (t *talker) heard(octets []byte, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		end := bytes.IndexByte(octets, '\n')
		if end < 0 {
			t.begun = append(t.begun, octets...)
			return
		}
		line := octets[:end]
		octets = octets[end+1:]
		if len(t.begun) > 0 {
			line = append(t.begun, line...)
			t.begun = t.begun[:0]
		}
		if pushed := line[1] >= '5' && line[0] != '5'; pushed || len(t.sent) == 0 {
			continue
		}
		t.observed = append(t.observed, now.Sub(t.sent[0]))
		if line[0] == '5' {
			t.faults++
		} else if t.numbers[0] == "321" {
			t.acked++
		}
		t.sent, t.numbers = t.sent[1:], t.numbers[1:]
	}
}

// send notes the time and sends a command.
func (t *talker) send(command string) {
	t.mu.Lock()
	t.sent = append(t.sent, time.Now())
	t.numbers = append(t.numbers, command[:3])
	t.mu.Unlock()
	must.Get(t.conn.Write([]byte(command + "\r\n")))
}

// board is a game of two talkers.
type board struct {
	players [2]*talker // black first
	line    []sgcp.Coord
	played  int
}

// crowdBars connect ten thousand clients, all of them playing, and measure memory
// and latency under an even load.
func crowdBars(m *meter) {
	s := serveGateway("gateway", filepath.Join(m.dir, "crowd.db"), 0)
	defer s.kill()
	boards := crowd(s.port)
	var talkers []*talker
	for _, b := range boards {
		for _, t := range b.players {
			talkers = append(talkers, t)
			defer t.conn.Close()
		}
	}
	ear := listen(talkers)
	// No collection here: the clients' pauses would count as the gateway's.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	idle := s.figures()
	m.put("10,000 connections, 5,000 games", idle["resident"], "")
	var moves int
	var late []time.Duration
	clients := cpu(func() {
		moves, late = load(boards)
		time.Sleep(300 * time.Millisecond) // for the last answers
	})
	ear.stop()
	busy := s.figures()
	heard := 0
	for _, t := range talkers {
		heard += len(t.observed)
	}
	if heard == 0 {
		must.Fail("no command was answered")
	}
	latencyBars(m, talkers, late, moves)
	m.put("memory after the load", busy["resident"], "")
	each := 1e6 / float64(heard)
	m.beside("CPU of the gateway a command", (busy["seconds"]-idle["seconds"])*each, clients.Seconds()*each, "")
}

// latencyBars report the latencies that the clients saw.
func latencyBars(m *meter, talkers []*talker, late []time.Duration, moves int) {
	var observed []time.Duration
	acked, faults := 0, 0
	for _, t := range talkers {
		observed = append(observed, t.observed...)
		acked += t.acked
		faults += t.faults
	}
	slices.Sort(observed)
	slices.Sort(late)
	m.put("commands answered", float64(len(observed))/hallSeconds, "")
	m.put("sent too late, 99 of 100", ms(quantile(late, 0.99)), "")
	m.put("answered after, median", ms(quantile(observed, 0.5)), "")
	m.put("answered after, 99 of 100", ms(quantile(observed, 0.99)), "")
	m.beside("moves acknowledged", float64(acked), float64(moves), fmt.Sprintf("%d faults", faults))
}

// crowd seats all clients, some at a time.
func crowd(port int) []*board {
	const some = 16
	boards := make([]*board, hallConnections/2)
	var all sync.WaitGroup
	for w := range some {
		all.Go(func() {
			for i := w; i < len(boards); i += some {
				boards[i] = newBoard(port, i)
			}
		})
	}
	all.Wait()
	must.Do(nil) // unless a client could not be seated
	return boards
}

func newBoard(port, i int) *board { return newBoardOf(port, i, 40) }

// newBoardOf is a game of so many moves.
func newBoardOf(port, i, moves int) *board {
	b := &board{line: must.Get(hall.Script(9, moves, uint64(i)))}
	for side := range b.players {
		b.players[side] = dialTalker(port, fmt.Sprintf("c%d%c", i, 'a'+side))
	}
	t, u := b.players[0], b.players[1]
	seat(t, u)
	// The reply to 301 says who has black.
	must.Get(fmt.Fprintf(t.conn, "301 %s\r\n", t.game))
	line := must.Get(t.lines.ReadString('\n'))
	for !strings.HasPrefix(line, "801") {
		line = must.Get(t.lines.ReadString('\n'))
	}
	if strings.Contains(line, " black="+u.nick+" ") {
		b.players = [2]*talker{u, t}
	}
	return b
}

// load sends commands at an even rate: three of ten are moves, the rest chat and
// queries. late is how long after its due time each was sent.
func load(boards []*board) (moves int, late []time.Duration) {
	const tick = time.Millisecond
	r := rng.New(4)
	start := time.Now()
	sent := 0
	late = make([]time.Duration, 0, hallRate*hallSeconds)
	for next, other := 0, 0; time.Since(start) < hallSeconds*time.Second && sent < hallRate*hallSeconds; time.Sleep(tick) {
		for due := int(time.Since(start).Seconds() * hallRate); sent < min(due, hallRate*hallSeconds); sent++ {
			late = append(late, time.Since(start)-time.Duration(sent)*time.Second/hallRate)
			if sent%10 < 3 {
				b := boards[next%len(boards)]
				next++
				if b.played == len(b.line) || b.unsettled() {
					continue
				}
				b.players[b.played&1].send("321 " + b.line[b.played].String())
				b.played++
				moves++
				continue
			}
			b := boards[other%len(boards)]
			t := b.players[other/len(boards)&1]
			other++
			command := [...]string{"303 what a fine move that was", "303 thank you", "303 hm", "109 x", "204", "301 " + boards[r.IntN(len(boards))].players[0].game, "109 there?"}[r.IntN(7)]
			t.send(command)
		}
	}
	if len(late) == 0 {
		must.Fail("no command was sent in %d s", hallSeconds)
	}
	return moves, late
}

// unsettled reports whether the last move has not been answered yet.
func (b *board) unsettled() bool {
	t := b.players[(b.played+1)&1]
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.numbers, "321")
}

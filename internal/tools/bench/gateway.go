package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/internal/tools/hall"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// Sizes of the gateway's bars.
const (
	hallConnections = 10_000
	hallRate        = 20_000 // commands a second
	hallSeconds     = 5
	hallGames       = 1_000
	hallStones      = 30
	hallKills       = 3
)

// served is a gateway in a process of its own.
type served struct {
	*child
	port int
}

// serveGateway starts a gateway; kind is a job of runChild.
func serveGateway(kind, store string, port int) *served {
	c := start(kind, "QIKIT_BENCH_STORE="+store, fmt.Sprint("QIKIT_BENCH_PORT=", port))
	s := &served{child: c}
	line := c.line()
	if _, err := fmt.Sscanf(line, "port %d", &s.port); err != nil {
		c.kill()
		must.Fail("the gateway said %q", line)
	}
	return s
}

// figures asks the gateway for its figures: resident memory, CPU seconds and
// metrics.
func (s *served) figures() map[string]float64 {
	must.Get(fmt.Fprintln(s.in, "figures"))
	var text strings.Builder
	for {
		line := s.line()
		if line == "end" {
			return figures(text.String())
		}
		fmt.Fprintln(&text, strings.TrimPrefix(line, "qikit_gateway_"))
	}
}

// runGateway runs in the child process: a gateway that prints its port, and its
// figures whenever asked. With slow it has no rate limits, so that only a client's
// own reading is slow.
func runGateway(slow bool) {
	debug.SetGCPercent(65) // as qikit gateway (bindings/qikit) does, with its ballast
	ballast := make([]byte, 32<<20)
	defer runtime.KeepAlive(ballast)
	o := gateway.DefaultOptions()
	o.Store, o.Size, o.Rule = os.Getenv("QIKIT_BENCH_STORE"), 9, sgcp.RuleSeedKomi
	o.Port = must.Get(strconv.Atoi(os.Getenv("QIKIT_BENCH_PORT")))
	if slow {
		o.Limits.Rate, o.Limits.Burst, o.Limits.ChatRate, o.Limits.ChatBurst = 1e6, 1e6, 1e6, 1e6
	}
	g := must.Get(gateway.Start(o))
	fmt.Println("port", g.Port())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println("resident", resident("VmRSS"))
		fmt.Println("seconds", cputime.Own().Seconds())
		must.Do(g.WriteMetrics(os.Stdout))
		fmt.Println("end")
	}
	must.Do(g.Close())
}

// codecBars decode a typical mix of lines.
func codecBars(m *meter) {
	var stream []byte
	for _, message := range []sgcp.Message{
		&sgcp.Play{Coord: sgcp.At(15, 15), Seq: 57}, &sgcp.Chat{Text: "good game, thank you"}, &sgcp.Ping{Text: "x"}, &sgcp.Statistics{}, &sgcp.Ready{},
		&sgcp.Played{Game: sgcp.Gtoken{1}, Seq: 57, Coord: sgcp.At(15, 15), Hash: 12345}, &sgcp.PlayReply{Seq: 57},
	} {
		stream = must.Get(sgcp.Append(stream, message))
	}
	d := sgcp.NewDecoder(sgcp.ServerLineMax)
	var play sgcp.Play
	var played sgcp.Played
	var reply sgcp.PlayReply
	messages := 0
	decode := func(rounds int) {
		for range rounds {
			d.Feed(stream)
			for line, ok := d.Next(); ok; line, ok = d.Next() {
				var err error
				switch line.Number {
				case sgcp.CommandPlay:
					err = sgcp.ParseInto(&play, line.Param)
				case sgcp.PushPlayed:
					err = sgcp.ParseInto(&played, line.Param)
				case sgcp.CommandPlay.Reply():
					err = sgcp.ParseInto(&reply, line.Param)
				}
				if err != nil || line.Fault != 0 {
					must.Fail("%v: %v, fault %v", line.Number, err, line.Fault)
				}
				messages++
			}
		}
	}
	decode(1000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	messages = 0
	spent := cpu(func() { decode(200_000) })
	runtime.ReadMemStats(&after)
	m.put("messages decoded on a core", float64(messages)/spent.Seconds()/1e6, "")
	m.put("allocations a message", float64(after.Mallocs-before.Mallocs)/float64(messages), "")
}

// slowBars connect a client that does not read what its opponent sends.
func slowBars(m *meter) {
	s := serveGateway("gateway-slow", "", 0)
	defer s.kill()
	var pair [2]*talker
	for i := range pair {
		pair[i] = dialTalker(s.port, fmt.Sprint("slow", i))
		defer pair[i].conn.Close()
	}
	seat(pair[0], pair[1])
	before := s.figures()
	text := "303 " + strings.Repeat("x", 400) + "\r\n"
	for said := 0; said < 200_000; said += 50 {
		must.Get(pair[0].conn.Write([]byte(strings.Repeat(text, 50))))
		for range 50 {
			pair[0].reply("803")
		}
		after := s.figures()
		if after["slow_connections_total"] == 0 {
			continue
		}
		m.put("slow reader is cut", after["slow_connections_total"], "")
		m.put("memory that it cost", after["resident"]-before["resident"], "")
		return
	}
	must.Fail("a reader of nothing was never cut")
}

// killBars play many games at once through a gateway that is killed.
func killBars(m *meter) {
	store := filepath.Join(m.dir, "kills.db")
	s := serveGateway("gateway", store, 0)
	defer func() { s.kill() }()
	port := s.port
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	var all sync.WaitGroup
	var moves, lost, ended atomic.Int64
	errs := make(chan error, hallGames)
	begun := time.Now()
	for i := range hallGames {
		line := must.Get(hall.Script(9, hallStones, uint64(i)))
		all.Go(func() {
			r, err := hall.Game(ctx, func(nick string) client.Options {
				o := client.DefaultOptions()
				o.Port, o.Nick, o.Seed = port, nick, uint64(i)
				o.BackoffMin, o.BackoffMax, o.Reply = 100*time.Millisecond, 2*time.Second, 30*time.Second
				return o
			}, fmt.Sprint("g", i), line, 200*time.Millisecond)
			if err != nil {
				errs <- err
				return
			}
			ended.Add(1)
			moves.Add(int64(r.Acked))
			lost.Add(int64(r.Lost))
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	kills := 0
	for range hallKills {
		select {
		case <-done:
		case <-time.After(3 * time.Second):
			s.kill()
			kills++
			s = serveGateway("gateway", store, port)
		}
	}
	<-done
	close(errs)
	for err := range errs {
		fmt.Println("  ", err)
	}
	m.put("games at once, played to the end", float64(ended.Load()), fmt.Sprintf("%d kills, %d connections lost", kills, lost.Load()))
	m.put("moves accounted for", float64(moves.Load()), fmt.Sprintf("%.1f s", time.Since(begun).Seconds()))
}

package gateway

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// figures are counted without the hall.
type figures struct {
	refused      atomic.Uint64
	acceptErrors atomic.Uint64
	slow         atomic.Uint64
	linesIn      atomic.Uint64
	linesOut     atomic.Uint64
	octetsIn     atomic.Uint64
	octetsOut    atomic.Uint64
	commits      atomic.Uint64
	changes      atomic.Uint64
	moveTimes    histogram          // from reading a move to having written its answer
	commands     [400]atomic.Uint64 // by number from 100; [0] for unknown ones
	faults       [100]atomic.Uint64 // by number from 500
}

// WriteMetrics writes what the gateway has counted so far in the text form of
// Prometheus (version 0.0.4). A program serves it; this package does not.
func (g *Gateway) WriteMetrics(w io.Writer) error {
	f, now := &g.figures, g.desk.figures()
	var out bytes.Buffer
	one := func(kind, name, help string, value any) {
		fmt.Fprintf(&out, "# HELP qikit_gateway_%s %s\n# TYPE qikit_gateway_%s %s\nqikit_gateway_%s %v\n", name, help, name, kind, name, value)
	}
	one("gauge", "connections", "Open connections.", now.Peers)
	one("gauge", "sessions", "Players logged in, with or without a connection.", now.Sessions)
	one("gauge", "waiting", "Players waiting for an opponent.", now.Waiting)
	one("gauge", "tables", "Games known, ended ones included.", now.Tables)
	one("gauge", "playing", "Games under way.", now.Playing)
	one("gauge", "uptime_seconds", "Time since the start.", int64(g.options.Clock.Now().Sub(g.started)/time.Second))
	terminals := 0
	if g.options.Terminals != nil {
		terminals = g.options.Terminals.Count()
	}
	one("gauge", "terminals", "Compute terminals.", terminals)
	one("counter", "refused_connections_total", "Connections refused by a limit.", f.refused.Load())
	one("counter", "accept_errors_total", "Errors of the listener.", f.acceptErrors.Load())
	one("counter", "slow_connections_total", "Connections cut because they did not read.", f.slow.Load())
	one("counter", "resumed_total", "Sessions taken up by 105.", now.Resumed)
	one("counter", "lines_received_total", "Lines received.", f.linesIn.Load())
	one("counter", "lines_sent_total", "Lines sent.", f.linesOut.Load())
	one("counter", "octets_received_total", "Octets received.", f.octetsIn.Load())
	one("counter", "octets_sent_total", "Octets sent.", f.octetsOut.Load())
	one("counter", "pushes_total", "Pushes to sessions.", now.Pushes)
	one("counter", "moves_total", "Moves played, passes included.", now.Moves)
	one("counter", "games_started_total", "Games started.", now.Games)
	one("counter", "games_ended_total", "Games ended.", now.Ended)
	one("counter", "commits_total", "Commits to the store.", f.commits.Load())
	one("counter", "changes_total", "Changes in these commits.", f.changes.Load())
	fmt.Fprint(&out, "# HELP qikit_gateway_move_seconds From reading a move to having written its answer.\n# TYPE qikit_gateway_move_seconds histogram\n")
	f.moveTimes.write(&out, "qikit_gateway_move_seconds")
	many := func(name, help, label string, values []atomic.Uint64, offset int) {
		fmt.Fprintf(&out, "# HELP qikit_gateway_%s %s\n# TYPE qikit_gateway_%s counter\n", name, help, name)
		for i := range values {
			if n := values[i].Load(); n > 0 {
				fmt.Fprintf(&out, "qikit_gateway_%s{%s=\"%d\"} %d\n", name, label, offset+i, n)
			}
		}
	}
	many("commands_total", "Commands by number; 100 stands for unknown ones.", "number", f.commands[:], 100)
	many("faults_total", "Faults answered, by number.", "number", f.faults[:], 500)
	_, err := w.Write(out.Bytes())
	return err
}

package gateway_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

// host is a compute host that notes what the gateway says.
type host struct {
	mu     sync.Mutex
	here   map[string]func(sgcp.Message)
	said   []string
	refuse error
	joined int
}

func (h *host) Join(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (string, error) {
	// Before it has a name it is measured: the push must follow the reply.
	push(&sgcp.Bench{ID: "b1", Kind: sgcp.BenchAdd, Count: 500, Seed: 7})
	push(&sgcp.Bench{ID: "b2", Kind: sgcp.BenchPlayout, Count: 5, Seed: 7})
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said = append(h.said, fmt.Sprint("join ", m.Cores, " ", m.Version, " ", trusted, " ", origin))
	if h.refuse != nil {
		return "", h.refuse
	}
	h.joined++
	id := fmt.Sprint("t", h.joined)
	h.here[id] = push
	return id, nil
}

func (h *host) note(format string, args ...any) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said = append(h.said, fmt.Sprintf(format, args...))
	return h.refuse
}

func (h *host) Benchmarked(id string, m *sgcp.Benchmark) error {
	return h.note("bench %s %s %d %v", id, m.ID, m.Milliseconds, m.Checksum)
}

func (h *host) Result(id string, m *sgcp.TaskResult) error {
	return h.note("result %s %s %d %d", id, m.Lease, m.Done, len(m.Payload))
}

func (h *host) Progress(id string, m *sgcp.Progress) error {
	return h.note("progress %s %s %d", id, m.Lease, m.Done)
}

func (h *host) Leave(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.here, id)
	h.said = append(h.said, "leave "+id)
}

func (h *host) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.here)
}

// take returns what was said since the last time.
func (h *host) take() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	said := strings.Join(h.said, "; ")
	h.said = nil
	return said
}

func (h *host) push(id string, m sgcp.Message) {
	h.mu.Lock()
	push := h.here[id]
	h.mu.Unlock()
	push(m)
}

// computing is a gateway with a host, and a terminal that has registered.
func computing(t *testing.T) (h *hall, c *host, p *peer) {
	c = &host{here: map[string]func(sgcp.Message){}}
	o, _ := options()
	o.Terminals = c
	o.Keys = map[string]string{"secret": "lab"}
	h = open(t, o)
	p = h.login("term")
	p.ask("401 4 v1", "503 401 ")
	p.ask("104 compute ping", "604 compute ping")
	p.ask("401 4 v1", "901 t1")
	p.expect("951 b1 add5e8 500 7", "951 b2 playout19 5 7")
	if got := c.take(); got != "join 4 v1 false " {
		t.Fatalf("the host heard %q", got)
	}
	return h, c, p
}

func TestTerminals_areBridged(t *testing.T) {
	h, c, p := computing(t)
	p.ask("401 4 v1", "503 401 ")
	p.ask("402 b1 260 00000000075bcd15", "902")
	p.ask("404 L1 12", "904")
	p.ask("402 b1", "502 402 ")
	h.login("amy").ask("204", "704 online=2 waiting=0 games=0 terminals=1 ")
	h.until("terminals 1")

	// A task and its result may be as long as the protocol lets them be.
	long := strings.Repeat("x", sgcp.ComputeLineMax-len("952 L1 500 playout 18446744073709551615 100 \r\n"))
	c.push("t1", &sgcp.Task{Lease: "L1", Limit: 500, Kind: sgcp.TaskPlayout, Seed: 1<<64 - 1, Count: 100, Payload: long})
	c.push("t1", &sgcp.Task{Lease: "L1", Payload: long + long, Kind: sgcp.TaskPlayout}) // a defect of the host's is no line
	c.push("t1", &sgcp.Recall{Lease: "L1"})
	if got := p.expect("952 L1 500 playout 18446744073709551615 100 x"); !strings.HasSuffix(got, long) {
		t.Errorf("the task came as %d octets", len(got))
	}
	p.expect("953 L1")
	result := strings.Repeat("y", sgcp.ComputeLineMax-len("403 L1 100 \r\n"))
	p.ask("403 L1 100 "+result, "903")
	p.ask("403 L1 100 "+result+"y", "504 403 ")
	p.ask("303 "+strings.Repeat("z", sgcp.RequestMax), "504 303 ") // other lines are as short as before
	if got, want := c.take(), fmt.Sprintf("bench t1 b1 260 00000000075bcd15; progress t1 L1 12; result t1 L1 100 %d", len(result)); got != want {
		t.Errorf("the host heard %q, want %q", got, want)
	}
}

func TestTerminals_leave(t *testing.T) {
	h, c, p := computing(t)
	push := c.here["t1"]
	p.ask("405", "905")
	push(&sgcp.Cancel{Lease: "L1"}) // too late: it is not said
	p.ask("405", "540 405 ")
	p.ask("402 b1 260 00000000075bcd15", "540 402 ")
	p.ask("403 L1 0", "540 403 ")
	p.ask("404 L1 0", "540 404 ")
	p.ask("401 2 v2", "901 t2")
	p.expect("951", "951")
	p.Close()
	h.until("connections 0 terminals 0")
	if got, want := c.take(), "leave t1; join 2 v2 false ; leave t2"; got != want {
		t.Errorf("the host heard %q, want %q", got, want)
	}

	// Whoever takes the session up is no terminal.
	again := h.connect()
	again.ask("105 "+p.secret+" 0", "605 term")
	again.ask("403 L1 0", "540")
	again.ask("401 1 v", "503")

	q := h.platform("AI-x")
	q.ask("104 compute", "604 compute")
	q.ask("401 1 v", "901 t3")
	q.expect("951", "951")
	q.ask("103", "603")
	h.until("terminals 0")
	if got, want := c.take(), "join 1 v true account lab; leave t3"; got != want {
		t.Errorf("the host heard %q, want %q", got, want)
	}
}

func TestTerminals_refusedByTheHost(t *testing.T) {
	_, c, p := computing(t)
	for _, row := range []struct {
		err  error
		want string
	}{
		{&sgcp.Fault{Code: sgcp.FaultLease, Text: "late"}, "541 403 "},
		{fmt.Errorf("checked again: %w", &sgcp.Fault{Code: sgcp.FaultRejected, Text: "forged"}), "542 403 "},
		{&sgcp.Fault{Code: sgcp.FaultTask, Text: "no such task"}, "543 403 "},
		{sgcp.ErrParameter, "502 403 "},
		{fmt.Errorf("something else"), "508 403 "},
	} {
		c.mu.Lock()
		c.refuse = row.err
		c.mu.Unlock()
		p.ask("403 L1 5 1 2", row.want)
	}
	p.ask("405", "905")
	p.ask("401 1 v", "508")
	p.ask("403 L1 5", "540") // it was not let in
	p.ask("402 L1", "540")
}

// What is owed is not counted: results and moves; progress only in a flood.
func TestTerminals_rate(t *testing.T) {
	c := &host{here: map[string]func(sgcp.Message){}}
	o, _ := options()
	o.Terminals, o.Limits.Burst, o.Limits.Rate = c, 4, 1
	h := open(t, o)
	p := h.login("term")
	p.ask("104 compute", "604")
	p.ask("401 4 v1", "901")
	p.expect("951", "951")
	for range 50 {
		p.ask("403 L1 1", "903")
	}
	for range 16 {
		p.ask("404 L1 1", "904")
	}
	p.ask("404 L1 1", "506 404 ")
	p.ask("109", "609")
	p.ask("109", "506 109 ")
}

// Terminals come, work and vanish while the host pushes to all of them.
func TestTerminals_atOnce(t *testing.T) {
	c := &host{here: map[string]func(sgcp.Message){}}
	o, _ := options()
	o.Terminals = c
	h := open(t, o)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 10 {
				p := h.login(fmt.Sprintf("t%dn%d", i, n))
				p.ask("104 compute", "604")
				id := strings.TrimPrefix(p.ask("401 1 v", "901 "), "901 ")
				p.expect("951 b1", "951 b2")
				for k := range 20 {
					c.push(id, &sgcp.Recall{Lease: fmt.Sprint("L", k)})
				}
				for k := range 20 {
					if got := p.expect("953 "); got != fmt.Sprint("953 L", k) {
						t.Errorf("%q, want lease %d", got, k)
					}
				}
				p.ask("403 L1 5", "903")
				p.ask("204", "704")
				p.Close()
			}
		})
	}
	group.Wait()
	h.until("connections 0 terminals 0")
}

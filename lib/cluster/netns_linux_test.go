package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
)

// network is hosts in namespaces of their own, each with a link to the first.
type network struct {
	t     *testing.T
	hosts []string // names of namespaces
}

// newNetwork makes so many hosts: 10.77.0.1, which has the bridge, and up.
func newNetwork(t *testing.T, hosts int) *network {
	t.Helper()
	n := &network{t: t}
	for i := range hosts {
		name := fmt.Sprintf("qk%d-%d", os.Getpid(), i)
		if out, err := exec.Command("ip", "netns", "add", name).CombinedOutput(); err != nil {
			if i > 0 {
				t.Fatalf("a second network namespace: %v: %s", err, out)
			}
			if os.Getenv("CI") != "" {
				t.Fatalf("a network namespace: %v: %s", err, out)
			}
			t.Skipf("network namespaces are not possible here, so a host that is cut off is not tested: %v: %s", err, out)
		}
		n.hosts = append(n.hosts, name)
		t.Cleanup(func() { exec.Command("ip", "netns", "del", name).Run() })
		n.ip(i, "link", "set", "lo", "up")
	}
	n.ip(0, "link", "add", "hub", "type", "bridge")
	n.ip(0, "addr", "add", "10.77.0.1/24", "dev", "hub")
	n.ip(0, "link", "set", "hub", "up")
	for i := 1; i < hosts; i++ {
		near := fmt.Sprint("to", i)
		n.ip(0, "link", "add", near, "type", "veth", "peer", "name", "eth0", "netns", n.hosts[i])
		n.ip(0, "link", "set", near, "master", "hub", "up")
		n.ip(i, "addr", "add", fmt.Sprintf("10.77.0.%d/24", i+1), "dev", "eth0")
		n.ip(i, "link", "set", "eth0", "up")
	}
	return n
}

// ip runs a command of iproute2 on a host.
func (n *network) ip(host int, args ...string) {
	n.t.Helper()
	if out, err := exec.Command("ip", append([]string{"-n", n.hosts[host]}, args...)...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %q on host %d: %v: %s", args, host, err, out)
	}
}

// link takes a host's link up or down: nobody is told, packets vanish.
func (n *network) link(host int, state string) { n.ip(0, "link", "set", fmt.Sprint("to", host), state) }

// on starts a process on a host.
func (n *network) on(host int, r role) *process {
	n.t.Helper()
	return r.run(n.t, "ip", "netns", "exec", n.hosts[host])
}

// Three machines: one has the server, the book and the host, two work for both.
// One is cut off in the middle and comes back: the book and the task's result are
// those of a single machine.
func TestNetwork_oneHostIsCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a link that is cut is noticed after some six seconds")
	}
	t.Parallel()
	n := newNetwork(t, 3)
	o := bookOptions(t)
	o.Games, o.MaxPlies, o.Depth.Max = 150, 16, 3
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var keys []Key
	hub := role{Does: "hub", Host: "10.77.0.1", Dir: t.TempDir(), Book: text, Out: filepath.Join(t.TempDir(), "book.qkb")}
	for range 2 {
		keys = append(keys, newKey(t))
		hub.Members = append(hub.Members, keys[len(keys)-1].Public())
	}
	h := n.on(0, hub)
	url := "nats://" + h.says(t, "port")
	// What works on the host that is cut off stays in the middle of something until
	// then, so that there is something left, however late that is.
	var workers, terminals []*process
	for i, key := range keys {
		worker := role{Does: "worker", URL: url, Key: key.String(), Paced: i == 1}
		workers = append(workers, n.on(i+1, worker))
		worker.Does = "terminal"
		if i == 1 {
			worker.Held = 1
		}
		terminals = append(terminals, n.on(i+1, worker))
	}
	h.says(t, "terminals 2")
	for _, w := range workers {
		w.says(t, "part")
	}
	task := playouts(t, 40_000)
	order, err := json.Marshal(task)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(h.in, string(order))
	fmt.Fprintln(workers[1].in)
	workers[1].says(t, "part")
	terminals[1].says(t, "held")
	n.link(2, "down")
	workers[1].in.Close()
	terminals[1].in.Close()

	want, err := compute.Do(t.Context(), task, nil)
	if err != nil {
		t.Fatal(err)
	}
	if said := h.mentions(t, "ran"); !strings.HasSuffix(said, "<nil>") || strings.HasPrefix(said, "0") {
		t.Errorf("leases lost, error: %s; want some and none", said)
	}
	var got compute.Result
	if err := json.Unmarshal([]byte(h.mentions(t, "result")), &got); err != nil || got != want {
		t.Errorf("the task's result differs from that of one machine: %v", err)
	}
	h.mentions(t, "terminals 1") // the one cut off is given up
	n.link(2, "up")
	h.mentions(t, "terminals 2") // and taken in again
	if said := h.mentions(t, "book"); said != fmt.Sprintf("true %d <nil>", o.Games) {
		t.Errorf("the book: %s", said)
	}
	o.Out += ".alone"
	if _, err := generate.Book(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	if jsonl(t, hub.Out) != jsonl(t, o.Out) {
		t.Error("the book differs from that of one machine")
	}
}

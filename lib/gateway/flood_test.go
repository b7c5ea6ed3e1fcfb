package gateway

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
)

// Lines of a flood that are refused for their rate do not wait for the hall, and so do not
// keep others waiting for it.
func TestTooFast_isAnsweredWithoutTheHall(t *testing.T) {
	o := DefaultOptions()
	o.Limits.Burst, o.Limits.Rate, o.Limits.Delay, o.Limits.Refusals = 2, 1e-9, 0, 1000
	g, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	conn, err := net.Dial("tcp", g.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(await.End(t))
	lines := bufio.NewScanner(conn)
	expect := func(want string) {
		t.Helper()
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), want) {
			t.Fatalf("%q, %v; want %q", lines.Text(), lines.Err(), want)
		}
	}
	fmt.Fprint(conn, "101 amy\r\n109 a\r\n")
	expect("650")
	expect("601")
	expect("609")
	g.desk.mu.Lock()
	for n := range 100 {
		fmt.Fprintf(conn, "%d x\r\n", 300+n)
		expect(fmt.Sprintf("506 %d too fast", 300+n))
	}
	g.desk.mu.Unlock()
	var text strings.Builder
	if err := g.WriteMetrics(&text); err != nil || !strings.Contains(text.String(), "qikit_gateway_faults_total{number=\"506\"} 100\n") {
		t.Errorf("%v\n%s", err, &text)
	}
}

// The histogram has each time in the bucket whose bounds it is between.
func TestHistogram(t *testing.T) {
	var h histogram
	for _, d := range []time.Duration{0, histogramLeast, histogramLeast + 1, 2 * histogramLeast, time.Hour} {
		h.add(d)
	}
	var text strings.Builder
	h.write(&text, "x")
	for _, want := range []string{"x_bucket{le=\"0.0000625\"} 2\nx_bucket{le=\"0.0000884\"} 3\nx_bucket{le=\"0.0001250\"} 4\n", "x_bucket{le=\"+Inf\"} 5\n", "x_count 5\n", "x_sum 3600.00025"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if buckets := strings.Count(text.String(), "_bucket"); buckets != len(h.buckets) {
		t.Errorf("%d buckets", buckets)
	}
}

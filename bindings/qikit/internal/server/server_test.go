package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || !answer.Close {
		t.Errorf("%s: %v, the connection ends: %v", url, err, answer.Close)
	}
	return answer.StatusCode, string(text)
}

func TestServe_tellsFiguresAndHealth(t *testing.T) {
	var ill error
	m := Metrics{address: ":0"}
	said, stop, err := m.Serve(Source{
		Write: func(w io.Writer) error {
			text := Text{Prefix: "qikit_test"}
			text.Gauge("rooms", "Rooms.", 3)
			text.Counter("doors_total", "Doors.", uint64(4))
			_, err := text.WriteTo(w)
			return err
		},
		Ill: func() error { return ill },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	address, ok := strings.CutPrefix(said, " metrics ")
	if host, _, err := net.SplitHostPort(address); !ok || err != nil || host != "127.0.0.1" {
		t.Fatalf("it says %q, want an address on loopback", said)
	}
	for range most { // who says nothing keeps nobody out for long
		idle, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer idle.Close()
	}
	want := "# HELP qikit_test_rooms Rooms.\n# TYPE qikit_test_rooms gauge\nqikit_test_rooms 3\n" +
		"# HELP qikit_test_doors_total Doors.\n# TYPE qikit_test_doors_total counter\nqikit_test_doors_total 4\n"
	if status, text := get(t, "http://"+address+"/metrics"); status != http.StatusOK || text != want {
		t.Errorf("metrics: %d\n%s\nwant\n%s", status, text, want)
	}
	if status, text := get(t, "http://"+address+"/healthz"); status != http.StatusOK || text != "ok\n" {
		t.Errorf("healthz: %d, %q", status, text)
	}
	ill = errors.New("the store failed")
	if status, text := get(t, "http://"+address+"/healthz"); status != http.StatusServiceUnavailable || text != "the store failed\n" {
		t.Errorf("healthz of an ill server: %d, %q", status, text)
	}
	stop()
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it still listens after the end")
	}
}

func TestServe_addresses(t *testing.T) {
	if said, stop, err := new(Metrics).Serve(Source{}); said != "" || err != nil {
		t.Errorf("without an address: %q, %v", said, err)
	} else {
		stop()
	}
	for address, want := range map[string]string{"9321": "expected host:port", "127.0.0.1:99999": "invalid port", "192.0.2.1:0": "cannot assign"} {
		if _, _, err := (&Metrics{address: address}).Serve(Source{}); err == nil || !strings.Contains(err.Error(), "--metrics") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one that says --metrics and %q", address, err, want)
		}
	}
}

func TestLog_forms(t *testing.T) {
	for form, want := range map[string]string{"json": `"msg":"begun","port":1}`, "text": "msg=begun port=1\n"} {
		var out bytes.Buffer
		log, err := (&Log{form: form}).Open(&out)
		if err != nil {
			t.Fatal(err)
		}
		log.Debug("seen with -v only")
		log.Info("begun", "port", 1)
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "seen") {
			t.Errorf("%s: %s", form, &out)
		}
	}
	var out bytes.Buffer
	log, err := (&Log{form: "text", verbose: true}).Open(&out)
	if err != nil {
		t.Fatal(err)
	}
	if log.Debug("seen"); !strings.Contains(out.String(), "level=DEBUG msg=seen") {
		t.Errorf("with -v: %s", &out)
	}
	if _, err := (&Log{form: "xml"}).Open(&out); err == nil || !strings.Contains(err.Error(), `"xml", expected json or text`) {
		t.Errorf("another form: %v", err)
	}
}

package compute

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

// lie joins as somebody and gives a result that cannot be right.
func lie(t *testing.T, h *Host, origin string) {
	t.Helper()
	p := readyPeer(t, h, origin)
	out := running(t, h, playouts(t, 9, 100))
	m := p.work(next[*sgcp.Task](p))
	m.Done++
	fault(t, origin, h.Result(p.id, m), ErrRejected, sgcp.FaultRejected)
	if got := await.From(t, out); got.err != nil {
		t.Fatal(got.err)
	}
}

func joins(h *Host, origin string) error {
	_, err := h.Join(func(sgcp.Message) {}, true, &sgcp.Register{Version: "x"}, origin)
	return err
}

// A ban holds for who lied, lasts over restarts, and can be lifted.
func TestBans_last(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans")
	host := func() *Host { return quick(t, func(o *HostOptions) { o.Verify, o.Bans = 0, path }) }
	h := host()
	lie(t, h, "account lab")
	lie(t, h, "") // from loopback, where everybody may be behind one proxy
	if err := joins(h, ""); err != nil {
		t.Errorf("another one of unknown origin: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v, want mode 0600", info, err)
	}
	// A process that was killed while it wrote leaves half a line.
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(`{"origin": "10.0`)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h = host()
		if bans := h.Bans(); len(bans) != 1 || bans[0].Origin != "account lab" || bans[0].Why == "" || bans[0].Since.IsZero() {
			t.Fatalf("after a restart: %+v, want the ban of the account", bans)
		}
		if err := joins(h, "account lab"); !errors.Is(err, ErrRejected) {
			t.Errorf("the banned account: %v, want ErrRejected", err)
		}
	}
	if was, err := h.Lift("10.0.0.1/32"); was || err != nil {
		t.Errorf("lifting no ban: %v, %v", was, err)
	}
	if was, err := h.Lift("account lab"); !was || err != nil {
		t.Errorf("lifting the ban: %v, %v", was, err)
	}
	for _, h := range []*Host{h, host()} {
		if err := joins(h, "account lab"); err != nil || len(h.Bans()) != 0 {
			t.Errorf("after the ban was lifted: %v, %+v", err, h.Bans())
		}
	}
}

func TestBans_badFile(t *testing.T) {
	for _, path := range []string{os.DevNull, t.TempDir()} {
		o := DefaultHostOptions()
		o.Bans = path
		if _, err := NewHost(o); !errors.Is(err, ErrOptions) {
			t.Errorf("bans in %s: %v, want ErrOptions", path, err)
		}
	}
	path := filepath.Join(t.TempDir(), "bans")
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := DefaultHostOptions()
	o.Bans = path
	if _, err := NewHost(o); !errors.Is(err, ErrOptions) {
		t.Errorf("a line of nobody: %v, want ErrOptions", err)
	}
}

// A disk that is full in the middle of a ban keeps no later ban from the file, and no host from starting.
func TestBans_fullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans")
	h := quick(t, func(o *HostOptions) { o.Verify, o.Bans = 0, path })
	lie(t, h, "account one")
	full := errors.New("no space left on the disk")
	whole := writeBans
	writeBans = func(f *os.File, text []byte) (int, error) {
		n, err := f.Write(text[:len(text)/2])
		return n, errors.Join(err, full)
	}
	lie(t, h, "account two")
	writeBans = whole
	lie(t, h, "account three")
	o := DefaultHostOptions()
	o.Bans = path
	again, err := NewHost(o)
	if err != nil {
		t.Fatalf("once there is room again: %v", err)
	}
	defer again.Close()
	if bans := again.Bans(); len(bans) != 3 {
		t.Errorf("once there is room again: %+v, want three bans", bans)
	}
}

// All terminals of a banned origin go, and what the others sent is refused from then on.
func TestBans_wholeOrigin(t *testing.T) {
	h := quick(t, func(o *HostOptions) { o.Verify = 0 })
	forger, other, stranger := readyPeer(t, h, "account lab"), readyPeer(t, h, "account lab"), readyPeer(t, h, "account home")
	running(t, h, playouts(t, 9, 1000))
	of := map[*peer]*sgcp.Task{}
	for _, p := range []*peer{forger, other, stranger} {
		of[p] = next[*sgcp.Task](p)
	}
	forged := forger.work(of[forger])
	forged.Done++
	if err := h.Result(forger.id, forged); !errors.Is(err, ErrRejected) {
		t.Errorf("a forged result: %v, want ErrRejected", err)
	}
	if err := h.Result(other.id, other.work(of[other])); err == nil {
		t.Error("the result of another terminal of the banned origin is taken")
	}
	if err := h.Result(stranger.id, stranger.work(of[stranger])); errors.Is(err, ErrRejected) {
		t.Errorf("a stranger's result: %v", err)
	}
}

// Nobody waits for the disk of somebody else's ban, nor with a second one that waits for it.
func TestBans_twoOnASlowDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans")
	h := quick(t, func(o *HostOptions) { o.Verify, o.Bans = 0, path })
	began, goOn := make(chan struct{}, 2), make(chan struct{})
	write := writeBans
	defer func() { writeBans = write }()
	writeBans = func(f *os.File, text []byte) (int, error) {
		began <- struct{}{}
		<-goOn
		return f.Write(text)
	}
	ban := func(origin string) {
		h.mu.Lock()
		h.banOrigin(origin, "a test")
		h.unlock()
	}
	first := make(chan bool, 1)
	go func() { ban("account one"); first <- true }()
	await.From(t, began)
	others := make(chan int, 1)
	go func() { ban("account two"); others <- h.Count() }()
	await.From(t, others)
	close(goOn)
	await.From(t, first)
	if kept, err := readBans(path); err != nil || len(kept) != 2 {
		t.Errorf("the file has %v, %v, want both bans", kept, err)
	}
}

// While the disk is slow about a ban the host goes on, and what the file says in the end is the latest.
func TestBans_slowDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bans")
	h := quick(t, func(o *HostOptions) { o.Verify, o.Bans = 0, path })
	began, goOn := make(chan struct{}), make(chan struct{})
	write := writeBans
	defer func() { writeBans = write }()
	writeBans = func(f *os.File, text []byte) (int, error) {
		close(began)
		<-goOn
		return f.Write(text)
	}
	bans := make(chan error, 2)
	ban := func(origin string) {
		h.mu.Lock()
		h.banOrigin(origin, "a test")
		h.unlock()
		bans <- nil
	}
	go ban("account one")
	await.From(t, began)
	lifted := make(chan error, 1)
	go func() {
		_, err := h.Lift("account one")
		lifted <- err
	}()
	seen := make(chan int, 1)
	go func() {
		for len(h.Bans()) > 0 { // until it is lifted
			runtime.Gosched()
		}
		seen <- h.Count()
	}()
	if n := await.From(t, seen); n != 0 {
		t.Errorf("%d members", n)
	}
	close(goOn)
	await.From(t, bans)
	if err := await.From(t, lifted); err != nil {
		t.Fatal(err)
	}
	if kept, err := readBans(path); err != nil || len(kept) != 0 {
		t.Errorf("the file has %v, %v, want no ban: it was lifted", kept, err)
	}
}

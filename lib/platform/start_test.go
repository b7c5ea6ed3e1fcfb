package platform_test

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

// A memory bank that is damaged is kept aside, and another one made of the games.
func TestStart_damagedBank(t *testing.T) {
	dir := t.TempDir()
	g := hall(t, 7, nil)
	o := options(g)
	o.Store, o.Bank = dir+"/ai.db", dir+"/ai.bank"
	p := start(t, o)
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	h.finish(h.simple)
	h.do(&sgcp.Leave{Game: h.game})
	h.Quit(t.Context())
	before, _, err := p.Memory().Count()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	damage := []byte(strings.Repeat("not a memory bank ", 500))
	if err := os.WriteFile(o.Bank, damage, 0o600); err != nil {
		t.Fatal(err)
	}
	p = start(t, o)
	after, shapes, err := p.Memory().Count()
	if err != nil || after == 0 || after > before+2 || shapes == 0 {
		t.Errorf("%d positions and %d shapes after rebuilding, %v; before %d positions", after, shapes, err, before)
	}
	if kept, err := os.ReadFile(o.Bank + ".damaged-1"); err != nil || string(kept) != string(damage) {
		t.Errorf("the damaged bank was not kept aside: %v", err)
	}
	// (The replayed game also has the positions in which it passed.)

	// Damaged profiles are nobody's to throw away: the platform does not start.
	p.Close()
	if err := os.WriteFile(o.Store, damage, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := platform.Start(o); !errors.Is(err, platform.ErrStore) {
		t.Errorf("with damaged profiles: %v", err)
	}
}

// A platform that is killed while it rebuilds its memory bank begins again with that; so does
// one that is killed between the two renames at the end.
func TestStart_rebuildingIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	g := hall(t, 7, nil)
	o := options(g)
	o.Store, o.Bank = dir+"/ai.db", dir+"/ai.db.bank"
	p := start(t, o)
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	h.finish(h.simple)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	// A game that cannot be replayed, at which the process dies, is the first.
	db, err := sql.Open("sqlite", "file:"+o.Store+"?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("INSERT INTO games SELECT client, ?, settings, color, 'nonsense', result, 0 FROM games LIMIT 1", sgcp.Gtoken{1}.String())
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.Bank, []byte(strings.Repeat("not a memory bank ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), playsStore+"="+o.Store, fmt.Sprint(playsPort, "=", g.Port()), playsDies+"=1")
	out, err := child.CombinedOutput()
	if child.ProcessState.ExitCode() != died {
		t.Fatalf("the platform did not die: %v, %s", err, out)
	}
	whole := func() {
		t.Helper()
		p := start(t, o)
		if positions, shapes, err := p.Memory().Count(); err != nil || positions == 0 || shapes == 0 {
			t.Errorf("%d positions and %d shapes after rebuilding, %v", positions, shapes, err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if left, err := filepath.Glob(o.Bank + ".rebuil*"); err != nil || len(left) > 0 {
			t.Errorf("it left %v, %v", left, err)
		}
	}
	whole()
	if err := os.Rename(o.Bank, o.Bank+".rebuilt"); err != nil {
		t.Fatal(err)
	}
	whole()
}

func TestStart_options(t *testing.T) {
	at := platform.Endpoint{Host: "127.0.0.1", Port: 1, Slots: 1}
	for name, change := range map[string]func(*platform.Options){
		"no gateway": func(o *platform.Options) { o.Gateways = nil }, "port": func(o *platform.Options) { o.Gateways[0].Port = 0 },
		"slots": func(o *platform.Options) { o.Gateways[0].Slots = 257 }, "host": func(o *platform.Options) { o.Gateways[0].Host = "" },
		"twice": func(o *platform.Options) { o.Gateways = append(o.Gateways, at) }, "name": func(o *platform.Options) { o.Name = "tian" },
		"long name": func(o *platform.Options) { o.Name = "AI-abcdefghijk" }, "no name": func(o *platform.Options) { o.Name = "AI- x" },
		"level": func(o *platform.Options) { o.Level = 0 }, "workers": func(o *platform.Options) { o.Workers = 0 }, "table": func(o *platform.Options) { o.TableMB = 0 },
		"meetings": func(o *platform.Options) { o.Meetings = 1 }, "depth": func(o *platform.Options) { o.Depth = math.NaN() },
		"start": func(o *platform.Options) { o.Start = 0 }, "rematch": func(o *platform.Options) { o.Rematch = -1 }, "marks": func(o *platform.Options) { o.Marks = 0 },
		"backoff": func(o *platform.Options) { o.Backoff = 0 }, "clock": func(o *platform.Options) { o.Clock = nil }, "log": func(o *platform.Options) { o.Log = nil },
	} {
		o := platform.DefaultOptions()
		o.Gateways = []platform.Endpoint{at}
		change(&o)
		if p, err := platform.Start(o); !errors.Is(err, platform.ErrOptions) {
			t.Errorf("%s: %v, want ErrOptions", name, err)
			if err == nil {
				p.Close()
			}
		}
	}
}

// A wrong key, and no gateway at all, are waited for and end with Close.
func TestStart_nobodyLetsItIn(t *testing.T) {
	g := hall(t, 7, nil)
	o := options(g)
	o.Gateways[0].Key = "wrong"
	// Port 1: none that another process listens on a moment later.
	o.Gateways = append(o.Gateways, platform.Endpoint{Host: "127.0.0.1", Port: 1, Slots: 1})
	p := start(t, o)
	h := enter(t, g, "bob")
	if code := h.fault(&sgcp.PlayAI{}); code != sgcp.FaultNotWaiting {
		t.Errorf("207: %v", code)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error("closing twice:", err)
	}
}

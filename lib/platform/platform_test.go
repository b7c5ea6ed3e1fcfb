package platform_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

// A whole game through a real gateway, from 207 to the count, and another one at the
// same table; the profile has both.
func TestPlatform_playsAndPlaysAgain(t *testing.T) {
	before := runtime.NumGoroutine()
	g := hall(t, 7, nil)
	p := start(t, options(g))
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{Level: 1})
	h.do(&sgcp.Claim{Name: "Bob", Password: password})
	h.finish(h.simple)
	if h.ended.Method != "area" {
		t.Errorf("the game ended %v by %q, want a count", h.ended.Result, h.ended.Method)
	}
	first := h.game
	h.begin()
	if h.game == first {
		t.Error("the next game has the same token")
	}
	h.finish(h.simple)
	h.do(&sgcp.Leave{Game: h.game})
	h.until(func(m sgcp.Message) bool { _, ok := m.(*sgcp.Left); return ok })
	// The platform leaves too, and waits for the next one.
	h.sit(&sgcp.PlayAI{Nick: "AI-qikit"})
	h.do(&sgcp.Resign{})
	h.until(func(sgcp.Message) bool { return h.ended != nil })
	profile, err := p.Users().Profile("bob")
	if err != nil {
		t.Fatal(err)
	}
	for wait := await.End(t); ; time.Sleep(time.Millisecond) {
		games, err := profile.Games(10)
		if err != nil {
			t.Fatal(err)
		}
		results := 0
		for _, game := range games {
			if game.Result != "" {
				results++
			}
		}
		f := p.Figures()
		if len(games) == 3 && results == 3 && f.Games == 3 && f.Moves >= 10 {
			break
		}
		if time.Now().After(wait) {
			t.Fatalf("games %+v, figures %+v", games, f)
		}
	}
	if positions, shapes, err := p.Memory().Count(); positions < 10 || shapes < 10 || err != nil {
		t.Errorf("the memory bank has %d positions and %d shapes, %v", positions, shapes, err)
	}
	if e, ok := p.Explanation("BOB"); !ok || len(e.Candidates) == 0 && e.Why == "" {
		t.Errorf("explained %v %+v", ok, e)
	}
	h.Quit(t.Context())
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	g.Close()
	await.Goroutines(t, before)
}

// fault is the code with which a command is refused, 0 when it is not.
func (h *human) fault(m sgcp.Message) sgcp.Number {
	_, err := h.Do(h.t.Context(), m)
	var f *sgcp.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	if err != nil {
		h.t.Error(err)
	}
	return 0
}

// Constants and parameters are told and changed by 121 and 122, before the game and
// during it, by each for themselves; what is out of range is refused with the range.
func TestPlatform_settings(t *testing.T) {
	g := hall(t, 7, nil)
	o := options(g)
	o.Gateways[0].Slots = 2
	p := start(t, o)
	amy, bob := enter(t, g, "amy"), enter(t, g, "bob")
	amy.sit(&sgcp.PlayAI{Level: 3})
	bob.sit(&sgcp.PlayAI{Level: 99})
	all := amy.do(&sgcp.ListSettings{})
	if n := len(platform.NewParameterEditor(nil).Settings()); len(all.Rows) != n {
		t.Errorf("121 has %d rows, want %d", len(all.Rows), n)
	}
	value := (*human).value
	if got := value(amy, "level") + " " + value(bob, "level"); got != "3 10" {
		t.Errorf("levels %s, want those of 207, the highest there is for 99", got)
	}
	if a := amy.do(&sgcp.SetSetting{Key: "weight.static", Value: "2.50"}); a.Param != "weight.static 2.5" {
		t.Errorf("122: %q", a.Param)
	}
	if got := value(amy, "weight.static") + " " + value(bob, "weight.static"); got != "2.5 1" {
		t.Errorf("weights %s: settings are not each one's own", got)
	}
	for _, bad := range []*sgcp.SetSetting{{Key: "level", Value: "11"}, {Key: "level", Value: "1.5"}, {Key: "nothing", Value: "1"}, {Key: "mc.seconds", Value: "NaN"}, {Key: "'; DROP TABLE settings; --"[:1], Value: "x"}} {
		_, err := amy.Do(t.Context(), bad)
		var f *sgcp.Fault
		if !errors.As(err, &f) || f.Code != sgcp.FaultParameter {
			t.Errorf("122 %s %s: %v, want 502", bad.Key, bad.Value, err)
		} else if bad.Key == "level" && !strings.Contains(f.Text, "1 to 10") {
			t.Errorf("the refusal %q does not tell the range", f.Text)
		}
	}
	if code := amy.fault(&sgcp.ListSettings{Key: "nothing"}); code != sgcp.FaultParameter {
		t.Errorf("121 nothing: %v, want 502", code)
	}
	if all, err := p.Users().Clients(); err != nil || len(all) != 0 {
		t.Errorf("profiles %v, %v: nobody has claimed one", all, err)
	}
}

// Undos are granted, draws as far as the parameter says, and the question why is
// answered.
func TestPlatform_undoDrawWhy(t *testing.T) {
	g := hall(t, 9, nil)
	o := options(g)
	start(t, o)
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	h.do(&sgcp.SetSetting{Key: "background.on", Value: "0"})
	turn := func() {
		t.Helper()
		if h.board.Turn() != int(h.color) {
			before := h.seq
			h.until(func(sgcp.Message) bool { return h.seq > before })
		}
	}
	turn()
	before := h.seq
	h.do(h.simple())
	h.until(func(sgcp.Message) bool { return h.seq == before+2 })
	h.do(&sgcp.Undo{Plies: 2})
	if m := h.until(func(m sgcp.Message) bool { _, ok := m.(*sgcp.Undone); return ok }).(*sgcp.Undone); m.Seq != before {
		t.Fatalf("undone to %d, want %d", m.Seq, before)
	}
	for range 2 {
		h.board.Undo()
		h.seq--
	}
	h.do(h.simple())
	h.until(func(sgcp.Message) bool { return h.seq == before+2 })
	for _, row := range [][2]string{{"Why?", "I p"}, {"为什么？", "我"}, {"why in detail?", ", win rate"}} {
		h.do(&sgcp.Chat{Text: row[0]})
		said := h.until(func(m sgcp.Message) bool { s, ok := m.(*sgcp.Said); return ok && s.Nick == h.opponent }).(*sgcp.Said)
		if begins := strings.HasPrefix(said.Text, row[1]); !begins && !(row[1][0] == ',' && strings.Contains(said.Text, row[1])) {
			t.Errorf("%s %q, want %q", row[0], said.Text, row[1])
		}
		t.Log(said.Text)
	}
	h.do(&sgcp.SetSetting{Key: "game.draw", Value: "1"})
	h.do(&sgcp.Draw{})
	h.until(func(sgcp.Message) bool { return h.ended != nil })
	if h.ended.Result.Winner != sgcp.Neither || h.ended.Method != "agreement" {
		t.Errorf("ended %+v", h.ended)
	}
}

// A proposal with settings of its own is accepted and played.
func TestPlatform_proposal(t *testing.T) {
	g := hall(t, 19, nil)
	start(t, options(g))
	h := enter(t, g, "bob")
	for wait := await.End(t); ; time.Sleep(2 * time.Millisecond) {
		if code := h.fault(&sgcp.Propose{Nick: "AI-qikit", Settings: sgcp.Pairs{{Key: "size", Value: "7"}, {Key: "colour", Value: "black"}, {Key: "main", Value: "60"}, {Key: "byo", Value: "10x3"}}}); code == 0 {
			break
		} else if time.Now().After(wait) {
			t.Fatal(code)
		}
	}
	h.until(func(m sgcp.Message) bool { _, ok := m.(*sgcp.Paired); return ok })
	h.begin()
	if h.board.Size() != 7 || h.color != sgcp.Black {
		t.Fatalf("size %d, color %v", h.board.Size(), h.color)
	}
	h.finish(h.simple)
}

// A game that cannot be won is given up, and not before three moves say so.
func TestPlatform_resigns(t *testing.T) {
	g := hall(t, 19, nil)
	start(t, options(g))
	h := enter(t, g, "bob")
	for wait := await.End(t); ; time.Sleep(2 * time.Millisecond) {
		// With the whole board White would still lose by 15 points.
		if code := h.fault(&sgcp.Propose{Nick: "AI-qikit", Settings: sgcp.Pairs{{Key: "size", Value: "5"}, {Key: "colour", Value: "black"}, {Key: "komi", Value: "-40"}}}); code == 0 {
			break
		} else if time.Now().After(wait) {
			t.Fatal(code)
		}
	}
	h.until(func(m sgcp.Message) bool { _, ok := m.(*sgcp.Paired); return ok })
	h.begin()
	for h.ended == nil {
		if h.board.Turn() == int(h.color) {
			h.do(h.simple())
		}
		before := h.seq
		h.until(func(sgcp.Message) bool { return h.seq > before || h.ended != nil })
	}
	if r := h.ended.Result; r.Winner != sgcp.Black || r.Reason != sgcp.ByResignation || h.seq < 6 {
		t.Errorf("after %d moves: %+v, want White's resignation after 6 or more", h.seq, h.ended)
	}
}

// A compute terminal that joins at the hall, over TCP, does a share of the playouts.
func TestPlatform_computeTerminal(t *testing.T) {
	ho := compute.DefaultHostOptions()
	ho.Additions, ho.Playouts, ho.Verify = 1000, 20, 1
	host, err := compute.NewHost(ho)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	g := hall(t, 7, func(o *gateway.Options) { o.Terminals = host })
	o := options(g)
	o.Jobs = host
	p := start(t, o)
	ctx, leave := context.WithCancel(t.Context())
	joined := make(chan error, 1)
	defer func() {
		leave()
		if err := <-joined; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}()
	jo := compute.DefaultJoinOptions()
	jo.Client.Port, jo.Client.Nick, jo.Terminal.Cores = g.Port(), "worker", 1
	go func() { joined <- compute.Join(ctx, jo, nil) }()
	ready := func() {
		t.Helper()
		await.Until(t, func() bool { m := host.Members(); return len(m) == 1 && m[0].State == "ready" }, func() string {
			return fmt.Sprintf("the terminal is not ready: %+v", host.Members())
		})
	}
	ready()
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{Level: 10})
	// In this order: the first choice may begin between any two.
	for _, s := range []sgcp.SetSetting{{Key: "mc.playouts", Value: "300"}, {Key: "mc.seconds", Value: "60"}, {Key: "background.on", Value: "0"}} {
		h.do(&s)
	}
	n := 0
	h.finish(func() sgcp.Message {
		if n++; n > 3 {
			return &sgcp.Resign{}
		}
		ready() // the first choice may have recalled it, and it is silent until it answers
		return h.simple()
	})
	// A tree of 300 visits: the first is the position's own.
	if e, ok := p.Explanation("bob"); !ok || e.Terminals != 299 {
		t.Errorf("%d playouts came from terminals, want 299: %s; %+v", e.Terminals, e.String(), host.Members())
	}
}

// While nobody needs the processor it learns: what recurs in the bank is analysed, also
// while an opponent thinks.
func TestPlatform_learnsInIdleTime(t *testing.T) {
	g := hall(t, 5, nil)
	o := options(g)
	o.Learn, o.Depth, o.Bank = true, 1, t.TempDir()+"/bank"
	bank, err := platform.OpenMemoryBank(o.Bank)
	if err != nil {
		t.Fatal(err)
	}
	for n := range byte(2) {
		if err := bank.Learn(&platform.GameData{Game: sgcp.Gtoken{n}, Settings: "size=5 komi=7.5 rule=area", Color: sgcp.Black, Line: "C3 D3 C2 D2 C4", Result: "B+R"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	p := start(t, o)
	enter(t, g, "bob").sit(&sgcp.PlayAI{}) // and thinks
	await.Until(t, func() bool { return p.Figures().Learnt >= 3 }, func() string {
		return fmt.Sprintf("%+v: want the three positions in which Black was to move twice", p.Figures())
	})
}

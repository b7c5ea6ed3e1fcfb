package platform_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

const password = "correct horse, battery"

// value is a setting as the platform tells it.
func (h *human) value(key string) string {
	h.t.Helper()
	rows := h.do(&sgcp.ListSettings{Key: key}).Rows
	if len(rows) != 1 {
		h.t.Fatalf("121 %s: %v", key, rows)
	}
	return rows[0].(*sgcp.Setting).Value
}

// known names the platform, which plays nobody yet, so that 121, 122 and 124 reach it.
func (h *human) known() {
	h.t.Helper()
	for wait := await.End(h.t); h.fault(&sgcp.ListSettings{Key: "level"}) != 0; time.Sleep(2 * time.Millisecond) {
		h.sit(&sgcp.PlayAI{Nick: "AI-qikit"})
		h.do(&sgcp.Leave{Game: h.game})
		if time.Now().After(wait) {
			h.t.Fatal("the platform tells no settings")
		}
	}
}

// People who have one nick, one after the other, never see what another has set; who shows
// the password gets the own settings back, under any nick.
func TestAccounts_oneNickTwoPeople(t *testing.T) {
	g := hall(t, 5, nil)
	o := options(g)
	o.Store = t.TempDir() + "/ai.db"
	p := start(t, o)
	h := enter(t, g, "amy")
	h.sit(&sgcp.PlayAI{Level: 3})
	h.do(&sgcp.SetSetting{Key: "mc.playouts", Value: "50"})
	h.do(&sgcp.Resign{})
	h.Quit(t.Context())

	h = enter(t, g, "amy")
	h.known()
	if got := h.value("mc.playouts") + " " + h.value("level"); h.Nick() != "amy" || got != "0 1" {
		t.Errorf("%s after another of that nick has settings %s, want 0 1", h.Nick(), got)
	}
	h.do(&sgcp.SetSetting{Key: "mc.playouts", Value: "60"})
	if a := h.do(&sgcp.Claim{Name: "Amy", Password: password}); a.Param != "Amy new" {
		t.Errorf("124: %q", a.Param)
	}
	h.Quit(t.Context())

	for _, row := range [][3]string{{"amy", "amy", "60"}, {"eve", "AMY", "60"}} {
		h = enter(t, g, row[0])
		h.known()
		if got := h.value("mc.playouts"); got != "0" {
			t.Errorf("%s without a password: %s", row[0], got)
		}
		if code := h.fault(&sgcp.Claim{Name: row[1], Password: "a wrong one"}); code != sgcp.FaultAuthentication {
			t.Errorf("a wrong password: %v, want 512", code)
		}
		if got := h.value("mc.playouts"); got != "0" {
			t.Errorf("%s after a wrong password: %s", row[0], got)
		}
		if a := h.do(&sgcp.Claim{Name: row[1], Password: password}); a.Param != "Amy" {
			t.Errorf("124: %q", a.Param)
		}
		if got := h.value("mc.playouts"); got != row[2] {
			t.Errorf("%s with the password: %s, want %s", row[0], got, row[2])
		}
		h.Quit(t.Context())
	}

	// A restarted platform still knows who has shown the password and what a guest has set.
	claimed, guest := enter(t, g, "amy"), enter(t, g, "guest")
	for _, h := range []*human{claimed, guest} {
		h.known()
	}
	claimed.do(&sgcp.Claim{Name: "amy", Password: password})
	guest.do(&sgcp.SetSetting{Key: "mc.playouts", Value: "70"})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	start(t, o)
	for _, row := range []struct {
		h    *human
		want string
	}{{claimed, "60"}, {guest, "70"}} {
		row.h.known()
		if got := row.h.value("mc.playouts"); got != row.want {
			t.Errorf("%s after a restart: %s, want %s", row.h.Nick(), got, row.want)
		}
	}
}

// What an older platform kept under a nick goes to the first who claims it.
func TestAccounts_firstClaimHasTheOldProfile(t *testing.T) {
	g := hall(t, 5, nil)
	o := options(g)
	o.Store = t.TempDir() + "/ai.db"
	users, err := platform.OpenMultiUserManager(o.Store, 1)
	if err != nil {
		t.Fatal(err)
	}
	old, err := users.Profile("Amy")
	if err == nil {
		_, err = old.Editor().Set("mc.playouts", "80")
	}
	if err != nil {
		t.Fatal(err)
	}
	users.Close()
	start(t, o)
	h := enter(t, g, "amy")
	h.known()
	h.do(&sgcp.SetSetting{Key: "mc.seconds", Value: "0.5"})
	if got := h.value("mc.playouts"); got != "0" {
		t.Errorf("before the claim: %s", got)
	}
	if a := h.do(&sgcp.Claim{Name: "amy", Password: password}); a.Param != "Amy new" {
		t.Errorf("124: %q", a.Param)
	}
	if got := h.value("mc.playouts") + " " + h.value("mc.seconds"); got != "80 0.5" {
		t.Errorf("after the claim: %s, want 80 of the old profile and 0.5 of the session", got)
	}
	for _, tail := range []string{"", "-wal"} {
		if data, err := os.ReadFile(o.Store + tail); err != nil || bytes.Contains(data, []byte(password)) {
			t.Errorf("%s has the password, or %v", o.Store+tail, err)
		}
	}
	// One name a session; another AI's cannot be had at all, and a password is long.
	for _, row := range []struct {
		claim sgcp.Claim
		want  sgcp.Number
	}{
		{sgcp.Claim{Name: "other", Password: password}, sgcp.FaultFull}, {sgcp.Claim{Name: "AI-amy", Password: password}, sgcp.FaultNick},
		{sgcp.Claim{Name: "other", Password: "short"}, sgcp.FaultParameter}, {sgcp.Claim{Name: "other", Password: strings.Repeat("x", 129)}, sgcp.FaultParameter},
	} {
		if code := h.fault(&row.claim); code != row.want {
			t.Errorf("124 %+v: %v, want %v", row.claim, code, row.want)
		}
	}
}

// Guesses are slowed down twice: the gateway cuts a connection after a few, and the platform
// makes everybody wait who tries that name, but nobody who has another.
func TestAccounts_guesses(t *testing.T) {
	clock := &skipper{}
	g := hall(t, 5, func(o *gateway.Options) { o.Limits.Delay, o.Limits.Guesses = time.Microsecond, 3 })
	o := options(g)
	o.Clock = clock
	start(t, o)
	owner := enter(t, g, "amy")
	owner.known()
	owner.do(&sgcp.Claim{Name: "amy", Password: password})
	var eve *human
	code := sgcp.FaultAuthentication
	for n := 0; code == sgcp.FaultAuthentication && n < 12; n++ { // a slow machine may be later than the first waits
		if n%2 == 0 {
			eve = enter(t, g, fmt.Sprint("eve", n))
			eve.known()
		}
		code = eve.fault(&sgcp.Claim{Name: "amy", Password: fmt.Sprint("a new guess ", n)})
	}
	if code != sgcp.FaultRate {
		t.Fatalf("after many guesses: %v, want 506", code)
	}
	eve = enter(t, g, "eve")
	eve.known()
	if a := eve.do(&sgcp.Claim{Name: "eve", Password: password}); a.Param != "eve new" {
		t.Errorf("another name: %q", a.Param)
	}
	clock.skip(2 * time.Minute)
	owner.do(&sgcp.Claim{Name: "amy", Password: password})
	for n := range 3 {
		if _, err := eve.Do(t.Context(), &sgcp.Claim{Name: "amy", Password: "again a guess"}); sgcp.Refused(err) != sgcp.FaultAuthentication && n < 2 {
			t.Errorf("guess %d: %v", n, err)
		}
	}
}

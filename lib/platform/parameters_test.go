package platform

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// Every parameter is described, has a default within its range, and can be set to
// both ends of it and no further.
func TestParameterEditor_ranges(t *testing.T) {
	e := NewParameterEditor(nil)
	keys := map[string]bool{}
	for _, s := range e.Settings() {
		if keys[s.Key] || s.Meaning == "" || s.Min > s.Default || s.Default > s.Max || s.Value != s.Default {
			t.Errorf("%+v", s)
		}
		keys[s.Key] = true
		if strings.ContainsAny(s.Key, " =") {
			t.Errorf("%q is no word", s.Key)
		}
		for _, v := range []float64{s.Min, s.Max} {
			if text, err := e.Set(s.Key, s.Format(v)); err != nil || text != s.Format(v) {
				t.Errorf("%s = %v: %q, %v", s.Key, v, text, err)
			}
			if now, err := e.Setting(s.Key); err != nil || now.Value != v {
				t.Errorf("%s is %v after %v was set", s.Key, now.Value, v)
			}
		}
		for _, bad := range []string{s.Format(s.Min - 1), s.Format(s.Max + 1), "", "x", "NaN", "Inf", "1e400", "0x", strings.Repeat("9", 500)} {
			_, err := e.Set(s.Key, bad)
			if !errors.Is(err, ErrParameter) || !strings.Contains(err.Error(), s.Range()) || len(err.Error()) > 200 {
				t.Errorf("%s = %.20q: %v, want ErrParameter with %q", s.Key, bad, err, s.Range())
			}
		}
		if s.Kind != Real {
			if _, err := e.Set(s.Key, s.Format(s.Min+0.5)); !errors.Is(err, ErrParameter) {
				t.Errorf("%s takes a half", s.Key)
			}
		}
		if now, _ := e.Setting(s.Key); now.Value != s.Max {
			t.Errorf("%s is %v after refusals, want %v", s.Key, now.Value, s.Max)
		}
	}
	if _, err := e.Set("mc.nothing", "1"); !errors.Is(err, ErrParameter) || !strings.Contains(err.Error(), `"mc.nothing"`) {
		t.Errorf("an unknown key: %v", err)
	}
}

// What the store refuses does not count.
func TestParameterEditor_keepsFirst(t *testing.T) {
	full := errors.New("full")
	e := NewParameterEditor(func(string, string) error { return full })
	if _, err := e.Set("level", "3"); !errors.Is(err, full) {
		t.Errorf("%v, want the store's error", err)
	}
	if s, _ := e.Setting("level"); s.Value != levelMax {
		t.Errorf("level %v", s.Value)
	}
}

// The engine changes what is in effect by phase and tactics, within the ranges and
// for the moment; what the Client has set stays.
func TestParameterEditor_adjusts(t *testing.T) {
	e := NewParameterEditor(nil)
	set(t, e, "weight.memory", "4", "search.nodes", "90000")
	changes := e.adjust(Situation{Opening, Fight, Behind})
	v := e.effective()
	if v["weight.memory"] != 6 || v["search.nodes"] != 100_000 || v["weight.search"] != 2*0.5*1.5 {
		t.Errorf("in effect %v", v)
	}
	if len(changes) < 5 || changes[0] != (Change{"weight.memory", 4, 6, "opening"}) {
		t.Errorf("changes %+v", changes)
	}
	if s, _ := e.Setting("weight.memory"); s.Value != 4 {
		t.Errorf("the setting became %v", s.Value)
	}
	e.adjust(Situation{Middle, Quiet, Even})
	if v := e.effective(); v["weight.memory"] != 4 || v["search.nodes"] != 90_000 {
		t.Errorf("afterwards %v", v)
	}
	e.adjust(Situation{Opening, Fight, Behind})
	set(t, e, "weight.memory", "1")
	if v := e.effective(); v["weight.memory"] != 1 {
		t.Errorf("what was set is not in effect: %v", v)
	}
	set(t, e, "editor.adjusts", "0")
	if changes := e.adjust(Situation{Opening, Fight, Behind}); len(changes) > 0 || e.effective()["weight.memory"] != 1 {
		t.Errorf("switched off it changes %+v", changes)
	}
	for _, rule := range adjustments {
		if parameterOf(rule.key) == nil || rule.factor <= 0 || rule.why == "" {
			t.Errorf("a rule about %q", rule.key)
		}
	}
}

// The number of playouts follows the level, the time, the game's clock and the
// speed that was measured.
func TestConstantsManager_budget(t *testing.T) {
	e := NewParameterEditor(nil)
	m := &e.constants
	b := m.Budget(e.effective(), 9, 0)
	if b.Playouts != 0 || b.Time != 2*time.Second || b.Expected != 0 || b.error != 0 {
		t.Errorf("at first %+v", b)
	}
	m.Measured(9, 5000, time.Second)
	if b = m.Budget(e.effective(), 9, 0); b.Expected != 10_000 {
		t.Errorf("with 5000 a second %+v", b)
	}
	if b = m.Budget(e.effective(), 19, 0); b.Expected != 0 {
		t.Errorf("on another board %+v", b)
	}
	m.Measured(9, 10_000, time.Second)
	if b = m.Budget(e.effective(), 9, 100*time.Millisecond); b.Expected != 650 || b.Time != 100*time.Millisecond {
		t.Errorf("with little time %+v", b)
	}
	m.Measured(9, 1, time.Nanosecond)
	if b = m.Budget(e.effective(), 9, 0); b.Expected != 13_000 {
		t.Errorf("one playout changed the speed: %+v", b)
	}
	last := 0
	for level := 1; level < levelMax; level++ {
		set(t, e, "level", string(rune('0'+level)))
		b := m.Budget(e.effective(), 9, 0)
		if b.Playouts <= last {
			t.Errorf("level %d gets %d playouts, the one below %d", level, b.Playouts, last)
		}
		last = b.Playouts
	}
	set(t, e, "level", "10", "mc.playouts", "300")
	if b := m.Budget(e.effective(), 9, 0); b.Playouts != 300 || b.Expected != 300 {
		t.Errorf("with 300 playouts %+v", b)
	}
}

func TestParameterEditor_atOnce(t *testing.T) {
	e := NewParameterEditor(nil)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 200 {
				set(t, e, "mc.seconds", "1", "weight.mc", "3")
				e.adjust(Situation{Phase: []Phase{Opening, Middle, Ending}[i%3]})
				e.effective()
				e.constants.Measured(9, 100, time.Second)
				e.constants.Budget(e.effective(), 9, 0)
			}
		})
	}
	all.Wait()
}

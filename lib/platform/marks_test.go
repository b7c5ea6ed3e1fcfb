package platform_test

import (
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

// marks plays walls that leave both sides alive, one white stone dead inside black's
// side, and then lets the platform stop.
func marks(t *testing.T, change func(*platform.Options), flip func(h *human) bool) *human {
	t.Helper()
	g := hall(t, 5, nil)
	o := options(g)
	if change != nil {
		change(&o)
	}
	start(t, o)
	h := enter(t, g, "bob", sgcp.CanMarking)
	h.sit(&sgcp.PlayAI{})
	h.do(&sgcp.SetSetting{Key: "background.on", Value: "0"})
	for h.ended == nil {
		if h.board.Turn() == int(h.color) {
			before := h.seq
			h.do(h.simple())
			h.until(func(sgcp.Message) bool { return h.seq > before || h.ended != nil })
			continue
		}
		before := h.seq
		m := h.until(func(m sgcp.Message) bool {
			_, marking := m.(*sgcp.MarkingPush)
			return h.seq > before || h.ended != nil || marking
		})
		if _, ok := m.(*sgcp.MarkingPush); ok && flip(h) {
			return h
		}
	}
	return h
}

// Marks that the platform takes too are agreed to, and end the game.
func TestPlatform_agreesToMarks(t *testing.T) {
	agreed := false
	h := marks(t, nil, func(h *human) bool {
		info, err := h.Info(t.Context(), h.game)
		if err != nil || info.State != sgcp.Marking {
			t.Fatalf("%+v, %v", info, err)
		}
		for wait := await.End(t); !agreed; time.Sleep(5 * time.Millisecond) {
			hash := h.marked()
			agreed = h.fault(&sgcp.Agree{Marks: hash}) == 0
			if time.Now().After(wait) {
				t.Fatal("no agreement")
			}
		}
		h.until(func(sgcp.Message) bool { return h.ended != nil })
		return true
	})
	if !agreed || h.ended.Method != "area" {
		t.Errorf("agreed %v, ended %+v", agreed, h.ended)
	}
}

// A connection that is lost while stones are marked is no loss: 301 tells the marks.
func TestPlatform_marksAfterALostConnection(t *testing.T) {
	way := &cutter{}
	h := marks(t, func(o *platform.Options) { o.Gateways[0].Dial, o.Marks = way.dial, 10*time.Second }, func(h *human) bool {
		// Within the pause before the platform looks at the marks.
		s, at := h.board.Stones(), goban.NoPoint
		for up := range s.Size() {
			for right := range s.Size() {
				if p := goban.PointAt(right, up); s.At(p) < goban.Empty {
					at = p
				}
			}
		}
		way.cut()
		for range 2 {
			h.do(&sgcp.Mark{Coord: sgcp.At(at.Column(), at.Row())})
		}
		h.until(func(m sgcp.Message) bool { a, ok := m.(*sgcp.AgreedPush); return ok && a.Nick == h.opponent })
		h.do(&sgcp.Agree{Marks: h.marked()})
		h.until(func(sgcp.Message) bool { return h.ended != nil })
		return true
	})
	if h.ended.Method != "area" {
		t.Errorf("ended %+v", h.ended)
	}
}

// Marks that turn the result by much are not taken: the platform plays on.
func TestPlatform_refusesMarks(t *testing.T) {
	clock, pause := &skipper{}, time.Minute // until all are said
	marks(t, func(o *platform.Options) { o.Clock, o.Marks = clock, pause }, func(h *human) bool {
		// Everything of the opponent's is said to be dead.
		s := h.board.Stones()
		for up := range s.Size() {
			for right := range s.Size() {
				p := goban.PointAt(right, up)
				if s.At(p) == goban.Color(h.color.Other()) && s.Chain(p) == p {
					if a := h.do(&sgcp.Mark{Coord: sgcp.At(right, up)}); !a.Reply.(*sgcp.MarkReply).Dead {
						h.do(&sgcp.Mark{Coord: sgcp.At(right, up)})
					}
				}
			}
		}
		h.skipUntil(clock, pause, func(m sgcp.Message) bool { on, ok := m.(*sgcp.PlayOnPush); return ok && on.Nick == h.opponent })
		// Play goes on: a pass is the first one again, and is answered.
		h.do(&sgcp.Count{})
		own := false
		h.until(func(m sgcp.Message) bool {
			played, ok := m.(*sgcp.Played)
			own = own || ok && played.Color == h.color
			return ok && own && played.Color != h.color
		})
		return true
	})
}

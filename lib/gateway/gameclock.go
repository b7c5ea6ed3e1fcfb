package gateway

import (
	"math"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// gameClock is the time that both sides have left.
type gameClock struct {
	main    time.Duration // 0 without byo: each move has the hall's time
	byo     sgcp.ByoYomi
	left    [2]time.Duration // of the main time
	periods [2]int
	since   time.Time // when the turn began
}

// start sets the clock as the settings say.
func (k *gameClock) start(s *sgcp.Settings) {
	k.main, k.byo = time.Duration(s.Main)*time.Second, s.ByoYomi
	k.left = [2]time.Duration{k.main, k.main}
	k.periods = [2]int{k.byo.Periods, k.byo.Periods}
	if k.byo.Periods == 0 && k.main == 0 {
		bonus := time.Duration(k.byo.Seconds) * time.Second // Fischer without main time begins with one bonus
		k.left = [2]time.Duration{bonus, bonus}
	}
}

// byMove says that there is no clock but the hall's for each move.
func (k *gameClock) byMove() bool { return k.main == 0 && k.byo.Seconds == 0 }

func (k *gameClock) period() time.Duration { return time.Duration(k.byo.Seconds) * time.Second }

// allowanceMax keeps the sum of what a side has from overflowing: 73 years.
const allowanceMax = time.Duration(math.MaxInt64 / 4)

// allowance is how long a side may think from the beginning of its turn.
func (k *gameClock) allowance(side sgcp.Color, move time.Duration) time.Duration {
	if k.byMove() {
		return move
	}
	return min(k.left[side], allowanceMax) + min(time.Duration(k.periods[side])*k.period(), allowanceMax)
}

// stop takes the time of a move, less the network's lag, off a side's; false when
// it had none left.
func (k *gameClock) stop(side sgcp.Color, now time.Time, lag time.Duration) bool {
	if k.byMove() {
		return true // the timer ends such games
	}
	k.left[side] -= max(0, now.Sub(k.since)-lag)
	if k.byo.Periods == 0 {
		if k.left[side] < 0 {
			return false
		}
		k.left[side] += k.period()
		return true
	}
	for k.left[side] < 0 && k.periods[side] > 0 {
		// A period that is not used up is not lost.
		if k.left[side] += k.period(); k.left[side] >= 0 {
			k.left[side] = 0
			return true
		}
		k.periods[side]--
	}
	return k.left[side] >= 0 && k.periods[side] > 0
}

// save is what the store keeps of a side's time.
func (k *gameClock) save(side sgcp.Color) (left int64, periods int) {
	return int64(k.left[side]), k.periods[side]
}

// clocks is 674.
func (g *Gateway) clocks(t *table) *sgcp.Clocks {
	k := &t.clock
	m := &sgcp.Clocks{Game: t.game, Seq: len(t.line), Spent: milliseconds(g.options.Clock.Now().Sub(k.since))}
	for c, side := range [2]*sgcp.SideClock{&m.Black, &m.White} {
		left := k.left[c]
		if k.byMove() {
			left = g.options.Limits.Move
		}
		*side = sgcp.SideClock{Left: milliseconds(left), Periods: k.periods[c]}
	}
	return m
}

func milliseconds(d time.Duration) uint64 { return uint64(max(0, d) / time.Millisecond) }

// tellClocks tells a game's clocks to those of its people who announced "clocks".
func (g *Gateway) tellClocks(t *table) {
	tell := func(s *session) {
		if s != nil && s.conn != nil && s.conn.clocks {
			g.push(g.clocks(t), s)
		}
	}
	for _, s := range t.seats {
		tell(s)
	}
	for s := range t.watchers {
		tell(s)
	}
}

// turnBegins starts the clock of the side to move.
func (g *Gateway) turnBegins(t *table) {
	t.clock.since = g.options.Clock.Now()
	until := t.clock.since.Add(t.allowance(g))
	if t.alarm.IsZero() || until.Before(t.alarm) {
		g.alarm(t, until)
	}
}

// allowance is how long the side to move may think, with the most lag that is
// ever given back.
func (t *table) allowance(g *Gateway) time.Duration {
	return t.clock.allowance(t.turn(), g.options.Limits.Move) + sgcp.LagMillisecondsMax*time.Millisecond
}

// alarm looks at a table's clock at a time. One timer follows the turns: it is set
// anew when it finds that there is time left.
func (g *Gateway) alarm(t *table, when time.Time) {
	t.alarm = when
	g.at(when, func(now time.Time) {
		if !t.alarm.Equal(when) {
			return // an earlier one took over
		}
		t.alarm = time.Time{}
		if t.state != sgcp.Playing || t.counting {
			return
		}
		if until := t.clock.since.Add(t.allowance(g)); until.After(now) {
			g.alarm(t, until)
			return
		}
		g.timeOut(t, t.turn())
	})
}

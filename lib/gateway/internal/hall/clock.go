package hall

import (
	"math"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// gameClock is the time that each side has left.
type gameClock struct {
	main    time.Duration // 0 without byo: each move has the hall's time
	byo     sgcp.ByoYomi
	left    [2]time.Duration // of the main time
	periods [2]int
	since   time.Time // when the turn began
}

func (k *gameClock) start(s *sgcp.Settings) {
	k.main, k.byo = time.Duration(s.Main)*time.Second, s.ByoYomi
	k.left = [2]time.Duration{k.main, k.main}
	k.periods = [2]int{k.byo.Periods, k.byo.Periods}
	if k.byo.Periods == 0 && k.main == 0 {
		bonus := time.Duration(k.byo.Seconds) * time.Second // Fischer without main time begins with one bonus
		k.left = [2]time.Duration{bonus, bonus}
	}
}

// byMove tells whether there is no clock but the hall's time for each move.
func (k *gameClock) byMove() bool { return k.main == 0 && k.byo.Seconds == 0 }

func (k *gameClock) period() time.Duration { return time.Duration(k.byo.Seconds) * time.Second }

// allowanceMax, 73 years, keeps the sum of a side's times from overflowing.
const allowanceMax = time.Duration(math.MaxInt64 / 4)

// allowance is how long a side may think from the beginning of its turn.
func (k *gameClock) allowance(side sgcp.Color, move time.Duration) time.Duration {
	if k.byMove() {
		return move
	}
	return min(k.left[side], allowanceMax) + min(time.Duration(k.periods[side])*k.period(), allowanceMax)
}

// stop takes the time of a move, less the lag of the network, off a side's time. It
// returns false when none was left.
func (k *gameClock) stop(side sgcp.Color, now time.Time, lag time.Duration) bool {
	if k.byMove() {
		return true // a timer ends such games
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

// times is 674.
func (t *table) times() *sgcp.Clocks {
	k := &t.clock
	m := &sgcp.Clocks{Game: t.game, Seq: len(t.line), Spent: milliseconds(t.hall.now.Sub(k.since))}
	for c, side := range [2]*sgcp.SideClock{&m.Black, &m.White} {
		left := k.left[c]
		if k.byMove() {
			left = t.hall.options.Limits.Move
		}
		*side = sgcp.SideClock{Left: milliseconds(left), Periods: k.periods[c]}
	}
	return m
}

func milliseconds(d time.Duration) uint64 { return uint64(max(0, d) / time.Millisecond) }

// tellTimes sends a game's clocks to those at the table who announced "clocks".
func (t *table) tellTimes() {
	tell := func(s *session) {
		if s != nil && s.peer != nil && s.peer.clocks {
			t.hall.push(t.times(), s)
		}
	}
	for _, s := range t.seats {
		tell(s)
	}
	for s := range t.watchers {
		tell(s)
	}
}

func (t *table) turnBegins() {
	t.clock.since = t.hall.now
	until := t.clock.since.Add(t.allowance())
	if t.alarm.IsZero() || until.Before(t.alarm) {
		t.wake(until)
	}
}

// allowance is how long the side to move may think, including the most lag that is ever
// given back.
func (t *table) allowance() time.Duration {
	return t.clock.allowance(t.turn(), t.hall.options.Limits.Move) + sgcp.LagMillisecondsMax*time.Millisecond
}

// alarmMost is how far ahead the timer of a clock is set. It outlives its game.
const alarmMost = time.Hour

// wake sets a timer for a table's clock. One timer serves all turns: when it finds that
// there is time left, it is set anew. It does not hold the table, which may be forgotten
// before.
func (t *table) wake(when time.Time) {
	h, game := t.hall, t.game
	if most := h.now.Add(alarmMost); when.After(most) {
		when = most
	}
	t.alarm = when
	h.at(when, func() {
		t := h.tables[game]
		if t == nil || !t.alarm.Equal(when) {
			return // it is forgotten, or an earlier one took over
		}
		t.alarm = time.Time{}
		if t.state != sgcp.Playing || t.counting {
			return
		}
		if until := t.clock.since.Add(t.allowance()); until.After(t.hall.now) {
			t.wake(until)
			return
		}
		t.timeOut(t.turn())
	})
}

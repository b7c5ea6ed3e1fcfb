package platform

import (
	"math"
	"sync"
	"time"
)

// levelMax is the level without any handicap.
const levelMax = 10

// The keys of constants.
const (
	keyLevel     = "level"
	keyPlayouts  = "mc.playouts"
	keySeconds   = "mc.seconds"
	keyAnswers   = "background.answers"
	keyAreas     = "background.areas"
	keyBack      = "background.on"
	keyShare     = "background.share"
	keyNodes     = "search.nodes"
	keyTerminals = "terminals.playouts"
	keyFlip      = "end.flip"
	keyUndos     = "game.undos"
	keyDraw      = "game.draw"
	keyResign    = "game.resign"
)

// constantParameters are what the platform needs beside the modules' weights.
var constantParameters = []Parameter{
	{keyLevel, Whole, 1, levelMax, levelMax, "playing strength; 10 holds nothing back"},
	{keyPlayouts, Whole, 0, 10_000_000, 0, "Monte-Carlo playouts for a move at most, 0 as many as the time allows"},
	{keySeconds, Real, 0.01, 120, 2, "time for a move at most, in seconds; the game's clock may allow less"},
	{keyTerminals, Whole, 0, 10_000_000, 100_000, "playouts for a move that compute terminals are asked for, 0 none"},
	{keyNodes, Whole, 10, 100_000, 1000, "moves that the search for captures and ladders reads for one chain"},
	{keyBack, Switch, 0, 1, 1, "thinking in the opponent's time"},
	{keyShare, Real, 0.05, 1, 0.5, "part of a core's time that thinking in the opponent's time takes on average, once the likely points are answered"},
	{keyAreas, Whole, 1, 25, 4, "areas into which the board is split evenly in the opponent's time"},
	{keyAnswers, Whole, 0, 16, 3, "likely points of the opponent's that are answered ahead"},
	{keyFlip, Real, 0, 361, 5, "points by which a count that turns the result may differ from the own estimate"},
	{keyUndos, Whole, 0, 1000, 10, "undos granted in a game"},
	{keyDraw, Real, 0, 1, 0.5, "own win rate up to which a draw is accepted"},
	{keyResign, Real, 0, 0.5, 0.02, "own win rate up to which, three moves in a row, the game is given up; 0 never"},
}

// levels weaken the play: by fewer playouts, and by a random error on the values of
// a few of the best candidates. error is its standard deviation, in parts of the best
// value.
var levels = [levelMax + 1]struct {
	playouts int
	among    int // candidates
	error    float64
}{
	1: {12, 10, 0.8}, 2: {30, 8, 0.5}, 3: {70, 7, 0.35}, 4: {160, 6, 0.25}, 5: {400, 5, 0.15},
	6: {1000, 4, 0.08}, 7: {2500, 0, 0}, 8: {6000, 0, 0}, 9: {16_000, 0, 0}, 10: {0, 0, 0},
}

// constantsManager fits the constants that the platform needs at run time to what the
// algorithms need, for one Client: the level, the time and the measured speed say how
// many playouts a move gets. Its methods may be called from any goroutine.
type constantsManager struct {
	mu    sync.Mutex
	speed map[int]float64 // playouts a second, by the board's size
}

// budget is what a move may cost.
type budget struct {
	Playouts int           // the search stops there; 0 is no limit
	Time     time.Duration // and there
	Expected int           // playouts that come of both, as far as is known; 0 when nothing is
	among    int           // candidates whose value is mistaken, see levels
	error    float64
}

// Budget returns what a move on a board of that size may cost with the values in
// effect. clock is how long the game's clock allows for the move; 0 is no limit.
func (m *constantsManager) Budget(v values, size int, clock time.Duration) budget {
	level := levels[int(min(max(v[keyLevel], 1), levelMax))]
	b := budget{Playouts: int(v[keyPlayouts]), Time: time.Duration(v[keySeconds] * float64(time.Second)), among: level.among, error: level.error}
	if level.playouts > 0 && (b.Playouts == 0 || b.Playouts > level.playouts) {
		b.Playouts = level.playouts
	}
	if clock > 0 {
		b.Time = min(b.Time, clock)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	b.Expected = b.Playouts
	if speed := m.speed[size]; speed > 0 {
		inTime := int(math.Ceil(speed * b.Time.Seconds()))
		if b.Expected == 0 || inTime < b.Expected {
			b.Expected = inTime
		}
	}
	return b
}

// Measured learns the speed of playouts on a board of that size. Budget expects the
// moving average.
func (m *constantsManager) Measured(size, playouts int, took time.Duration) {
	if playouts < 16 || took <= 0 {
		return // says more about the clock than about the speed
	}
	const share = 0.3 // of the newest measurement
	now := float64(playouts) / took.Seconds()
	m.mu.Lock()
	defer m.mu.Unlock()
	if old := m.speed[size]; old > 0 {
		now = share*now + (1-share)*old
	} else if m.speed == nil {
		m.speed = map[int]float64{}
	}
	m.speed[size] = now
}

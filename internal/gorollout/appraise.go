package gorollout

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Imagined games for a move or against it.
const (
	gamesEven    = 10 // any move, half of them won
	gamesShape   = 10
	gamesCapture = 15
	gamesRescue  = 15
	gamesLarge   = 30 // captures or rescues several stones
	gamesHunt    = 12 // begins or averts a ladder
	gamesWaste   = 10 // lost: a move into atari
	gamesFailing = 12 // lost: stones that cannot be saved grow
	gamesLine    = 10 // in the open: lost on the two lowest lines, won on the third
	gamesPass    = 20 // lost

	// On a large board most of it is open, and few of its points can be searched.
	largeSize   = 15
	gamesSide   = 30 // in the open: won on the third and fourth line
	gamesCorner = 20 // and more where two such lines meet
	gamesLow    = 20 // in the open: lost on the two lowest lines
	quieter     = 3  // a latest move in the open has so much less to say of what is near
)

// gamesNear are won by moves that touch the latest one, or a chain that it
// touches, by how many steps away they are.
var gamesNear = [4]float32{0, 24, 22, 8}

// Judge values moves at a glance, before any search. Its zero value is ready; it belongs
// to one goroutine.
type Judge struct {
	reader Reader
	marks  marks
	steps  [points]uint8 // from the latest move; 0 for far
	near   []goban.Point
	quiet  bool // the latest move is in the open on a large board
	won    [points]float32
	tried  [points]float32
}

// Appraise values the legal moves of a position as games tried and won; see
// mcts.Appraiser. last is the latest move, NoPoint for none. It costs 5 to 50 us.
func (j *Judge) Appraise(s *goban.Stones, last goban.Point, moves []game.Move, won, tried []float32) {
	j.won, j.tried = [points]float32{}, [points]float32{}
	j.chains(s)
	j.measure(s, last)
	for i, m := range moves {
		won[i], tried[i] = gamesEven/2, gamesEven
		if m == goban.Pass {
			tried[i] += gamesPass
			continue
		}
		p := goban.Point(m)
		won[i] += j.won[p]
		tried[i] += j.won[p] + j.tried[p]
		j.look(s, p, &won[i], &tried[i])
	}
}

// look adds what a point's neighbourhood tells.
func (j *Judge) look(s *goban.Stones, p goban.Point, won, tried *float32) {
	if j.steps[p] > 0 {
		near := gamesNear[j.steps[p]]
		if j.quiet {
			near /= quieter
		}
		*won += near
		*tried += near
	}
	if Calls(s, p) {
		*won += gamesShape
		*tried += gamesShape
	}
	if j.marks.room(s, p, 2) < 2 {
		*tried += gamesWaste
		return
	}
	across, along := min(p.Column(), s.Size()-1-p.Column()), min(p.Row(), s.Size()-1-p.Row())
	line := min(across, along)
	switch {
	case line > 3 || !j.open(s, p, goban.NoPoint):
	case s.Size() >= largeSize && line < 2:
		*tried += gamesLow
	case s.Size() >= largeSize:
		*won += gamesSide
		*tried += gamesSide
		if max(across, along) < 4 {
			*won += gamesCorner
			*tried += gamesCorner
		}
	case line < 3:
		*tried += gamesLine
		if line == 2 {
			*won += gamesLine
		}
	}
}

// open says whether no stone, but one on a given point, is within three steps of
// a point.
func (j *Judge) open(s *goban.Stones, p, but goban.Point) bool {
	const far = 3
	for row := max(p.Row()-far, 0); row <= min(p.Row()+far, s.Size()-1); row++ {
		for column := max(p.Column()-far, 0); column <= min(p.Column()+far, s.Size()-1); column++ {
			if q := goban.PointAt(column, row); q != but && s.At(q) < goban.Empty {
				return false
			}
		}
	}
	return true
}

// measure finds how many steps each point is away from the latest move. Going along a
// chain takes no step.
func (j *Judge) measure(s *goban.Stones, last goban.Point) {
	j.steps = [points]uint8{}
	j.quiet = last != goban.NoPoint && s.Size() >= largeSize && j.open(s, last, last)
	if last == goban.NoPoint {
		return
	}
	j.marks.clear()
	j.near = j.reach(s, last, j.near[:0])
	for step, from := 1, 0; step < len(gamesNear); step++ {
		end := len(j.near)
		for ; from < end; from++ {
			for _, n := range j.near[from].Neighbours() {
				if s.Has(n) {
					before := len(j.near)
					j.near = j.reach(s, n, j.near)
					for _, q := range j.near[before:] {
						j.steps[q] = uint8(step)
					}
				}
			}
		}
	}
}

// reach appends a point, and its whole chain, unless it is marked.
func (j *Judge) reach(s *goban.Stones, p goban.Point, dst []goban.Point) []goban.Point {
	if !j.marks.put(p) {
		return dst
	}
	dst = append(dst, p)
	if s.At(p) < goban.Empty {
		for q := s.Next(p); q != p; q = s.Next(q) {
			j.marks.put(q)
			dst = append(dst, q)
		}
	}
	return dst
}

// chains finds the moves that chains with one or two liberties call for.
func (j *Judge) chains(s *goban.Stones) {
	turn := s.Turn()
	for p := range s.Points() {
		if s.At(p) >= goban.Empty || s.Chain(p) != p {
			continue
		}
		libs, n := j.marks.liberties(s, p)
		size := s.ChainSize(p)
		switch own := s.At(p) == turn; {
		case n == 1 && !own:
			j.raise(libs[0], gamesCapture, size)
		case n == 1:
			j.rescue(s, p, libs[0], size)
		case n == 2 && !own:
			if m := j.reader.Hunt(s, p); m != goban.NoPoint {
				j.raise(m, gamesHunt, size)
			}
		case n == 2:
			trace := s.Pass()
			threat := j.reader.Hunt(s, p)
			s.Undo(&trace)
			if threat == goban.NoPoint {
				break
			}
			for _, m := range libs {
				if s.Legal(m) && j.marks.room(s, m, 3) > 2 {
					j.raise(m, gamesHunt, size)
				}
			}
		}
	}
}

// raise credits a move that captures or saves so many stones.
func (j *Judge) raise(m goban.Point, games float32, size int) {
	if size > 1 {
		games += gamesLarge - gamesCapture
	}
	j.won[m] = max(j.won[m], games)
}

// rescue looks at an own chain in atari.
func (j *Judge) rescue(s *goban.Stones, p, last goban.Point, size int) {
	enemy := s.At(p).Other()
	for q := range s.ChainStones(p) {
		for _, n := range q.Neighbours() {
			if s.At(n) == enemy {
				if take, in := s.Atari(n); in {
					j.raise(take, gamesRescue, size)
				}
			}
		}
	}
	if !s.Legal(last) {
		return
	}
	if n := j.marks.room(s, last, 3); n > 2 || n == 2 && !j.reader.dies(s, last) {
		j.raise(last, gamesRescue, size)
	} else {
		j.tried[last] += gamesFailing
	}
}

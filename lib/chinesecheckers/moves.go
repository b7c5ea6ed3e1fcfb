package chinesecheckers

import "qikit.dev/qikit/lib/game"

// A move is source<<7 | target, plus one so that none is 0.
func newMove(source, target Point) game.Move {
	return game.Move(uint32(source)<<7|uint32(target)) + 1
}

// pass is the move of a player who has no other.
const pass = game.Move(points<<7|points) + 1

// Source is where the move starts.
func Source(m game.Move) Point { return Point((m - 1) >> 7) }

// Target is where the move ends.
func Target(m game.Move) Point { return Point((m - 1) & 127) }

// IsPass says whether the move leaves the men as they are.
func IsPass(m game.Move) bool { return m == pass }

// Moves appends the legal moves, by the men's points. A position in which the places are
// decided has none.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.decided() {
		return dst
	}
	first := len(dst)
	var room [pieces]Point
	for _, p := range b.Men(b.turn, room[:0]) {
		dst = b.movesOf(p, dst)
	}
	if len(dst) == first {
		dst = append(dst, pass)
	}
	return dst
}

// movesOf appends the moves of the man on a point.
func (b *Board) movesOf(from Point, dst []game.Move) []game.Move {
	for _, to := range star.near[from] {
		if to != none && !b.taken.has(to) && b.mayStop(from, to) {
			dst = append(dst, newMove(from, to))
		}
	}
	var seen set
	var queue [points]Point
	for _, to := range star.near[from] {
		if to != none {
			seen.put(to) // is a step already, or taken
		}
	}
	taken := b.taken
	taken.take(from)
	reached := set{}
	reached.put(from)
	queue[0] = from
	for at, end := 0, 1; at < end; at++ {
		for d := range directions {
			to := b.jump(taken, queue[at], d)
			if to == none || reached.has(to) {
				continue
			}
			reached.put(to)
			queue[end] = to
			end++
			if !seen.has(to) && b.mayStop(from, to) {
				dst = append(dst, newMove(from, to))
			}
		}
	}
	return dst
}

// jump is where a jump in a direction ends, none when there is nothing to jump over or no room.
func (b *Board) jump(taken set, from Point, d int) Point {
	over, free := star.near[from][d], 0
	if b.options.Jumps == long {
		for over != none && !taken.has(over) {
			over, free = star.near[over][d], free+1
		}
	}
	if over == none || !taken.has(over) {
		return none
	}
	to := over
	for range free + 1 {
		if to = star.near[to][d]; to == none || taken.has(to) {
			return none
		}
	}
	return to
}

// mayStop says whether a man of the player to move may end its move there.
func (b *Board) mayStop(from, to Point) bool {
	seat := b.seats[b.turn]
	target := (seat + corners/2) % corners
	corner := int(star.corner[to])
	if !b.options.LeaveTarget && int(star.corner[from]) == target && corner != target {
		return false
	}
	return b.options.Corners == anyCorner || corner < 0 || corner == seat || corner == target
}

package chinesecheckers

import (
	"fmt"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// Board is a position of Chinese checkers with its rules and history. It implements
// game.Board. Play and Undo allocate nothing but the growth of the history.
type Board struct {
	own     [corners]set // by player
	taken   set
	seats   []int // of the players, by corner
	turn    int
	home    [corners]int8 // the players who are home, in the order in which they came
	homes   int           // how many they are
	ply     int           // plies since the game began
	key     uint64
	options Options
	initial string
	past    []step
}

// step is what Undo cannot work out.
type step struct {
	move  game.Move
	turn  int
	homes int
	key   uint64
}

// colours and letters of the seats.
var (
	colours = [corners]string{"red", "orange", "yellow", "green", "blue", "purple"}
	letters = [corners]string{"r", "o", "y", "g", "b", "p"}
	sides   [corners + 1][]string // by number of players
	men     [corners + 1][]string
)

var keys struct {
	piece [corners][points]uint64
	turn  [corners]uint64
	home  [corners][corners]uint64 // by place and seat
}

func init() {
	for n, seats := range seatSets {
		for _, seat := range seats {
			sides[n] = append(sides[n], colours[seat])
			men[n] = append(men[n], letters[seat])
		}
	}
	r := rng.New(0x6368_636865636b65)
	for s := range keys.piece {
		for p := range keys.piece[s] {
			keys.piece[s][p] = r.Uint64()
		}
		for place := range keys.home {
			keys.home[place][s] = r.Uint64()
		}
		keys.turn[s] = r.Uint64()
	}
}

// Game is "chinesecheckers".
func (b *Board) Game() string { return "chinesecheckers" }

// Sides are the colours of the players.
func (b *Board) Sides() []string { return sides[len(b.seats)] }

// Turn is the player to move.
func (b *Board) Turn() int { return b.turn }

// Players counts those who play.
func (b *Board) Players() int { return len(b.seats) }

// Seat is the corner of a player, clockwise from the south.
func (b *Board) Seat(player int) int { return b.seats[player] }

// Rules are the options under which the board is played.
func (b *Board) Rules() Options { return b.options }

// Men appends the points of a player's men, in order of point.
func (b *Board) Men(player int, dst []Point) []Point {
	return b.own[player].list(dst)
}

// Ply is the number of plies since the game began.
func (b *Board) Ply() int { return b.ply }

// Key is a hash of the men, the player to move and the players who are home.
func (b *Board) Key() uint64 { return b.key }

func (b *Board) put(player int, p Point) {
	b.own[player].put(p)
	b.taken.put(p)
	b.key ^= keys.piece[b.seats[player]][p]
}

func (b *Board) take(player int, p Point) {
	b.own[player].take(p)
	b.taken.take(p)
	b.key ^= keys.piece[b.seats[player]][p]
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	b.past = append(b.past, step{m, b.turn, b.homes, b.key})
	if m != pass {
		b.take(b.turn, Source(m))
		b.put(b.turn, Target(m))
	}
	b.arrive()
	b.key ^= keys.turn[b.seats[b.turn]]
	b.turn = b.next()
	b.key ^= keys.turn[b.seats[b.turn]]
	b.ply++
}

// arrive notes the players who have come home: first the one to move, then the others in order
// of play.
func (b *Board) arrive() {
	for i := range b.seats {
		if p := (b.turn + i) % len(b.seats); b.arrived(p) && !b.Home(p) {
			b.key ^= keys.home[b.homes][b.seats[p]]
			b.home[b.homes] = int8(p)
			b.homes++
		}
	}
}

// arrived says whether a player's target is full, as the rules ask.
func (b *Board) arrived(player int) bool {
	target := star.home[(b.seats[player]+corners/2)%corners]
	return b.taken.covers(target) && b.own[player].common(target) >= b.Asked()
}

// Home says whether a player is home, and so has no more turns.
func (b *Board) Home(player int) bool {
	for _, p := range b.home[:b.homes] {
		if int(p) == player {
			return true
		}
	}
	return false
}

// next is the player after the one to move who is not home.
func (b *Board) next() int {
	for i := 1; i <= len(b.seats); i++ {
		if p := (b.turn + i) % len(b.seats); !b.Home(p) {
			return p
		}
	}
	return (b.turn + 1) % len(b.seats)
}

// Undo takes the last move back and says whether there was one.
func (b *Board) Undo() bool {
	if len(b.past) == 0 {
		return false
	}
	last := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.turn = last.turn
	if last.move != pass {
		b.take(b.turn, Target(last.move))
		b.put(b.turn, Source(last.move))
	}
	for ; b.homes > last.homes; b.homes-- {
		b.home[b.homes-1] = 0
	}
	b.key = last.key
	b.ply--
	return true
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for _, s := range b.past {
		dst = append(dst, s.move)
	}
	return dst
}

// Copy is an independent board with the same history.
func (b *Board) Copy() game.Board {
	c := *b
	c.past = append(make([]step, 0, len(b.past)+128), b.past...)
	return &c
}

// Sane says why no game can lead to the position: each player has ten men, and who is to move
// is not home while another one is not.
func (b *Board) Sane() error {
	for p, name := range b.Sides() {
		if n := len(b.Men(p, nil)); n != pieces {
			return fmt.Errorf("%w: %s has %d men, expected %d", game.ErrSetup, name, n, pieces)
		}
	}
	if b.Home(b.turn) && b.homes < len(b.seats) {
		return fmt.Errorf("%w: %s is to move and is home", game.ErrSetup, b.Sides()[b.turn])
	}
	return nil
}

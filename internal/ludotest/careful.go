// Package ludotest has a policy for Ludo made by hand, which the engine is measured against.
package ludotest

import (
	"math"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

// Careful captures as much as it can, or goes home, or takes off, or moves the plane that is
// furthest, in this order; else it flies most fields.
func Careful(b *ludo.Board) game.Move {
	best, most := game.NoMove, math.MinInt
	for _, m := range b.Moves(nil) {
		if s := worth(b, m); s > most {
			best, most = m, s
		}
	}
	return best
}

func worth(b *ludo.Board, m game.Move) int {
	me := b.Turn()
	before, others := look(b, me), othersFields(b, me)
	lead := before.lead
	b.Play(m)
	defer b.Undo()
	after := look(b, me)
	s := 1000*(others-othersFields(b, me)) + 500*(after.home-before.home) + 100*(before.base-after.base)
	if moved := after.at[lead+1] < before.at[lead+1]; moved {
		s += 20
	}
	return s + after.fields - before.fields
}

// planes are a player's planes, counted.
type planes struct {
	at                       [ludo.Home + 2]int // how many are so far, from the base on
	base, home, fields, lead int                // lead is the furthest that is not home
}

func look(b *ludo.Board, player int) planes {
	p := planes{lead: -1}
	for _, at := range b.Planes(player) {
		p.at[at+1]++
		p.fields += int(at)
		if at < ludo.Home {
			p.lead = max(p.lead, int(at))
		}
	}
	p.base, p.home = p.at[0], p.at[ludo.Home+1]
	return p
}

// othersFields are how far the other players' planes are together.
func othersFields(b *ludo.Board, me int) (sum int) {
	for p := range b.Players() {
		if p != me {
			sum += look(b, p).fields
		}
	}
	return sum
}

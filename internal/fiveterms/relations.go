package fiveterms

import (
	"math/bits"

	"qikit.dev/qikit/lib/xiangqi"
)

// protection counts how a colour's men stand together.
func (t *Tally) protection(b *xiangqi.Board, c xiangqi.Color) {
	reach := t.reach[c]
	for k := xiangqi.Advisor; k <= xiangqi.Soldier; k++ {
		x := b.Pieces(xiangqi.NewPiece(c, k))
		if n := bits.OnesCount64(x.Lo&reach.Lo) + bits.OnesCount64(x.Hi&reach.Hi); n > 0 {
			t.addTimes(c, Own, FeatProtected+int(k), n)
		}
	}
	// Over the river soldiers protect their neighbours: a shift finds the pairs.
	soldiers := b.Pieces(xiangqi.NewPiece(c, xiangqi.Soldier))
	far := soldiers.Hi
	if c == xiangqi.Black {
		far = soldiers.Lo
	}
	if pairs := far & (far >> 1) & notLastFile; pairs != 0 {
		t.addTimes(c, Own, FeatPair, bits.OnesCount64(pairs))
	}
}

// notLastFile is files a to h of half a board.
const notLastFile = (1<<45 - 1) &^ (1<<8 | 1<<17 | 1<<26 | 1<<35 | 1<<44)

// attacks counts whom a colour's men attack, and how much of the palace.
func (t *Tally) attacks(b *xiangqi.Board, c xiangqi.Color) {
	for i := range t.men[c][:t.counts[c]] {
		t.attack(b, c, &t.men[c][i])
	}
	// Mostly none of the others reaches anything.
	enemies, palace, minor := b.Men(c.Other()), palaces[c.Other()], t.minor[c]
	if minor.Lo&(enemies.Lo|palace.Lo) == 0 && minor.Hi&(enemies.Hi|palace.Hi) == 0 {
		return
	}
	for i := range t.rest[:b.Minors(c, &t.rest)] {
		t.attack(b, c, &t.rest[i])
	}
}

func (t *Tally) attack(b *xiangqi.Board, c xiangqi.Color, m *xiangqi.Man) {
	held, enemies, palace := t.reach[c.Other()], b.Men(c.Other()), palaces[c.Other()]
	hits := xiangqi.Set{Lo: m.Takes.Lo & enemies.Lo, Hi: m.Takes.Hi & enemies.Hi}
	for ; !hits.Empty(); hits = hits.Rest() {
		s := hits.First()
		victim := b.At(s).Kind()
		if victim == xiangqi.King {
			t.add(c, Enemy, FeatCheck+int(m.Kind))
			continue
		}
		feature := FeatAttack + (int(m.Kind)*8+int(victim))*2
		if held.Has(s) {
			feature++
		}
		t.add(c, Enemy, feature)
	}
	if m.Kind < xiangqi.Horse {
		return // guards do not reach the palace
	}
	if n := bits.OnesCount64(m.Takes.Lo&palace.Lo) + bits.OnesCount64(m.Takes.Hi&palace.Hi); n > 0 {
		t.add(c, Enemy, FeatZone+int(m.Kind)*6+min(n, 5))
	}
}

// pressure counts what attacks the enemy king, who has so many guards left.
func (t *Tally) pressure(b *xiangqi.Board, c xiangqi.Color, guards int) {
	var attackers xiangqi.Set
	for _, k := range [...]xiangqi.Kind{xiangqi.Rook, xiangqi.Cannon, xiangqi.Horse, xiangqi.Soldier} {
		x := b.Pieces(xiangqi.NewPiece(c, k))
		attackers.Lo |= x.Lo & over[c].Lo
		attackers.Hi |= x.Hi & over[c].Hi
	}
	t.add(c, Enemy, FeatSiege+min(attackers.Len(), 5)*5+guards)
	if king := b.KingSquare(c.Other()); king != xiangqi.NoSquare {
		t.lines(b, c, king)
	}
}

// lines counts rooks and cannons on a line with the enemy king, by what stands
// between.
func (t *Tally) lines(b *xiangqi.Board, c xiangqi.Color, king xiangqi.Square) {
	for i := range t.men[c][:t.counts[c]] {
		m := &t.men[c][i]
		if m.Kind != xiangqi.Rook && m.Kind != xiangqi.Cannon {
			return // they are listed first
		}
		between := b.Screens(m.Square, king)
		switch {
		case between < 0:
		case m.Kind == xiangqi.Rook:
			if m.Square.File() == king.File() {
				t.add(c, Enemy, FeatRookFile+min(between, 2))
			}
		case m.Square.File() == king.File():
			t.add(c, Enemy, FeatCannonFile+min(between, 3))
		default:
			t.add(c, Enemy, FeatCannonRank+min(between, 3))
		}
	}
}

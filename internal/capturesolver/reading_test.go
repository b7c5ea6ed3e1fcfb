package capturesolver

import (
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// What is taken over from earlier positions, or remembered of others, is what reading
// afresh finds. A ladder may be missed, but seldom.
func TestRead_equalsLadder(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 60
	}
	r := rng.New(12)
	read, found, missed := 0, 0, 0
	for i := range games {
		target := 1 + i%3
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Target = 5+2*(i%4), [2]int{target, target} })
		p := Position{memo: newMemo()}
		p.Set(b.Stones(), targets(b))
		for range b.Size() * b.Size() * 2 / 3 {
			if s := &p.stones; !s.CanPlay() || s.Captured(goban.Black)+s.Captured(goban.White) >= target {
				break
			} else if r.IntN(4) == 0 && len(p.past) > 0 {
				p.Undo()
			} else {
				p.Play(s.Random(r))
			}
			if !p.quiet() {
				continue
			}
			for attacker := range goban.Empty {
				got := p.read(attacker)
				var plain Position
				plain.Set(&p.stones, p.target)
				if plain.stones.Turn() != attacker {
					plain.stones.Pass()
				}
				_, ok := plain.Ladder(1 << 20)
				read++
				switch {
				case got.ok && !ok:
					t.Fatalf("%s: %v begins a ladder of %v with %v", plain.stones.View(game.View{}), got.first, attacker, got.zone)
				case got.ok:
					found++
				case ok:
					missed++
				}
			}
		}
	}
	if found < read/20 || missed > found/20 {
		t.Errorf("of %d readings %d found a ladder and %d missed one", read, found, missed)
	}
}

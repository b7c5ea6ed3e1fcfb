package reason

import (
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// Position are the facts of a position: who has captured what, and the chains that
// have one liberty while nobody has won.
func Position(b *capturego.Board) (list []Fact) {
	r := newReader(b)
	for _, c := range [2]goban.Color{goban.Black, goban.White} {
		if n := r.Captured(c); n > 0 {
			list = append(list, Fact{Kind: Score, Side: c, Count: n, Missing: max(r.missing[c], 0)})
		}
		if b.Won() != goban.Empty {
			continue
		}
		for _, q := range r.InAtari(c, nil) {
			last, _ := r.Atari(q)
			stones := r.chain(q)
			list = append(list, Fact{Kind: OneLiberty, Side: c, Points: []goban.Point{last}, Chain: stones, Count: len(stones)})
		}
	}
	arrange(list)
	return list
}

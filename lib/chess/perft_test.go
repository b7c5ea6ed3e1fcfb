package chess

import (
	"testing"

	"qikit.dev/qikit/lib/game"
)

// perfts are the counts that programs agree on: chessprogramming.org/Perft_Results, and for Chess960
// chessprogramming.org/Chess960_Perft_Results. The last depth of each is for long tests.
var perfts = []struct {
	name, fen string
	counts    []uint64 // from depth 1
}{
	{"start", StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []uint64{48, 2039, 97862, 4085603, 193690690}},
	{"pins and en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []uint64{14, 191, 2812, 43238, 674624, 11030083}},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"a bug of old", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487, 89941194}},
	{"middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594, 164075551}},
}

func TestPerft(t *testing.T) {
	for _, row := range perfts {
		b, err := New(row.fen, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range row.counts {
			if want > 6_000_000 || testing.Short() && want > 200_000 {
				break
			}
			if got, _ := game.Perft(b, i+1, nil); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", row.name, i+1, got, want)
			}
		}
	}
}

package main

import (
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/chess" // registers "chess"
	"qikit.dev/qikit/lib/game"
)

// chessPerfts are the start and the five standard positions, with the counts that
// chessprogramming.org/Perft_Results gives.
var chessPerfts = []struct {
	name, fen     string
	depth, leaves int
}{
	{"chess, perft 6 from the start", chess.StartFEN, 6, 119_060_324},
	{"chess, perft 5, kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690},
	{"chess, perft 7, pins and en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661},
	{"chess, perft 6, promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 706_045_033},
	{"chess, perft 5, a bug of old", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194},
	{"chess, perft 5, middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551},
}

// chessPerft counts by CPU time, in turns with the peer.
func chessPerft(m *meter) {
	for _, p := range chessPerfts {
		theirs := best(3, func() time.Duration {
			took, out := peerCPU(stockfish, stockfishSetup, fmt.Sprintf("position fen %s\ngo perft %d\n", p.fen, p.depth), 1)
			if !strings.Contains(out, fmt.Sprintf("Nodes searched: %d\n", p.leaves)) {
				must.Fail("%s counts otherwise: %s", stockfish, out)
			}
			return took
		})
		b := must.Get(game.New("chess", game.Setup{Position: p.fen}))
		ours := quickest(3, func() {
			if n, _ := game.Perft(b, p.depth, nil); n != uint64(p.leaves) {
				must.Fail("%s: perft %d counts %d, want %d", p.name, p.depth, n, p.leaves)
			}
		})
		rate := func(took time.Duration) float64 { return float64(p.leaves) / took.Seconds() / 1e6 }
		m.beside(p.name, rate(ours), rate(theirs), "")
	}
}

package chessterms

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

func Example() {
	b, _ := chess.New("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", chess.DefaultOptions(), false)
	for term, value := range Values(b, chess.White) {
		fmt.Print(Names[term], " ", value, " ")
	}
	fmt.Println()
	// Output:
	// material 865 position -11 mobility 19 pawns 0 attack 0
}

// A position is worth the same to the player to move as its twin, in which the other one is to move.
func TestValue_isTheTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		b, err := chess.New("", chess.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		for range 120 {
			moves := b.Moves(nil)
			if _, over := b.Outcome(); over {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
			twin, err := chess.New(b.View(game.View{Turn: 1}), chess.DefaultOptions(), false)
			if err != nil {
				t.Fatal(err)
			}
			if Value(b) != Value(twin) || Values(b, chess.White) != Values(twin, chess.Black) {
				t.Fatalf("%s: %d, its twin %d", b.Position(), Value(b), Value(twin))
			}
			mine, theirs, total := Values(b, b.Side()), Values(b, b.Side().Other()), Tempo
			for term := range mine {
				total += mine[term] - theirs[term]
			}
			if total != Value(b) {
				t.Fatalf("%s: the terms make %d, the value is %d", b.Position(), total, Value(b))
			}
		}
	}
}

func TestValue_order(t *testing.T) {
	for _, row := range []struct{ name, better, worse string }{
		{"a pawn more", "4k3/8/8/8/8/8/PP6/4K3 w - -", "4k3/8/8/8/8/8/P7/4K3 w - -"},
		{"a pawn further on", "4k3/8/P7/8/8/8/8/4K3 w - -", "4k3/8/8/8/P7/8/8/4K3 w - -"},
		{"pawns side by side", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/P7/P7/4K3 w - -"},
		{"an open file", "4k3/p7/8/8/8/8/P7/1R2K3 w - -", "4k3/p7/8/8/8/8/P7/R3K3 w - -"},
		{"a knight in the middle", "4k3/8/8/8/4N3/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/N3K3 w - -"},
	} {
		var values [2]int
		for i, fen := range []string{row.better, row.worse} {
			b, err := chess.New(fen, chess.DefaultOptions(), false)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = Value(b)
		}
		if values[0] <= values[1] {
			t.Errorf("%s: %d, without it %d", row.name, values[0], values[1])
		}
	}
}

func BenchmarkValue(b *testing.B) {
	board, err := chess.New("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", chess.DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Value(board)
	}
}

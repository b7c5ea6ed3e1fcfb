package weiqi_test

import (
	"fmt"
	"os"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/weiqi"
)

// A white stone in the corner is captured, which wins.
func Example() {
	b, err := weiqi.New("O..../5/5/5/5 X 1", weiqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"A4", "C3", "B5"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Position())
	end, _ := b.Outcome()
	fmt.Println(b.Sides()[end.Winner], end.Reason)
	_, err = b.Parse("E1")
	fmt.Println(err)
	// Output:
	// .X.../X..../..O../5/5 O 1 1 1 0 -
	// black target reached
	// game: illegal move: white E1: the game is over: black has captured 1
}

// A game comes in as SGF and goes out with a mark on a bad move.
func ExampleParseSGF() {
	roots, err := weiqi.ParseSGF([]byte("(;GM[1]FF[4]SZ[5]RU[Capture-1]XY[kept];B[cc];W[bc];B[bb];W[ee])"), weiqi.DefaultSGF())
	if err != nil {
		fmt.Println(err)
		return
	}
	board, moves, err := roots[0].Game(weiqi.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(board.Position())
	moves[3].Annotate(weiqi.BadMove)
	moves[3].SetComment("B3 [in atari] was left alone.")
	if err := weiqi.WriteSGF(os.Stdout, roots...); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 5/.X.../.OX../5/....O X 1 1 0 0 -
	// (;GM[1]FF[4]SZ[5]RU[Capture-1]XY[kept]CA[UTF-8]
	// ;B[cc]
	// ;W[bc]
	// ;B[bb]
	// ;W[ee]BM[1]C[B3 [in atari\] was left alone.])
}

// Stones alone, without goal or history, are what fast programs play on.
func ExampleStones() {
	s := weiqi.NewStones(9)
	s.Put(weiqi.PointAt(4, 4), weiqi.White)
	for _, p := range []weiqi.Point{weiqi.PointAt(4, 5), weiqi.PointAt(0, 0), weiqi.PointAt(3, 4), weiqi.PointAt(1, 0), weiqi.PointAt(5, 4)} {
		s.Play(p)
	}
	last, atari := s.Atari(weiqi.PointAt(4, 4))
	fmt.Println(last, atari, s.Turn(), s.Liberties(weiqi.PointAt(0, 0), weiqi.NoLimit))
	// Output:
	// E4 true white 3
}

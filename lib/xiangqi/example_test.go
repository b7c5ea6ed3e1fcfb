package xiangqi_test

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func Example() {
	b, err := xiangqi.New("", xiangqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"炮二平五", "h9g7", "H2+3"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Position())
	fmt.Println(b.Side(), "has", len(b.Moves(nil)), "moves")
	b.Undo()
	fmt.Println(b.Side(), "is to move again")
	// Output:
	// rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2
	// black has 42 moves
	// red is to move again
}

func ExampleBoard_Outcome() {
	b, err := xiangqi.New("4k4/9/9/9/3R5/9/9/9/9/5K3 w", xiangqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	checks := []string{"d5e5", "e9d9", "e5d5", "d9e9"}
	if err := game.PlayLine(b, append(checks, checks...)); err != nil {
		fmt.Println(err)
		return
	}
	o, over := b.Outcome()
	fmt.Println(over, b.Sides()[o.Winner], "wins:", o.Reason)
	// Output:
	// true black wins: perpetual check
}

func ExampleBoard_View() {
	b, err := xiangqi.New("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", xiangqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.View(game.View{Turn: 1}))
	// Output:
	// rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
}

package capturego_test

import (
	"fmt"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
)

// A white stone in the corner is captured, which wins.
func Example() {
	b, err := capturego.New("O..../5/5/5/5 X 1", capturego.DefaultOptions(), false)
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

package gomoku_test

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gomoku"
)

// Black may not make two threes with one stone.
func Example() {
	o := gomoku.DefaultOptions()
	o.Rule = gomoku.Renju
	b, err := gomoku.New("", o, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"h9", "a1", "h10", "c1", "i8", "e1", "j8", "g1"}); err != nil {
		fmt.Println(err)
		return
	}
	_, err = b.Parse("h8")
	fmt.Println(err)
	// Output:
	// game: illegal move: black h8: double-three, which Renju forbids
}

package game_test

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

func Example() {
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(game.MoveTexts(b)), "moves for", b.Sides()[b.Turn()])
	if err := game.PlayLine(b, []string{"a2-a3", "b5-b4"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Position())
	// Output:
	// 16 moves for b
	// wwwwww/w1wwww/1w4/b5/1bbbbb/bbbbbb b 2 3
}

func ExampleDiagram() {
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := game.Diagram(b, false)
	fmt.Println(text, err)
	// Output:
	// 6 w w w w w w
	// 5 w w w w w w
	// 4 . . . . . .
	// 3 . . . . . .
	// 2 b b b b b b
	// 1 b b b b b b
	//   a b c d e f <nil>
}

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

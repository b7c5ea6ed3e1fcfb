package ludo_test

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/ludo"
)

func Example() {
	b, err := ludo.New("", ludo.DefaultOptions(), false)
	if err == nil {
		err = game.PlayLine(b, []string{"d6", "b-s", "d2", "s-t6"})
	}
	fmt.Println(b.Position(), b.Sides()[b.Turn()], err)
	// Output: b,b,b,t6/b,b,b,b blue - 5 chance <nil>
}

package chinesecheckers_test

import (
	"fmt"

	"qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
)

func Example() {
	o := chinesecheckers.DefaultOptions()
	o.Players = 3
	b, err := chinesecheckers.New("", o, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"k3-m5"}); err != nil {
		fmt.Println(err)
		return
	}
	steps, _, err := b.TargetTexts("c13")
	fmt.Println(b.Sides(), b.Sides()[b.Turn()], steps, err)
	// Output: [red yellow blue] yellow [] <nil>
}

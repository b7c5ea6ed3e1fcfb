package weiqi_test

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/weiqi"
)

// A small board is played to its end and counted.
func Example() {
	b, err := weiqi.New("", weiqi.Options{Size: 5, Komi: 0.5, Scoring: weiqi.ScoreArea}, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"C3", "D3", "C2", "D2", "C4", "D4", "C5", "D5", "C1", "D1", "pass", "pass"}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Position())
	end, _ := b.Outcome()
	fmt.Println(b.Sides()[end.Winner], end.Reason, b.Count().Margin)
	// Output:
	// ..XO./..XO./..XO./..XO./..XO. X 0 0 -
	// black two passes 4.5
}

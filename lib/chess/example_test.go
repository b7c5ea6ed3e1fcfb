package chess_test

import (
	"fmt"

	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

func Example() {
	b, err := chess.New("", chess.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := game.PlayLine(b, []string{"e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"}); err != nil {
		fmt.Println(err)
		return
	}
	m, err := b.Parse("h5f7")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, notation := range b.Notations() {
		text, _ := b.Format(m, notation)
		fmt.Println(text)
	}
	b.Play(m)
	o, _ := b.Outcome()
	fmt.Println(b.Sides()[o.Winner], "wins by", o.Reason)
	// Output:
	// h5f7
	// Qxf7#
	// 后xf7#
	// white wins by checkmate
}

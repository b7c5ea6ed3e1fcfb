package engine_test

import (
	"context"
	"fmt"

	_ "qikit.dev/qikit/lib/capturego" // registers "capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Black takes the stone at D4 in a ladder that runs to the edge.
func ExampleNew_captureGo() {
	e, err := engine.New("capturego", engine.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	b, err := game.New("capturego", game.Setup{Position: "9/9/9/9/2X6/2XO5/3X5/9/9 X"})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := engine.DefaultLimits()
	l.Visits = 400
	r, err := e.Search(context.Background(), b, l)
	fmt.Println(b.Text(r.Best), r.Proven, r.WinRate, err)
	// Output: E4 win 1 <nil>
}

package engine_test

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func Example() {
	e, err := engine.New("xiangqi", engine.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()

	// Red's rook holds the eighth rank; the other one mates on the ninth.
	b, err := game.New("xiangqi", game.Setup{Position: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := engine.DefaultLimits()
	l.Depth = 4
	r, err := e.Search(context.Background(), b, l)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Text(r.Best), r.Proven, "in", r.Plies)
	// Output: b0b9 win in 1
}

func ExampleEvaluate() {
	o := engine.DefaultOptions()
	o.Evaluator = "terms" // otherwise a row says what the network does
	e, err := engine.New("xiangqi", o)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	terms, err := engine.Evaluate(e, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range terms {
		fmt.Println(t.Name, t.Value)
	}
	// Output:
	// value 0
	// position 0
	// mobility 0
	// own 0
	// enemy 0
	// total 0
}

func ExampleParseOptions() {
	_, err := engine.ParseOptions([]byte(`{"thread": 2}`))
	fmt.Println(err)
	// Output: engine: bad option: no option "thread", expected one of args, book, deterministic, evaluator, kind, level, net, path, piece_value, point_values, ponder, seed, settings, strategy, table_mb, tables, timeout, visits_base, visits_factor, weights_back, weights_back_endgame, weights_front, weights_front_endgame, workers
}

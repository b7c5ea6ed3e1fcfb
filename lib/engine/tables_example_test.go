package engine_test

import (
	"context"
	"fmt"
	"os"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta"
)

// Endgame tables are built once, into a folder, and then answer at once.
func ExampleBuildTables() {
	folder, err := os.MkdirTemp("", "tables")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	o := engine.DefaultTableOptions()
	o.Largest = "2v1" // "4v4" takes 13 minutes of one core
	if err := engine.BuildTables(context.Background(), "surakarta", folder, o, nil); err != nil {
		panic(err)
	}

	options := engine.DefaultOptions()
	options.Tables = folder
	e, err := engine.New("surakarta", options)
	if err != nil {
		panic(err)
	}
	defer e.Close()
	b, err := game.New("surakarta", game.Setup{Position: "5w/6/6/6/1b4/b5 b"})
	if err != nil {
		panic(err)
	}
	r, err := e.Search(context.Background(), b, engine.DefaultLimits())
	if err != nil {
		panic(err)
	}
	fmt.Println(b.Text(r.Best), r.Proven, "in", r.Plies)
	// Output: a1-b1 win in 3
}

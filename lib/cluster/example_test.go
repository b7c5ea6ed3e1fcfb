package cluster_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/cluster"
)

// A book made by a coordinator and a worker; here both are in one process.
func Example() {
	dir, err := os.MkdirTemp("", "qikit-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	o := cluster.DefaultOptions()
	o.Dir = filepath.Join(dir, "queue")
	coordinator, err := cluster.Start(o)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer coordinator.Close()

	o = cluster.DefaultOptions()
	o.URL, o.KeyFile = coordinator.URL(), filepath.Join(dir, "queue", "member.key")
	worker, err := cluster.Start(o)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error)
	go func() { ended <- worker.WorkOnBooks(ctx, cluster.WorkOptions{Workers: 1}, nil) }()

	options, err := generate.ParseOptions([]byte(`{"game": "surakarta", "out": "set below", "games": 4, "max_plies": 6, "seed": 1,
		"depth": {"distribution": "uniform", "min": 1, "max": 2}, "reevaluate": {"depth": 2}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	options.Out = filepath.Join(dir, "surakarta.qkb")
	summary, err := coordinator.GenerateBook(context.Background(), options, nil)
	fmt.Println(summary.Complete, summary.Games, "games,", summary.Evaluated == summary.Positions, err)

	cancel()
	fmt.Println(<-ended)
	worker.Close()
	// Output:
	// true 4 games, true <nil>
	// context canceled
}

package train_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/train"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// A small book teaches a small network.
func Example() {
	dir, err := os.MkdirTemp("", "train")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	games, err := generate.ParseOptions([]byte(fmt.Sprintf(
		`{"game": "xiangqi", "out": %q, "games": 20, "seed": 7, "depth": {"scope": "ply", "distribution": "list", "depths": [1, 2]}, "max_plies": 40, "reevaluate": null}`,
		filepath.Join(dir, "games.qkb"))))
	if err != nil {
		log.Fatal(err)
	}
	j := job.Start(generate.Work(games))
	<-j.Done()

	o := train.DefaultOptions()
	o.Books, o.Out = []string{filepath.Join(dir, "games.qkb")}, filepath.Join(dir, "a.qnet")
	o.Width, o.Passes, o.Batch, o.HeldOut = 16, 3, 64, 0.3
	sum, err := train.Run(context.Background(), o)
	if err != nil {
		log.Fatal(err)
	}
	last := sum.Losses[len(sum.Losses)-1]
	fmt.Println(sum.Game, len(sum.Losses), last.Learnt < sum.Losses[1].Learnt)
	// Output: xiangqi 4 true
}

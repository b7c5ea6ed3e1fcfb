package selfplay_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/selfplay"
)

func Example() {
	dir, err := os.MkdirTemp("", "selfplay")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	o := selfplay.DefaultOptions()
	o.Out, o.Games, o.Visits, o.FastVisits = filepath.Join(dir, "first.samples"), 3, 20, 5
	sum, err := selfplay.Run(context.Background(), o)
	info, _ := os.Stat(o.Out)
	fmt.Println(sum.Games, info.Size() == int64(selfplay.HeadBytes+sum.Positions*selfplay.RecordBytes), err)
	// Output:
	// 3 true <nil>
}

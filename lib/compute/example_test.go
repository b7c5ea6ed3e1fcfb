package compute_test

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// Black is to move: can the white stone be captured?
func ExampleDo() {
	b, err := weiqi.New("9/9/9/9/3X5/2XOX4/3.5/9/9 X", weiqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	target, _ := goban.ParsePoint("D4", 9)
	task, err := compute.NewSearch(compute.BoardOf(b), []goban.Point{target}, 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := compute.Do(context.Background(), task, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := result.Rows(9)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range rows {
		fmt.Println(row.At, compute.Answer(row.A), "by", goban.Point(row.C))
	}
	// Output: D4 yes by D3
}

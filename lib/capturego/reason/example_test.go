package reason_test

import (
	"fmt"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/capturego/reason"
	"qikit.dev/qikit/lib/goban"
)

// White's stone in the centre is in atari; Black plays elsewhere.
func Example() {
	b, err := capturego.New("5/2X2/1XO2/2X2/5 X 3", capturego.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []string{"A1", "D3"} {
		m, err := b.Parse(move)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range reason.Move(b, m) {
			fmt.Println(f.Text("en", goban.Black))
			fmt.Println(f.Text("zh", goban.Black))
		}
	}
	// Output:
	// You could have captured White's stone at C3 by playing D3.
	// 你本可以在D3提白方在C3的一子。
	// D3 captures one stone; you need two more.
	// D3提一子，你还差两子。
}

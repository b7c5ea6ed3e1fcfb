package captureplanes_test

import (
	"fmt"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/lib/capturego"
)

// Where the side to move may play, by the liberties that it then has.
func Example() {
	b, err := capturego.New("4/1O2/OXO1/4 X", capturego.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	planes := make([]float32, 4*4*captureplanes.Planes)
	var f captureplanes.Filler
	f.Fill(captureplanes.PositionOf(b), planes)
	for row := 3; row >= 0; row-- {
		var line [4]float32
		for column := range line {
			point := planes[(row*4+column)*captureplanes.Planes:]
			line[column] = 1*point[captureplanes.Liberties] + 2*point[captureplanes.Liberties+1] + 3*point[captureplanes.Liberties+2]
		}
		fmt.Println(line)
	}
	// Output:
	// [2 2 3 2]
	// [1 0 2 3]
	// [0 0 0 2]
	// [1 2 2 2]
}

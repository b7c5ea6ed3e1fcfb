package sgf_test

import (
	"fmt"
	"os"

	"qikit.dev/qikit/lib/sgf"
)

// A game comes in as SGF and goes out with a mark on a bad move.
func Example() {
	roots, err := sgf.Parse([]byte("(;GM[1]FF[4]SZ[5]RU[Capture-1]XY[kept];B[cc];W[bc];B[bb];W[ee])"), sgf.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	last := roots[0].MainLine()[4]
	last.Annotate(sgf.BadMove)
	last.SetComment("B3 [in atari] was left alone.")
	if err := sgf.Write(os.Stdout, roots...); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (;GM[1]FF[4]SZ[5]RU[Capture-1]XY[kept]CA[UTF-8]
	// ;B[cc]
	// ;W[bc]
	// ;B[bb]
	// ;W[ee]BM[1]C[B3 [in atari\] was left alone.])
}

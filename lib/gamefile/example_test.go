package gamefile_test

import (
	"fmt"
	"os"

	"qikit.dev/qikit/lib/gamefile"
	_ "qikit.dev/qikit/lib/xiangqi"
)

func ExampleRead() {
	games, err := gamefile.Read([]byte("[Red \"Hu\"]\n\n1. C2.5 h8+7 {as usual} 2. H2+3 1-0\n"), gamefile.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := games[0].Board(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(games[0].Name, b.Position())
	if err := gamefile.Write(os.Stdout, games, gamefile.WriteOptions{Notation: "chinese"}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// xiangqi rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2
	// [Game "Chinese Chess"]
	// [Red "Hu"]
	// [Result "1-0"]
	// [Format "Chinese"]
	//
	//   1. 炮二平五 马８进７ {as usual}
	//   2. 马二进三
	// 1-0
}

package xiangqi_test

import (
	"fmt"
	"os"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func ExampleBoard_Format() {
	b, err := xiangqi.New("", xiangqi.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"炮二平五", "H8+7"} {
		m, err := b.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		var written []string
		for _, notation := range b.Notations() {
			text, _ := b.Format(m, notation)
			written = append(written, text)
		}
		fmt.Println(strings.Join(written, " "))
		b.Play(m)
	}
	// Output:
	// h2e2 h3e3 H2-E2 C2.5 炮二平五 炮二平五
	// h9g7 h10g8 H9-G7 H8+7 马８进７ 馬８進７
}

func ExampleReadPGN() {
	file := `[White "A"]
[Black "B"]

1. h3e3 h10g8 {a horse} 2. h1g3 1-0

[Red "C"]
1. 炮二平六
`
	for rec, err := range xiangqi.ReadPGN(strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(rec.Tag("Red"), len(rec.Moves), rec.Result, rec.Comments[2])
	}
	// Output:
	// A 3 1-0 a horse
	// C 1 *
}

func ExampleWritePGN() {
	rec := game.Record{
		Tags:   [][2]string{{"Red", "A"}, {"Black", "B"}},
		Moves:  []game.Move{xiangqi.NewMove(xiangqi.SquareAt(7, 2), xiangqi.SquareAt(4, 2))},
		Result: game.ResultDraw,
	}
	o := xiangqi.DefaultPGN()
	o.Notation = xiangqi.NotationChinese
	if err := xiangqi.WritePGN(os.Stdout, rec, o); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Game "Chinese Chess"]
	// [Red "A"]
	// [Black "B"]
	// [Result "1/2-1/2"]
	// [Format "Chinese"]
	//
	//   1. 炮二平五
	// 1/2-1/2
}

package sgcp_test

import (
	"fmt"

	"qikit.dev/qikit/lib/sgcp"
)

func Example() {
	d := sgcp.NewDecoder(sgcp.RequestMax)
	for _, piece := range []string{"101 bob\r\n321 q", "16\r\nhello\r\n321 Z9z\r\n"} {
		d.Feed([]byte(piece))
		for line, ok := d.Next(); ok; line, ok = d.Next() {
			if err := line.Err(); err != nil {
				fmt.Println(line.Fault, err)
				continue
			}
			m, err := sgcp.Parse(line.Number, line.Param)
			if err != nil {
				fmt.Println(sgcp.FaultOf(err), err)
				continue
			}
			fmt.Printf("%T %+v\n", m, m)
		}
	}
	// Output:
	// *sgcp.Login &{Nick:bob}
	// *sgcp.Play &{Coord:Q16 Seq:0}
	// 500 sgcp: not a line of the protocol (000), expected three digits, then nothing or a space and a parameter
	// 502 sgcp: bad parameter: 321, field 1 is "Z9z", expected a point such as Q16, an SGF pair such as pd, or PASS
}

func ExampleAppend() {
	game, err := sgcp.ParseGtoken("KRUGS4ZANFZSAYJAI52G623FNY")
	if err != nil {
		fmt.Println(err)
		return
	}
	line, err := sgcp.Append(nil, &sgcp.Ended{
		Game:   game,
		Result: sgcp.Result{Winner: sgcp.Black, Margin: sgcp.PointsOf(3.5)},
		Score:  sgcp.Score{Counted: true, Black: sgcp.PointsOf(186), White: sgcp.PointsOf(175)},
		Method: string(sgcp.RuleArea),
	})
	fmt.Printf("%q %v\n", line, err)
	// Output:
	// "855 KRUGS4ZANFZSAYJAI52G623FNY B+3.5 186 175 area\r\n" <nil>
}

func ExampleCoord_On() {
	for _, text := range []string{"Q16", "pd", "pass", "T19"} {
		c, err := sgcp.ParseCoord(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		on, err := c.On(13)
		fmt.Println(text, on, err)
		on, err = c.On(19)
		fmt.Println(text, on, err)
	}
	// Output:
	// Q16 Q16 sgcp: point off the board: Q16 on 13x13, expected A1 to N13
	// Q16 Q16 <nil>
	// pd pd sgcp: point off the board: pd on 13x13, expected A1 to N13
	// pd Q16 <nil>
	// pass PASS <nil>
	// pass PASS <nil>
	// T19 T19 sgcp: point off the board: T19 on 13x13, expected A1 to N13
	// T19 T19 <nil>
}

func ExampleHash() {
	black, _ := sgcp.ParseCoord("A1")
	white, _ := sgcp.ParseCoord("B1")
	h, err := sgcp.HashOf(9, []sgcp.Coord{black}, []sgcp.Coord{white})
	fmt.Println(h, err)
	fmt.Println(h.Toggle(white.Index(9), sgcp.White)) // the white stone is taken
	// Output:
	// 1aab109109514c43 <nil>
	// e220a8397b1dcdaf
}

func ExampleTable() {
	for _, e := range sgcp.Table() {
		if e.Seed {
			fmt.Println(e.Number, e.Reply, e.Meaning)
		}
	}
	// Output:
	// 101 601 log in
	// 201 701 wait for an opponent
	// 202 702 list who waits
	// 203 703 play a named opponent
	// 204 704 statistics
	// 205 705 wait no more
	// 301 801 a game's state and moves
	// 302 802 leave a game
	// 303 803 chat
	// 311 811 ready
	// 321 821 place a stone
	// 327 827 count
}

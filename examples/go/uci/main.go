// Command uci lets any Xiangqi program with a board on the screen play
// qikit's engines, over UCI or UCCI:
//
//	go build -o qikit-uci ./examples/go/uci
//
// Name the file as an engine in the program. Moves are written with ranks 0 to
// 9, as Pikafish writes them; set the option UCI_Ranks10 for programs that
// expect 1 to 10. The option Book (bookfiles in UCCI) names a book file made by
// lib/book: a position that is in it is answered from it, as play.NewEngine says.
// EvalFile (evalfile) names a network file made by lib/train, which then values positions.
package main

import (
	"fmt"
	"os"

	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

func main() {
	if err := newSession(os.Stdout).run(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "uci:", err)
		os.Exit(1)
	}
}

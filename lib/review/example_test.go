package review_test

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/review"
)

func Example() {
	const sgf = "(;SZ[5]RU[Capture-1];B[be];W[cc];B[ed];W[de];B[dd];W[ce];B[dc];W[bd];B[ee];W[ae])"
	o := review.Effort("quick")
	o.User, o.Order, o.ProofNodes = "black", "worst", 100
	r, err := review.Review(context.Background(), []byte(sgf), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Moves), "moves reviewed,", r.Ended)
	bad := r.BadMoves[0]
	fmt.Println("move", bad.Number, "was", bad.Move, "-", bad.Class)
	// Output:
	// 5 moves reviewed, complete
	// move 4 was D3 - blunder
}

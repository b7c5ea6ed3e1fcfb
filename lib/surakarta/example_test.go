package surakarta_test

import (
	"fmt"

	"qikit.dev/qikit/lib/surakarta"
)

func Example() {
	b, err := surakarta.New("6/6/6/6/4wb/4w1 w", surakarta.DefaultOptions(), false)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := b.Parse("e2f2")
	if err != nil {
		fmt.Println(err)
		return
	}
	route, err := b.Route(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b.Text(m), route.Circuit, len(route.Loops), "loops")
	b.Play(m)
	end, _ := b.Outcome()
	fmt.Println(b.Sides()[end.Winner], end.Reason)
	// Output:
	// e2xf2 inner 3 loops
	// w wiped out
}

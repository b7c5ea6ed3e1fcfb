package gateway_test

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

func Example() {
	o := gateway.DefaultOptions()
	o.Size, o.Seed = 9, 1
	g, err := gateway.Start(o)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer g.Close()

	ctx := context.Background()
	enter := func(nick string) *client.Client {
		o := client.DefaultOptions()
		o.Port, o.Nick = g.Port(), nick
		c, err := client.Dial(ctx, o)
		if err != nil {
			panic(err)
		}
		return c
	}
	bob, amy := enter("bob"), enter("amy")
	defer bob.Close()
	defer amy.Close()
	if _, err = bob.Do(ctx, &sgcp.Wait{}); err != nil {
		fmt.Println(err)
	}
	if _, err = amy.Do(ctx, &sgcp.Challenge{Nick: "bob"}); err != nil {
		fmt.Println(err)
	}
	for _, c := range []*client.Client{amy, bob} {
		if _, err = c.Do(ctx, &sgcp.Ready{}); err != nil {
			fmt.Println(err)
		}
	}
	for e := range amy.Events() {
		if started, ok := e.Push.(*sgcp.Started); ok {
			fmt.Println(started.Size, started.Komi, started.Rule)
			break
		}
	}
	// Output: 9 7.5 area
}

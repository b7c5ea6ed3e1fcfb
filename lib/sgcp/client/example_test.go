package client_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// hall is a server of three commands, for one connection.
func hall(conn net.Conn) {
	defer conn.Close()
	answers := map[string]string{
		"101": "601 bob_ ONSWG4TFOQQHGZLTONUW63RAGE\r\n",
		"104": "604 ping marking\r\n",
		"202": "752 amy 12 human\r\n752 AI-tian 300 ai\r\n702 2\r\n",
		"203": "520 203 no such player\r\n",
		"201": "701\r\n751 KRUGS4ZANFZSAYJAI52G623FNY amy bob_\r\n",
		"103": "603\r\n",
	}
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		number, _, _ := strings.Cut(lines.Text(), " ")
		if _, err := conn.Write([]byte(answers[number])); err != nil || number == "103" {
			return
		}
	}
}

func Example() {
	ctx := context.Background()
	o := client.DefaultOptions()
	o.Port, o.Nick = 4321, "bob"
	o.Dial = func(context.Context, string, string) (net.Conn, error) { // instead of a server at that port
		server, conn := net.Pipe()
		go hall(server)
		return conn, nil
	}
	c, err := client.Dial(ctx, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("logged in as", c.Nick())

	waiting, err := c.Do(ctx, &sgcp.ListWaiting{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range waiting.Rows {
		w := row.(*sgcp.Waiting)
		fmt.Println(w.Nick, w.Seconds, w.Kind)
	}

	_, err = c.Do(ctx, &sgcp.Challenge{Nick: "carl"})
	fmt.Println(err)

	if _, err = c.Do(ctx, &sgcp.Wait{}); err != nil {
		fmt.Println(err)
		return
	}
	e := <-c.Events()
	fmt.Println(e.Kind, e.Push.(*sgcp.Paired).Black, "has black")
	fmt.Println(c.Quit(ctx))
	// Output:
	// logged in as bob_
	// amy 12 human
	// AI-tian 300 ai
	// sgcp: 203 answered 520: no such player
	// pushed amy has black
	// <nil>
}

package host_test

import (
	"fmt"

	"qikit.dev/qikit/lib/host"
)

func Example() {
	before := host.Current()
	defer host.Set(before)

	o := before
	o.Threads = 1 // leave the other cores to the game
	fmt.Println(host.Set(o), host.Current().Threads)

	o.Threads = 0
	fmt.Println(host.Set(o))
	// Output:
	// <nil> 1
	// host: bad option: threads is 0, expected 1 to 1024
}

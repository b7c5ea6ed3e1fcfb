package remote_test

import (
	"fmt"

	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/remote"
)

func Example() {
	g, err := gateway.Start(gateway.DefaultOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer g.Close()
	o, err := remote.ParseOptions(fmt.Appendf(nil, `{"port": %d, "nick": "bob"}`, g.Port()))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := remote.New(o)
	life := job.Start(c.Life)
	answer := job.Start(c.Send(sgcp.CommandWait, ""))
	<-answer.Done()
	text, err := answer.Result()
	fmt.Println(string(text), err)
	life.Cancel()
	<-life.Done()
	// Output: {"schema":"qikit/sgcp-answer/1","code":701,"param":"","rows":[]} <nil>
}

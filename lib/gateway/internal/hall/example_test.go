package hall_test

import (
	"fmt"
	"time"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Somebody comes in and waits. No socket is opened and no time goes by.
func Example() {
	now := time.UnixMilli(1_712_345_678_901)
	h := hall.New(hall.Options{Name: "qikit", Settings: sgcp.DefaultSettings(), Limits: hall.Limits{Sessions: 1}, Token: func() [16]byte { return [16]byte{1} }}, now)
	amy := hall.Peer{Owner: "amy"}
	show := func(out *hall.Outcome) {
		for _, l := range out.Lines {
			line, err := sgcp.Append(nil, l.Message)
			if err != nil {
				panic(err)
			}
			fmt.Printf("%v: %s, after %d changes: %v\n", l.To.Owner, line[:3], len(out.Changes), l.Message.Number().Commits())
		}
	}
	show(h.Joined(&amy, nil, now))
	show(h.Obey(&amy, &sgcp.Login{Nick: "amy"}, now))
	show(h.Obey(&amy, &sgcp.Wait{}, now))
	show(h.Obey(&amy, &sgcp.Challenge{Nick: "amy"}, now))
	// Output:
	// amy: 650, after 0 changes: false
	// amy: 601, after 1 changes: true
	// amy: 701, after 1 changes: true
	// amy: 522, after 0 changes: true
}

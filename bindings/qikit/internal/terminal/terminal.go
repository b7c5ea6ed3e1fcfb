// Package terminal lets this computer work for the AI platform of an SGCP server,
// until it is interrupted:
//
//	qikit terminal --host hall.example --port 4321 --share 0.5
package terminal

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/compute"
)

// Verb is "qikit terminal".
var Verb = verb.Verb{
	Name: "terminal",
	Does: "let this computer work for the AI platform of a server",
	About: `It shows its progress on standard error, and prints the sum at the end. When it leaves,
it says so, and other terminals do its unfinished work.`,
	Flags: func(set *verb.Flags) verb.Run {
		o := compute.DefaultJoinOptions()
		set.StringVar(&o.Client.Host, "host", o.Client.Host, "name or address of the server")
		set.IntVar(&o.Client.Port, "port", 4321, "its port")
		set.StringVar(&o.Client.Nick, "nick", "", "whom to log in as; without it t and the number of the process")
		set.StringVar(&o.Client.Key, "key", "", "secret by which the server knows this computer, or @ and a file that holds it")
		set.IntVar(&o.Terminal.Cores, "cores", o.Terminal.Cores, "cores that work")
		set.Float64Var(&o.Terminal.Share, "share", o.Terminal.Share, "of these cores' time, 0.05 to 1")
		set.DurationVar(&o.Client.GiveUp, "give-up", o.Client.GiveUp, "how long to try to come back after a lost connection, 0 for ever")
		secure := set.Bool("tls", false, "connect by TLS")
		return func(ctx context.Context, s verb.Streams, _ []string) (err error) {
			if o.Client.Nick == "" {
				o.Client.Nick = "t" + strconv.Itoa(os.Getpid())
			}
			if o.Client.Key, err = verb.Secret(o.Client.Key); err != nil {
				return err
			}
			if *secure {
				o.Client.Dial = (&tls.Dialer{}).DialContext
			}
			return join(ctx, o, s.Out, s.Err)
		}
	},
}

// join works until ctx ends.
func join(ctx context.Context, o compute.JoinOptions, out, progress io.Writer) error {
	var last compute.Standing
	told := time.Time{}
	err := compute.Join(ctx, o, func(s compute.Standing) {
		if last = s; time.Since(told) >= time.Second {
			told = time.Now()
			fmt.Fprintf(progress, "\r%s: %d leases, %d playouts, %.0f a second ", s.Terminal, s.Leases, s.Units, s.Rate())
		}
	})
	fmt.Fprintln(progress)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = nil
	}
	if err == nil {
		fmt.Fprintf(out, "%d leases, %d playouts, %.0f a second\n", last.Leases, last.Units, last.Rate())
	}
	return err
}

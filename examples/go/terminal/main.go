// Command terminal lets this computer work for the AI platform of an SGCP
// server, until it is interrupted.
//
//	go run ./examples/go/terminal -host hall.example -port 4321 -share 0.5
//
// It prints its progress to standard error, and the sum to standard output at the
// end. When it leaves, it says so, and other terminals do its unfinished work.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"qikit.dev/qikit/lib/compute"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "terminal:", err)
		os.Exit(1)
	}
}

// run works until ctx ends.
func run(ctx context.Context, args []string, out, progress io.Writer) error {
	o := compute.DefaultJoinOptions()
	set := flag.NewFlagSet("terminal", flag.ContinueOnError)
	set.SetOutput(progress)
	set.StringVar(&o.Client.Host, "host", o.Client.Host, "name or address of the server")
	set.IntVar(&o.Client.Port, "port", 4321, "its port")
	set.StringVar(&o.Client.Nick, "nick", "t"+strconv.Itoa(os.Getpid()), "whom to log in as")
	set.StringVar(&o.Client.Key, "key", "", "secret by which the server knows this computer")
	set.IntVar(&o.Terminal.Cores, "cores", o.Terminal.Cores, "cores that work")
	set.Float64Var(&o.Terminal.Share, "share", o.Terminal.Share, "of these cores' time, 0.05 to 1")
	set.DurationVar(&o.Client.GiveUp, "give-up", o.Client.GiveUp, "how long to try to come back after a lost connection, 0 for ever")
	secure := set.Bool("tls", false, "connect by TLS")
	if err := set.Parse(args); err != nil {
		return err
	}
	if *secure {
		o.Client.Dial = (&tls.Dialer{}).DialContext
	}
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

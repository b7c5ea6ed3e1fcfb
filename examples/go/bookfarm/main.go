// Command bookfarm makes a book on many machines. One coordinator keeps the book
// and the queue, workers do the searching:
//
//	go build -o bookfarm ./examples/go/bookfarm
//	./bookfarm coordinator -options book.json -out xiangqi.qkb
//	./bookfarm worker -nats nats://127.0.0.1:4222 -key xiangqi.qkb.key
//
// The coordinator makes that key at its first start, so that other users of the machine
// cannot take part. A worker runs the built-in engines, and of other programs only those
// that its own operator lists: -programs fairy-stockfish,/opt/pikafish.
//
// book.json holds the options of a book, as for one made on a single machine:
//
//	{"game": "xiangqi", "games": 1000, "seed": 7, "depth": {"mean": 6}, "reevaluate": {"depth": 8}}
//
// The book is the same, byte for byte in every export, as the one that
// generate.Book makes with these options and this seed, however many workers there
// are. Start as many as you like, on as many machines, before or after the
// coordinator, and stop them when you like.
//
// When any of them is interrupted (Ctrl-C) or killed, start it again with the same
// arguments: it resumes where it stopped. The queue is beside the book, in
// xiangqi.qkb.queue, and is removed when the book is complete.
//
// # Other machines
//
// The coordinator listens on loopback. For other machines it needs keys, which say
// who may connect, and should have a certificate, too:
//
//	./bookfarm key -out worker.key                # prints the public half
//	echo UB3… >> workers                          # a public key a line
//	./bookfarm coordinator … -listen 0.0.0.0:4222 -members workers -cert farm.pem -certkey farm.key
//	./bookfarm worker -nats tls://farm.example:4222 -key worker.key -ca ca.pem
//
// With -nats the coordinator uses an existing NATS cluster, with JetStream, instead
// of starting a server.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(program(os.Args[1:], os.Stdout)) }

// program executes args until it is interrupted, and returns the exit code.
func program(args []string, out io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, args, out)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "bookfarm: interrupted; the same command goes on")
		return 130
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bookfarm:", err)
		return 1
	}
	return 0
}

// errUsage is a command line without a known command.
var errUsage = errors.New("expected coordinator, worker or key, and -h after it for more")

// run executes args and prints its reports line by line.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	switch args[0] {
	case "coordinator":
		return coordinate(ctx, args[1:], out)
	case "worker":
		return work(ctx, args[1:], out)
	case "key":
		return makeKey(args[1:], out)
	}
	return fmt.Errorf("%q: %w", args[0], errUsage)
}

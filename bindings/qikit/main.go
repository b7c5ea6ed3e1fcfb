// Command qikit is the library as one program: books, perft, engines for programs with
// a board on the screen, and servers.
//
//	go install qikit.dev/qikit/bindings/qikit@latest
//	qikit --help
//
// Each verb is a file or a package of its own; package verb gives them one manner.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"qikit.dev/qikit/bindings/qikit/internal/farm"
	"qikit.dev/qikit/bindings/qikit/internal/gateway"
	"qikit.dev/qikit/bindings/qikit/internal/gtp"
	"qikit.dev/qikit/bindings/qikit/internal/platform"
	"qikit.dev/qikit/bindings/qikit/internal/sgcptest"
	"qikit.dev/qikit/bindings/qikit/internal/terminal"
	"qikit.dev/qikit/bindings/qikit/internal/uci"
	"qikit.dev/qikit/bindings/qikit/internal/verb"
	_ "qikit.dev/qikit/lib/capturego"       // registers "capturego"
	_ "qikit.dev/qikit/lib/chess"           // registers "chess"
	_ "qikit.dev/qikit/lib/chinesecheckers" // registers "chinesecheckers"
	_ "qikit.dev/qikit/lib/gomoku"          // registers "gomoku"
	"qikit.dev/qikit/lib/host"
	_ "qikit.dev/qikit/lib/ludo"      // registers "ludo"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
	_ "qikit.dev/qikit/lib/weiqi"     // registers "go"
	_ "qikit.dev/qikit/lib/xiangqi"   // registers "xiangqi"
)

// program is the table of verbs, in the order of the help.
var program = verb.Program{
	Name:    "qikit",
	Does:    "books, engines and servers for board games",
	Version: host.Version,
	Verbs:   []verb.Verb{book, review, analyse, perft, uci.Verb, gtp.Verb, gateway.Verb, platform.Verb, terminal.Verb, farm.Verb, train, sgcptest.Verb},
	Env:     os.LookupEnv,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := program.Do(ctx, verb.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
	stop()
	os.Exit(status)
}

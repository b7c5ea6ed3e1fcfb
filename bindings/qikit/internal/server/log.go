// Package server is what the servers of the program share: the form of their logs, and
// the address at which they tell their figures and whether they are well.
package server

import (
	"io"
	"log/slog"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
)

// Log holds the flags of a server's log.
type Log struct {
	form    string
	verbose bool
}

// Flags states --log and -v; more says what the log holds with -v.
func (l *Log) Flags(set *verb.Flags, more string) {
	set.StringVar(&l.form, "log", "json", "form of the log on standard error: json or text")
	set.BoolVar(&l.verbose, "v", false, more)
}

// Open begins the log.
func (l *Log) Open(to io.Writer) (*slog.Logger, error) {
	o := &slog.HandlerOptions{Level: slog.LevelInfo}
	if l.verbose {
		o.Level = slog.LevelDebug
	}
	switch l.form {
	case "json":
		return slog.New(slog.NewJSONHandler(to, o)), nil
	case "text":
		return slog.New(slog.NewTextHandler(to, o)), nil
	}
	return nil, verb.Usagef("--log %q, expected json or text", l.form)
}

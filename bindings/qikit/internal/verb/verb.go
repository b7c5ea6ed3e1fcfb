package verb

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit statuses of the program.
const (
	OK          = 0
	Failed      = 1   // what was asked for could not be done
	Misused     = 2   // the command line, the settings or the environment are wrong
	Interrupted = 130 // by Ctrl-C, as shells say it
)

// Streams are what a verb reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run does the work of a verb; words are the arguments that are no flags.
type Run func(ctx context.Context, s Streams, words []string) error

// Verb is one thing the program does, or a group of such things.
type Verb struct {
	Name    string
	Does    string               // what it does, a line
	Words   string               // names of the words it takes, such as "FILE [POSITION]"
	Least   int                  // words it needs
	Most    int                  // words it takes
	About   string               // more than Does, for its help
	Flags   func(set *Flags) Run // states the flags; nil for a group
	Verbs   []Verb               // of a group
	Resumes bool                 // the same command goes on after an interruption
}

// Program is a table of verbs.
type Program struct {
	Name, Does, Version string
	Verbs               []Verb
	Env                 func(name string) (string, bool) // os.LookupEnv
}

// UsageError is a command line, a setting or a variable that cannot be understood.
type UsageError struct{ err error }

func (e *UsageError) Error() string { return e.err.Error() }
func (e *UsageError) Unwrap() error { return e.err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// Do executes args and returns the exit status.
func (p Program) Do(ctx context.Context, s Streams, args []string) int {
	v := Verb{Name: p.Name, Does: p.Does, Verbs: p.Verbs}
	path := []string{p.Name}
	for v.Flags == nil {
		word := ""
		if len(args) > 0 {
			word = args[0]
		}
		switch word {
		case "-h", "-help", "--help", "help":
			if word == "help" && len(args) > 1 && len(path) == 1 {
				args = append(args[1:len(args):len(args)], "--help")
				continue
			}
			p.groupHelp(s.Out, path, v)
			return OK
		case "-version", "--version":
			fmt.Fprintln(s.Out, p.Name, p.Version)
			return OK
		case "completion":
			if len(path) == 1 {
				return status(s, path, p.complete(s.Out, args[1:]))
			}
		}
		next, err := find(v.Verbs, path, word)
		if err != nil {
			return status(s, path, err)
		}
		v, path, args = next, append(path, word), args[1:]
	}
	err := p.do(ctx, s, path, v, args)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		hint := ""
		if v.Resumes {
			hint = "; the same command goes on"
		}
		fmt.Fprintf(s.Err, "%s: interrupted%s\n", strings.Join(path, " "), hint)
		return Interrupted
	}
	return status(s, path, err)
}

func find(verbs []Verb, path []string, word string) (Verb, error) {
	var names []string
	for _, v := range verbs {
		if v.Name == word {
			return v, nil
		}
		names = append(names, v.Name)
	}
	said := "no verb"
	if word != "" {
		said = fmt.Sprintf("unknown verb %q", word)
	}
	return Verb{}, Usagef("%s, expected %s; see %s --help", said, strings.Join(names, ", "), strings.Join(path, " "))
}

// do reads the arguments of one verb and runs it.
func (p Program) do(ctx context.Context, s Streams, path []string, v Verb, args []string) error {
	set := newFlags(strings.Join(path, " "))
	run := v.Flags(set)
	config := set.String("config", "", "file of settings, see "+p.Name+" --help")
	version := set.Bool("version", false, "print the version and end")
	words, err := set.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		p.verbHelp(s.Out, path, v, set)
		return nil
	}
	if err != nil {
		return Usagef("%w; see %s --help", err, strings.Join(path, " "))
	}
	if *version {
		fmt.Fprintln(s.Out, p.Name, p.Version)
		return nil
	}
	if err := p.settings(set, path, *config); err != nil {
		return err
	}
	switch {
	case len(words) < v.Least:
		return Usagef("expected %s; see %s --help", v.Words, strings.Join(path, " "))
	case len(words) > v.Most && v.Most == 0:
		return Usagef("argument %q, expected flags only; see %s --help", words[0], strings.Join(path, " "))
	case len(words) > v.Most:
		return Usagef("argument %q, expected %s; see %s --help", words[v.Most], v.Words, strings.Join(path, " "))
	}
	return run(ctx, s, words)
}

// status tells the error and gives the exit status for it.
func status(s Streams, path []string, err error) int {
	if err == nil {
		return OK
	}
	fmt.Fprintf(s.Err, "%s: %v\n", strings.Join(path, " "), err)
	if usage := (*UsageError)(nil); errors.As(err, &usage) {
		return Misused
	}
	return Failed
}

// Execute runs one verb with args, for tests of it: no environment, no table.
func Execute(ctx context.Context, v Verb, s Streams, args ...string) error {
	p := Program{Name: "qikit", Env: func(string) (string, bool) { return "", false }}
	path := []string{p.Name, v.Name}
	for v.Flags == nil {
		next, err := find(v.Verbs, path, strings.Join(args[:min(1, len(args))], ""))
		if err != nil {
			return err
		}
		v, path, args = next, append(path, next.Name), args[1:]
	}
	return p.do(ctx, s, path, v, args)
}

// Secret is the value of a flag that may be @ and a file.
func Secret(value string) (string, error) {
	path, ok := strings.CutPrefix(value, "@")
	if !ok {
		return value, nil
	}
	text, err := os.ReadFile(path)
	return strings.TrimSpace(string(text)), err
}

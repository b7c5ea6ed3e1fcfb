package verb

import (
	"flag"
	"io"
	"time"
)

// Flags are the flags of a verb, in the order in which they were stated.
type Flags struct {
	*flag.FlagSet
	names []string
}

func newFlags(name string) *Flags {
	set := &Flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError)}
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	return set
}

func (f *Flags) StringVar(p *string, name, value, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.StringVar(p, name, value, usage)
}

func (f *Flags) IntVar(p *int, name string, value int, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.IntVar(p, name, value, usage)
}

func (f *Flags) Uint64Var(p *uint64, name string, value uint64, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.Uint64Var(p, name, value, usage)
}

func (f *Flags) Float64Var(p *float64, name string, value float64, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.Float64Var(p, name, value, usage)
}

func (f *Flags) BoolVar(p *bool, name string, value bool, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.BoolVar(p, name, value, usage)
}

func (f *Flags) DurationVar(p *time.Duration, name string, value time.Duration, usage string) {
	f.names = append(f.names, name)
	f.FlagSet.DurationVar(p, name, value, usage)
}

func (f *Flags) String(name, value, usage string) *string {
	f.StringVar(&value, name, value, usage)
	return &value
}

func (f *Flags) Int(name string, value int, usage string) *int {
	f.IntVar(&value, name, value, usage)
	return &value
}

func (f *Flags) Bool(name string, value bool, usage string) *bool {
	f.BoolVar(&value, name, value, usage)
	return &value
}

func (f *Flags) Duration(name string, value time.Duration, usage string) *time.Duration {
	f.DurationVar(&value, name, value, usage)
	return &value
}

// Func states a flag that set reads.
func (f *Flags) Func(name, usage string, set func(string) error) {
	f.names = append(f.names, name)
	f.FlagSet.Func(name, usage, set)
}

// ordered gives the flags as they were stated.
func (f *Flags) ordered() []*flag.Flag {
	list := make([]*flag.Flag, len(f.names))
	for i, name := range f.names {
		list[i] = f.Lookup(name)
	}
	return list
}

// isSwitch tells whether a flag takes no value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// parse reads flags before, between and behind words. What follows "--" is words.
func (f *Flags) parse(args []string) (words []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		rest := f.Args()
		if used := len(args) - len(rest); len(rest) == 0 || used > 0 && args[used-1] == "--" {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

// Said tells whether the command line, the environment or a file of settings gave a flag.
func (f *Flags) Said(name string) (said bool) {
	f.Visit(func(g *flag.Flag) { said = said || g.Name == name })
	return said
}

package header

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind is the role of an argument, by the conventions of the header.
type Kind int

const (
	Number Kind = iota // a uint32_t, a qk_status, a uint64_t that is no handle
	Handle             // a handle, or a uint64_t named handle for one of any type
	Text               // text in: pointer and length
	Buffer             // text out: buf, cap, needed
	Out                // a new handle or a number out, or a number in and out
	In                 // a struct in
	Fill               // a struct out
	Error              // why the call failed
)

// Arg is one or more parameters that belong together.
type Arg struct {
	Kind   Kind
	Params []Param
	Struct string // of In and Fill: its name
}

var paramForm = regexp.MustCompile(`^(\w+) (\*?)(\w+)$`)

func (p *parser) function(m []string) error {
	f := Function{Section: p.section, Doc: p.above(), Result: m[1], Name: m[2]}
	if m[3] != "void" {
		for one := range strings.SplitSeq(m[3], ",") {
			q := paramForm.FindStringSubmatch(strings.Join(strings.Fields(one), " "))
			if q == nil {
				return fmt.Errorf("%s: %q is no parameter", f.Name, one)
			}
			f.Params = append(f.Params, Param{strings.TrimSpace(q[1] + " " + q[2]), q[3]})
		}
	}
	for rest := f.Params; len(rest) > 0; {
		arg, err := p.arg(rest)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		rest = rest[len(arg.Params):]
		if arg.Kind == Error && len(rest) > 0 {
			return fmt.Errorf("%s: err is followed by %s, expected it last", f.Name, rest[0].Name)
		}
		f.Args = append(f.Args, arg)
	}
	p.header.Functions = append(p.header.Functions, f)
	return nil
}

// arg takes off the parameters that make up the next argument.
func (p *parser) arg(rest []Param) (Arg, error) {
	first := rest[0]
	name := strings.TrimSuffix(first.Type, " *")
	_, isStruct := p.header.Struct(strings.TrimSuffix(name, "_in"))
	switch {
	case first.Type == "qk_str":
		return together(Text, rest, Param{"size_t", first.Name + "_len"})
	case first == Param{"char *", "buf"}:
		return together(Buffer, rest, Param{"size_t", "cap"}, Param{"size_t *", "needed"})
	case first == Param{"qk_error *", "err"}:
		return Arg{Error, rest[:1], name}, nil
	case isStruct && strings.HasSuffix(name, "_in"):
		return Arg{In, rest[:1], strings.TrimSuffix(name, "_in")}, nil
	case isStruct && name != first.Type:
		return Arg{Fill, rest[:1], name}, nil
	case slices.Contains(p.header.Handles, first.Type), first == Param{"uint64_t", "handle"}:
		return Arg{Handle, rest[:1], ""}, nil
	case slices.Contains(p.header.Handles, name), first.Type == "uint64_t *":
		return Arg{Out, rest[:1], ""}, nil
	case p.types[first.Type] != 0:
		return Arg{Number, rest[:1], ""}, nil
	}
	return Arg{}, fmt.Errorf("%s has the type %s, expected one of the conventions", first.Name, first.Type)
}

// together takes off a parameter and those that must follow it.
func together(kind Kind, rest []Param, more ...Param) (Arg, error) {
	if len(rest) <= len(more) || !slices.Equal(rest[1:len(more)+1], more) {
		return Arg{}, fmt.Errorf("%s is followed by %v, expected %v", rest[0].Name, rest[1:], more)
	}
	return Arg{kind, rest[:len(more)+1], ""}, nil
}

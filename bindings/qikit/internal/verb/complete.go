package verb

import (
	"fmt"
	"io"
	"strings"
)

// option is a flag as a shell shows it.
type option struct{ name, usage string }

// rows lists every path of verbs with what may follow it.
func (p Program) rows(path []string, verbs []Verb, row func(path string, verbs []Verb, flags []option)) {
	row(strings.Join(path, " "), verbs, nil)
	for _, v := range verbs {
		below := append(path[:len(path):len(path)], v.Name)
		if v.Flags == nil {
			p.rows(below, v.Verbs, row)
			continue
		}
		set := newFlags(v.Name)
		v.Flags(set)
		flags := []option{}
		for _, f := range set.ordered() {
			flags = append(flags, option{f.Name, f.Usage})
		}
		row(strings.Join(below, " "), nil, append(flags, option{"config", "file of settings"}, option{"help", "tell the flags"}, option{"version", "print the version"}))
	}
}

// complete prints what the shell of args reads.
func (p Program) complete(w io.Writer, args []string) error {
	shell := ""
	if len(args) == 1 {
		shell = args[0]
	}
	switch shell {
	case "bash":
		fmt.Fprintf(w, bashHead, p.Name)
		p.cases(w)
		fmt.Fprintf(w, bashTail, p.Name)
	case "zsh":
		fmt.Fprintf(w, "#compdef %s\nautoload -U +X bashcompinit && bashcompinit\n", p.Name)
		return p.complete(w, []string{"bash"})
	case "fish":
		p.fish(w)
	default:
		return Usagef("completion: expected bash, zsh or fish")
	}
	return nil
}

const bashHead = `_%[1]s() {
	local word=${COMP_WORDS[COMP_CWORD]} path=%[1]s i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$path ${COMP_WORDS[i]}" in
`

const bashTail = `	esac
	COMPREPLY=($(compgen -W "$list" -- "$word"))
}
complete -o default -F _%[1]s %[1]s
`

func (p Program) cases(w io.Writer) {
	var paths []string
	var lists strings.Builder
	p.rows([]string{p.Name}, p.Verbs, func(path string, verbs []Verb, flags []option) {
		if path != p.Name {
			paths = append(paths, fmt.Sprintf("%q", path))
		}
		var list []string
		for _, v := range verbs {
			list = append(list, v.Name)
		}
		if path == p.Name {
			list = append(list, "completion", "--help", "--version")
		}
		for _, f := range flags {
			list = append(list, "--"+f.name)
		}
		fmt.Fprintf(&lists, "\t%q) list=%q ;;\n", path, strings.Join(list, " "))
	})
	fmt.Fprintf(w, "\t\t%s) path=\"$path ${COMP_WORDS[i]}\" ;;\n\t\tesac\n\tdone\n\tlocal list=\n\tcase $path in\n%s", strings.Join(paths, " | "), lists.String())
}

func (p Program) fish(w io.Writer) {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	p.rows([]string{p.Name}, p.Verbs, func(path string, verbs []Verb, flags []option) {
		when := "__fish_use_subcommand"
		if words := strings.Fields(path)[1:]; len(words) > 0 {
			seen := make([]string, len(words))
			for i, word := range words {
				seen[i] = "__fish_seen_subcommand_from " + word
			}
			when = strings.Join(seen, "; and ")
		}
		for _, v := range verbs {
			fmt.Fprintf(w, "complete -c %s -f -n '%s' -a %s -d '%s'\n", p.Name, when, v.Name, quote.Replace(v.Does))
		}
		for _, f := range flags {
			fmt.Fprintf(w, "complete -c %s -n '%s' -l %s -d '%s'\n", p.Name, when, f.name, quote.Replace(f.usage))
		}
	})
}

package verb

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

const settingsHelp = `A flag may stand before or behind words. What the command line leaves out is taken from
the environment, then from a file of settings (--config or %[2]s):

  %[1]s VERB --flag value
  %[3]s=value
  [VERB]
  flag = value

Exit status: 0 done, 1 failed, 2 a wrong command line or setting, 130 interrupted.
`

func (p Program) groupHelp(w io.Writer, path []string, v Verb) {
	name := strings.Join(path, " ")
	fmt.Fprintf(w, "%s: %s\n\nUsage: %s VERB [flags] [words]\n\nVerbs:\n", name, v.Does, name)
	for _, sub := range v.Verbs {
		fmt.Fprintf(w, "  %-12s %s\n", sub.Name, sub.Does)
	}
	if v.About != "" {
		fmt.Fprintf(w, "\n%s\n", v.About)
	}
	if len(path) > 1 {
		fmt.Fprintf(w, "\n%s VERB --help tells the flags of a verb.\n", name)
		return
	}
	fmt.Fprintf(w, "  %-12s %s\n\nFlags:\n  --help       this, or the help of a verb behind it\n  --version    print the version and end\n\n", "completion", "print the completion for a shell: bash, zsh or fish")
	fmt.Fprintf(w, settingsHelp, name, variable(path, "config"), variable(path, "verb_flag"))
}

func (p Program) verbHelp(w io.Writer, path []string, v Verb, set *Flags) {
	name := strings.Join(path, " ")
	usage := name + " [flags]"
	if v.Words != "" {
		usage += " " + v.Words
	}
	fmt.Fprintf(w, "%s: %s\n\nUsage: %s\n", name, v.Does, usage)
	if v.About != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(v.About))
	}
	fmt.Fprint(w, "\nFlags:\n")
	for _, f := range set.ordered() {
		head := "--" + f.Name
		if !isSwitch(f) {
			head += " " + kind(f)
		}
		fmt.Fprintf(w, "  %s\n        %s%s\n", head, f.Usage, standard(f))
	}
}

// kind names the value of a flag.
func kind(f *flag.Flag) string {
	kind, _ := flag.UnquoteUsage(f)
	return strings.ToUpper(kind)
}

// standard tells the default where there is one.
func standard(f *flag.Flag) string {
	if f.DefValue == "" || f.DefValue == "0" || f.DefValue == "0s" || isSwitch(f) && f.DefValue == "false" {
		return ""
	}
	return " (default " + f.DefValue + ")"
}

package verb

import (
	"bufio"
	"flag"
	"os"
	"strings"
)

// variable is the environment variable of a flag: QIKIT_GATEWAY_PORT for the flag
// --port of "qikit gateway".
func variable(path []string, name string) string {
	return strings.ToUpper(strings.NewReplacer("-", "_", " ", "_").Replace(strings.Join(path, "_") + "_" + name))
}

// settings fills the flags that the command line leaves out: from the environment, and
// where that is silent from the file of settings.
func (p Program) settings(set *Flags, path []string, file string) error {
	said := map[string]bool{}
	set.Visit(func(f *flag.Flag) { said[f.Name] = true })
	for _, f := range set.ordered() {
		name := variable(path, f.Name)
		value, ok := p.Env(name)
		if !ok || said[f.Name] || f.Name == "config" || f.Name == "version" {
			continue
		}
		if err := set.Set(f.Name, value); err != nil {
			return Usagef("%s=%q: %w", name, value, err)
		}
		said[f.Name] = true
	}
	if file == "" {
		file, _ = p.Env(variable(path[:1], "config"))
	}
	if file == "" {
		return nil
	}
	return read(set, strings.Join(path[1:], " "), said, file)
}

// read takes the settings of one verb from a file: lines "flag = value" below a line
// with the verb in brackets.
func read(set *Flags, verb string, said map[string]bool, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return Usagef("settings: %w", err)
	}
	defer file.Close()
	section := ""
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' && line[len(line)-1] == ']' {
			section = strings.TrimSpace(line[1 : len(line)-1])
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok || section == "" {
			return Usagef("%s, line %d: %q, expected [verb] and below it lines such as port = 4321", path, n, line)
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if section != verb || said[name] {
			continue
		}
		if name == "config" || name == "version" || set.Lookup(name) == nil {
			return Usagef("%s, line %d: %s has no setting %q", path, n, verb, name)
		}
		if err := set.Set(name, value); err != nil {
			return Usagef("%s, line %d: %s = %q: %w", path, n, name, value, err)
		}
	}
	return lines.Err()
}

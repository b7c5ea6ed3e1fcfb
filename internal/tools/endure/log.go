package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// row is a line of the log: what was done how often in a slice, and how much of it went
// wrong.
type row struct {
	day, commit string
	kind        string // kills, fuzz, soak or steady
	what        string // which server, target, check or package
	seconds     float64
	count       int64
	bad         int64
	note        string
}

const heading = "day\tcommit\tkind\twhat\tseconds\tcount\tbad\tnote\n"

func (r row) String() string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%.0f\t%d\t%d\t%s\n", r.day, r.commit, r.kind, r.what, r.seconds, r.count, r.bad, plain.Replace(r.note))
}

var plain = strings.NewReplacer("\t", " ", "\n", " ")

func parseRow(line string) (r row, err error) {
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(fields) != 8 {
		return r, fmt.Errorf("log: %q has %d fields, expected 8", line, len(fields))
	}
	r = row{day: fields[0], commit: fields[1], kind: fields[2], what: fields[3], note: fields[7]}
	if _, err := fmt.Sscan(strings.Join(fields[4:7], " "), &r.seconds, &r.count, &r.bad); err != nil {
		return r, fmt.Errorf("log: %q: %w", line, err)
	}
	return r, nil
}

// readLog reads all rows; a file that is not there has none.
func readLog(path string) (rows []row, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), heading)) {
		r, err := parseRow(line)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// addLog adds rows in one write.
func addLog(path string, rows []row) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	var text strings.Builder
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		text.WriteString(heading)
	}
	for _, r := range rows {
		text.WriteString(r.String())
	}
	_, err = f.WriteString(text.String())
	return errors.Join(err, f.Close())
}

// sums adds up the rows of each kind and thing, and of each kind.
func sums(rows []row) (all []row) {
	add := func(kind, what string, r row) {
		i := slices.IndexFunc(all, func(s row) bool { return s.kind == kind && s.what == what })
		if i < 0 {
			all = append(all, row{kind: kind, what: what})
			i = len(all) - 1
		}
		all[i].seconds += r.seconds
		all[i].count += r.count
		all[i].bad += r.bad
	}
	for _, r := range rows {
		add(r.kind, r.what, r)
	}
	slices.SortStableFunc(all, func(a, b row) int { return strings.Compare(a.kind, b.kind) })
	for _, r := range rows {
		if r.kind == "fuzz" { // one unit, so that a sum says something
			add("fuzz", "all targets", r)
		}
	}
	return all
}

func printSums(out io.Writer, rows []row) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "kind\twhat\tseconds\tcount\tbad\n")
	for _, s := range sums(rows) {
		fmt.Fprintf(table, "%s\t%s\t%.0f\t%d\t%d\n", s.kind, s.what, s.seconds, s.count, s.bad)
	}
	table.Flush()
}

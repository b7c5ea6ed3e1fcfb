package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// programs runs the tests that need to see a process from outside.
func (b *bench) programs() {
	for _, name := range []string{"Exit", "Fork", "Full", "Count"} {
		b.test("program "+name+" compiles", func() error {
			return b.compile(name+".exe", nil, []string{"Qikit.dll"}, []string{b.file("programs", name+".cs")})
		})
	}
	b.prints("a process ends by itself, with jobs running and awaited", "end\n", "mono", "Exit.exe", "exit.qkb")
	b.prints("a forked child is told so", "child 42\nparent 44\n", "mono", "Fork.exe")
	// A limit on the size of files stands in for a full disk.
	b.prints("a full disk is an error", "StorageException True\n",
		"sh", "-c", "trap '' XFSZ; ulimit -f 512; exec mono Full.exe full.qkb")
	b.prints("and what was done is kept", "records True\n", "mono", "Count.exe", "full.qkb")
	b.test("examples/unity/Book.cs prints the golden text", b.example)
	b.test("examples/unity/Surakarta.cs compiles", func() error {
		sources := append([]string{filepath.Join(b.root, "examples", "unity", "Surakarta.cs")}, b.sources("Runtime")...)
		return b.compile("Surakarta.exe", nil, nil, sources)
	})
	// Strategy 106 is fixed by the Surakarta document, so its games do not change.
	b.printsGolden("a game of the engine's", "surakarta.golden", "mono", "Surakarta.exe", "random", "engine", "strategy=106", "depth=2", "seed=5")
	b.printsGolden("a game of a person's", "surakarta_person.golden", "sh", "-c",
		`printf '%s\n' a9 a2 a2-a5 hint a2a3 undo c2-c3 'd2 d3' quit | mono Surakarta.exe person random strategy=101 depth=3 seed=2 rules=contest`)
	b.fails("a strategy that is none", "strategy \"107\"", "mono", "Surakarta.exe", "strategy=107")
	b.fails("an argument that is none", "\"walk\"", "mono", "Surakarta.exe", "walk")
}

// printsGolden runs a program and compares what it prints with a file of
// examples/testdata.
func (b *bench) printsGolden(name, golden string, command ...string) {
	want, err := os.ReadFile(filepath.Join(b.root, "examples", "testdata", golden))
	if err != nil {
		b.test(name, func() error { return err })
		return
	}
	b.prints(name, string(want), command...)
}

// fails runs a program that must end with an error and print it.
func (b *bench) fails(name, said string, command ...string) {
	b.test(name, func() error {
		_, err := b.output(command...)
		if err == nil || !strings.Contains(err.Error(), said) {
			return fmt.Errorf("%v, want an error with %s", err, said)
		}
		return nil
	})
}

// prints runs a program and compares what it prints.
func (b *bench) prints(name, want string, command ...string) {
	b.test(name, func() error {
		got, err := b.output(command...)
		if err == nil && got != want {
			err = fmt.Errorf("printed %q, want %q", got, want)
		}
		return err
	})
}

func (b *bench) example() error {
	golden, err := os.ReadFile(filepath.Join(b.root, "examples", "testdata", "book.golden"))
	if err != nil {
		return err
	}
	sources := append([]string{filepath.Join(b.root, "examples", "unity", "Book.cs")}, b.sources("Runtime")...)
	if err := b.compile("Book.exe", nil, nil, sources); err != nil {
		return err
	}
	got, err := b.output("mono", "Book.exe", "book.qkb")
	if err != nil {
		return err
	}
	first, rest, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(first, "qikit ") || rest != string(golden) {
		return fmt.Errorf("printed\n%s\nwant (after line 1)\n%s", got, golden)
	}
	return nil
}

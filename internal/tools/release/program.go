package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// completions are the files in which shells look for what follows a word of the program.
var completions = map[string]string{"bash": "qikit.bash", "zsh": "_qikit", "fish": "qikit.fish"}

// compileProgram makes the program qikit for a platform: in Go alone, so that it needs nothing of the system.
func (w *work) compileProgram(goos, goarch string) string {
	file := filepath.Join(w.out, "program", goos+"-"+goarch, "qikit")
	if goos == "windows" {
		file += ".exe"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, "./bindings/qikit")
	cmd.Dir = w.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	must.Get(step.Output(cmd))
	return file
}

// programs packs the program of each platform. own is the program that runs here: it writes the completions.
func (w *work) programs(some []platform, own string) {
	for _, p := range some {
		file := w.compileProgram(p.goos, p.goarch)
		folder := filepath.Join(w.temp, w.programName(p))
		w.layProgram(folder, file, own)
		archive(filepath.Join(w.packages, filepath.Base(folder)+p.suffix()), folder)
	}
}

func (w *work) programName(p platform) string {
	return fmt.Sprintf("qikit-program-%s-%s", w.version, p.name)
}

// layProgram puts the program into a folder, with what its packagers need: completions, the unit of systemd, licences.
func (w *work) layProgram(folder, file, own string) {
	in := func(parts ...string) string { return filepath.Join(append([]string{folder}, parts...)...) }
	program := in(filepath.Base(file))
	copyTo(program, file)
	must.Do(os.Chmod(program, 0o755))
	for shell, name := range completions {
		put(in("completions", name), []byte(must.Get(step.Output(exec.Command(own, "completion", shell)))))
	}
	if !strings.HasSuffix(file, ".exe") {
		copyTo(in("systemd", "qikit-gateway.service"), filepath.Join(w.root, "bindings", "qikit", "qikit-gateway.service"))
	}
	copyTo(in("include", "schema"), filepath.Join(w.root, "include", "schema")) // the helps name its files
	copyTo(in("LICENSE"), filepath.Join(w.root, "LICENSE"))
	copyTo(in("THIRD_PARTY_NOTICES.md"), filepath.Join(w.root, "THIRD_PARTY_NOTICES.md"))
	put(in("THIRD_PARTY_LICENSES.txt"), w.licencesOf(file))
}

// tryProgram unpacks the program and makes a book with it.
func (w *work) tryProgram(p platform) string {
	at := w.place()
	unpack(w.packaged(w.programName(p)+p.suffix()), at.dir)
	folder := at.in(w.programName(p))
	program := filepath.Join(folder, "qikit")
	if p.goos == "windows" {
		program += ".exe"
	}
	size := must.Get(os.Stat(program)).Size()
	said := fmt.Sprintf("%s: %.2f MB", p.name, float64(size)/1e6)
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES.md", "THIRD_PARTY_LICENSES.txt", "completions/qikit.bash", "completions/_qikit", "completions/qikit.fish", "include/schema/book-options.json"} {
		must.Get(os.Stat(filepath.Join(folder, name)))
	}
	licensed(filepath.Join(folder, "THIRD_PARTY_LICENSES.txt"))
	switch {
	case p.isHost():
		at.useProgram(program)
	case p.name == "linux-arm64":
		at.useProgram("qemu-aarch64", program)
		said += "; under qemu"
	default:
		return said + "; " + looked
	}
	return said + "; unpacked and used"
}

// useProgram asks the program for its version, counts moves, makes a book and exports every record of it.
func (at *place) useProgram(command ...string) {
	run := func(args string) string {
		return at.run(command[0], append(command[1:len(command):len(command)], strings.Fields(args)...)...)
	}
	records := 0
	for _, row := range []struct{ args, says string }{
		{"--version", "qikit " + at.version + "\n"},
		{"perft --depth 3", "nodes 79666\n"},
		{"book make book.qkb --game surakarta --games 2 --seed 7", "records "},
		{"book export book.qkb book.jsonl", ""},
	} {
		out := run(row.args)
		if !strings.Contains(out, row.says) {
			must.Fail("qikit %s says %q, expected %q", row.args, out, row.says)
		}
		if row.says == "records " {
			must.Get(fmt.Sscanf(out, "records %d", &records))
		}
	}
	if lines := bytes.Count(must.Get(os.ReadFile(at.in("book.jsonl"))), []byte("\n")); lines != records || records == 0 {
		must.Fail("the book has %d records, its export %d", records, lines)
	}
}

package main

import (
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// compile makes the library of a platform, with zig as the C compiler, which has the headers and libraries of them all.
func (w *work) compile(p platform) string {
	dir := filepath.Join(w.out, "lib", p.name)
	must.Do(os.MkdirAll(dir, 0o755))
	file := filepath.Join(dir, p.file)
	// The hash makes Go's build cache see edits of the header, as in build.sh.
	header := must.Get(os.ReadFile(filepath.Join(w.root, "include", "qikit.h")))
	cflags := fmt.Sprintf("-Os -g0 -DQK_HEADER_HASH=%d", crc32.ChecksumIEEE(header))
	stubs, compiler := "", w.zig+" cc -target "+p.target
	switch p.goos {
	case "darwin":
		cflags += " -fvisibility=hidden"
		stubs = w.stubs()
	case "windows":
		compiler = w.withoutGoExports(compiler)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-tags", buildTags, "-buildmode=c-shared", "-o", file,
		"-ldflags", "-s -w -extldflags '"+p.linker(w.root, stubs)+"'", "./capi")
	cmd.Dir = w.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1", "GOOS="+p.goos, "GOARCH="+p.goarch, "CC="+compiler, "CGO_CFLAGS="+cflags)
	must.Get(step.Output(cmd))
	must.Do(removeAll(filepath.Join(dir, "*.h")))
	if p.goos == "windows" {
		w.importLibrary(p, dir)
	}
	return file
}

// withoutGoExports is a compiler that does not see Go's list of exports, which names Go's functions and not the header's.
// Without a list, a DLL exports what is declared dllexport.
func (w *work) withoutGoExports(compiler string) string {
	script := filepath.Join(w.temp, "cc")
	text := "#!/bin/sh\nfor a; do\n\tshift\n\tcase $a in */export_file.def) ;; *) set -- \"$@\" \"$a\" ;; esac\ndone\nexec " + compiler + " \"$@\"\n"
	must.Do(os.WriteFile(script, []byte(text), 0o755))
	return script
}

func removeAll(pattern string) error {
	files, err := filepath.Glob(pattern)
	for _, f := range files {
		if err == nil {
			err = os.Remove(f)
		}
	}
	return err
}

// importLibrary makes what Windows programs are linked by.
func (w *work) importLibrary(p platform, dir string) {
	def := filepath.Join(w.temp, "qikit.def")
	text := "LIBRARY " + p.file + "\nEXPORTS\n" + strings.Join(w.declared(), "\n") + "\n"
	must.Do(os.WriteFile(def, []byte(text), 0o644))
	must.Get(step.Output(exec.Command(w.zig, "dlltool", "-m", "i386:x86-64", "-d", def, "-l", filepath.Join(dir, p.link))))
}

// declared are the functions of the header.
func (w *work) declared() (names []string) {
	text := must.Get(os.ReadFile(filepath.Join(w.root, "include", "qikit.h")))
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(text, nil)
	for _, m := range regexp.MustCompile(`QK_API\s+\w+\s+(qk_\w+)\(`).FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	slices.Sort(names)
	return names
}

var imported = regexp.MustCompile(`(?m)^//go:cgo_import_dynamic \S+ (\S+) "(/[^"]+)"`)

// stubs writes text files that stand for the libraries of macOS which Go links besides libSystem. They list exactly the
// functions that Go's sources import, so that a misspelt one does not link.
func (w *work) stubs() string {
	symbols := map[string][]string{}
	goroot := strings.TrimSpace(must.Get(step.Output(exec.Command("go", "env", "GOROOT"))))
	for _, folder := range []string{"crypto/x509/internal/macos", "internal/syscall/unix", "runtime"} {
		files := must.Get(filepath.Glob(filepath.Join(goroot, "src", folder, "*.go")))
		for _, f := range files {
			for _, m := range imported.FindAllSubmatch(must.Get(os.ReadFile(f)), -1) {
				if library := string(m[2]); !strings.Contains(library, "libSystem") {
					symbols[library] = append(symbols[library], "_"+string(m[1]))
				}
			}
		}
	}
	dir := filepath.Join(w.temp, "stubs")
	libraries := map[string]string{"libresolv": "libresolv.tbd", "CoreFoundation": "CoreFoundation.framework/CoreFoundation.tbd", "Security": "Security.framework/Security.tbd"}
	for library, names := range symbols {
		short, _, _ := strings.Cut(filepath.Base(library), ".")
		file, ok := libraries[short]
		if !ok {
			continue
		}
		slices.Sort(names)
		const targets = "[ x86_64-macos, arm64-macos ]"
		text := fmt.Sprintf("--- !tapi-tbd\ntbd-version: 4\ntargets: %s\ninstall-name: '%s'\nexports:\n  - targets: %s\n    symbols: [ %s ]\n...\n",
			targets, library, targets, strings.Join(slices.Compact(names), ", "))
		path := filepath.Join(dir, file)
		must.Do(os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(os.WriteFile(path, []byte(text), 0o644))
		delete(libraries, short)
	}
	for name := range libraries {
		must.Fail("Go's sources import nothing from %s, expected its functions in cgo_import_dynamic", name)
	}
	return dir
}

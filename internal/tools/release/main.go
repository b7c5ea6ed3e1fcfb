// Command release is `./build.sh release`: libraries for every platform, with zig as the C compiler, which has their
// headers and libraries, and the packages that hold them: archives for C, wheels, npm packages,
// the Unity package, the NuGet package; and the program qikit.
//
//	release [-zig FILE] [make|test] [PLATFORM ...]
//	release aar FOLDER
//	release runtimes
//
// make puts the packages and SHA256SUMS into build/release/packages; test installs each in an empty place and uses it;
// aar makes the archives for Android of libraries that Google's NDK has made; runtimes packs what runs by WebAssembly and
// tries that alone, in Deno, in Bun and without glibc.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"qikit.dev/qikit/internal/tools/must"
)

// work is one release.
type work struct {
	root, out, packages, temp string
	zig, python               string // programs
	version                   string
}

func main() {
	zig := flag.String("zig", "zig", "the compiler `program`")
	flag.Parse()
	must.Main("release", func() {
		w := begin(*zig)
		defer os.RemoveAll(w.temp)
		verb, names := "make", flag.Args()
		if len(names) == 1 && names[0] == "runtimes" {
			fmt.Println(w.runtimes())
			return
		}
		if len(names) == 2 && names[0] == "aar" {
			w.aars(names[1])
			return
		}
		if len(names) > 0 && (names[0] == "make" || names[0] == "test") {
			verb, names = names[0], names[1:]
		}
		some := chosen(names)
		if verb == "test" {
			w.test(some)
			return
		}
		var libraries []built
		for _, p := range some {
			file := w.compile(p)
			fmt.Println(w.check(p, file))
			libraries = append(libraries, built{p, file})
		}
		w.pack(libraries)
	})
}

func begin(zig string) *work {
	root := must.Get(os.Getwd())
	out := filepath.Join(root, "build", "release")
	w := &work{root: root, out: out, packages: filepath.Join(out, "packages"), zig: zig, python: filepath.Join(root, "build", "venv", "bin", "python")}
	must.Do(os.MkdirAll(w.out, 0o755))
	w.temp = must.Get(os.MkdirTemp("", "qikit-release-"))
	text := must.Get(os.ReadFile(filepath.Join(root, "capi", "version.h")))
	m := regexp.MustCompile(`QK_VERSION "(.*)"`).FindSubmatch(text)
	if m == nil {
		must.Fail("capi/version.h names no version")
	}
	w.version = string(m[1])
	return w
}

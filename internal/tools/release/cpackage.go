package main

import (
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// lay puts what C programs need into a folder: library, header, schemas, the files of pkg-config and CMake, the example.
func (w *work) lay(folder string, p platform, library, licences string) {
	in := func(parts ...string) string { return filepath.Join(append([]string{folder}, parts...)...) }
	home := "lib"
	if p.goos == "windows" {
		home = "bin"
		copyTo(in("lib", p.link), filepath.Join(filepath.Dir(library), p.link))
	}
	copyTo(in(home, p.file), library)
	must.Do(os.Chmod(in(home, p.file), 0o755))
	if p.goos != "windows" {
		must.Do(os.Symlink(p.file, in("lib", p.link)))
	}
	for _, name := range []string{"qikit.h", "sgcp.md", "schema"} {
		copyTo(in("include", name), filepath.Join(w.root, "include", name))
	}
	packages := filepath.Join(w.root, "capi", "package")
	fill := func(to, from string) {
		text := strings.ReplaceAll(string(must.Get(os.ReadFile(filepath.Join(packages, from)))), "@VERSION@", w.version)
		if p.goos == "windows" { // a DLL is looked for beside the program
			text = strings.Replace(text, "rpath=-Wl,-rpath,${libdir}", "rpath=", 1)
		}
		put(to, []byte(text))
	}
	fill(in("lib", "pkgconfig", "qikit.pc"), "qikit.pc.in")
	fill(in("lib", "cmake", "qikit", "qikitConfig.cmake"), "qikitConfig.cmake.in")
	fill(in("lib", "cmake", "qikit", "qikitConfigVersion.cmake"), "qikitConfigVersion.cmake.in")
	fill(in("README.md"), "README.md.in")
	for _, name := range []string{"book.c", "search.c"} {
		copyTo(in("examples", name), filepath.Join(w.root, "examples", "c", name))
	}
	copyTo(in("examples", "games"), filepath.Join(w.root, "examples", "games"))
	must.Do(os.CopyFS(folder, os.DirFS(licences)))
}

package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// place is an empty folder in which a package is tried: programs there see neither the checkout nor its environment.
type place struct {
	*work
	dir string
	env []string
}

func (w *work) place() *place {
	dir := must.Get(os.MkdirTemp(w.temp, "try-"))
	return &place{w, dir, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "LANG=C.UTF-8"}}
}

func (p *place) in(parts ...string) string {
	return filepath.Join(append([]string{p.dir}, parts...)...)
}

func (p *place) run(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	return must.Get(step.Output(cmd))
}

// book runs the example, which prints the same text in every language.
func (p *place) book(command ...string) {
	golden := string(must.Get(os.ReadFile(filepath.Join(p.root, "examples", "testdata", "book.golden"))))
	out := strings.ReplaceAll(p.run(command[0], append(command[1:], "book.qkb")...), "\r", "")
	must.Do(step.Match(out, golden))
}

// packaged is the one package whose name matches.
func (w *work) packaged(pattern string) string {
	found := must.Get(filepath.Glob(filepath.Join(w.packages, pattern)))
	if len(found) != 1 {
		must.Fail("%s has %d packages %s, expected one; ./build.sh release makes it", w.packages, len(found), pattern)
	}
	return found[0]
}

// test installs and uses the packages of the platforms, each in an empty place.
func (w *work) test(some []platform) {
	w.summed()
	failed := 0
	try := func(what string, f func() string) {
		said := ""
		if err := must.Run(func() { said = f() }); err != nil {
			failed++
			said = err.Error()
		}
		fmt.Printf("%-24s %s\n", what, cmp.Or(said, "installed and used"))
	}
	for _, p := range some {
		try(p.name+" C", func() string { return w.tryC(p) })
		try(p.name+" wheel", func() string { return w.tryWheel(p) })
		try(p.name+" program", func() string { return w.tryProgram(p) })
	}
	try("npm", func() string { return w.tryNpm(some) })
	try("npm by WebAssembly", func() string { return w.tryRuntimes(w.packaged(fmt.Sprintf("qikit-%s.tgz", w.version))) })
	try("Unity", func() string { return w.tryUnity(some) })
	try("NuGet", func() string { return w.tryNuget(some) })
	if failed > 0 {
		must.Fail("%d packages do not work", failed)
	}
}

func (w *work) summed() {
	cmd := exec.Command("sha256sum", "--quiet", "-c", "SHA256SUMS")
	cmd.Dir = w.packages
	must.Get(step.Output(cmd))
}

func (p platform) isHost() bool { return p.goos == runtime.GOOS && p.goarch == runtime.GOARCH }

const looked = "unpacked and looked at; it cannot run here"

// tryC unpacks the archive, compiles the example as its README says, and runs it; another processor's under qemu,
// Windows' under Wine.
func (w *work) tryC(p platform) string {
	at := w.place()
	unpack(w.packaged(fmt.Sprintf("qikit-%s-%s%s", w.version, p.name, p.suffix())), at.dir)
	folder := at.in(fmt.Sprintf("qikit-%s-%s", w.version, p.name))
	home := "lib"
	if p.goos == "windows" {
		home = "bin"
	}
	said := w.check(p, filepath.Join(folder, home, p.file))
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES.md", "THIRD_PARTY_LICENSES.txt", "README.md", "include/schema/board.json", "examples/games/xiangqi.pgn"} {
		must.Get(os.Stat(filepath.Join(folder, name)))
	}
	licensed(filepath.Join(folder, "THIRD_PARTY_LICENSES.txt"))
	at.env = append(at.env, "PKG_CONFIG_PATH="+filepath.Join(folder, "lib", "pkgconfig"), "ZIG_GLOBAL_CACHE_DIR="+filepath.Join(w.out, "zig"))
	source, program := filepath.Join(folder, "examples", "book.c"), at.in("book")
	switch {
	case p.isHost():
		flags := strings.Fields(at.run("pkg-config", "--cflags", "--libs", "qikit"))
		at.run("cc", append([]string{source, "-o", program}, flags...)...)
		at.book(program)
		said += "; " + at.first(func() string {
			steps := indentedOf(filepath.Join(folder, "README.md"))
			return at.run("sh", "-ec", "cd "+filepath.Base(folder)+"\n"+steps)
		})
	case p.name == "linux-arm64":
		flags := strings.Fields(at.run("pkg-config", "--cflags", "--libs", "qikit"))
		at.run(w.zig, append([]string{"cc", "-target", p.target, source, "-o", program}, flags...)...)
		at.book("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program)
		said += "; under qemu"
	case p.name == "windows-amd64":
		at.wine(p, folder, source)
		said += "; under Wine"
	default:
		return said + "; " + looked
	}
	return said + "; installed and used"
}

// wine runs the example beside the DLL. Wine 8 lacks bcryptprimitives.dll, whose one function Go's runtime needs: the
// place gets one that asks the generator that Wine has.
func (at *place) wine(p platform, folder, source string) {
	at.run(at.zig, "cc", "-target", p.target, source, "-o", at.in("book.exe"), "-I"+filepath.Join(folder, "include"), filepath.Join(folder, "lib", p.link))
	copyTo(at.in(p.file), filepath.Join(folder, "bin", p.file))
	put(at.in("prng.c"), []byte("unsigned char __stdcall SystemFunction036(void *, unsigned long);\n"+
		"__declspec(dllexport) int __stdcall ProcessPrng(void *to, unsigned long long n) { return SystemFunction036(to, (unsigned long)n); }\n"))
	at.run(at.zig, "cc", "-target", p.target, "-shared", at.in("prng.c"), "-o", at.in("bcryptprimitives.dll"), "-ladvapi32")
	copyTo(at.in("wine", "drive_c", "windows", "system32", "bcryptprimitives.dll"), at.in("bcryptprimitives.dll"))
	at.env = append(at.env, "WINEPREFIX="+at.in("wine"), "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=")
	at.book(wine64, at.in("book.exe"))
	at.run("/usr/lib/wine/wineserver64", "-w") // its files are about to go
}

const wine64 = "/usr/lib/wine/wine64"

// tags are what pip calls the oldest systems that are promised.
var tags = map[string]string{
	"linux-amd64": "manylinux_2_17_x86_64", "linux-arm64": "manylinux_2_17_aarch64", "windows-amd64": "win_amd64",
	"darwin-amd64": "macosx_11_0_x86_64", "darwin-arm64": "macosx_11_0_arm64",
}

// tryWheel lets pip choose the wheel by its tag, and runs the example in a new environment.
func (w *work) tryWheel(p platform) string {
	at := w.place()
	// pip must take the wheel for the oldest system that is promised.
	at.run(w.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--find-links", w.packages, "--only-binary=:all:",
		"--no-deps", "--platform", tags[p.name], "--target", at.in("packages"), "qikit")
	said := w.check(p, at.in("packages", "qikit", p.python))
	for _, name := range []string{"qikit/schema/board.json", "qikit/games/xiangqi.pgn", "qikit-" + w.version + ".dist-info/licenses/LICENSE", "qikit-" + w.version + ".dist-info/licenses/THIRD_PARTY_LICENSES.txt"} {
		must.Get(os.Stat(at.in("packages", name)))
	}
	licensed(at.in("packages", "qikit-"+w.version+".dist-info", "licenses", "THIRD_PARTY_LICENSES.txt"))
	if !p.isHost() {
		return said + "; " + looked
	}
	first := at.first(func() string {
		at.run("python3", "-m", "venv", at.in("venv"))
		at.run(at.in("venv", "bin", "pip"), "install", "-q", "--disable-pip-version-check", "--no-index", "--find-links", w.packages, "qikit")
		found := must.Get(filepath.Glob(at.in("venv", "lib", "python3*", "site-packages", "qikit-*.dist-info", "METADATA")))
		put(at.in("first.py"), []byte(blockOf(found[0], "python")))
		return at.run(at.in("venv", "bin", "python"), "first.py")
	})
	copyTo(at.in("book.py"), filepath.Join(w.root, "examples", "python", "book.py"))
	at.book(at.in("venv", "bin", "python"), "book.py")
	return said + "; installed and used, " + first
}

// tryNpm installs the packages without a network, with koffi from this checkout, and runs the example; of other
// platforms it looks at the library.
func (w *work) tryNpm(some []platform) string {
	at := w.place()
	install := []string{"install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", w.packaged(fmt.Sprintf("qikit-%s.tgz", w.version))}
	said := "looked at"
	for _, p := range some {
		file := w.packaged(fmt.Sprintf("qikit-%s-%s.tgz", p.node, w.version))
		folder := at.in("looked", p.node)
		unpack(file, folder)
		must.Get(os.Stat(filepath.Join(folder, "package", "LICENSE")))
		w.check(p, filepath.Join(folder, "package", p.python))
		said += " " + p.node
		if !p.isHost() {
			continue
		}
		for _, name := range []string{"koffi", "@koromix/koffi-" + p.node} {
			at.run("npm", "pack", "--silent", "--ignore-scripts", filepath.Join(w.root, "bindings", "node", "node_modules", name))
		}
		install = append(append(install, file), must.Get(filepath.Glob(at.in("*koffi*.tgz")))...)
		put(at.in("package.json"), []byte("{}\n"))
		first := at.first(func() string {
			at.run("npm", install...)
			put(at.in("first.mjs"), []byte(blockOf(at.in("node_modules", "qikit", "README.md"), "js")))
			return at.run("node", "first.mjs")
		})
		example := string(must.Get(os.ReadFile(filepath.Join(w.root, "examples", "node", "book.mjs"))))
		put(at.in("book.mjs"), []byte(strings.Replace(example, `"../../bindings/node/index.mjs"`, `"qikit"`, 1)))
		at.book("node", "book.mjs")
		said += " (installed and used, " + first + ")"
	}
	return said
}

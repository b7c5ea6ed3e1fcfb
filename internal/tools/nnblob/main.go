// Command nnblob turns the kernels' C source into Go assembly, for those who
// change internal/nnkern/_csrc/kern.c; everybody else builds what is committed.
//
//	go generate ./internal/nnkern       (needs Debian's clang-16 and lld-16)
//	go run ./internal/tools/nnblob -check
//
// WebAssembly's tier is a module of its own, kern.wasm, which Go embeds.
//
// Each tier is compiled separately, linked at address 0 into one self-contained
// piece, and written as the bytes of a Go function, beside a trampoline that gives
// it a C stack and one argument. With -check nothing is written, and a difference
// from the committed files is an error.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// clangVersion is pinned: another version makes other bytes.
const clangVersion = "16.0.6"

// tier is one compilation of the source.
type tier struct {
	name   string // of the blob
	arch   string // Go's
	target string // clang's
	flags  []string
}

var tiers = []tier{
	{"avx2", "amd64", "x86_64-linux-gnu", []string{"-mno-red-zone", "-mavx2", "-mfma", "-DVECTOR=8", "-DROWS=6"}},
	{"avx512", "amd64", "x86_64-linux-gnu", []string{"-mno-red-zone", "-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl",
		"-mprefer-vector-width=512", "-DVECTOR=16", "-DROWS=9"}},
	// x28 is Go's g, x18 is reserved on darwin and windows; x26 and x27 are Go's as
	// well. A signal handler relies on x28 even inside the blob.
	{"neon", "arm64", "aarch64-linux-gnu", []string{"-ffixed-x18", "-ffixed-x26", "-ffixed-x27", "-ffixed-x28", "-mcmodel=tiny",
		"-DVECTOR=4", "-DROWS=6"}},
}

// entries are the functions that Go calls.
var entries = []string{"conv", "dense", "pool", "shift", "views"}

func main() {
	check := flag.Bool("check", false, "write nothing, fail on a difference")
	root := flag.String("root", ".", "root of the source tree")
	flag.Parse()
	must.Main("nnblob", func() { run(*root, *check) })
}

func run(root string, check bool) {
	dir := filepath.Join(root, "internal", "nnkern")
	source := filepath.Join(dir, "_csrc", "kern.c")
	sum := fmt.Sprintf("%x", sha256.Sum256(must.Get(os.ReadFile(source))))
	checkClang()
	temporary := must.Get(os.MkdirTemp("", "nnblob-"))
	defer os.RemoveAll(temporary)
	blobs := map[string][]blob{}
	for _, t := range tiers {
		b := build(t, source, temporary)
		fmt.Printf("%s: %d bytes, stack %d\n", t.name, len(b.code), b.stack)
		blobs[t.arch] = append(blobs[t.arch], b)
	}
	changed := []error{step.Put(filepath.Join(dir, "kern.wasm"), buildWasm(filepath.Join(dir, "_csrc", "wasm.c"), temporary), check)}
	for arch, all := range blobs {
		for name, content := range map[string][]byte{
			"blob_" + arch + ".s":  assembly(arch, sum, all),
			"blob_" + arch + ".go": entryPoints(arch, sum, all),
		} {
			if err := step.Put(filepath.Join(dir, name), content, check); err != nil {
				changed = append(changed, err)
			}
		}
	}
	must.Do(errors.Join(changed...))
}

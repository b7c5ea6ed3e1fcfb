// Command smoke tests what `./build.sh release` has built: it runs the C example on
// every platform, under qemu for another processor, and compares the output with
// the golden text.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// sizeMost is the largest allowed size of the stripped library.
const sizeMost = 16_000_000

type platform struct {
	name, compiler string
	runner         []string
}

var platforms = []platform{
	{"linux-amd64", "gcc", nil},
	{"linux-arm64", "aarch64-linux-gnu-gcc", []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}},
}

func main() {
	for _, p := range platforms {
		must.Main("smoke: "+p.name, func() { check(p) })
	}
}

func check(p platform) {
	dir := must.Get(filepath.Abs(filepath.Join("build", "release", p.name)))
	size := must.Get(os.Stat(filepath.Join(dir, "libqikit.so.1"))).Size()
	if size > sizeMost {
		must.Fail("the library has %d bytes, %d are the most", size, sizeMost)
	}
	temp := must.Get(os.MkdirTemp("build", "smoke-"))
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "book")
	must.Get(step.Output(exec.Command(p.compiler, "-std=c99", "-Iinclude", "-o", program, "examples/c/book.c", "-L"+dir, "-lqikit", "-Wl,-rpath,"+dir)))
	command := append(slices.Clone(p.runner), program, filepath.Join(temp, "book.qkb"))
	out := must.Get(step.Output(exec.Command(command[0], command[1:]...)))
	must.Do(step.Match(out, string(must.Get(os.ReadFile(filepath.Join("examples", "testdata", "book.golden"))))))
	fmt.Printf("%s: %.1f MB, the C example prints what it should\n", p.name, float64(size)/(1<<20))
}

// Command smoke tests what `./build.sh release` has built: it runs the C example on
// every platform, under qemu for another processor, and compares the output with
// the golden text.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/step"
)

// sizeMost is the largest allowed size of the stripped library.
const sizeMost = 14 << 20

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
		step.Must("smoke: "+p.name, check(p))
	}
}

func check(p platform) error {
	dir, err := filepath.Abs(filepath.Join("build", "release", p.name))
	if err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(dir, "libqikit.so.1"))
	if err != nil {
		return err
	}
	if info.Size() > sizeMost {
		return fmt.Errorf("the library has %d bytes, %d are the most", info.Size(), sizeMost)
	}
	temp, err := os.MkdirTemp("build", "smoke-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "book")
	compile := exec.Command(p.compiler, "-std=c99", "-Iinclude", "-o", program, "examples/c/book.c", "-L"+dir, "-lqikit", "-Wl,-rpath,"+dir)
	if _, err := step.Output(compile); err != nil {
		return err
	}
	command := append(append([]string{}, p.runner...), program, filepath.Join(temp, "book.qkb"))
	out, err := step.Output(exec.Command(command[0], command[1:]...))
	if err != nil {
		return err
	}
	golden, err := os.ReadFile(filepath.Join("examples", "testdata", "book.golden"))
	if err != nil {
		return err
	}
	if _, rest, _ := strings.Cut(out, "\n"); rest != string(golden) {
		return fmt.Errorf("printed\n%s\nexpected (without line 1)\n%s", out, golden)
	}
	fmt.Printf("%s: %.1f MB, the C example prints what it should\n", p.name, float64(info.Size())/(1<<20))
	return nil
}

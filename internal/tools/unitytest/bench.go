package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// bench holds the folders of the test and its counts.
type bench struct {
	root, out      string
	passed, failed int
}

// longest is the time limit of one program: these tests look for programs that hang, not for
// slow ones; those that share a processor with seven others take minutes.
const longest = 30 * time.Minute

func newBench(root string) *bench {
	library := cmp.Or(os.Getenv("QIKIT_LIBRARY"), filepath.Join(root, "build", "lib", "libqikit.so"))
	library, err := filepath.EvalSymlinks(library)
	if err != nil {
		must.Fail("no library: %w; ./build.sh build makes it", err)
	}
	build := filepath.Join(root, "build")
	must.Do(os.MkdirAll(build, 0o755))
	b := &bench{root: root, out: must.Get(os.MkdirTemp(build, "unity-"))}
	// Mono finds a library beside the program by the name in DllImport.
	must.Do(os.Symlink(library, filepath.Join(b.out, "libqikit.so")))
	must.Do(os.Symlink(nunit, filepath.Join(b.out, filepath.Base(nunit))))
	return b
}

// test runs one check and counts it.
func (b *bench) test(name string, f func()) {
	if err := must.Run(f); err != nil {
		b.failed++
		fmt.Printf("not ok %s: %v\n", name, err)
		return
	}
	b.passed++
	fmt.Println("ok", name)
}

func (b *bench) file(parts ...string) string {
	return filepath.Join(append([]string{b.root, "internal", "tools", "unitytest"}, parts...)...)
}

// sources lists the C# files of a folder of the package.
func (b *bench) sources(folder string) []string {
	files, _ := filepath.Glob(filepath.Join(b.root, "bindings", "unity", folder, "*.cs")) // the pattern is well formed
	return files
}

// compiles makes a library, or a program when the name ends in .exe. A warning is an
// error.
func (b *bench) compiles(test, name string, defines, references, sources []string) {
	b.test(test, func() { b.compile(name, defines, references, sources) })
}

func (b *bench) compile(name string, defines, references, sources []string) {
	if len(sources) == 0 {
		must.Fail("there are no sources")
	}
	args := []string{"-warnaserror", "-out:" + filepath.Join(b.out, name), "-lib:" + b.out}
	if strings.HasSuffix(name, ".dll") {
		args = append(args, "-target:library")
	}
	for _, d := range defines {
		args = append(args, "-define:"+d)
	}
	for _, r := range references {
		args = append(args, "-r:"+r)
	}
	must.Get(b.output(append([]string{"mcs"}, append(args, sources...)...)...))
}

// output runs a program in the folder of outputs and returns its standard output. A
// program that takes too long is killed and is an error.
func (b *bench) output(command ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = b.out
	cmd.WaitDelay = 20 * time.Second
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+b.out)
	out, err := step.Output(cmd)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("it did not end within %v: %w", longest, err)
	}
	return out, err
}

// nunit runs the NUnit tests in one process, which must end by itself.
func (b *bench) nunit() error {
	out, err := b.output("nunit-console", "-nologo", "-nodots", "-noxml", "-domain:None", "Qikit.Tests.dll")
	fmt.Print(out)
	if err == nil && !strings.Contains(out, "Errors: 0, Failures: 0") {
		return errors.New("NUnit tests failed")
	}
	return err
}

// importsModule looks for a module's name among the strings of an assembly's
// metadata, where each ends with a zero.
func importsModule(assembly []byte, name string) bool {
	return bytes.Contains(assembly, []byte("\x00"+name+"\x00"))
}

var csharpBlock = regexp.MustCompile("(?s)```csharp\n(.*?)```")

// readmeExample writes the first C# block of the package's README to a file.
func (b *bench) readmeExample() string {
	m := csharpBlock.FindSubmatch(must.Get(os.ReadFile(filepath.Join(b.root, "bindings", "unity", "README.md"))))
	if m == nil {
		must.Fail("README.md has no C# block")
	}
	file := filepath.Join(b.out, "Readme.cs")
	must.Do(os.WriteFile(file, m[1], 0o644))
	return file
}

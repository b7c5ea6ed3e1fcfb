package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/step"
)

// blob is a tier's machine code and where its functions begin.
type blob struct {
	tier
	code  []byte
	entry map[string]uint64
	stack int // bytes that the deepest call may take
}

// stackMost is the stack that the trampoline's frame guarantees.
const stackMost = 3072

var common = []string{"-O3", "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fno-jump-tables",
	"-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer", "-fpie", "-ffp-contract=fast", "-Wall", "-Wextra", "-Werror", "-fstack-usage"}

// script puts code and constants one after the other at address 0. Anything else
// that takes memory keeps its own section, which take refuses.
const script = `SECTIONS {
	. = 0;
	.text : { *(.text .text.*) *(.rodata .rodata.*) }
	/DISCARD/ : { *(.comment) *(.note.*) *(.llvm_addrsig) *(.ARM.attributes) }
}
`

func checkClang() error {
	out, err := exec.Command("clang-16", "--version").Output()
	if err != nil {
		return fmt.Errorf("clang-16 (Debian packages clang-16 and lld-16): %w", err)
	}
	if !strings.Contains(string(out), "clang version "+clangVersion) {
		return fmt.Errorf("clang %s is pinned, this is %s", clangVersion, bytes.SplitN(out, []byte("\n"), 2)[0])
	}
	return nil
}

func build(t tier, source, dir string) (blob, error) {
	object, linked, layout := filepath.Join(dir, t.name+".o"), filepath.Join(dir, t.name+".elf"), filepath.Join(dir, "layout.ld")
	if err := os.WriteFile(layout, []byte(script), 0o644); err != nil {
		return blob{}, err
	}
	args := append([]string{"--target=" + t.target}, common...)
	args = append(append(args, t.flags...), "-c", source, "-o", object)
	for _, command := range [][]string{
		append([]string{"clang-16"}, args...),
		{"ld.lld-16", "-T", layout, "-e", "0", "--no-undefined", "-static", object, "-o", linked},
	} {
		if _, err := step.Output(exec.Command(command[0], command[1:]...)); err != nil {
			return blob{}, err
		}
	}
	b, err := take(t, linked)
	if err != nil {
		return b, err
	}
	b.stack, err = stackOf(filepath.Join(dir, t.name+".su"))
	return b, err
}

// take reads the linked file and refuses anything that depends on its address.
func take(t tier, path string) (blob, error) {
	b := blob{tier: t, entry: map[string]uint64{}}
	f, err := elf.Open(path)
	if err != nil {
		return b, err
	}
	defer f.Close()
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Size == 0 {
			continue
		}
		// Go's linker aligns functions in assembly as the blob demands with
		// PCALIGN.
		if s.Name != ".text" || s.Addralign > blobAlign || s.Flags&elf.SHF_WRITE != 0 {
			return b, fmt.Errorf("section %s, aligned to %d, %v, cannot be in a blob", s.Name, s.Addralign, s.Flags)
		}
		if b.code, err = s.Data(); err != nil {
			return b, err
		}
	}
	symbols, err := f.Symbols()
	if err != nil {
		return b, err
	}
	for _, s := range symbols {
		b.entry[s.Name] = s.Value
	}
	for _, e := range entries {
		if _, ok := b.entry[e]; !ok {
			return b, fmt.Errorf("no function %s", e)
		}
	}
	return b, nil
}

// stackOf adds up the frames of all functions. No chain of calls can take more,
// because no function is recursive.
func stackOf(path string) (int, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	total := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(fields[1])
		if err != nil || fields[2] != "static" {
			return 0, fmt.Errorf("stack of %s", line)
		}
		total += n + 16 // 16 for its return address
	}
	if total > stackMost {
		return 0, fmt.Errorf("%d bytes of stack, %d are the most", total, stackMost)
	}
	return total, nil
}

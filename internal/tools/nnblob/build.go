package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
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

func checkClang() {
	out, err := exec.Command("clang-16", "--version").Output()
	if err != nil {
		must.Fail("clang-16 (Debian packages clang-16 and lld-16): %w", err)
	}
	if !strings.Contains(string(out), "clang version "+clangVersion) {
		must.Fail("clang %s is pinned, this is %s", clangVersion, bytes.SplitN(out, []byte("\n"), 2)[0])
	}
}

func build(t tier, source, dir string) blob {
	object, linked, layout := filepath.Join(dir, t.name+".o"), filepath.Join(dir, t.name+".elf"), filepath.Join(dir, "layout.ld")
	must.Do(os.WriteFile(layout, []byte(script), 0o644))
	args := append([]string{"--target=" + t.target}, common...)
	args = append(append(args, t.flags...), "-c", source, "-o", object)
	for _, command := range [][]string{
		append([]string{"clang-16"}, args...),
		{"ld.lld-16", "-T", layout, "-e", "0", "--no-undefined", "-static", object, "-o", linked},
	} {
		must.Get(step.Output(exec.Command(command[0], command[1:]...)))
	}
	b := take(t, linked)
	b.stack = stackOf(filepath.Join(dir, t.name+".su"))
	return b
}

// wasmStack is what internal/nnkern/kern_wasm.go keeps for the stack.
const wasmStack = 8192

// buildWasm makes the module for WebAssembly. It works in the memory of another and so may have no data of its own.
func buildWasm(source, dir string) []byte {
	object, linked := filepath.Join(dir, "wasm.o"), filepath.Join(dir, "kern.wasm")
	for _, command := range [][]string{
		{"clang-16", "--target=wasm32", "-msimd128", "-mmutable-globals", "-O3", "-ffreestanding", "-fno-builtin", "-ffp-contract=off", "-nostdlib",
			"-Wall", "-Wextra", "-Werror", "-DVECTOR=4", "-DROWS=2", "-c", source, "-o", object},
		{"wasm-ld-16", "--no-entry", "--import-memory", "--export=__stack_pointer", "-z", "stack-size=" + strconv.Itoa(wasmStack), "--strip-all", object, "-o", linked},
	} {
		must.Get(step.Output(exec.Command(command[0], command[1:]...)))
	}
	module := must.Get(os.ReadFile(linked))
	if slices.Contains(wasmSections(module), 11) {
		must.Fail("%s has data, which would overwrite that of its host", source)
	}
	fmt.Printf("wasm: %d bytes\n", len(module))
	return module
}

// wasmSections lists the numbers of a module's sections.
func wasmSections(module []byte) (ids []byte) {
	for at := 8; at < len(module); {
		ids = append(ids, module[at])
		size, n := binary.Uvarint(module[at+1:])
		at += 1 + n + int(size)
	}
	return ids
}

// take reads the linked file and refuses anything that depends on its address.
func take(t tier, path string) blob {
	b := blob{tier: t, entry: map[string]uint64{}}
	f := must.Get(elf.Open(path))
	defer f.Close()
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Size == 0 {
			continue
		}
		// Go's linker aligns functions in assembly as the blob demands with
		// PCALIGN.
		if s.Name != ".text" || s.Addralign > blobAlign || s.Flags&elf.SHF_WRITE != 0 {
			must.Fail("%s: section %s, aligned to %d, %v, cannot be in a blob", t.name, s.Name, s.Addralign, s.Flags)
		}
		b.code = must.Get(s.Data())
	}
	for _, s := range must.Get(f.Symbols()) {
		b.entry[s.Name] = s.Value
	}
	for _, e := range entries {
		if _, ok := b.entry[e]; !ok {
			must.Fail("%s: no function %s", t.name, e)
		}
	}
	return b
}

// stackOf adds up the frames of all functions. No chain of calls can take more,
// because no function is recursive.
func stackOf(path string) int {
	text := must.Get(os.ReadFile(path))
	total := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		n, err := strconv.Atoi(fields[1])
		if err != nil || fields[2] != "static" {
			must.Fail("%s: stack of %s", path, line)
		}
		total += n + 16 // 16 for its return address
	}
	if total > stackMost {
		must.Fail("%s: %d bytes of stack, %d are the most", path, total, stackMost)
	}
	return total
}

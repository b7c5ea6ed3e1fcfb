package main

import (
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// sizeMost is the largest allowed size of the stripped library.
const sizeMost = 16_000_000

// check fails unless the library exports the header's functions and nothing else, needs no newer system than it
// says, and is not too large.
func (w *work) check(p platform, file string) string {
	size := must.Get(os.Stat(file)).Size()
	if size > sizeMost {
		must.Fail("%s has %d bytes, %d are the most", file, size, sizeMost)
	}
	exports, needs := contents(file)
	w.checkExports(file, exports)
	return fmt.Sprintf("%s: %.2f MB, %d functions, %s", p.name, float64(size)/1e6, len(exports), needs)
}

func (w *work) checkExports(file string, exports []string) {
	slices.Sort(exports)
	if want := w.declared(); !slices.Equal(exports, want) {
		must.Fail("%s exports %s, expected the functions of qikit.h: %s", file, difference(exports, want), difference(want, exports))
	}
}

func difference(a, b []string) string {
	var extra []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			extra = append(extra, s)
		}
	}
	if len(extra) == 0 {
		return "nothing more"
	}
	return strings.Join(extra, " ")
}

// contents are a library's exported functions, and in words what it needs.
func contents(file string) (exports []string, needs string) {
	if f, err := elf.Open(file); err == nil {
		defer f.Close()
		return contentsELF(f)
	}
	if f, err := pe.Open(file); err == nil {
		defer f.Close()
		var libraries []string
		for _, s := range must.Get(f.ImportedSymbols()) {
			_, library, _ := strings.Cut(s, ":")
			libraries = append(libraries, library)
		}
		slices.Sort(libraries)
		return exportsPE(f), "needs " + strings.Join(slices.Compact(libraries), ", ")
	}
	f := must.Get(macho.Open(file))
	defer f.Close()
	return contentsMachO(f)
}

func exportsELF(f *elf.File) (exports []string) {
	for _, s := range must.Get(f.DynamicSymbols()) {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			exports = append(exports, s.Name)
		}
	}
	return exports
}

func contentsELF(f *elf.File) (exports []string, needs string) {
	newest := [2]int{}
	for _, s := range must.Get(f.ImportedSymbols()) {
		version, ok := strings.CutPrefix(s.Version, "GLIBC_")
		if !ok {
			continue
		}
		parts := strings.Split(version, ".")
		have := [2]int{must.Get(strconv.Atoi(parts[0])), must.Get(strconv.Atoi(parts[1]))}
		if slices.Compare(have[:], newest[:]) > 0 {
			newest = have
		}
		if slices.Compare(have[:], oldest[:]) > 0 {
			must.Fail("%s needs glibc %s, expected %d.%d at most", s.Name, version, oldest[0], oldest[1])
		}
	}
	if newest == [2]int{} {
		must.Fail("the library names no version of glibc, expected one of %d.%d or older", oldest[0], oldest[1])
	}
	return exportsELF(f), fmt.Sprintf("glibc %d.%d or newer", newest[0], newest[1])
}

// exportsPE reads the names in a DLL's export directory, which package debug/pe does not know.
func exportsPE(f *pe.File) (exports []string) {
	header, ok := f.OptionalHeader.(*pe.OptionalHeader64)
	if !ok {
		must.Fail("the DLL is not one of 64 bits")
	}
	at := func(rva uint32) []byte {
		for _, s := range f.Sections {
			if rva >= s.VirtualAddress && rva < s.VirtualAddress+s.Size {
				return must.Get(s.Data())[rva-s.VirtualAddress:]
			}
		}
		must.Fail("the DLL's exports point outside its sections, to %#x", rva)
		return nil
	}
	directory := at(header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT].VirtualAddress)
	count := binary.LittleEndian.Uint32(directory[24:])
	names := at(binary.LittleEndian.Uint32(directory[32:]))
	for i := range count {
		name, _, _ := strings.Cut(string(at(binary.LittleEndian.Uint32(names[4*i:]))[:256]), "\x00")
		exports = append(exports, name)
	}
	return exports
}

const (
	loadSignature   macho.LoadCmd = 0x1d
	loadMinimum     macho.LoadCmd = 0x24
	loadBuild       macho.LoadCmd = 0x32
	symbolExternal                = 0x01
	symbolPrivate                 = 0x10
	symbolInSection               = 0x0e
)

// ownMachO are what zig's linker cannot hide: its own names and those in Go's assembly. A Mac finds a name in the library
// that a program was linked with, so they meet no other's.
var ownMachO = []string{"___dso_handle", "__mh_dylib_header", "__cgo_panic", "__cgo_topofstack", "_crosscall1", "_crosscall2"}

// contentsMachO also wants a signature: a Mac with an Apple processor loads nothing that is not signed, be it by nobody.
func contentsMachO(f *macho.File) (exports []string, needs string) {
	for _, s := range f.Symtab.Syms {
		if slices.Contains(ownMachO, s.Name) {
			continue
		}
		if s.Type&symbolExternal != 0 && s.Type&symbolPrivate == 0 && s.Type&symbolInSection == symbolInSection {
			exports = append(exports, strings.TrimPrefix(s.Name, "_"))
		}
	}
	var version uint32
	signed := false
	for _, l := range f.Loads {
		raw := l.Raw()
		switch macho.LoadCmd(binary.LittleEndian.Uint32(raw)) {
		case loadSignature:
			signed = true
		case loadMinimum:
			version = binary.LittleEndian.Uint32(raw[8:])
		case loadBuild:
			version = binary.LittleEndian.Uint32(raw[12:])
		}
	}
	if f.Cpu == macho.CpuArm64 && !signed {
		must.Fail("the library is not signed: a Mac would not load it")
	}
	return exports, fmt.Sprintf("macOS %d.%d or newer", version>>16, version>>8&0xff)
}

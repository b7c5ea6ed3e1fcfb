package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// built is a library that has been made and checked.
type built struct {
	platform
	path string
}

// pack makes every package of the libraries, and the list of their checksums.
func (w *work) pack(libraries []built) {
	must.Do(os.RemoveAll(w.packages))
	must.Do(os.MkdirAll(w.packages, 0o755))
	licences := w.licences(libraries[0].path)
	var some []platform
	for _, l := range libraries {
		folder := filepath.Join(w.temp, fmt.Sprintf("qikit-%s-%s", w.version, l.name))
		w.lay(folder, l.platform, l.path, licences)
		archive(filepath.Join(w.packages, filepath.Base(folder)+l.suffix()), folder)
		w.wheel(l, licences)
		some = append(some, l.platform)
	}
	w.programs(some, w.compileProgram(runtime.GOOS, runtime.GOARCH))
	w.npm(libraries, licences)
	w.upm(libraries, licences)
	w.nuget(libraries, licences)
	w.sum()
}

// wheel makes the Python package of a platform.
func (w *work) wheel(l built, licences string) {
	cmd := exec.Command(w.python, "-m", "hatchling", "build", "-t", "wheel", "-d", w.packages)
	cmd.Dir = filepath.Join(w.root, "bindings", "python")
	cmd.Env = append(os.Environ(), "QIKIT_LIBRARY="+l.path, "QIKIT_LICENCES="+licences)
	must.Get(step.Output(cmd))
}

// npm makes the Node package and those of the platforms that it depends on.
func (w *work) npm(libraries []built, licences string) {
	args := []string{"scripts/pack.mjs", w.packages}
	for _, l := range libraries {
		args = append(args, l.node+"="+l.path)
	}
	cmd := exec.Command("node", args...)
	cmd.Dir = filepath.Join(w.root, "bindings", "node")
	cmd.Env = append(os.Environ(), "QIKIT_LICENCES="+licences)
	must.Get(step.Output(cmd))
}

// sum writes SHA256SUMS, which `sha256sum -c` reads.
func (w *work) sum() {
	var text bytes.Buffer
	for _, entry := range must.Get(os.ReadDir(w.packages)) {
		if entry.Name() != "SHA256SUMS" {
			fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(must.Get(os.ReadFile(filepath.Join(w.packages, entry.Name())))), entry.Name())
		}
	}
	put(filepath.Join(w.packages, "SHA256SUMS"), text.Bytes())
	fmt.Printf("%d packages in %s\n", strings.Count(text.String(), "\n"), w.packages)
}

// universal joins the libraries of two processors into one file, as macOS has it: a header in big-endian order, then the
// files, each at a multiple of 16 KB.
func universal(libraries [][]byte) []byte {
	const magic, align = 0xcafebabe, 14
	var header bytes.Buffer
	word := func(v uint32) { must.Do(binary.Write(&header, binary.BigEndian, v)) }
	word(magic)
	word(uint32(len(libraries)))
	at := uint32(1 << align)
	for _, l := range libraries {
		for _, v := range []uint32{binary.LittleEndian.Uint32(l[4:]), binary.LittleEndian.Uint32(l[8:]), at, uint32(len(l)), align} {
			word(v)
		}
		at = (at + uint32(len(l)) + 1<<align - 1) >> align << align
	}
	file := header.Bytes()
	for _, l := range libraries {
		file = append(file, make([]byte, (1<<align-len(file)%(1<<align))%(1<<align))...)
		file = append(file, l...)
	}
	return file
}

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// libraryBars weighs the library and times what crosses its interface: from C
// with a program of its own, from Node's main thread with a script.
func libraryBars(report func(bar)) error {
	library, err := filepath.Abs(filepath.Join("build", "lib", "libqikit.so.1"))
	if err != nil {
		return err
	}
	info, err := os.Stat(library)
	if err != nil {
		return err
	}
	mb := float64(info.Size()) / 1e6
	report(bar{name: "size of the library, stripped", ours: mb, unit: "MB", peerIs: "MB allowed: 14", ratio: mb / 14, most: 1})

	dir, err := os.MkdirTemp("build", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "calls")
	compile := exec.Command("gcc", "-std=c99", "-O2", "-Wall", "-Iinclude", "-o", program, "internal/tools/bench/testdata/calls.c", "-ldl")
	if out, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	figures := map[string]float64{}
	least := func(key string, value float64) {
		if was, ok := figures[key]; !ok || value < was {
			figures[key] = value
		}
	}
	const runs = 5 // a fresh process loads afresh; the least of them counts
	for range runs {
		for _, command := range [][]string{{program, library}, {"node", "internal/tools/bench/testdata/poll.mjs"}} {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Env = append(os.Environ(), "QIKIT_LIBRARY="+library)
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", command[0], err, out)
			}
			read(string(out), least)
		}
	}
	report(bar{name: "loading, to the end of the first call", ours: figures["load_ms"], unit: "ms", peerIs: "ms allowed: 10", ratio: figures["load_ms"] / 10, most: 1})
	report(bar{name: "board call from C over its work", ours: figures["call_ns"], unit: "ns", peerIs: "ns allowed: 150", ratio: figures["call_ns"] / 150, most: 1})
	report(bar{name: "job poll from C", ours: figures["poll_ns"], unit: "ns", ratio: figures["poll_ns"]})
	report(bar{name: "job poll from Node's main thread", ours: figures["node_poll_ns"], unit: "ns", peerIs: "ns allowed: 2000", ratio: figures["node_poll_ns"] / 2000, most: 1})
	return nil
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

func libraryPath() string {
	return must.Get(filepath.Abs(filepath.Join("build", "lib", "libqikit.so.1")))
}

func sizeBar(m *meter) {
	info := must.Get(os.Stat(libraryPath()))
	m.put("size of the library, stripped", float64(info.Size())/1e6, "")
}

// callBars time calls of the library's interface: from C by a program, from Node's
// main thread by a script. Each process loads the library anew; the shortest of
// several loads counts.
func callBars(m *meter) {
	library := libraryPath()
	program := gcc(m.dir, "calls", "-std=c99", "-Iinclude", "-ldl")
	const runs = 5
	least := map[string]float64{}
	for range runs {
		for _, cmd := range []*exec.Cmd{exec.Command(program, library), exec.Command("node", "internal/tools/bench/testdata/poll.mjs")} {
			cmd.Env = append(os.Environ(), "QIKIT_LIBRARY="+library)
			for key, value := range figures(must.Get(step.Output(cmd))) {
				if was, ok := least[key]; !ok || value < was {
					least[key] = value
				}
			}
		}
	}
	m.put("loading, to the end of the first call", least["load_ms"], "")
	m.put("board call from C over its work", least["call_ns"], "")
	m.put("job poll from C", least["poll_ns"], "")
	m.put("job poll from Node's main thread", least["node_poll_ns"], "")
	m.put("board call from Node's main thread", least["node_call_ns"], "")
}

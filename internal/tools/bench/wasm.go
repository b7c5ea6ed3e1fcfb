package main

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

func wasmPath() string {
	return must.Get(filepath.Abs(filepath.Join("bindings", "node", "web", "wasm", "qikit.wasm")))
}

// counter counts what is written to it.
type counter float64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func wasmSizeBar(m *meter) {
	f := must.Get(os.Open(wasmPath()))
	defer f.Close()
	var size counter
	to := gzip.NewWriter(&size)
	must.Get(io.Copy(to, f))
	must.Do(to.Close())
	m.put("size of WebAssembly, gzipped", float64(size)/1e6, "")
}

// wasmBars time searches by WebAssembly and by the native library on one thread, by turns; the fastest of several counts.
func wasmBars(m *meter) {
	const runs = 3
	most := map[string]map[string]float64{}
	for range runs {
		for _, library := range []string{wasmPath(), libraryPath()} {
			cmd := exec.Command("node", "internal/tools/bench/testdata/wasm.mjs")
			cmd.Env = append(os.Environ(), "QIKIT_LIBRARY="+library)
			if most[library] == nil {
				most[library] = map[string]float64{}
			}
			for key, value := range figures(must.Get(step.Output(cmd))) {
				most[library][key] = max(most[library][key], value)
			}
		}
	}
	ours, native := most[wasmPath()], most[libraryPath()]
	m.beside("WebAssembly, Xiangqi by five terms", ours["terms"]/1e3, native["terms"]/1e3, "")
	m.beside("WebAssembly, Xiangqi by the network", ours["network"]/1e3, native["network"]/1e3, "")
	m.beside("WebAssembly, Surakarta by the weights", ours["surakarta"]/1e3, native["surakarta"]/1e3, "")
	m.beside("WebAssembly, Surakarta by the network", ours["surakarta_network"]/1e3, native["surakarta_network"]/1e3, "")
	m.beside("WebAssembly, Go", ours["go"], native["go"], "")
	m.beside("WebAssembly, Capture Go by the network", ours["capturego"], native["capturego"], "")
}

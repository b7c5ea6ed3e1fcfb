// Command netoracle makes the golden vectors of internal/convnet: a small network
// of random weights and its outputs for some boards by onnxruntime. It needs a
// Python with onnx, onnxruntime and numpy.
//
//	go run ./internal/tools/netoracle [-python build/venv/bin/python]
package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/tools/must"
)

func main() {
	python := flag.String("python", "python3", "interpreter that has onnx, onnxruntime and numpy")
	flag.Parse()
	must.Main("netoracle", func() { run(*python) })
}

func run(python string) {
	dir := filepath.Join("internal", "convnet", "testdata")
	net := filepath.Join(dir, "golden.qnet")
	f := convnet.Random(2026, convnet.Sizes{Planes: 7, Channels: 32, Blocks: 3, Pool: 1, Policy: 16, Value: 20}, netfile.F16)
	must.Do(os.WriteFile(net, must.Get(f.Encode(true)), 0o644))
	cmd := exec.Command(python, filepath.Join("internal", "tools", "netoracle", "oracle.py"), "golden", net, filepath.Join(dir, "golden.json"))
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	must.Do(cmd.Run())
}

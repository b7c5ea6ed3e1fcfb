package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// kernelBars report the size of the kernels' machine code.
func kernelBars(m *meter) {
	for _, arch := range []string{"amd64", "arm64"} {
		m.put("network, kernels for "+arch, kernelCode(arch), "")
	}
}

// networkBars time networks of the shipped sizes, as a share of onnxruntime's time
// on one thread with the same network. Their weights are random, which takes as
// long as trained ones.
func networkBars(m *meter) {
	file := must.Get(convnet.Random(1, convnet.DefaultSizes(), netfile.F16).Encode(false))
	net := must.Get(convnet.Load(file))
	peer := newOracle(m.dir, file)
	for _, size := range []int{9, 13} {
		// In turns, so that a busy machine slows all of them alike.
		least := map[string]time.Duration{}
		keep := func(who string, took time.Duration) {
			if was, ok := least[who]; !ok || took < was {
				least[who] = took
			}
		}
		for range 3 {
			for _, tier := range nnkern.Tiers() {
				keep(tier.String(), evaluation(net, tier, size))
			}
			keep("peer", peer.evaluation(size))
		}
		for _, tier := range nnkern.Tiers() {
			m.beside(fmt.Sprintf("network 6x48 on %dx%d, %v", size, size, tier), least[tier.String()].Seconds()*1e6, least["peer"].Seconds()*1e6, "")
		}
	}
}

var blobSize = regexp.MustCompile(`Size\s+= (\d+)`)

// kernelCode is the KB of machine code, from the file that has its size.
func kernelCode(arch string) (kb float64) {
	text := must.Get(os.ReadFile(filepath.Join("internal", "nnkern", "blob_"+arch+".go")))
	for _, m := range blobSize.FindAllSubmatch(text, -1) {
		kb += float64(must.Get(strconv.Atoi(string(m[1])))) / 1000
	}
	return kb
}

// layerBar compares a layer's multiplications with the most that the processor
// could do in the same time. Only its matrix products count; its transforms do not.
func layerBar(m *meter) {
	const size, channels = 9, 48
	if nnkern.AVX2.Check() != nil {
		return
	}
	program := gcc(m.dir, "fma", "-std=gnu11", "-mavx2", "-mfma")
	layer := nnkern.NewConv(make([]float32, channels*channels*9), make([]float32, channels), channels, channels)
	src, dst, work := make([]float32, nnkern.Area(size, channels)), make([]float32, nnkern.Area(size, channels)), nnkern.NewWork(size, channels)
	var peak, ours float64 // GFLOP/s
	for range 3 {
		p := must.Get(strconv.ParseFloat(strings.TrimSpace(must.Get(step.Output(exec.Command(program)))), 64))
		const series, runs = 100, 200
		took := quickest(series, repeat(runs, func() { nnkern.AVX2.Conv(layer, size, dst, src, nil, work) }))
		const operations = 2 * 25 * 9 * channels * channels // 25 products of 9 tiles
		peak, ours = max(peak, p), max(ours, operations*runs/float64(took.Nanoseconds()))
	}
	m.beside("network, a layer on 9x9, avx2", ours, peak, "")
}

// evaluation is the shortest CPU time of one Run over many short series.
func evaluation(net *convnet.Net, tier nnkern.Tier, size int) time.Duration {
	n := must.Get(net.On(tier))
	s, planes, logits := n.NewScratch(size), make([]float32, size*size*n.Planes()), make([]float32, size*size)
	for i := range planes {
		planes[i] = float32(i * 7 % 3 % 2)
	}
	const series, runs = 40, 20
	return quickest(series, repeat(runs, func() { n.Run(s, size, planes, logits) })) / runs
}

// oracle runs onnxruntime in the project's Python environment on a network in a
// file.
type oracle struct{ python, net string }

// newOracle installs what the environment lacks, which only this group needs.
func newOracle(dir string, net []byte) (o oracle) {
	o.python = must.Get(filepath.Abs(filepath.Join("build", "venv", "bin", "python")))
	if exec.Command(o.python, "-c", "import onnx, onnxruntime, numpy").Run() != nil {
		install := exec.Command(o.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "onnx", "onnxruntime", "numpy")
		must.Get(step.Output(install))
	}
	o.net = filepath.Join(dir, "random.qnet")
	must.Do(os.WriteFile(o.net, net, 0o644))
	return o
}

// evaluation is the peer's shortest CPU time for one run.
func (o oracle) evaluation(size int) time.Duration {
	out := must.Get(step.Output(exec.Command(o.python, filepath.Join("internal", "tools", "netoracle", "oracle.py"), "time", o.net, strconv.Itoa(size))))
	us := must.Get(strconv.ParseFloat(strings.TrimSpace(out), 64))
	return time.Duration(us * float64(time.Microsecond))
}

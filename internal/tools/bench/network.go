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
	"qikit.dev/qikit/internal/tools/step"
)

// kernelBars report the size of the kernels' machine code.
func kernelBars(m *meter) error {
	for _, arch := range []string{"amd64", "arm64"} {
		kb, err := kernelCode(arch)
		if err != nil {
			return err
		}
		m.put("network, kernels for "+arch, kb, "")
	}
	return nil
}

// networkBars time networks of the shipped sizes, as a share of onnxruntime's time
// on one thread with the same network. Their weights are random, which takes as
// long as trained ones.
func networkBars(m *meter) error {
	file, err := convnet.Random(1, convnet.DefaultSizes(), netfile.F16).Encode(false)
	if err != nil {
		return err
	}
	net, err := convnet.Load(file)
	if err != nil {
		return err
	}
	peer, err := newOracle(m.dir, file)
	if err != nil {
		return err
	}
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
				took, err := evaluation(net, tier, size)
				if err != nil {
					return err
				}
				keep(tier.String(), took)
			}
			took, err := peer.evaluation(size)
			if err != nil {
				return err
			}
			keep("peer", took)
		}
		for _, tier := range nnkern.Tiers() {
			m.beside(fmt.Sprintf("network 6x48 on %dx%d, %v", size, size, tier), least[tier.String()].Seconds()*1e6, least["peer"].Seconds()*1e6, "")
		}
	}
	return nil
}

var blobSize = regexp.MustCompile(`Size\s+= (\d+)`)

// kernelCode is the KB of machine code, from the file that has its size.
func kernelCode(arch string) (kb float64, err error) {
	text, err := os.ReadFile(filepath.Join("internal", "nnkern", "blob_"+arch+".go"))
	if err != nil {
		return 0, err
	}
	for _, m := range blobSize.FindAllSubmatch(text, -1) {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			return 0, err
		}
		kb += float64(n) / 1000
	}
	return kb, nil
}

// layerBar compares a layer's multiplications with the most that the processor
// could do in the same time. Only its matrix products count; its transforms do not.
func layerBar(m *meter) error {
	const size, channels = 9, 48
	if nnkern.AVX2.Check() != nil {
		return nil
	}
	program, err := gcc(m.dir, "fma", "-std=gnu11", "-mavx2", "-mfma")
	if err != nil {
		return err
	}
	layer := nnkern.NewConv(make([]float32, channels*channels*9), make([]float32, channels), channels, channels)
	src, dst, work := make([]float32, nnkern.Area(size, channels)), make([]float32, nnkern.Area(size, channels)), nnkern.NewWork(size, channels)
	var peak, ours float64 // GFLOP/s
	for range 3 {
		out, err := step.Output(exec.Command(program))
		if err != nil {
			return err
		}
		p, err := strconv.ParseFloat(strings.TrimSpace(out), 64)
		if err != nil {
			return err
		}
		const series, runs = 100, 200
		took, err := quickest(series, repeat(runs, func() { nnkern.AVX2.Conv(layer, size, dst, src, nil, work) }))
		if err != nil {
			return err
		}
		const operations = 2 * 25 * 9 * channels * channels // 25 products of 9 tiles
		peak, ours = max(peak, p), max(ours, operations*runs/float64(took.Nanoseconds()))
	}
	m.beside("network, a layer on 9x9, avx2", ours, peak, "")
	return nil
}

// evaluation is the shortest CPU time of one Run over many short series.
func evaluation(net *convnet.Net, tier nnkern.Tier, size int) (time.Duration, error) {
	n, err := net.On(tier)
	if err != nil {
		return 0, err
	}
	s, planes, logits := n.NewScratch(size), make([]float32, size*size*n.Planes()), make([]float32, size*size)
	for i := range planes {
		planes[i] = float32(i * 7 % 3 % 2)
	}
	const series, runs = 40, 20
	took, err := quickest(series, repeat(runs, func() { n.Run(s, size, planes, logits) }))
	return took / runs, err
}

// oracle runs onnxruntime in the project's Python environment on a network in a
// file.
type oracle struct{ python, net string }

// newOracle installs what the environment lacks, which only this group needs.
func newOracle(dir string, net []byte) (o oracle, err error) {
	if o.python, err = filepath.Abs(filepath.Join("build", "venv", "bin", "python")); err != nil {
		return o, err
	}
	if exec.Command(o.python, "-c", "import onnx, onnxruntime, numpy").Run() != nil {
		install := exec.Command(o.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "onnx", "onnxruntime", "numpy")
		if _, err := step.Output(install); err != nil {
			return o, err
		}
	}
	o.net = filepath.Join(dir, "random.qnet")
	return o, os.WriteFile(o.net, net, 0o644)
}

// evaluation is the peer's shortest CPU time for one run.
func (o oracle) evaluation(size int) (time.Duration, error) {
	out, err := step.Output(exec.Command(o.python, filepath.Join("internal", "tools", "netoracle", "oracle.py"), "time", o.net, strconv.Itoa(size)))
	if err != nil {
		return 0, fmt.Errorf("onnxruntime: %w", err)
	}
	us, err := strconv.ParseFloat(strings.TrimSpace(out), 64)
	return time.Duration(us * float64(time.Microsecond)), err
}

package convnet

import (
	"fmt"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/netfile"
)

// The second implementation: the network as the package's comment defines it,
// loop by loop in double precision, on boards without margins, from the file's
// tensors. It shares nothing with the first but the file.

// field is a board's activations, [channel][row][column].
type field [][][]float64

func newField(channels, size int) field {
	f := make(field, channels)
	for c := range f {
		f[c] = make([][]float64, size)
		for r := range f[c] {
			f[c][r] = make([]float64, size)
		}
	}
	return f
}

type naive struct {
	t *testing.T
	f *netfile.File
}

func (n naive) tensor(name string) ([]float32, []int) {
	i := slices.IndexFunc(n.f.Tensors, func(t netfile.Tensor) bool { return t.Name == name })
	if i < 0 {
		n.t.Fatalf("no tensor %s", name)
	}
	tensor := n.f.Tensors[i]
	v, err := tensor.Float32s()
	if err != nil {
		n.t.Fatal(err)
	}
	return v, tensor.Shape
}

// conv is a convolution of 3x3 or 1x1.
func (n naive) conv(name string, in field) field {
	w, shape := n.tensor(name + ".w")
	b, _ := n.tensor(name + ".b")
	size, k := len(in[0]), shape[2]
	out := newField(shape[0], size)
	for o := range out {
		for r := range size {
			for c := range size {
				sum := float64(b[o])
				for i := range in {
					for dr := range k {
						for dc := range k {
							y, x := r+dr-k/2, c+dc-k/2
							if y >= 0 && y < size && x >= 0 && x < size {
								sum += float64(w[((o*len(in)+i)*k+dr)*k+dc]) * in[i][y][x]
							}
						}
					}
				}
				out[o][r][c] = sum
			}
		}
	}
	return out
}

func (n naive) dense(name string, in []float64) []float64 {
	w, shape := n.tensor(name + ".w")
	b, _ := n.tensor(name + ".b")
	out := make([]float64, shape[0])
	for o := range out {
		out[o] = float64(b[o])
		for i, x := range in {
			out[o] += float64(w[o*len(in)+i]) * x
		}
	}
	return out
}

// each changes every number.
func (f field) each(change func(c, r, k int, x float64) float64) field {
	for c := range f {
		for r := range f[c] {
			for k := range f[c][r] {
				f[c][r][k] = change(c, r, k, f[c][r][k])
			}
		}
	}
	return f
}

func relu(f field) field {
	return f.each(func(_, _, _ int, x float64) float64 { return max(0, x) })
}

// pooled is the means, then the maxima.
func pooled(f field) []float64 {
	out := make([]float64, 2*len(f))
	for c := range f {
		most := f[c][0][0]
		for _, row := range f[c] {
			for _, x := range row {
				out[c] += x / float64(len(row)*len(row))
				most = max(most, x)
			}
		}
		out[len(f)+c] = most
	}
	return out
}

func (n naive) run(size int, planes []float32) (logits []float64, value float64) {
	sizes := n.f.Arch.Sizes
	in := newField(sizes["planes"], size).each(func(c, r, k int, _ float64) float64 {
		return float64(planes[(r*size+k)*sizes["planes"]+c])
	})
	x := relu(n.conv("stem", in))
	for i := range sizes["blocks"] {
		y := relu(n.conv(fmt.Sprintf("block%d.conv1", i), x))
		if i == sizes["pool"] {
			shift := n.dense("pool", pooled(y))
			y = relu(y.each(func(c, _, _ int, v float64) float64 { return v + shift[c] }))
		}
		y = n.conv(fmt.Sprintf("block%d.conv2", i), y)
		x = relu(y.each(func(c, r, k int, v float64) float64 { return v + x[c][r][k] }))
	}
	p := n.conv("policy.conv2", relu(n.conv("policy.conv1", x)))
	for _, row := range p[0] {
		logits = append(logits, row...)
	}
	h := n.dense("value.fc1", pooled(x))
	for i := range h {
		h[i] = max(0, h[i])
	}
	return logits, n.dense("value.fc2", h)[0]
}

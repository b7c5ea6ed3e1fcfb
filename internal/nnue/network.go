package nnue

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
)

// ErrNetwork is a file that holds no network of this kind, or one of another game.
var ErrNetwork = errors.New("nnue: no network that can be used")

// Kind is what the header of a file calls this kind of network.
const Kind = "nnue/1"

const (
	clip       = nnkern.Clip // of a sum, and what stands for 1 in the first layer
	outputUnit = 64          // what stands for 1 in the output layer
	pieceUnit  = 64          // of a hundredth in the material
)

// Limits of a network.
const (
	WidthMost   = 1024
	OutputsMost = 8
)

// Weights are a network's numbers, as a file holds them.
type Weights struct {
	Layout   *Layout
	Width    int     // sums of a view: a multiple of 16
	Outputs  int     // sets of the output layer, by the number of men: 1, 2, 4 or 8
	Scale    int     // hundredths of a man that the output 1 stands for
	Rows     []int16 // [Kings*Inputs][Width], in 1/255
	Bias     []int16 // [Width], in 1/255
	Material []int32 // [Kings*Inputs][Outputs], in 1/64 of a hundredth
	Out      []int8  // [Outputs][2*Width], in 1/64
	OutBias  []int32 // [Outputs], in hundredths
}

// Network is ready for use and does not change. It takes two bytes of memory for each weight of
// the first layer, and four for each of the material.
type Network struct {
	Layout *Layout
	Width  int
	ID     string // of the file, empty for one that was never in a file

	scale  int64
	stride int      // words of a row
	rows   []uint64 // a row: Width/4 words of four sums, then Outputs/2 words of two sums of material
	bias   []uint64
	out    [][]int16
	biases []int32 // of the output layer
	menBy  []int8  // set of the output layer by the number of men
}

// lanes packs four numbers into the word that adds them at once.
func lanes(v []int16) uint64 {
	return uint64(int64(v[0]) + int64(v[1])<<16 + int64(v[2])<<32 + int64(v[3])<<48)
}

const (
	biased16 = 0x8000_8000_8000_8000
	biased32 = 0x8000_0000_8000_0000
)

// New checks the weights and makes a network of them: ErrNetwork.
func New(w Weights) (*Network, error) {
	inputs := w.Layout.Kings * w.Layout.Inputs
	switch {
	case w.Width < 16 || w.Width > WidthMost || w.Width%16 != 0:
		return nil, fmt.Errorf("%w: width %d, expected a multiple of 16 up to %d", ErrNetwork, w.Width, WidthMost)
	case w.Outputs < 1 || w.Outputs > OutputsMost || bits.OnesCount(uint(w.Outputs)) != 1:
		return nil, fmt.Errorf("%w: %d outputs, expected 1, 2, 4 or 8", ErrNetwork, w.Outputs)
	case w.Scale < 1 || w.Scale > 10_000:
		return nil, fmt.Errorf("%w: scale %d, expected 1 to 10000", ErrNetwork, w.Scale)
	}
	for _, part := range []struct {
		name      string
		got, want int
	}{
		{"rows", len(w.Rows), inputs * w.Width}, {"bias", len(w.Bias), w.Width}, {"material", len(w.Material), inputs * w.Outputs},
		{"out", len(w.Out), w.Outputs * 2 * w.Width}, {"out_bias", len(w.OutBias), w.Outputs},
	} {
		if part.got != part.want {
			return nil, fmt.Errorf("%w: %d numbers of %s, expected %d", ErrNetwork, part.got, part.name, part.want)
		}
	}
	if err := w.inRange(); err != nil {
		return nil, err
	}
	n := &Network{Layout: w.Layout, Width: w.Width, scale: int64(w.Scale), biases: slices.Clone(w.OutBias), stride: w.Width/4 + (w.Outputs+1)/2}
	n.rows = make([]uint64, inputs*n.stride+nnkern.SumsAfter) // the last row is read beyond its end
	for i := range inputs {
		pack(n.rows[i*n.stride:][:n.stride], w.Rows[i*w.Width:][:w.Width], w.Material[i*w.Outputs:][:w.Outputs])
	}
	n.bias = make([]uint64, n.stride)
	pack(n.bias, w.Bias, make([]int32, w.Outputs))
	for i := range n.bias {
		if i < w.Width/4 {
			n.bias[i] += biased16
		} else {
			n.bias[i] += biased32
		}
	}
	for o := range w.Outputs {
		set := make([]int16, 2*w.Width)
		for i := range set {
			set[i] = int16(w.Out[o*2*w.Width+i])
		}
		n.out = append(n.out, set)
	}
	n.menBy = make([]int8, 256)
	for men := range n.menBy {
		n.menBy[men] = int8(w.Set(men))
	}
	return n, nil
}

// Set is the set of the output layer for so many men.
func (w *Weights) Set(men int) int {
	return min(max(men-1, 0)*w.Outputs/w.Layout.In.MenMost, w.Outputs-1)
}

// pack makes a row of words.
func pack(to []uint64, row []int16, material []int32) {
	sums := len(row) / 4
	for i := range sums {
		to[i] = lanes(row[4*i:])
	}
	for i, m := range material {
		to[sums+i/2] += uint64(int64(m) << (32 * (i % 2)))
	}
}

// scoreMost bounds what a network may say of a position, in hundredths.
const scoreMost = 1 << 20

// inRange says whether sums of as many inputs as the board has men stay in 16 bits, and
// the values in reasonable bounds.
func (w *Weights) inRange() error {
	men := w.Layout.In.MenMost
	most := make([]int, w.Width)
	for i, x := range w.Rows {
		most[i%w.Width] = max(most[i%w.Width], abs(int(x)))
	}
	for i, m := range most {
		if m*men+abs(int(w.Bias[i])) > 32767 {
			return fmt.Errorf("%w: sum %d may leave 16 bits: %d men of up to %d and a bias of %d", ErrNetwork, i, men, m, w.Bias[i])
		}
	}
	for i, x := range w.Material {
		if abs(int(x))*men > scoreMost*pieceUnit {
			return fmt.Errorf("%w: material %d at %d, expected at most %d", ErrNetwork, x, i, scoreMost*pieceUnit/men)
		}
	}
	for i, x := range w.OutBias {
		if abs(int(x)) > scoreMost {
			return fmt.Errorf("%w: bias %d of output %d, expected at most %d", ErrNetwork, x, i, scoreMost)
		}
	}
	if i := slices.Index(w.Out, -128); i >= 0 {
		return fmt.Errorf("%w: weight -128 of the output layer at %d, expected -127 to 127", ErrNetwork, i)
	}
	return nil
}

func abs(x int) int { return max(x, -x) }

// sizes in the header of a file.
const (
	sizeWidth, sizeOutputs, sizeScale, sizeKings, sizeInputs, sizeFolded = "width", "outputs", "scale", "kings", "inputs", "folded"
)

// File makes a file of the weights. The remarks are the caller's.
func (w *Weights) File(meta map[string]string) (*netfile.File, error) {
	folded := 0
	if w.Layout.Folded {
		folded = 1
	}
	f := &netfile.File{
		Game: w.Layout.In.Game, Meta: meta,
		Arch: netfile.Arch{Features: w.Layout.In.Name, Kind: Kind, Sizes: map[string]int{
			sizeWidth: w.Width, sizeOutputs: w.Outputs, sizeScale: w.Scale, sizeKings: w.Layout.Kings, sizeInputs: w.Layout.Inputs, sizeFolded: folded,
		}},
	}
	for _, t := range w.tensors() {
		tensor, err := netfile.Ints(t.name, t.kind, t.shape, t.get())
		if err != nil {
			return nil, err
		}
		f.Tensors = append(f.Tensors, tensor)
	}
	return f, nil
}

// tensor is one of the blocks of a file.
type tensor struct {
	name  string
	kind  netfile.Type
	shape []int
	get   func() []int32
	set   func([]int32)
}

func (w *Weights) tensors() []tensor {
	inputs := w.Layout.Kings * w.Layout.Inputs
	return []tensor{
		{"rows", netfile.I16, []int{inputs, w.Width}, func() []int32 { return widened(w.Rows) }, func(v []int32) { w.Rows = narrowed[int16](v) }},
		{"bias", netfile.I16, []int{w.Width}, func() []int32 { return widened(w.Bias) }, func(v []int32) { w.Bias = narrowed[int16](v) }},
		{"material", netfile.I32, []int{inputs, w.Outputs}, func() []int32 { return w.Material }, func(v []int32) { w.Material = v }},
		{"out", netfile.I8, []int{w.Outputs, 2 * w.Width}, func() []int32 { return widened(w.Out) }, func(v []int32) { w.Out = narrowed[int8](v) }},
		{"out_bias", netfile.I32, []int{w.Outputs}, func() []int32 { return w.OutBias }, func(v []int32) { w.OutBias = v }},
	}
}

func widened[T int8 | int16](v []T) []int32 {
	out := make([]int32, len(v))
	for i, x := range v {
		out[i] = int32(x)
	}
	return out
}

func narrowed[T int8 | int16](v []int32) []T {
	out := make([]T, len(v))
	for i, x := range v {
		out[i] = T(x)
	}
	return out
}

// Open makes a network of a file's content: ErrNetwork, or an error of package netfile.
func Open(file []byte) (*Network, error) {
	f, err := netfile.Decode(file)
	if err != nil {
		return nil, err
	}
	w, err := Read(f)
	if err != nil {
		return nil, err
	}
	n, err := New(w)
	if err != nil {
		return nil, err
	}
	n.ID = f.ID
	return n, nil
}

// Read reads the weights from a file, unchecked: New checks them.
func Read(f *netfile.File) (w Weights, err error) {
	in := Of(f.Arch.Features)
	if f.Arch.Kind != Kind || in == nil || in.Name != f.Arch.Features || f.Game != in.Game {
		return w, fmt.Errorf("%w: a network %q of %q for game %d, expected one of kind %q for a game that is known", ErrNetwork, f.Arch.Kind, f.Arch.Features, f.Game, Kind)
	}
	size := f.Arch.Sizes
	if len(size) != 6 || size[sizeFolded]&^1 != 0 {
		return w, fmt.Errorf("%w: sizes %v, expected width, outputs, scale, kings, inputs and folded (0 or 1)", ErrNetwork, size)
	}
	if w.Layout, err = NewLayout(in, size[sizeFolded] == 1); err != nil {
		return w, err
	}
	w.Width, w.Outputs, w.Scale = size[sizeWidth], size[sizeOutputs], size[sizeScale]
	if size[sizeKings] != w.Layout.Kings || size[sizeInputs] != w.Layout.Inputs || w.Width < 1 || w.Width > WidthMost || w.Outputs < 1 || w.Outputs > OutputsMost {
		return w, fmt.Errorf("%w: sizes %v, expected %d places of the king with %d inputs, width up to %d, outputs up to %d",
			ErrNetwork, size, w.Layout.Kings, w.Layout.Inputs, WidthMost, OutputsMost)
	}
	for _, t := range w.tensors() {
		v, err := f.Ints(t.name, t.shape...)
		if err != nil {
			return w, err
		}
		if i := slices.IndexFunc(f.Tensors, func(x netfile.Tensor) bool { return x.Name == t.name }); f.Tensors[i].Type != t.kind {
			return w, fmt.Errorf("%w: %s is stored as %s, expected %s", ErrNetwork, t.name, f.Tensors[i].Type, t.kind)
		}
		t.set(v)
	}
	return w, nil
}

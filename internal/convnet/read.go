package convnet

import (
	"fmt"
	"math"
	"slices"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
)

// reader takes a file apart; after the first error it gives nothing of use.
type reader struct {
	file    *netfile.File
	tensors int // taken so far
	err     error
}

// size is one of the file's sizes.
func (r *reader) size(name string, least, most int) int {
	v, ok := r.file.Arch.Sizes[name]
	if r.err == nil && (!ok || v < least || v > most) {
		r.err = fmt.Errorf("%w: size %s is %d, expected %d to %d", ErrNet, name, v, least, most)
		if !ok {
			r.err = fmt.Errorf("%w: no size %s", ErrNet, name)
		}
	}
	if r.err != nil {
		return max(0, least)
	}
	return v
}

func (r *reader) floats(name string, shape ...int) []float32 {
	if r.err == nil {
		v, err := r.file.Floats(name, shape...)
		if err == nil {
			r.tensors++
			return v
		}
		r.err = fmt.Errorf("%w: %w", ErrNet, err)
	}
	return make([]float32, 1)
}

// weights are those of a layer, by output first: as they stand in the file, or whole
// numbers times the scale of their output.
func (r *reader) weights(name string, shape ...int) []float32 {
	scaled := func(t netfile.Tensor) bool { return t.Name == name+".s" }
	if r.err != nil || !slices.ContainsFunc(r.file.Tensors, scaled) {
		return r.floats(name+".w", shape...)
	}
	whole, err := r.file.Ints(name+".w", shape...)
	if err != nil {
		r.err = fmt.Errorf("%w: %w", ErrNet, err)
		return make([]float32, 1)
	}
	r.tensors++
	scales := r.floats(name+".s", shape[0])
	w := make([]float32, len(whole))
	for i, k := range whole {
		w[i] = float32(k) * scales[i*len(scales)/len(whole)]
		if r.err == nil && math.IsInf(float64(w[i]), 0) {
			r.err = fmt.Errorf("%w: %q times its scale is %v at %d, expected finite numbers", ErrNet, name+".w", w[i], i)
		}
	}
	return w
}

// conv is a 3x3 convolution. Its channels are filled up to what kernels take.
func (r *reader) conv(name string, in, out int) *nnkern.Conv {
	w, b := r.weights(name, out, in, 3, 3), r.floats(name+".b", out)
	if r.err != nil {
		return nil
	}
	return nnkern.NewConv(w, b, in, out)
}

// point is a 1x1 convolution.
func (r *reader) point(name string, in, out int) *nnkern.Dense {
	return r.dense(name, 1, in, out, out, in, 1, 1)
}

// pooled is a layer on the means and maxima of in channels.
func (r *reader) pooled(name string, in, out int) *nnkern.Dense {
	return r.dense(name, 2, in, out, out, 2*in)
}

// dense has parts inputs of width in, each of which is filled up to what
// kernels take.
func (r *reader) dense(name string, parts, in, out int, shape ...int) *nnkern.Dense {
	w, b := r.weights(name, shape...), r.floats(name+".b", out)
	if r.err != nil {
		return nil
	}
	wide := nnkern.RoundUp(in)
	padded := make([]float32, out*parts*wide)
	for i := range out * parts {
		copy(padded[i*wide:], w[i*in:][:in])
	}
	return nnkern.NewDense(padded, b, parts*wide, out)
}

// row is a vector, filled up like the channels it is multiplied with.
func (r *reader) row(name string, n int, shape ...int) []float32 {
	v := make([]float32, nnkern.RoundUp(n))
	copy(v, r.weights(name, shape...))
	return v
}

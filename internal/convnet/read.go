package convnet

import (
	"fmt"

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

// conv is a 3x3 convolution. Its channels are filled up to what kernels take.
func (r *reader) conv(name string, in, out int) *nnkern.Conv {
	w, b := r.floats(name+".w", out, in, 3, 3), r.floats(name+".b", out)
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
	w, b := r.floats(name+".w", shape...), r.floats(name+".b", out)
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
	copy(v, r.floats(name, shape...))
	return v
}

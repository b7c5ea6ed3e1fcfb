package nnkern

import (
	"runtime"
	"unsafe"
)

//go:generate go run ../tools/nnblob -root ../..

// kernel is one of them, as enter names it.
type kernel int

const (
	kernelConv kernel = iota
	kernelDense
	kernelPool
	kernelShift
	kernelViews
	kernels
)

// What the blobs' functions get: the structs of _csrc/kern.c. Machine code
// looks at no length, so slices are cut to theirs before their pointers are
// taken. A call cannot be interrupted, and so holds the garbage collector up,
// for its own time: a layer of 48 channels takes 0.02 ms on 9x9 and 0.1 ms on
// 19x19 with AVX2 at 3 GHz.
type convArgs struct {
	dst, src, add, u, bias, v, m *float32
	size, in, out                int64
}

type denseArgs struct {
	dst, src, w, bias   *float32
	rows, in, out, relu int64
}

type boardArgs struct {
	x, y           *float32
	size, channels int64
}

// Conv computes dst = max(0, c(src) + bias + add) on every point of the board
// and leaves the margin alone. add may be nil, and may be dst.
func (t Tier) Conv(c *Conv, size int, dst, src, add []float32, work *Work) {
	dst, src = dst[:Area(size, c.Out)], src[:Area(size, c.In)]
	if add != nil {
		add = add[:len(dst)]
	}
	n := squares * Tiles(size) * Tiles(size)
	v, m := work.v[:n*c.In], work.m[:n*c.Out]
	if t == Generic {
		genericConv(c, size, dst, src, add, v, m)
		return
	}
	args := convArgs{
		dst: unsafe.SliceData(dst), src: unsafe.SliceData(src), add: unsafe.SliceData(add), u: unsafe.SliceData(c.u), bias: unsafe.SliceData(c.bias),
		v: unsafe.SliceData(v), m: unsafe.SliceData(m), size: int64(size), in: int64(c.In), out: int64(c.Out),
	}
	enter(t, kernelConv, unsafe.Pointer(&args))
	runtime.KeepAlive(&args)
}

// Dense computes dst = d(src) + bias, or the greater of that and 0, for rows rows of
// d.In and d.Out numbers, one after the other.
func (t Tier) Dense(d *Dense, rows int, dst, src []float32, relu bool) {
	dst, src = dst[:rows*d.Out], src[:rows*d.In]
	if t == Generic {
		genericDense(d, rows, dst, src, relu)
		return
	}
	args := denseArgs{
		dst: unsafe.SliceData(dst), src: unsafe.SliceData(src), w: unsafe.SliceData(d.w), bias: unsafe.SliceData(d.bias),
		rows: int64(rows), in: int64(d.In), out: int64(d.Out),
	}
	if relu {
		args.relu = 1
	}
	enter(t, kernelDense, unsafe.Pointer(&args))
	runtime.KeepAlive(&args)
}

// Pool computes the mean of each channel over the board's points and then the
// greatest value of each: dst has 2*channels numbers.
func (t Tier) Pool(size, channels int, dst, src []float32) {
	dst, src = dst[:2*channels], src[:Area(size, channels)]
	if t == Generic {
		genericPool(size, channels, dst, src)
		return
	}
	args := boardArgs{x: unsafe.SliceData(dst), y: unsafe.SliceData(src), size: int64(size), channels: int64(channels)}
	enter(t, kernelPool, unsafe.Pointer(&args))
	runtime.KeepAlive(&args)
}

// Shift computes x = max(0, x + by) on every point of the board; by has a
// number a channel.
func (t Tier) Shift(size, channels int, x, by []float32) {
	x, by = x[:Area(size, channels)], by[:channels]
	if t == Generic {
		genericShift(size, channels, x, by)
		return
	}
	args := boardArgs{x: unsafe.SliceData(x), y: unsafe.SliceData(by), size: int64(size), channels: int64(channels)}
	enter(t, kernelShift, unsafe.Pointer(&args))
	runtime.KeepAlive(&args)
}

package netfile

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Type is how a tensor's numbers are stored.
type Type string

const (
	I8  Type = "i8"
	I16 Type = "i16"
	I32 Type = "i32"
	F16 Type = "f16" // IEEE 754 binary16
	F32 Type = "f32"
)

// sizes are those of one number in bytes, of the known types.
var sizes = map[Type]int{I8: 1, I16: 2, I32: 4, F16: 2, F32: 4}

func (t Type) whole() bool { return t == I8 || t == I16 || t == I32 }

// apart puts the numbers in the form of layout 2.
func (t Type) apart(data []byte) []byte {
	size := sizes[t]
	n := len(data) / size
	out := make([]byte, len(data))
	for i := range n {
		x := int64(0) // signed
		for k := range size {
			x |= int64(data[i*size+k]) << (8 * k)
		}
		if t.whole() {
			x = x << (64 - 8*size) >> (64 - 8*size)
			x = x<<1 ^ x>>63
		}
		for k := range size {
			out[k*n+i] = byte(x >> (8 * k))
		}
	}
	return out
}

// together undoes apart.
func (t Type) together(data []byte) []byte {
	size := sizes[t]
	n := len(data) / size
	out := make([]byte, len(data))
	for i := range n {
		x := uint64(0)
		for k := range size {
			x |= uint64(data[k*n+i]) << (8 * k)
		}
		if t.whole() {
			x = x>>1 ^ -(x & 1)
		}
		for k := range size {
			out[i*size+k] = byte(x >> (8 * k))
		}
	}
	return out
}

// Tensor is one block of numbers, in row-major order.
type Tensor struct {
	Name  string // [a-z0-9_.]+, at most 64 characters
	Type  Type
	Shape []int  // at least one dimension, each at least 1
	data  []byte // little-endian
}

// Len is how many numbers the tensor has.
func (t Tensor) Len() int { return len(t.data) / sizes[t.Type] }

// Floats makes a tensor of type F32 or F16 (rounded to the nearest, ties to even;
// too large ones become infinite, which every reader refuses).
func Floats(name string, kind Type, shape []int, v []float32) Tensor {
	t := Tensor{Name: name, Type: kind, Shape: shape}
	for _, x := range v {
		if kind == F16 {
			t.data = binary.LittleEndian.AppendUint16(t.data, halfOf(x))
		} else {
			t.data = binary.LittleEndian.AppendUint32(t.data, math.Float32bits(x))
		}
	}
	return t
}

// Float32s returns the numbers of an F16 or F32 tensor, widened. The error wraps
// ErrTensor for any other type.
func (t Tensor) Float32s() ([]float32, error) {
	if t.Type != F16 && t.Type != F32 {
		return nil, fmt.Errorf("%w: %q holds %s, expected f16 or f32", ErrTensor, t.Name, t.Type)
	}
	v := make([]float32, t.Len())
	for i := range v {
		if t.Type == F16 {
			v[i] = floatOf(binary.LittleEndian.Uint16(t.data[2*i:]))
		} else {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:]))
		}
	}
	return v, nil
}

// Ints makes a tensor of type I8, I16 or I32. A number that the type cannot hold is
// ErrTensor.
func Ints(name string, kind Type, shape []int, v []int32) (Tensor, error) {
	t := Tensor{Name: name, Type: kind, Shape: shape}
	if kind != I8 && kind != I16 && kind != I32 {
		return t, fmt.Errorf("%w: %q shall hold %s, expected i8, i16 or i32", ErrTensor, name, kind)
	}
	size := sizes[kind]
	t.data = make([]byte, 0, size*len(v))
	for i, x := range v {
		if most := int64(1) << (8*size - 1); int64(x) < -most || int64(x) >= most {
			return t, fmt.Errorf("%w: %q is %d at %d, which %s cannot hold", ErrTensor, name, x, i, kind)
		}
		for shift := 0; shift < 8*size; shift += 8 {
			t.data = append(t.data, byte(x>>shift))
		}
	}
	return t, nil
}

// Int32s returns the numbers of an I8, I16 or I32 tensor, widened. The error wraps
// ErrTensor for any other type.
func (t Tensor) Int32s() ([]int32, error) {
	if t.Type != I8 && t.Type != I16 && t.Type != I32 {
		return nil, fmt.Errorf("%w: %q holds %s, expected i8, i16 or i32", ErrTensor, t.Name, t.Type)
	}
	v := make([]int32, t.Len())
	for i := range v {
		switch t.Type {
		case I8:
			v[i] = int32(int8(t.data[i]))
		case I16:
			v[i] = int32(int16(binary.LittleEndian.Uint16(t.data[2*i:])))
		default:
			v[i] = int32(binary.LittleEndian.Uint32(t.data[4*i:]))
		}
	}
	return v, nil
}

// floatOf widens a binary16.
func floatOf(h uint16) float32 {
	sign := uint32(h>>15) << 31
	exponent, fraction := uint32(h>>10)&31, uint32(h)&1023
	switch exponent {
	case 0: // zero or subnormal: fraction * 2^-24, exact
		f := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

// halfOf rounds to the nearest binary16, ties to even.
func halfOf(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	switch a := bits &^ (1 << 31); {
	case a > 255<<23: // not a number
		return sign | 0x7e00
	case a >= 0x477ff000: // at least 65520, halfway beyond the largest
		return sign | 0x7c00
	case a < 0x38800000: // below 2^-14: a multiple of 2^-24
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(a))*(1<<24)))
	default:
		a += 0xfff + a>>13&1 // a carry may run into the exponent, as it should
		return sign | uint16((a-(127-15)<<23)>>13)
	}
}

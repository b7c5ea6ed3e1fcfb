package netfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The errors of this package. Each is wrapped in a text that says what was found,
// where, and what was expected.
var (
	ErrFile    = errors.New("netfile: damaged or not a network file")
	ErrVersion = errors.New("netfile: written in a layout this version does not know")
	ErrTensor  = errors.New("netfile: no such tensor")
)

// Version is the newest layout that is read. A deflated file with whole numbers is written
// in it, any other in layout 1.
const Version = 2

// Limits of a file, so that a damaged or hostile one cannot exhaust the process's
// memory.
const (
	MaxFile    = 64 << 20 // bytes of a file
	MaxPayload = 64 << 20 // bytes of all tensors together, inflated
	MaxHeader  = 1 << 20  // bytes
	MaxTensors = 4096
	MaxDims    = 6
)

const (
	magic   = "QNET"
	fixed   = 16 // bytes before the header
	sumSize = sha256.Size
)

// Arch is what the trainer and the user of a network must agree on: the kind of
// network with its version ("convnet/1"), the features that it sees with their
// version ("capture/1"), and its sizes by name.
type Arch struct {
	Features string         `json:"features"`
	Kind     string         `json:"kind"`
	Sizes    map[string]int `json:"sizes"`
}

// Hash is the architecture's hash in the fixed part of the file.
func (a Arch) Hash() uint32 {
	text, err := canonical(a)
	if err != nil {
		panic(err) // texts and numbers only
	}
	sum := sha256.Sum256(text)
	return binary.LittleEndian.Uint32(sum[:])
}

// File is a network file's content.
type File struct {
	Game    uint16            // see the package's comment
	Arch    Arch              //
	Meta    map[string]string // name, date, trainer's commit, seed, whatever else is worth knowing
	Tensors []Tensor
	ID      string // first eight bytes of the SHA-256, in hexadecimal; set by Decode
}

// header is the JSON part; its fields are in the order of their keys.
type header struct {
	Arch    Arch              `json:"arch"`
	Deflate bool              `json:"deflate"`
	Meta    map[string]string `json:"meta"`
	Tensors []tensorEntry     `json:"tensors"`
}

type tensorEntry struct {
	Type   Type   `json:"dtype"`
	Name   string `json:"name"`
	Offset int    `json:"offset"`
	Shape  []int  `json:"shape"`
}

func canonical(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// Floats returns the numbers of the named tensor. The error wraps ErrTensor unless
// it has that shape and holds finite f16 or f32 numbers.
func (f *File) Floats(name string, shape ...int) ([]float32, error) {
	t, err := f.tensor(name, shape)
	if err != nil {
		return nil, err
	}
	v, err := t.Float32s()
	if err != nil {
		return nil, err
	}
	for i, x := range v {
		if x-x != 0 { // infinite or not a number
			return nil, fmt.Errorf("%w: %q is %v at %d, expected finite numbers", ErrTensor, name, x, i)
		}
	}
	return v, nil
}

// Ints returns the numbers of the named tensor. The error wraps ErrTensor unless it has
// that shape and holds i8, i16 or i32 numbers.
func (f *File) Ints(name string, shape ...int) ([]int32, error) {
	t, err := f.tensor(name, shape)
	if err != nil {
		return nil, err
	}
	return t.Int32s()
}

func (f *File) tensor(name string, shape []int) (Tensor, error) {
	i := slices.IndexFunc(f.Tensors, func(t Tensor) bool { return t.Name == name })
	if i < 0 {
		return Tensor{}, fmt.Errorf("%w: %q", ErrTensor, name)
	}
	t := f.Tensors[i]
	if !slices.Equal(t.Shape, shape) {
		return t, fmt.Errorf("%w: %q has shape %v, expected %v", ErrTensor, name, t.Shape, shape)
	}
	return t, nil
}

func idOf(file []byte) string {
	return hex.EncodeToString(file[len(file)-sumSize:][:8])
}

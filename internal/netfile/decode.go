package netfile

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
)

// Decode reads a file. The error wraps ErrFile when the file is foreign, truncated
// or changed, and ErrVersion when its layout is newer. The tensors of a file that
// is not deflated refer to its memory. Decode takes as long as the file's SHA-256,
// about 2 ms per MB, and inflating.
func Decode(file []byte) (*File, error) {
	switch {
	case len(file) > MaxFile:
		return nil, fmt.Errorf("%w: %d bytes, %d are the most", ErrFile, len(file), MaxFile)
	case len(file) < len(magic)+2 || string(file[:len(magic)]) != magic:
		return nil, fmt.Errorf("%w: does not begin with %q", ErrFile, magic)
	}
	version := binary.LittleEndian.Uint16(file[4:])
	if version < 1 || version > Version {
		return nil, fmt.Errorf("%w: layout %d, expected 1 to %d; load it with a newer qikit", ErrVersion, version, Version)
	}
	if len(file) < fixed+sumSize {
		return nil, fmt.Errorf("%w: cut after %d bytes", ErrFile, len(file))
	}
	body := file[:len(file)-sumSize]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], file[len(body):]) {
		return nil, fmt.Errorf("%w: its SHA-256 does not agree: cut or changed", ErrFile)
	}
	n := int64(binary.LittleEndian.Uint32(file[12:]))
	if n > MaxHeader || n > int64(len(body)-fixed) {
		return nil, fmt.Errorf("%w: a header of %d bytes in a file of %d", ErrFile, n, len(file))
	}
	h, err := readHeader(body[fixed : fixed+n])
	if err != nil {
		return nil, err
	}
	if hash := h.Arch.Hash(); hash != binary.LittleEndian.Uint32(file[8:]) {
		return nil, fmt.Errorf("%w: architecture hash %08x, expected %08x", ErrFile, binary.LittleEndian.Uint32(file[8:]), hash)
	}
	f := &File{Game: binary.LittleEndian.Uint16(file[6:]), Arch: h.Arch, Meta: h.Meta, ID: idOf(file)}
	size, err := h.check()
	if err != nil {
		return nil, err
	}
	payload := body[fixed+n:]
	if h.Deflate {
		if payload, err = inflate(payload, size); err != nil {
			return nil, err
		}
	}
	if len(payload) != size {
		return nil, fmt.Errorf("%w: %d bytes of numbers, expected %d", ErrFile, len(payload), size)
	}
	if version == 2 && !h.Deflate {
		return nil, fmt.Errorf("%w: layout 2 without deflate", ErrFile)
	}
	for _, e := range h.Tensors {
		size, _ := e.bytes()
		data := payload[e.Offset : e.Offset+size : e.Offset+size]
		if version == 2 {
			data = e.Type.together(data)
		}
		f.Tensors = append(f.Tensors, Tensor{Name: e.Name, Type: e.Type, Shape: e.Shape, data: data})
	}
	return f, nil
}

// readHeader accepts only canonical JSON: written again, it gives the same bytes.
func readHeader(text []byte) (header, error) {
	var h header
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, fmt.Errorf("%w: header: %w", ErrFile, err)
	}
	again, err := canonical(h)
	if err != nil || !bytes.Equal(again, text) {
		return h, fmt.Errorf("%w: the header is not in canonical form", ErrFile)
	}
	if h.Meta == nil || h.Arch.Sizes == nil {
		return h, fmt.Errorf("%w: the header has no meta or no sizes", ErrFile)
	}
	return h, nil
}

// check checks the tensors against the limits and each other, and returns their
// size in bytes.
func (h *header) check() (size int, err error) {
	if len(h.Tensors) > MaxTensors {
		return 0, fmt.Errorf("%w: %d tensors, %d are the most", ErrFile, len(h.Tensors), MaxTensors)
	}
	seen := make(map[string]bool, len(h.Tensors))
	for i, e := range h.Tensors {
		if !isName(e.Name) || seen[e.Name] {
			return 0, fmt.Errorf("%w: tensor %d has the name %q, which is malformed or taken", ErrFile, i, e.Name)
		}
		seen[e.Name] = true
		n, err := e.bytes()
		if err != nil {
			return 0, err
		}
		if e.Offset != size {
			return 0, fmt.Errorf("%w: tensor %q begins at %d, expected %d", ErrFile, e.Name, e.Offset, size)
		}
		if size += n; size > MaxPayload {
			return 0, fmt.Errorf("%w: more than %d bytes of numbers", ErrFile, MaxPayload)
		}
	}
	return size, nil
}

// bytes is the size of the tensor, at most MaxPayload.
func (e tensorEntry) bytes() (int, error) {
	n := sizes[e.Type]
	if n == 0 || len(e.Shape) == 0 || len(e.Shape) > MaxDims {
		return 0, fmt.Errorf("%w: tensor %q has type %q and %d dimensions, expected 1 to %d", ErrFile, e.Name, e.Type, len(e.Shape), MaxDims)
	}
	for _, d := range e.Shape {
		if d < 1 || d > MaxPayload/n {
			return 0, fmt.Errorf("%w: tensor %q has shape %v", ErrFile, e.Name, e.Shape)
		}
		n *= d
	}
	return n, nil
}

func isName(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '_' {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// inflate expects exactly size bytes and nothing after the stream.
func inflate(packed []byte, size int) ([]byte, error) {
	// DEFLATE shrinks to 1/1032 at best, so no memory is reserved for an impossible size.
	if size/1032 > len(packed) {
		return nil, fmt.Errorf("%w: %d bytes cannot inflate to %d", ErrFile, len(packed), size)
	}
	source := bytes.NewReader(packed)
	r := flate.NewReader(source)
	payload := make([]byte, size)
	if n, err := io.ReadFull(r, payload); err != nil {
		return nil, fmt.Errorf("%w: inflating ends after %d of %d bytes: %w", ErrFile, n, size, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF || source.Len() != 0 {
		return nil, fmt.Errorf("%w: more than the %d bytes expected", ErrFile, size)
	}
	return payload, nil
}

package netfile

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// Encode writes the file, its payload deflated or not. The error wraps ErrFile when
// Decode would refuse the file.
func (f *File) Encode(deflate bool) ([]byte, error) {
	h := header{Arch: f.Arch, Deflate: deflate, Meta: f.Meta, Tensors: make([]tensorEntry, len(f.Tensors))}
	if h.Meta == nil {
		h.Meta = map[string]string{}
	}
	if h.Arch.Sizes == nil {
		h.Arch.Sizes = map[string]int{}
	}
	var payload []byte
	for i, t := range f.Tensors {
		h.Tensors[i] = tensorEntry{Type: t.Type, Name: t.Name, Offset: len(payload), Shape: t.Shape}
		payload = append(payload, t.data...)
	}
	text, err := canonical(h)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	version := uint16(1)
	if deflate {
		if slices.ContainsFunc(f.Tensors, func(t Tensor) bool { return t.Type.whole() }) {
			version = Version
			payload = payload[:0]
			for _, t := range f.Tensors {
				payload = append(payload, t.Type.apart(t.data)...)
			}
		}
		payload = squeeze(payload)
	}
	file := binary.LittleEndian.AppendUint16([]byte(magic), version)
	file = binary.LittleEndian.AppendUint16(file, f.Game)
	file = binary.LittleEndian.AppendUint32(file, h.Arch.Hash())
	file = binary.LittleEndian.AppendUint32(file, uint32(len(text)))
	file = append(append(file, text...), payload...)
	sum := sha256.Sum256(file)
	file = append(file, sum[:]...)
	if _, err := Decode(file); err != nil {
		return nil, err
	}
	return file, nil
}

func squeeze(data []byte) []byte {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // the level is valid, and writing to memory does not fail
	}
	return packed.Bytes()
}

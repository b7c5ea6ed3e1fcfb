package book

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// A chunk ends before it has over a megabyte, between two texts, and nothing is lost.
func TestChunks(t *testing.T) {
	const size, texts = 34, 70_000
	var file, want bytes.Buffer
	c := &chunks{w: &file}
	text := make([]byte, size)
	for i := range texts {
		binary.BigEndian.PutUint32(text, uint32(i))
		want.Write(text)
		if _, err := c.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.flush(); err != nil {
		t.Fatal(err)
	}
	var got []byte
	var lengths []int
	for raw := file.Bytes(); len(raw) > 0; {
		n := int(binary.LittleEndian.Uint32(raw[4:]))
		if string(raw[:4]) != "BINP" || n%size != 0 || n > chunkMost {
			t.Fatalf("a chunk %q of %d bytes", raw[:4], n)
		}
		got, lengths, raw = append(got, raw[8:8+n]...), append(lengths, n), raw[8+n:]
	}
	if len(lengths) != 3 || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("chunks of %d bytes with %d in all, want three with %d", lengths, len(got), want.Len())
	}
}

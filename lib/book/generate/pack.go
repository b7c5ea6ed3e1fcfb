package generate

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
)

// pack and unpack write and read rows as they travel: JSON, compressed.
func pack(rows any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(rows); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// unpackedMost bounds the octets of rows once they are unpacked.
const unpackedMost = 256 << 20

func unpack(text []byte, rows any) error {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return json.NewDecoder(io.LimitReader(z, unpackedMost)).Decode(rows)
}

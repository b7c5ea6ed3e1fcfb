package tables

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A table file is a header of headerSize bytes and the results, More to move
// first and then, unless both are as many, Fewer to move.
//
//	 0  8 bytes  "QKTABLE\n"
//	 8  byte     version of this format and of the codes, 1
//	 9  byte     rule set: 0 basic, 1 olympiad
//	10  2 bytes  pieces of the side with more, of the side with fewer
//	12  byte     greatest number of plies
//	13  byte     form of the results
//	14  2 bytes  0
//	16  8 bytes  bytes that follow the header, little-endian
//	24  8 bytes  0
//	32 32 bytes  SHA-256 of the 32 bytes before and of all that follow after
const (
	magic      = "QKTABLE\n"
	version    = 1
	headerSize = 64
	sumAt      = 32
)

// Forms of the results.
const (
	formCodes    = 0 // a code a position
	formValues   = 1 // four values a byte, the first one in the lowest bits
	formDeflated = 2 // codes deflated
	formChanges  = 3 // deflated, what of the basic table's codes is to be changed (exclusive or)
)

// fileName is the name of a table's file: "olympiad-4v3.table".
func fileName(r Rules, p Pieces) string { return fmt.Sprintf("%s-%s.table", r, p) }

// encode writes a table as its file.
func (t *table) encode() []byte {
	form := formCodes
	if t.values {
		form = formValues
	}
	return t.seal(form, slices.Concat(make([]byte, headerSize), t.half[0], t.half[1]))
}

// encodeSmall is encode for a table with plies whose file is to be small. basic, if not
// nil, is the other rule set's table, which has most results in common.
func (t *table) encodeSmall(basic *table) []byte {
	results, form := slices.Concat(t.half[0], t.half[1]), formDeflated
	if basic != nil {
		basic.change(results)
		form = formChanges
	}
	return t.seal(form, append(make([]byte, headerSize), deflate(results)...))
}

// change does exclusive or with the table's codes.
func (t *table) change(results []byte) {
	for i, code := range t.half[0] {
		results[i] ^= code
	}
	for i, code := range t.half[1] {
		results[len(t.half[0])+i] ^= code
	}
}

// seal fills the header in.
func (t *table) seal(form int, file []byte) []byte {
	copy(file, magic)
	copy(file[8:], []byte{version, byte(t.rules), byte(t.pieces.More), byte(t.pieces.Fewer), byte(t.longest), byte(form)})
	binary.LittleEndian.PutUint64(file[16:], uint64(len(file)-headerSize))
	sum := checksum(file)
	copy(file[sumAt:], sum[:])
	return file
}

func checksum(file []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(file[:sumAt])
	h.Write(file[headerSize:])
	h.Sum(sum[:0])
	return sum
}

func deflate(data []byte) []byte {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // the level is a good one and memory takes everything
	}
	return packed.Bytes()
}

// decode reads a table's file. It returns ErrFile unless the file is the one asked for
// and unaltered. The table keeps the file's memory. basic is the table that changes
// apply to, nil where none are expected.
func decode(file []byte, r Rules, p Pieces, basic *table) (*table, error) {
	if len(file) < headerSize || string(file[:8]) != magic {
		return nil, fmt.Errorf("%w: %d bytes without its header", ErrFile, len(file))
	}
	if file[8] != version {
		return nil, fmt.Errorf("%w: version %d, expected %d", ErrFile, file[8], version)
	}
	if want := uint64(len(file) - headerSize); binary.LittleEndian.Uint64(file[16:]) != want {
		return nil, fmt.Errorf("%w: %d bytes after the header, expected %d", ErrFile, want, binary.LittleEndian.Uint64(file[16:]))
	}
	if sum := checksum(file); !bytes.Equal(sum[:], file[sumAt:headerSize]) {
		return nil, fmt.Errorf("%w: its checksum is another", ErrFile)
	}
	t := &table{rules: Rules(file[9]), pieces: Pieces{int(file[10]), int(file[11])}, values: file[13] == formValues, longest: int(file[12])}
	if t.rules != r || t.pieces != p {
		return nil, fmt.Errorf("%w: it is %s, expected %s", ErrFile, fileName(t.rules&1, t.pieces), fileName(r, p))
	}
	results, form := file[headerSize:], int(file[13])
	if form == formDeflated || form == formChanges {
		var err error
		if results, err = io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(results)), int64(p.bytes())+1)); err != nil {
			return nil, fmt.Errorf("%w: %v", ErrFile, err)
		}
	}
	if len(results) != p.bytes() || form > formChanges || (form == formValues) == p.keepsPlies() || (form == formChanges) != (basic != nil) {
		return nil, fmt.Errorf("%w: results of %d bytes in form %d, expected %d", ErrFile, len(results), form, p.bytes())
	}
	if basic != nil {
		basic.change(results)
	}
	first := p.halfBytes(p.More, p.Fewer)
	t.half[0] = results[:first:first]
	if p.halves() == 2 {
		t.half[1] = results[first:]
	}
	return t, nil
}

// halfBytes is the room that the results with one side to move take.
func (p Pieces) halfBytes(own, enemy int) int {
	n := int(indexOf(own, enemy).size())
	if p.keepsPlies() {
		return n
	}
	return (n + 3) / 4
}

func (p Pieces) bytes() int {
	n := p.halfBytes(p.More, p.Fewer)
	if p.halves() == 2 {
		n += p.halfBytes(p.Fewer, p.More)
	}
	return n
}

// save writes a table into a folder. Its file is there whole or not at all, even if the
// machine stops. Errors are ErrFolder.
func (t *table) save(folder string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrFolder, err)
		}
	}()
	f, err := os.CreateTemp(folder, "*."+fileName(t.rules, t.pieces)+".part")
	if err != nil {
		return err
	}
	_, err = f.Write(t.encode())
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(folder, fileName(t.rules, t.pieces)))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

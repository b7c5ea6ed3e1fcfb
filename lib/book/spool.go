package book

import (
	"encoding/binary"
	"fmt"
	"os"

	"qikit.dev/qikit/internal/rng"
)

const (
	// spoolBlock is how many bytes of a spool are read at once; records of a block are
	// neighbours in the book.
	spoolBlock = 1 << 15
	// shuffleWindow is how many bytes of records a shuffled reader holds, from which it
	// draws the next one. What is not larger is in an order of which all are equally
	// likely. The reader takes up to twice as much memory.
	shuffleWindow = 64 << 20
)

// spool is a temporary file of records. They are read back any number of times, in the
// order in which they came or in one drawn by a seed, in bounded memory.
type spool struct {
	file    *os.File
	block   []byte  // that is being filled
	ends    []int64 // of the blocks in the file
	records int64
	window  int // bytes; shuffleWindow
}

// newSpool makes one in a directory, "" for the system's directory of temporary files.
func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, "qikit-spool-*")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	os.Remove(f.Name()) // where the system lets an open file go, nothing is left of a killed program
	return &spool{file: f, window: shuffleWindow}, nil
}

// add appends a record.
func (s *spool) add(record []byte) error {
	s.block = append(binary.AppendUvarint(s.block, uint64(len(record))), record...)
	s.records++
	if len(s.block) < spoolBlock {
		return nil
	}
	return s.flush()
}

// flush must follow the last add.
func (s *spool) flush() error {
	if len(s.block) == 0 {
		return nil
	}
	if _, err := s.file.Write(s.block); err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	s.ends = append(s.ends, s.start(len(s.ends))+int64(len(s.block)))
	s.block = s.block[:0]
	return nil
}

// start is where a block begins.
func (s *spool) start(block int) int64 {
	if block == 0 {
		return 0
	}
	return s.ends[block-1]
}

// close removes the file.
func (s *spool) close() {
	s.file.Close()
	os.Remove(s.file.Name())
}

// spoolReader goes through a spool once.
type spoolReader struct {
	spool *spool
	order []int32 // of the blocks; nil as they are
	done  int     // blocks
	block []byte
	rest  []byte // of the block

	random *rng.Source // nil for the order of the file
	window [][]byte    // records to draw from
	held   int         // bytes in the window
	drawn  []byte
}

// reader starts at the beginning, in the order of a seed; nil is the order in which the
// records came.
func (s *spool) reader(seed *uint64) *spoolReader {
	r := &spoolReader{spool: s}
	if seed == nil {
		return r
	}
	r.random = rng.New(*seed)
	r.order = make([]int32, len(s.ends))
	for i := range r.order {
		j := r.random.IntN(i + 1)
		r.order[i], r.order[j] = r.order[j], int32(i)
	}
	return r
}

// next is the next record, valid until the call after; nil after the last one.
func (r *spoolReader) next() ([]byte, error) {
	if r.random == nil {
		return r.read()
	}
	for r.held < r.spool.window {
		record, err := r.read()
		if err != nil {
			return nil, err
		}
		if record == nil {
			break
		}
		if n := len(r.window); n < cap(r.window) { // a record that was drawn has left its memory
			r.window = r.window[:n+1]
			r.window[n] = append(r.window[n][:0], record...)
		} else {
			r.window = append(r.window, append([]byte(nil), record...))
		}
		r.held += len(record)
	}
	n := len(r.window)
	if n == 0 {
		return nil, nil
	}
	i := r.random.IntN(n)
	record := r.window[i]
	r.held -= len(record)
	r.window[i], r.window[n-1] = r.window[n-1], r.drawn[:0]
	r.window = r.window[:n-1]
	r.drawn = record
	return record, nil
}

// read is the next record of the blocks in their order.
func (r *spoolReader) read() ([]byte, error) {
	if len(r.rest) == 0 {
		if r.done == len(r.spool.ends) {
			return nil, nil
		}
		at := r.done
		if r.order != nil {
			at = int(r.order[at])
		}
		begin, end := r.spool.start(at), r.spool.ends[at]
		r.block = append(r.block[:0], make([]byte, end-begin)...)
		if _, err := r.spool.file.ReadAt(r.block, begin); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		r.rest = r.block
		r.done++
	}
	size, n := binary.Uvarint(r.rest)
	record := r.rest[n : n+int(size)]
	r.rest = r.rest[n+int(size):]
	return record, nil
}

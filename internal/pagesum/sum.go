package pagesum

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Size is the number of bytes at the end of each page that hold its sum.
const Size = 8

// NewPageSize is the size of the pages of a new file, in bytes.
const NewPageSize = 4096

// Offsets in SQLite's header, which begins the first page.
const (
	headerSize     = 100
	atPageSize     = 16 // two bytes; 1 stands for 65536
	atReserved     = 20
	atPages        = 28
	pageSizeLeast  = 512
	sqliteNumber   = 3_040_000 // of a version that writes such a header
	leafOfNoTables = 0x0d
)

var magic = []byte("SQLite format 3\x00")

// Put writes a page's sum.
func Put(page []byte) {
	a, b := sum(page)
	binary.LittleEndian.PutUint32(page[len(page)-8:], a)
	binary.LittleEndian.PutUint32(page[len(page)-4:], b)
}

// Valid says whether a page has the sum of its bytes.
func Valid(page []byte) bool {
	a, b := sum(page)
	return binary.LittleEndian.Uint32(page[len(page)-8:]) == a && binary.LittleEndian.Uint32(page[len(page)-4:]) == b
}

// sum is that of cksumvfs: two sums, each over every second word and the other sum. Each
// addition waits for the one before, so that two halves of a page are summed up side by
// side: what the first half adds to the sums of the second is known, as without words
// between them the sums grow as Fibonacci numbers do.
func sum(page []byte) (a, b uint32) {
	page = page[:(len(page)-Size)/8*8]
	if len(page)%16 != 0 {
		a, b = add(page, 0, 0)
		page = page[8:]
	}
	second := page[len(page)/2:]
	page = page[:len(second)]
	n := len(page) / 4
	var c, d uint32
	for ; len(page) >= 8 && len(second) >= 8; page, second = page[8:], second[8:] {
		a, b = add(page, a, b)
		c, d = add(second, c, d)
	}
	f, next := fibonacci(n)
	return (next-f)*a + f*b + c, f*a + next*b + d
}

// add adds two words.
func add(page []byte, a, b uint32) (uint32, uint32) {
	a += binary.LittleEndian.Uint32(page) + b
	return a, b + binary.LittleEndian.Uint32(page[4:]) + a
}

// fibonacci is a Fibonacci number below 2^15 and the one after it, of which 32 bits are kept.
func fibonacci(n int) (f, next uint32) {
	next = 1
	for bit := 1 << 14; bit != 0; bit >>= 1 {
		even, odd := f*(2*next-f), f*f+next*next // of twice the number, and of the next
		if f, next = even, odd; n&bit != 0 {
			f, next = odd, even+odd
		}
	}
	return f, next
}

// NewFile is a database without tables whose pages have room for sums.
func NewFile() []byte {
	page := make([]byte, NewPageSize)
	copy(page, magic)
	binary.BigEndian.PutUint16(page[atPageSize:], NewPageSize)
	copy(page[18:], []byte{1, 1, Size, 64, 32, 32}) // journal, journal, reserved, SQLite's constants
	binary.BigEndian.PutUint32(page[24:], 1)        // changes
	binary.BigEndian.PutUint32(page[atPages:], 1)
	binary.BigEndian.PutUint32(page[56:], 1) // UTF-8
	binary.BigEndian.PutUint32(page[92:], 1) // changes, again
	binary.BigEndian.PutUint32(page[96:], sqliteNumber)
	page[headerSize] = leafOfNoTables
	binary.BigEndian.PutUint16(page[headerSize+5:], NewPageSize-Size) // where content begins
	Put(page)
	return page
}

// pageSize reads SQLite's header: the size of a page in bytes, and whether pages have
// sums; 0 for what is no such header.
func pageSize(head []byte) (size int, sums bool) {
	if len(head) < headerSize || !bytes.Equal(head[:len(magic)], magic) {
		return 0, false
	}
	size = int(binary.BigEndian.Uint16(head[atPageSize:]))
	if size == 1 {
		size = 1 << 16
	}
	if size < pageSizeLeast || size&(size-1) != 0 {
		return 0, false
	}
	return size, head[atReserved] == Size
}

// ErrNoHeader is a file that does not begin with a header of SQLite.
var ErrNoHeader = errors.New("pagesum: no SQLite file")

// Report is what Scan found.
type Report struct {
	Sums    bool    // pages have sums
	Size    int     // of a page, in bytes
	Pages   int64   // in the file
	Missing int64   // pages that the header counts and the file has not, or not whole
	Bad     []int64 // numbers of pages with a wrong sum, from 1; at most the first badMost
	Wrong   int64   // how many there are
}

// badMost bounds the pages listed in a Report.
const badMost = 1000

// Scan reads a file from its beginning to its end and checks every page. tell is
// called from time to time with the pages done and those that there are.
func Scan(ctx context.Context, f *os.File, tell func(done, total int64)) (Report, error) {
	var r Report
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(f, head); err != nil {
		return r, fmt.Errorf("%w: %w", ErrNoHeader, err)
	}
	if r.Size, r.Sums = pageSize(head); r.Size == 0 {
		return r, ErrNoHeader
	}
	if !r.Sums && hadSums(f, r.Size) {
		r.Sums = true // the bit that says so has flipped, and the first page is damaged
	}
	info, err := f.Stat()
	if err != nil {
		return r, err
	}
	r.Pages = info.Size() / int64(r.Size)
	r.Missing = max(0, int64(binary.BigEndian.Uint32(head[atPages:]))-r.Pages)
	if !r.Sums {
		return r, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	page := make([]byte, r.Size)
	for n := int64(1); n <= r.Pages; n++ {
		if n%1024 == 0 {
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			tell(n, r.Pages)
		}
		if _, err := io.ReadFull(f, page); err != nil {
			return r, err
		}
		if !Valid(page) && !again(f, page, n) {
			if r.Wrong++; len(r.Bad) < badMost {
				r.Bad = append(r.Bad, n)
			}
		}
	}
	return r, nil
}

// hadSums says whether the first page would have the right sum if its header said that
// there are sums.
func hadSums(f *os.File, size int) bool {
	page := make([]byte, size)
	if _, err := f.ReadAt(page, 0); err != nil {
		return false
	}
	page[atReserved] = Size
	return Valid(page)
}

// again reads a page a few times more: one that another program is writing is whole a
// moment later.
func again(f *os.File, page []byte, n int64) bool {
	for range 3 {
		if _, err := f.ReadAt(page, (n-1)*int64(len(page))); err == nil && Valid(page) {
			return true
		}
	}
	return false
}

package book

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"qikit.dev/qikit/internal/plainfile"
)

// Bounds of a compressed file, which may be made to unpack without an end.
const (
	unpackedFree  = 64 << 20 // bytes that any file may unpack to
	unpackedTimes = 1000     // a greater file: so many times what was read of it
	unpackWindow  = 32 << 20 // memory that a zstd file may ask for
)

// incoming is a file that is imported, unpacked as the suffix of its name says.
type incoming struct {
	io.Reader
	path string
	file *os.File
	size int64 // of the file; -1 where it is compressed
	end  func()
}

// openIncoming opens a regular file. It reads on until a stretch of zeros of over
// plainfile.ZerosMost bytes comes.
func openIncoming(path string) (*incoming, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	s := &incoming{path: path, file: f, size: -1, end: func() {}}
	if err := s.unpack(); err != nil {
		f.Close()
		return nil, s.wrap(err)
	}
	return s, nil
}

// unpack puts the readers over the file.
func (s *incoming) unpack() error {
	read := &metered{r: s.file}
	switch strings.ToLower(filepath.Ext(s.path)) {
	case ".gz":
		z, err := gzip.NewReader(read)
		if err != nil {
			return err
		}
		s.Reader = &unpacked{metered{r: z}, read}
	case ".zst":
		z, err := zstd.NewReader(read, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(unpackWindow))
		if err != nil {
			return err
		}
		s.end, s.Reader = z.Close, &unpacked{metered{r: z}, read}
	default:
		info, err := s.file.Stat()
		if err != nil {
			return err
		}
		s.size, s.Reader = info.Size(), s.file
	}
	s.Reader = plainfile.NoZeros(s.Reader, s.path)
	return nil
}

// Read says which file cannot be read.
func (s *incoming) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = s.wrap(err)
	}
	return n, err
}

func (s *incoming) wrap(err error) error {
	if errors.Is(err, plainfile.ErrZeros) {
		return fmt.Errorf("%w: %w", ErrFile, err) // which names the file
	}
	return fmt.Errorf("%w: %s: %w", ErrFile, s.path, err)
}

// Close closes the file.
func (s *incoming) Close() {
	s.end()
	s.file.Close()
}

// importSuffix is the suffix that says what a file of that name holds, whether it is
// compressed or not.
func importSuffix(path string) string {
	name := strings.ToLower(path)
	if cut, ok := strings.CutSuffix(name, ".gz"); ok {
		name = cut
	} else {
		name = strings.TrimSuffix(name, ".zst")
	}
	return filepath.Ext(name)
}

// metered counts what is read.
type metered struct {
	r io.Reader
	n int64
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += int64(n)
	return n, err
}

// unpacked is what a compressed file unpacks to, within bounds.
type unpacked struct {
	metered
	from *metered
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.metered.Read(p)
	if u.n > max(unpackedFree, unpackedTimes*u.from.n) {
		return 0, fmt.Errorf("%d bytes unpack to %d, expected at most %d times as many", u.from.n, u.n, unpackedTimes)
	}
	return n, err
}

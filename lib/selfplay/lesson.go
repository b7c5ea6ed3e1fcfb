package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// lesson is a position with the features of its moves, those of one after the
// other, and how much of the search each got.
type lesson struct {
	features []uint16
	ends     []uint16  // of each move's features
	shares   []float32 // by move
}

// eachRecord calls f with every whole record of a file of samples.
func eachRecord(ctx context.Context, path string, f func(record []byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	head := make([]byte, HeadBytes)
	if _, err := io.ReadFull(file, head); err != nil || !bytes.HasPrefix(head, []byte(magic)) {
		return fmt.Errorf("%w: %s is no file of samples", ErrFile, path)
	}
	record := make([]byte, RecordBytes)
	for i := 0; ; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := io.ReadFull(file, record); err != nil {
			return nil // the end, or a game that is being written
		}
		if !whole(record) {
			return fmt.Errorf("%w: record %d of %s is damaged", ErrFile, i, path)
		}
		if record[atFlags]&FlagPolicy != 0 {
			if err := f(record); err != nil {
				return fmt.Errorf("record %d of %s: %w", i, path, err)
			}
		}
	}
}

// lessonOf sets the position up, own stones black, and lists its moves.
func lessonOf(record []byte) (l lesson, err error) {
	size := int(record[atSize])
	if size < sizeMin || size > captureplanes.PackedSize {
		return l, fmt.Errorf("%w: a board of size %d", ErrFile, size)
	}
	bit := func(plane, i int) bool {
		return record[plane*len(captureplanes.Packed{}[0])+i>>3]>>(i&7)&1 != 0
	}
	var last [2]goban.Point
	ko := "-"
	text := new(strings.Builder)
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			i := row*size + column
			switch {
			case bit(captureplanes.Own, i):
				text.WriteByte('X')
			case bit(captureplanes.Enemy, i):
				text.WriteByte('O')
			default:
				text.WriteByte('.')
			}
			at := goban.PointAt(column, row)
			if bit(captureplanes.Ko, i) {
				ko = at.String()
			}
			for n := range last {
				if bit(captureplanes.Last+n, i) {
					last[n] = at
				}
			}
		}
		if row > 0 {
			text.WriteByte('/')
		}
	}
	target := [2]int{int(record[atOwn]), int(record[atEnemy])}
	fmt.Fprintf(text, " X %d %d 0 0 %s", target[0], target[1], ko)
	b, err := capturego.New(text.String(), capturego.DefaultOptions(), true)
	if err != nil {
		return l, fmt.Errorf("%w: %v", ErrFile, err)
	}
	s := b.Stones()
	total := float32(0)
	var room [16]int
	for i := range size * size {
		p := goban.PointAt(i%size, i/size)
		if !s.Legal(p) {
			continue
		}
		for _, feature := range rollout.Features(s, rollout.Rules{Target: target}, p, last[0], last[1], room[:0]) {
			l.features = append(l.features, uint16(feature))
		}
		l.ends = append(l.ends, uint16(len(l.features)))
		share := float32(record[atPolicy+i])
		l.shares = append(l.shares, share)
		total += share
	}
	for i := range l.shares {
		l.shares[i] /= total
	}
	return l, nil
}

// chances fills in the policy's chance of every move.
func (l *lesson) chances(weights []float32, dst []float32) []float32 {
	dst = dst[:0]
	most := float32(math.Inf(-1))
	first := uint16(0)
	for _, end := range l.ends {
		w := float32(0)
		for _, feature := range l.features[first:end] {
			w += weights[feature]
		}
		first = end
		dst = append(dst, w)
		most = max(most, w)
	}
	sum := float32(0)
	for i, w := range dst {
		dst[i] = float32(math.Exp(float64(w - most)))
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
	return dst
}

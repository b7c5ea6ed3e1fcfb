package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/plainfile"
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
	file, err := plainfile.Open(path)
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

// lessonOf lists the moves of a record's position.
func lessonOf(record []byte) (l lesson, err error) {
	s, last, err := stonesOf(record)
	if err != nil {
		return l, err
	}
	rules := rollout.Rules{Target: [2]int{int(record[atOwn]), int(record[atEnemy])}}
	if least, most := min(rules.Target[0], rules.Target[1]), max(rules.Target[0], rules.Target[1]); least < capturego.TargetMin || most > capturego.TargetMax {
		return l, fmt.Errorf("%w: targets %v, expected %d to %d", ErrFile, rules.Target, capturego.TargetMin, capturego.TargetMax)
	}
	size := s.Size()
	var room [16]int
	for i := range size * size {
		p := goban.PointAt(i%size, i/size)
		if !s.Legal(p) {
			continue
		}
		for _, feature := range rollout.Features(s, rules, p, last[0], last[1], room[:0]) {
			l.features = append(l.features, uint16(feature))
		}
		l.ends = append(l.ends, uint16(len(l.features)))
		l.shares = append(l.shares, float32(record[atPolicy+i]))
	}
	scale(l.shares)
	return l, nil
}

// stonesOf sets a record's position up, own stones black, and says where the last
// moves were played.
func stonesOf(record []byte) (s *goban.Stones, last [2]goban.Point, err error) {
	size := int(record[atSize])
	if size < sizeMin || size > captureplanes.PackedSize {
		return nil, last, fmt.Errorf("%w: a board of size %d", ErrFile, size)
	}
	s = goban.NewStones(size)
	ko := goban.NoPoint
	for i := range size * size {
		set := func(plane int) bool { return record[plane*len(captureplanes.Packed{}[0])+i>>3]>>(i&7)&1 != 0 }
		p := goban.PointAt(i%size, i/size)
		switch {
		case set(captureplanes.Own):
			s.Put(p, goban.Black)
		case set(captureplanes.Enemy):
			s.Put(p, goban.White)
		}
		if set(captureplanes.Ko) {
			ko = p
		}
		for n := range last {
			if set(captureplanes.Last + n) {
				last[n] = p
			}
		}
	}
	if err := s.ReadKo(ko.String()); err != nil {
		return nil, last, fmt.Errorf("%w: %v", ErrFile, err)
	}
	return s, last, nil
}

// chances fills in the policy's chance of every move.
func (l *lesson) chances(weights []float32, dst []float32) []float32 {
	dst = dst[:0]
	first := uint16(0)
	for _, end := range l.ends {
		w := float32(0)
		for _, feature := range l.features[first:end] {
			w += weights[feature]
		}
		first = end
		dst = append(dst, w)
	}
	softmax(dst)
	return dst
}

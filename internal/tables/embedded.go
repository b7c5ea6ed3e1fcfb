package tables

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

//go:generate go run qikit.dev/qikit/internal/tools/tables embedded

// inEmbedded lists the tables that ship inside the library.
func inEmbedded() []Pieces {
	var list []Pieces
	for _, p := range Upto(Pieces{Most, Most}) {
		if p.More+p.Fewer <= embeddedPieces {
			list = append(list, p)
		}
	}
	return list
}

var (
	basicSet    = sync.OnceValue(func() *Set { return readEmbedded(Basic, &Set{}) })
	olympiadSet = sync.OnceValue(func() *Set { return readEmbedded(Olympiad, basicSet()) })
)

// Embedded is the tables that ship inside the library. The first call reads
// them, in some 10 ms.
func Embedded(r Rules) *Set {
	if r == Basic {
		return basicSet()
	}
	return olympiadSet()
}

func readEmbedded(r Rules, basic *Set) *Set {
	s := &Set{rules: r}
	for _, p := range inEmbedded() {
		file, err := embedded.ReadFile("embedded/" + fileName(r, p))
		if err != nil {
			panic(err) // only we can have left it out
		}
		t, err := decode(file, r, p, basic.tables[p.More][p.Fewer])
		if err != nil {
			panic(fmt.Sprintf("%s: %v", fileName(r, p), err))
		}
		s.add(t)
	}
	return s
}

// WriteEmbedded makes the tables that ship inside the library and writes them
// into a folder.
func WriteEmbedded(ctx context.Context, folder string, workers int) error {
	var sets [rulesCount]Set
	for r := range rulesCount {
		s := &sets[r]
		s.rules = r
		for _, p := range inEmbedded() {
			t, err := solve(ctx, r, p, s, workers, func(int) {})
			if err != nil {
				return err
			}
			s.add(t)
			file := t.encodeSmall(nil)
			if r != Basic {
				file = t.encodeSmall(sets[Basic].tables[p.More][p.Fewer])
			}
			if err := os.WriteFile(filepath.Join(folder, fileName(r, p)), file, 0o644); err != nil {
				return fmt.Errorf("%w: %w", ErrFolder, err)
			}
		}
	}
	return nil
}

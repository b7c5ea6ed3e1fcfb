package platform

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/platform"
)

// shapesMost bounds how many joseki, and how many tesuji, are listed.
const shapesMost = 1000

// listShapes prints what the memory bank has drawn out of games and searches, one a line,
// and draws each in a file of the folder.
func (f *flags) listShapes(out io.Writer) (err error) {
	if f.Store == "" || f.gateway != "" || f.listen != "" {
		return verb.Usagef("-shapes: expected -store with it, and neither -gateway nor -listen")
	}
	path := f.Store + bankSuffix
	if _, err := os.Stat(path); err != nil {
		return err // opening would make it
	}
	bank, err := platform.OpenMemoryBank(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bank.Close()) }()
	joseki, err := bank.Joseki(shapesMost)
	if err != nil {
		return err
	}
	tesuji, err := bank.Tesuji(shapesMost)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.shapes, 0o777); err != nil {
		return err
	}
	for _, list := range []struct {
		name   string
		shapes []platform.LearntShape
	}{{"joseki", joseki}, {"tesuji", tesuji}} {
		for i := range list.shapes {
			name := filepath.Join(f.shapes, fmt.Sprintf("%s-%d.svg", list.name, i+1))
			if err := os.WriteFile(name, []byte(list.shapes[i].SVG(game.DefaultSVG())), 0o666); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s: %s\n", filepath.Base(name), list.shapes[i].String()); err != nil {
				return err
			}
		}
	}
	_, err = fmt.Fprintf(out, "%d joseki, %d tesuji\n", len(joseki), len(tesuji))
	return err
}

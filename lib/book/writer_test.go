package book

import (
	"errors"
	"path/filepath"
	"testing"

	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

func TestWriter_twoAtOneFile(t *testing.T) {
	o := DefaultCreate()
	o.Game = "surakarta"
	b, err := Create(filepath.Join(t.TempDir(), "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	first, err := openWriter(b.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	first.held.Release() // as on a file system without locks
	second, err := openWriter(b.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	forward := func(w *Writer) error {
		return w.Update(func() error {
			w.job.Processed++
			return w.saveCounts(w.job.Processed - 1)
		})
	}
	if err := forward(second); err != nil {
		t.Fatal(err)
	}
	if err := forward(first); !errors.Is(err, ErrBusy) {
		t.Errorf("err = %v, want ErrBusy", err)
	}
	if first.job.Processed != 0 || second.job.Processed != 1 {
		t.Errorf("Processed = %d after a transaction that failed and %d after the other, want 0 and 1", first.job.Processed, second.job.Processed)
	}
}

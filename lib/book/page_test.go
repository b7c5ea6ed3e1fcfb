package book_test

import (
	"bytes"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	work "qikit.dev/qikit/lib/job"

	_ "qikit.dev/qikit/lib/xiangqi"
)

// Pages of any size, one after the other, are the records in order.
func TestPage_allRecordsInOrder(t *testing.T) {
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Games, o.MaxPlies, o.Reevaluate = "xiangqi", filepath.Join(t.TempDir(), "a.qkb"), 2, 10, nil
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 1, Max: 2}
	seed := uint64(3)
	o.Seed = &seed
	j := work.Start(generate.Work(o))
	<-j.Done()
	if _, err := j.Result(); err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var want []byte
	for r, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(append(want, r.JSON()...), '\n')
	}
	if len(want) == 0 {
		t.Fatal("no records")
	}
	for _, most := range []int{1, 3, book.PageMax} {
		var got []byte
		for cursor := uint64(0); ; {
			lines, next, err := b.Page(cursor, most)
			if err != nil {
				t.Fatal(err)
			}
			if len(lines) == 0 {
				break
			}
			if n := bytes.Count(lines, []byte("\n")); n > most || next <= cursor {
				t.Fatalf("a page of %d has %d records, its cursor goes from %d to %d", most, n, cursor, next)
			}
			got, cursor = append(got, lines...), next
		}
		if !bytes.Equal(got, want) {
			t.Errorf("pages of %d are not the records", most)
		}
	}
	if lines, next, err := b.Page(math.MaxUint64, 1); err != nil || len(lines) > 0 || next != math.MaxUint64 {
		t.Errorf("Page behind all = %q, %d, %v; want nothing", lines, next, err)
	}
	for _, most := range []int{0, -1, book.PageMax + 1} {
		if _, _, err := b.Page(0, most); !errors.Is(err, book.ErrOptions) {
			t.Errorf("Page of %d: %v, want ErrOptions", most, err)
		}
	}
}

package book_test

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// A full disk while a book grows: what the book held stays whole, and with room again it
// grows on.
func TestGrow_fullDisk(t *testing.T) {
	for name, c := range map[string]struct{ small, larger func(*generate.Options) }{
		"games": {
			func(o *generate.Options) { o.Games = 20 },
			func(o *generate.Options) { o.Games = 150 },
		},
		"tree": {
			func(o *generate.Options) { o.Games, o.Breadth = 1, breadth(3, 2) },
			func(o *generate.Options) { o.Breadth = breadth(3, 5) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := fakeOptions(t, "mnk")
			o.Reevaluate = &generate.Reevaluate{Depth: 9, Lines: 1}
			c.small(&o)
			_, small := made(t, o)
			whole := o
			c.larger(&whole)
			whole.Out += ".whole"
			b, _ := made(t, whole)
			want := booktest.Export(t, b, "jsonl")

			c.larger(&o)
			o.Resume = true
			fulls := 0
			for pages := int(checked(t, o.Out).Pages) + 2; ; pages += 12 {
				book.LimitPages(pages)
				_, err := generate.Book(t.Context(), o, nil)
				book.LimitPages(0)
				if err == nil {
					break
				}
				if fulls++; !errors.Is(err, book.ErrFile) || !strings.Contains(err.Error(), "full") {
					t.Fatalf("err = %v, want ErrFile that says full", err)
				}
				if c := checked(t, o.Out); !c.Sound {
					t.Fatalf("after a full disk Check = %+v", c)
				}
				n, err := booktest.Open(t, o.Out).Len()
				if err != nil || fulls == 1 && n < small.Positions {
					t.Errorf("%d records, %v, want the %d from before", n, err, small.Positions)
				}
			}
			if got := booktest.Export(t, booktest.Open(t, o.Out), "jsonl"); got != want || fulls < 2 {
				t.Errorf("after %d full disks the book differs from the one made at once", fulls)
			}
		})
	}
}

package sgf

import (
	"slices"
	"testing"

	"qikit.dev/qikit/lib/goban"
)

// A mark takes the place of what a rectangle or a selection has on the point.
func TestMark_inARectangle(t *testing.T) {
	roots, err := Parse([]byte("(;SZ[5];SQ[aa:ca]SL[ba][ee]TR[aa:ba])"), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	n := roots[0].Children[0]
	p, err := goban.ParsePoint("B5", 5)
	if err != nil {
		t.Fatal(err)
	}
	n.Mark(Circle, p, "", 5)
	for name, want := range map[string][]string{Square: {"aa", "ca"}, "SL": {"ee"}, Triangle: {"aa"}, Circle: {"ba"}} {
		if got := slices.Sorted(slices.Values(n.Values(name))); !slices.Equal(got, want) {
			t.Errorf("%s%v, want %v", name, got, want)
		}
	}
}

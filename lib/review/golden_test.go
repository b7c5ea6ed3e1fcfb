package review

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// update rewrites the goldens in testdata.
var update = flag.Bool("update", false, "rewrite testdata")

// own9 is a game on 9x9 to three stones, in which both sides capture.
const own9 = "(;GM[1]FF[4]SZ[9]RU[Capture-3]PB[a]PW[b];B[ee];W[ef];B[df];W[de];B[ce];W[dd];B[dg];W[fe];B[eg];W[ed];B[ff];W[gf];B[fg];W[gg];B[gh];W[hh];B[cd];W[dc];B[cc])"

// stated is what the report says of the library, which changes without it.
var stated = regexp.MustCompile(`"(checksum|version)":"[^"]*"`)

// What a review says of these games is what it said before, to the byte: report,
// record and pictures, as sums in testdata/reviews.sum.
func TestReview_golden(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: eleven reviews, made as in the other tests")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the sums are of amd64: elsewhere the compiler may fuse multiplications and additions")
	}
	var sums strings.Builder
	for _, row := range []struct {
		name, record, user string
		options            func(o *Options)
		cancelled          int // after so many searches, 0 for never
	}{
		{"short5 black", short5, "black", func(*Options) {}, 0},
		{"short5 white, by value B, in Chinese", short5, "white", func(o *Options) { o.Value, o.Language, o.Order = "b", "zh", "worst" }, 0},
		{"short5 black, the lowest", short5, "black", func(o *Options) { o.Select, o.Lowest, o.ClearLoss = "lowest", 4, 0 }, 0},
		{"short5 black, cancelled", short5, "black", func(o *Options) { o.Workers, o.Threshold = 1, 1000 }, 5},
		{"short5 black, all called bad", short5, "black", func(o *Options) { o.Threshold, o.ClearLoss, o.ProofNodes = 1000, 0, 0 }, 0},
		{"short5 white, all called bad", short5, "white", func(o *Options) { o.Threshold, o.ClearLoss, o.ProofNodes, o.EarlyStop = 1000, 0, 0, 0.05 }, 0},
		{"a forced move", "(;SZ[5]RU[Capture-1]AB[cb][bc][cd]AW[cc]PL[W];W[dc];B[ed];W[db];B[eb])", "white", func(o *Options) { o.Threshold, o.ProofNodes = 1000, 0 }, 0},
		{"annotated", annotated, "black", func(o *Options) { o.Demonstrate = []int{2, 3} }, 0},
		{"passes", "(;SZ[5]RU[Capture-1];B[cc];W[];B[bb];W[ab];B[];W[aa])", "black", func(o *Options) { o.Pass, o.NoMove = "free", "draw" }, 0},
		{"nine", short9, "black", func(o *Options) { o.Range, o.Threshold = &Range{4, 6}, 0.5 }, 0},
		{"nine to three, without proofs", own9, "white", func(o *Options) {
			o.Range, o.ProofNodes, o.EarlyStop, o.EarlyStopVisits, o.Threshold, o.TargetVisits = &Range{5, 9}, 0, 0.02, 1, 1000, 400
		}, 0},
	} {
		o := quick(row.user)
		o.Deterministic = true // the sums are the same on every processor
		row.options(&o)
		ctx, cancel := context.WithCancel(context.Background())
		steps := -1 // the first only says that the work begins
		r, err := review(ctx, []byte(row.record), o, func(p Progress) {
			if steps++; row.cancelled > 0 && steps == row.cancelled {
				cancel()
			}
		})
		cancel()
		if err != nil && (row.cancelled == 0 || !errors.Is(err, context.Canceled)) {
			t.Fatalf("%s: %v", row.name, err)
		}
		file, err := r.SGF()
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		var pictures bytes.Buffer
		for number := 0; number <= len(r.Moves); number++ {
			for _, picture := range []string{"", "line"} {
				svg := DefaultSVG()
				svg.Number, svg.Picture = number, picture
				text, err := r.SVG(svg)
				fmt.Fprintln(&pictures, text, err)
			}
		}
		text := stated.ReplaceAll(r.JSON(), nil)
		t.Logf("%s:\n%s\n%s", row.name, text, file)
		fmt.Fprintf(&sums, "%s: report %.8x record %.8x pictures %.8x\n", row.name, sha256.Sum256(text), sha256.Sum256(file), sha256.Sum256(pictures.Bytes()))
	}
	const golden = "testdata/reviews.sum"
	if *update {
		if err := os.WriteFile(golden, []byte(sums.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if sums.String() != string(want) {
		t.Errorf("the reviews' sums are\n%swant\n%s", &sums, want)
	}
}

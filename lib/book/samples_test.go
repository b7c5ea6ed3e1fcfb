package book_test

import (
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// samplesOf prepares the samples of a book.
func samplesOf(t *testing.T, b *book.Book, o book.ExportOptions) (*book.Samples, book.SamplesReport) {
	t.Helper()
	s, err := b.Samples(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	report, err := s.Prepare(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, report
}

// all are the samples that are left.
func all(t *testing.T, s *book.Samples) (list []book.Sample) {
	t.Helper()
	for {
		var one book.Sample
		ok, err := s.Next(&one)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return list
		}
		list = append(list, one)
	}
}

// same compares numbers of which NaN stands for nil.
func same[T int | float64](got float32, want *T) bool {
	return want == nil && math.IsNaN(float64(got)) || want != nil && float64(got) == float64(float32(*want))
}

// A sample says what its record says, read by the board and not from the file's text.
func compareSample(t *testing.T, b *book.Book, got *book.Sample, r *book.Record) {
	t.Helper()
	board, err := b.Board(r.FEN)
	if err != nil {
		t.Fatal(err)
	}
	start, err := b.Board(r.Initial)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(start, r.Moves); err != nil {
		t.Fatal(err)
	}
	if got.Game != r.Game || got.Ply != r.Ply || got.Count != int(r.Count) || got.Side != start.Turn() ||
		!same(got.Score, r.Score) || !same(got.WinRate, r.WinRate) || !same(got.Result, r.Result) {
		t.Errorf("game %d ply %d: %+v", r.Game, r.Ply, got)
	}
	depth := -1
	if r.Search != nil {
		depth = r.Search.Depth
	} else if r.Depth != nil {
		depth = *r.Depth
	}
	if got.Depth != depth {
		t.Errorf("game %d ply %d: depth %d, want %d", r.Game, r.Ply, got.Depth, depth)
	}
	grid := board.(game.Gridded).Grid()
	codes := grid.Codes(board.Turn())
	men := make([]int8, grid.Points())
	if err := grid.Place(men, r.FEN, &codes); err != nil {
		t.Fatal(err)
	}
	for i := range men {
		if men[i] != got.Men[i] {
			t.Fatalf("%s: point %d holds %d, want %d", r.FEN, i, got.Men[i], men[i])
		}
	}
	best := ""
	if r.Best != nil {
		best = *r.Best
	}
	if source, target := grid.Ends(best); got.Source != source || got.Target != target {
		t.Errorf("%s: best %q is %d to %d, want %d to %d", r.FEN, best, got.Source, got.Target, source, target)
	}
}

func TestSamples_areTheRecords(t *testing.T) {
	books := map[string]*book.Book{"xiangqi": trainingBook(t)}
	books["for black, mirrors as one"], _ = xiangqiBook(t, func(o *generate.Options) { o.Preset, o.Mirror, o.Games = "black", true, 3 })
	for name, b := range books {
		s, report := samplesOf(t, b, book.ExportOptions{})
		records := booktest.Records(t, b)
		list := all(t, s)
		if len(list) != len(records) || report.Records != int64(len(records)) || len(list) == 0 {
			t.Fatalf("%s: %d samples and %d in the report of %d records", name, len(list), report.Records, len(records))
		}
		for i := range list {
			compareSample(t, b, &list[i], &records[i])
		}
	}
}

func TestSamples_filters(t *testing.T) {
	b := trainingBook(t)
	records := booktest.Records(t, b)
	for name, o := range map[string]book.ExportOptions{
		"skip_unknown": {SkipUnknown: true}, "skip_check": {SkipCheck: true}, "skip_captures": {SkipCaptures: true},
		"several": {MinPly: new(2), MaxPly: new(20), MaxScore: new(60), SkipCheck: true, SkipCaptures: true},
	} {
		s, _ := samplesOf(t, b, o)
		list := all(t, s)
		i := 0
		for _, r := range records {
			if !kept(t, o, &r) {
				continue
			}
			if i == len(list) {
				t.Fatalf("%s: only %d samples", name, i)
			}
			compareSample(t, b, &list[i], &r)
			i++
		}
		if i != len(list) || i == 0 || i == len(records) {
			t.Errorf("%s: %d samples, want %d of %d", name, len(list), i, len(records))
		}
	}
}

// The same seed gives the same order, each time, and all samples once.
func TestSamples_shuffled(t *testing.T) {
	b := trainingBook(t)
	order := func(s *book.Samples) string {
		var text strings.Builder
		for _, one := range all(t, s) {
			text.WriteString(string(rune(0x4e00+one.Game*100) + rune(one.Ply)))
		}
		return text.String()
	}
	plain, _ := samplesOf(t, b, book.ExportOptions{})
	in := order(plain)
	s, _ := samplesOf(t, b, book.ExportOptions{Shuffle: new(uint64(5))})
	other, _ := samplesOf(t, b, book.ExportOptions{Shuffle: new(uint64(6))})
	first, second := order(s), order(other)
	if first == in || first == second || len(first) != len(in) {
		t.Errorf("two seeds give %d and %d samples in the same order or in none", len(first), len(second))
	}
	if order(s) != "" {
		t.Error("samples after the last one")
	}
	for _, step := range []struct {
		seed uint64
		want string
	}{{5, first}, {6, second}, {5, first}} {
		if err := s.Rewind(step.seed); err != nil {
			t.Fatal(err)
		}
		if order(s) != step.want {
			t.Errorf("seed %d gives another order than before", step.seed)
		}
	}
	if err := plain.Rewind(9); err != nil || order(plain) != in {
		t.Errorf("a seed shuffles samples that were not to be shuffled, %v", err)
	}
}

// Fill writes into columns what Next gives, in batches of any size.
func TestSamples_fill(t *testing.T) {
	b := trainingBook(t)
	s, report := samplesOf(t, b, book.ExportOptions{})
	list := all(t, s)
	for _, most := range []int{1, 7, len(list), len(list) + 3} {
		if err := s.Rewind(0); err != nil {
			t.Fatal(err)
		}
		memory := make([]byte, s.Size(most))
		for done := 0; done < len(list); {
			n, err := s.Fill(memory, most)
			if err != nil || n != min(most, len(list)-done) {
				t.Fatalf("%d at once after %d: %d, %v", most, done, n, err)
			}
			for i := range n {
				if got := filled(t, report, memory, most, i); !got.equal(&list[done+i]) {
					t.Errorf("%d at once, sample %d: %+v, want %+v", most, done+i, got, list[done+i])
				}
			}
			done += n
		}
		if n, err := s.Fill(memory, most); n != 0 || err != nil {
			t.Errorf("after the end: %d, %v", n, err)
		}
	}
}

type filledSample struct{ book.Sample }

func (s *filledSample) equal(want *book.Sample) bool {
	bits := math.Float32bits
	men := string(int8s(s.Men)) == string(int8s(want.Men))
	return men && s.Source == want.Source && s.Target == want.Target && bits(s.Score) == bits(want.Score) && bits(s.Result) == bits(want.Result) &&
		bits(s.WinRate) == bits(want.WinRate) && s.Side == want.Side && s.Ply == want.Ply && s.Depth == want.Depth && s.Count == want.Count && s.Game == want.Game
}

func int8s(list []int8) (octets []byte) {
	for _, n := range list {
		octets = append(octets, byte(n))
	}
	return octets
}

// filled reads a sample out of columns, by the report alone.
func filled(t *testing.T, report book.SamplesReport, memory []byte, most, i int) *filledSample {
	t.Helper()
	s := &filledSample{}
	at := 0
	low := binary.LittleEndian
	for _, c := range report.Layout {
		size := map[string]int{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "float32": 4}[c.Type]
		if size == 0 {
			t.Fatalf("column %+v", c)
		}
		here := memory[at+i*c.Width*size:][:c.Width*size]
		at += (most*c.Width*size + 7) / 8 * 8
		switch c.Name {
		case "positions":
			for _, octet := range here {
				s.Men = append(s.Men, int8(octet))
			}
		case "moves":
			s.Source, s.Target = int(int16(low.Uint16(here))), int(int16(low.Uint16(here[2:])))
		case "scores":
			s.Score = math.Float32frombits(low.Uint32(here))
		case "results":
			s.Result = math.Float32frombits(low.Uint32(here))
		case "win_rates":
			s.WinRate = math.Float32frombits(low.Uint32(here))
		case "sides":
			s.Side = int(here[0])
		case "plies":
			s.Ply = int(low.Uint32(here))
		case "depths":
			s.Depth = int(int16(low.Uint16(here)))
		case "counts":
			s.Count = int(low.Uint32(here))
		case "games":
			s.Game = int64(low.Uint64(here))
		default:
			t.Fatalf("column %q is not known", c.Name)
		}
	}
	if at != len(memory) {
		t.Fatalf("the columns take %d bytes, Size says %d", at, len(memory))
	}
	return s
}

func TestSamples_notNow(t *testing.T) {
	b := trainingBook(t)
	for name, o := range map[string]book.ExportOptions{
		"notation": {Notation: "wxf"}, "unknown": {Unknown: true}, "positions": {Positions: new(3)}, "encoding": {Encoding: "utf-8"}, "shards": {Shards: new(2)},
		"min_ply": {MinPly: new(3), MaxPly: new(2)},
	} {
		if _, err := b.Samples(o); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want ErrOptions", name, err)
		}
	}
	other, _ := made(t, fakeOptions(t, "mnk"))
	if _, err := other.Samples(book.ExportOptions{}); !errors.Is(err, book.ErrFormat) {
		t.Errorf("a game without a grid: %v, want ErrFormat", err)
	}
	s, err := b.Samples(book.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var one book.Sample
	if _, err := s.Next(&one); !errors.Is(err, book.ErrUnfinished) {
		t.Errorf("before Prepare: %v, want ErrUnfinished", err)
	}
	if _, err := s.Prepare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Prepare(t.Context(), nil); !errors.Is(err, book.ErrUnfinished) {
		t.Errorf("Prepare again: %v, want ErrUnfinished", err)
	}
	s.Close()
	s.Close()
	if _, err := s.Next(&one); !errors.Is(err, job.ErrClosed) {
		t.Errorf("after Close: %v, want ErrClosed", err)
	}
	if err := s.Rewind(0); !errors.Is(err, job.ErrClosed) {
		t.Errorf("Rewind after Close: %v, want ErrClosed", err)
	}
}

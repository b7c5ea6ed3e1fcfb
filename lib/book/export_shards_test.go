package book_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
)

// lines are the sorted lines of a text.
func sortedLines(text string) []string {
	return slices.Sorted(strings.Lines(text))
}

// The same seed gives the same file, and each record once.
func TestExport_shuffled(t *testing.T) {
	b := trainingBook(t)
	for _, format := range []string{"jsonl", "epd", "csv"} {
		plain := booktest.Export(t, b, format)
		one, again, two := booktest.ExportAs(t, b, format, book.ExportOptions{Shuffle: new(uint64(1))}),
			booktest.ExportAs(t, b, format, book.ExportOptions{Shuffle: new(uint64(1))}), booktest.ExportAs(t, b, format, book.ExportOptions{Shuffle: new(uint64(2))})
		if one != again || one == two || one == plain {
			t.Errorf("%s: a seed gives an order: not so", format)
		}
		if !slices.Equal(sortedLines(one), sortedLines(plain)) {
			t.Errorf("%s: other records than without a seed", format)
		}
	}
	packed, plain := booktest.ExportAs(t, b, "bin", book.ExportOptions{Shuffle: new(uint64(3))}), booktest.Export(t, b, "bin")
	if len(packed) != len(plain) || packed == plain {
		t.Errorf("bin: %d bytes, want %d in another order", len(packed), len(plain))
	}
}

// Shards together, in their order, are the one file.
func TestExport_shards(t *testing.T) {
	b := trainingBook(t)
	for _, o := range []book.ExportOptions{{}, {Shuffle: new(uint64(1))}, {MinPly: new(3), SkipCheck: true}} {
		want := booktest.ExportAs(t, b, "jsonl", o)
		for _, shards := range []int{1, 3, 300} {
			o.Shards = &shards
			dir := t.TempDir()
			e, err := b.Export(t.Context(), filepath.Join(dir, "my.x.jsonl"), "jsonl", o, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			var bytes int64
			for i, file := range e.Files {
				if name := fmt.Sprintf("my.x-%05d-of-%05d.jsonl", i, shards); filepath.Base(file) != name {
					t.Errorf("file %s, want %s", file, name)
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if least := int(e.Records) / shards; strings.Count(string(text), "\n") < least || strings.Count(string(text), "\n") > least+1 {
					t.Errorf("%s has %d of %d records", file, strings.Count(string(text), "\n"), e.Records)
				}
				got.Write(text)
				bytes += int64(len(text))
			}
			if list, _ := os.ReadDir(dir); len(e.Files) != shards || len(list) != shards {
				t.Errorf("%d files in the report and %d in the folder, want %d", len(e.Files), len(list), shards)
			}
			if got.String() != want || bytes != e.Bytes {
				t.Errorf("%d shards: %d bytes, %d in the report, want %d", shards, got.Len(), e.Bytes, len(want))
			}
		}
	}
}

func TestExport_shardsCompressed(t *testing.T) {
	b := trainingBook(t)
	want := booktest.Export(t, b, "csv")
	head, _, _ := strings.Cut(want, "\n")
	for _, suffix := range []string{".gz", ".zst"} {
		path := filepath.Join(t.TempDir(), "x.csv"+suffix)
		e, err := b.Export(t.Context(), path, "csv", book.ExportOptions{Shards: new(2)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := head + "\n"
		for i, file := range e.Files {
			if !strings.HasSuffix(file, fmt.Sprintf("x-%05d-of-00002.csv%s", i, suffix)) {
				t.Errorf("file %s", file)
			}
			text, ok := strings.CutPrefix(expanded(t, file), head+"\n")
			if !ok {
				t.Errorf("%s has no head", file)
			}
			got += text
		}
		if got != want {
			t.Errorf("%s: %d bytes, want %d", suffix, len(got), len(want))
		}
	}
}

func TestExport_shardsRefused(t *testing.T) {
	b := trainingBook(t)
	dir := t.TempDir()
	for _, format := range []string{"pgn", "xqb", "html"} {
		for key, o := range map[string]book.ExportOptions{"shuffle": {Shuffle: new(uint64(1))}, "shards": {Shards: new(2)}} {
			if _, err := b.Export(t.Context(), filepath.Join(dir, "x"), format, o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), key) {
				t.Errorf("%s, %s: %v, want ErrOptions", format, key, err)
			}
		}
	}
	for _, shards := range []int{0, -1, 10001} {
		if _, err := b.Export(t.Context(), filepath.Join(dir, "x"), "jsonl", book.ExportOptions{Shards: &shards}, nil); !errors.Is(err, book.ErrOptions) {
			t.Errorf("%d shards: %v, want ErrOptions", shards, err)
		}
	}
	// A folder where the second shard should be: nothing is left of the first one.
	if err := os.MkdirAll(filepath.Join(dir, "y-00001-of-00002", "in"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Export(t.Context(), filepath.Join(dir, "y"), "jsonl", book.ExportOptions{Shards: new(2)}, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("a folder in the way: %v, want ErrFile", err)
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("refused exports left %v", list)
	}
}

// Fields that were asked for are those of the record, and the way can be left out.
func TestExport_fields(t *testing.T) {
	b := trainingBook(t)
	records := booktest.Records(t, b)
	fields := []string{"ply", "fen", "score", "result", "game"}
	lines := strings.Split(strings.TrimSpace(booktest.ExportAs(t, b, "jsonl", book.ExportOptions{Fields: fields})), "\n")
	rows, err := csv.NewReader(strings.NewReader(booktest.ExportAs(t, b, "csv", book.ExportOptions{Fields: fields}))).ReadAll()
	if err != nil || len(lines) != len(records) || len(rows) != len(records)+1 || !slices.Equal(rows[0], fields) {
		t.Fatalf("%d lines, %d rows after %v, %v, want %d", len(lines), len(rows), rows[0], err, len(records))
	}
	for i, r := range records {
		var whole map[string]json.RawMessage
		if err := json.Unmarshal(r.JSON(), &whole); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, name := range fields {
			want = append(want, fmt.Sprintf("%q:%s", name, whole[name]))
		}
		if text := "{" + strings.Join(want, ",") + "}"; lines[i] != text {
			t.Errorf("record %d: %s, want %s", i, lines[i], text)
		}
		if rows[i+1][0] != fmt.Sprint(r.Ply) || rows[i+1][1] != r.FEN || rows[i+1][4] != fmt.Sprint(r.Game) {
			t.Errorf("row %d: %v", i, rows[i+1])
		}
	}
	for format, o := range map[string]struct {
		fields []string
		want   string
	}{"jsonl": {[]string{"fen", "eval_mover"}, `fields[1] is "eval_mover", expected a field of jsonl: fen,`}, "csv": {[]string{"eval"}, `fields[0] is "eval"`},
		"epd": {[]string{"fen"}, "only jsonl and csv"}, "pgn": {[]string{"fen"}, "only jsonl and csv"}} {
		_, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), format, book.ExportOptions{Fields: o.fields}, nil)
		if !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), o.want) {
			t.Errorf("%s: %v, want %s", format, err, o.want)
		}
	}
	if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x"), "jsonl", book.ExportOptions{Fields: []string{"fen", "fen"}}, nil); !errors.Is(err, book.ErrOptions) {
		t.Errorf("a field twice: %v, want ErrOptions", err)
	}
}

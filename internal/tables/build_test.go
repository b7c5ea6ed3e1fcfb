package tables

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// build is Build of small tables with its errors handed to the test.
func build(t *testing.T, folder string, largest Pieces, progress func(done, total int)) {
	t.Helper()
	o := DefaultBuildOptions()
	o.Largest, o.Workers = largest, 2
	if err := Build(context.Background(), folder, o, progress); err != nil {
		t.Fatal(err)
	}
}

// contents is every file of a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range list {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(data)
	}
	return files
}

func TestBuild_tellsProgressAndGoesOn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "tables")
	last := 0
	build(t, folder, Pieces{2, 2}, func(done, total int) {
		if done < last || done > total {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if want := 2 * (165 + 5_430 + 44_481); last != want {
		t.Errorf("progress ends at %d, want %d", last, want)
	}
	files := contents(t, folder)
	if len(files) != 3 {
		t.Fatalf("%d files, want 1v1, 2v1 and 2v2", len(files))
	}

	// A cancelled build leaves whole tables only, and the next one the same
	// files as one that was never stopped.
	name := filepath.Join(folder, fileName(Olympiad, Pieces{2, 1}))
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o := DefaultBuildOptions()
	o.Largest = Pieces{2, 2}
	if err := Build(ctx, folder, o, func(done, total int) {
		if done > 2*165 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if left := contents(t, folder); len(left) != 2 {
		t.Errorf("a cancelled build left %d files, want 2", len(left))
	}
	build(t, folder, Pieces{2, 2}, nil)
	for name, data := range contents(t, folder) {
		if data != files[name] {
			t.Errorf("%s differs when built in two goes", name)
		}
	}
}

func TestBuild_makesBadFilesAnew(t *testing.T) {
	folder := t.TempDir()
	build(t, folder, Pieces{2, 1}, nil)
	good := contents(t, folder)
	name := fileName(Olympiad, Pieces{2, 1})
	file := []byte(good[name])
	for what, bad := range map[string][]byte{
		"empty":                 nil,
		"cut in the header":     file[:40],
		"cut short":             file[:len(file)-1],
		"longer":                append(file[:len(file):len(file)], 0),
		"one bit of the header": flipped(file, 12),
		"one bit of the sum":    flipped(file, 50),
		"one bit of a result":   flipped(file, len(file)-7),
		"another version":       flipped(file, 8),
		"another table":         []byte(good[fileName(Olympiad, Pieces{1, 1})]),
	} {
		t.Run(what, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(folder, name), bad, 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := Open(folder, Olympiad)
			if !errors.Is(err, ErrFile) || !s.Has(2, 1) || s.tables[2][1] != Embedded(Olympiad).tables[2][1] {
				t.Errorf("Open: %v, want ErrFile and the embedded table", err)
			}
			build(t, folder, Pieces{2, 1}, nil)
			if got := contents(t, folder)[name]; got != good[name] {
				t.Errorf("not made anew")
			}
			if _, err := Open(folder, Olympiad); err != nil {
				t.Error(err)
			}
		})
	}
}

func flipped(file []byte, at int) []byte {
	bad := append([]byte(nil), file...)
	bad[at] ^= 4
	return bad
}

func TestBuild_badFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for what, folder := range map[string]string{"a file": file, "below a file": filepath.Join(file, "tables"), "no writing": "/proc/self"} {
		if err := Build(context.Background(), folder, DefaultBuildOptions(), nil); !errors.Is(err, ErrFolder) {
			t.Errorf("%s: %v, want ErrFolder", what, err)
		}
	}
	for what, folder := range map[string]string{"a file": file, "nothing": filepath.Join(file, "tables")} {
		if s, err := Open(folder, Basic); !errors.Is(err, ErrFolder) || !s.Has(3, 2) {
			t.Errorf("opening %s: %v, want ErrFolder and the embedded tables", what, err)
		}
	}
	o := DefaultBuildOptions()
	o.Largest = Pieces{5, 1}
	if err := Build(context.Background(), t.TempDir(), o, nil); !errors.Is(err, ErrPieces) {
		t.Errorf("5v1: %v, want ErrPieces", err)
	}
}

func TestOpen_sharesTables(t *testing.T) {
	folder := t.TempDir()
	build(t, folder, Pieces{2, 1}, nil)
	a, err := Open(folder, Olympiad)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(folder, Olympiad)
	if err != nil {
		t.Fatal(err)
	}
	if a.tables[2][1] != b.tables[2][1] || a.tables[2][1] == Embedded(Olympiad).tables[2][1] {
		t.Error("the folder's 2v1 is in memory twice, or not read")
	}
	if a.tables[2][2] != Embedded(Olympiad).tables[2][2] {
		t.Error("2v2 is not the embedded one")
	}
}

// A table of values only says what its larger form does.
func TestTable_valuesOnly(t *testing.T) {
	for r := range rulesCount {
		whole := Embedded(r).tables[3][2]
		values := Embedded(r).WithoutPlies(4).tables[3][2]
		x := indexOf(3, 2)
		for i := range x.size() {
			got, want := values.at(0, i), whole.at(0, i)
			if got.Value != want.Value || got.Plies != Unknown {
				t.Fatalf("%s: position %d: %+v, want the value of %+v", r, i, got, want)
			}
		}
	}
}

func TestPieces_text(t *testing.T) {
	for text, want := range map[string]Pieces{"4v3": {4, 3}, "3v4": {4, 3}, "1v1": {1, 1}} {
		if p, err := ParsePieces(text); err != nil || p != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "5v1", "0v1", "4v", "4v3 ", "4x3", "04v3"} {
		if p, err := ParsePieces(text); !errors.Is(err, ErrPieces) {
			t.Errorf("%q: %v, %v, want ErrPieces", text, p, err)
		}
	}
	var all int
	for _, p := range Upto(Pieces{3, 3}) {
		all += p.Positions()
	}
	if want := 165 + 5_430 + 44_481 + 59_160 + 943_740 + 4_871_510; all != want {
		t.Errorf("up to 3v3: %d positions, want %d", all, want)
	}
	if _, err := RulesNamed("contest"); !errors.Is(err, ErrRules) {
		t.Errorf("contest: %v, want ErrRules", err)
	}
}

func BenchmarkProbe(b *testing.B) {
	s := Embedded(Olympiad)
	own, enemy := uint64(1<<7|1<<20|1<<33), uint64(1<<2|1<<13)
	b.ReportAllocs()
	for b.Loop() {
		s.Probe(own, enemy)
	}
}

package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
)

// samplesBars reads the records of one generated book in every way: as samples, as
// files, as a table of Python's.
func samplesBars(m *meter) {
	path := filepath.Join(m.dir, "samples.qkb")
	_, fens := generated(path, 1, 300, plies, 1)
	b := must.Get(book.Open(path))
	defer b.Close()
	records := float64(must.Get(b.Len()))
	fmt.Printf("%.0f records, %d of them searched\n", records, len(fens))
	for _, order := range []struct {
		name string
		o    book.ExportOptions
	}{{"in order", book.ExportOptions{}}, {"shuffled", book.ExportOptions{Shuffle: new(uint64(1))}}} {
		s := must.Get(b.Samples(order.o))
		took := cpu(func() { must.Get(s.Prepare(context.Background(), nil)) })
		if order.o.Shuffle == nil {
			m.put("samples prepared", records/1e3/took.Seconds(), "")
		}
		const rounds, batch = 20, 4096
		memory := make([]byte, s.Size(batch))
		took = cpu(func() {
			for seed := range uint64(rounds) {
				must.Do(s.Rewind(seed))
				for n := 1; n > 0; {
					n = must.Get(s.Fill(memory, batch))
				}
			}
		})
		m.put("samples "+order.name, rounds*records/1e6/took.Seconds(), "")
		must.Do(s.Close())
	}
	exportBars(m, b, records)
	tableBars(m, path)
}

// exportBars compares each kind of file with JSON lines.
func exportBars(m *meter, b *book.Book, records float64) {
	rate := func(name, format string, o book.ExportOptions) float64 {
		took := quickest(3, func() { must.Get(b.Export(context.Background(), filepath.Join(m.dir, name), format, o, nil)) })
		return records / 1e3 / took.Seconds()
	}
	plain := rate("x.jsonl", "jsonl", book.ExportOptions{})
	for _, name := range []string{"csv", "plain", "bin", "xqb"} {
		m.beside("export "+name, rate("x."+name, name, book.ExportOptions{Unknown: name == "plain" || name == "bin"}), plain, "")
	}
	m.beside("export jsonl.gz", rate("x.jsonl.gz", "jsonl", book.ExportOptions{}), plain, "")
	m.beside("export jsonl.zst", rate("x.jsonl.zst", "jsonl", book.ExportOptions{}), plain, "")
	m.beside("export jsonl, shuffled", rate("y.jsonl", "jsonl", book.ExportOptions{Shuffle: new(uint64(1))}), plain, "")
}

// tableBars shows what callers of to_parquet and to_pandas get, against the rates of the
// audit, and compares a Parquet file with the same by way of Python's objects.
func tableBars(m *meter, path string) {
	const script = `
import sys, time, pyarrow, pyarrow.json, qikit
from pyarrow import parquet
from qikit import _tables
book, out = qikit.book.open(sys.argv[1]), sys.argv[1] + ".parquet"
def rate(write):
    begin = time.process_time()
    write()
    return len(book) / 1e3 / (time.process_time() - begin)
def rows():
    parquet.write_table(pyarrow.Table.from_pylist(list(book), schema=_tables._arrow_schema(pyarrow)), out)
book.to_pandas(["fen"]) # what is imported at the first call
print(*(max(rate(f) for _ in range(3)) for f in (book.to_pandas, lambda: book.to_parquet(out), rows)))
`
	said := must.Get(exec.Command("build/venv/bin/python", "-c", script, path).Output())
	var pandas, ours, rows float64
	must.Get(fmt.Sscan(string(said), &pandas, &ours, &rows))
	m.put("to_pandas, all fields", pandas, "")
	m.put("to_parquet, all fields", ours, "")
	m.beside("Parquet from Python", ours, rows, "")
}

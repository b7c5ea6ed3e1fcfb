package book_test

import (
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// xiangqiBook is a small book of the real game, played by fakes.
func xiangqiBook(t *testing.T, change func(*generate.Options)) (*book.Book, book.Summary) {
	t.Helper()
	o := fakeOptions(t, "xiangqi")
	o.Games, o.MaxPlies = 4, 16
	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	if change != nil {
		change(&o)
	}
	return made(t, o)
}

func TestExport_jsonlKeys(t *testing.T) {
	b, s := xiangqiBook(t, nil)
	lines := strings.Split(strings.TrimSuffix(booktest.Export(t, b, "jsonl"), "\n"), "\n")
	if int64(len(lines)) != s.Positions {
		t.Errorf("%d lines, want %d", len(lines), s.Positions)
	}
	for _, line := range lines {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"fen", "flipped", "initial", "moves", "eval", "score", "result", "candidates", "depth", "engine", "game", "ply", "seed", "best"} {
			if _, ok := r[key]; !ok {
				t.Fatalf("no %q in %s", key, line)
			}
		}
	}
}

func TestExport_csv(t *testing.T) {
	b, s := xiangqiBook(t, nil)
	rows, err := csv.NewReader(strings.NewReader(booktest.Export(t, b, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(rows)) != s.Positions+1 || strings.Join(rows[0], ",") != strings.Join(book.CSVColumns, ",") {
		t.Fatalf("%d rows under %v", len(rows), rows[0])
	}
	column := map[string]int{}
	for i, name := range book.CSVColumns {
		column[name] = i
	}
	for i, r := range booktest.Records(t, b) {
		row := rows[i+1]
		if row[column["fen"]] != r.FEN || row[column["moves"]] != strings.Join(r.Moves, " ") || row[column["ply"]] != strconv.Itoa(r.Ply) ||
			row[column["score"]] != book.Optional(r.Score) || row[column["result"]] != book.Optional(r.Result) {
			t.Errorf("row %d is %q, want the record %s", i+1, row, r.JSON())
		}
	}
}

func TestExport_epd(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	lines := strings.Split(strings.TrimSuffix(booktest.Export(t, b, "epd"), "\n"), "\n")
	for i, r := range booktest.Records(t, b) {
		want := strings.Join(strings.Fields(r.FEN)[:4], " ")
		if r.Best != nil {
			want += fmt.Sprintf(" bm %s; ce %d; acd %d;", *r.Best, *r.Score, *r.Depth)
		}
		if !strings.HasPrefix(lines[i], want) || !strings.HasSuffix(lines[i], fmt.Sprintf(` id "game %d ply %d";`, r.Game, r.Ply)) {
			t.Errorf("line %d: %q, want %q …", i, lines[i], want)
		}
	}
}

// The best move of chess is in SAN, as the standard of EPD says.
func TestExport_epdOfChess(t *testing.T) {
	o := fakeOptions(t, "chess")
	o.Games, o.MaxPlies = 4, 16
	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	b, _ := made(t, o)
	lines := strings.Split(booktest.Export(t, b, "epd"), "\n")
	for i, r := range booktest.Records(t, b) {
		if r.Best == nil {
			continue
		}
		board, err := game.New("chess", game.Setup{Position: r.FEN})
		if err != nil {
			t.Fatal(err)
		}
		m, err := board.Parse(*r.Best)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := board.Format(m, "san"); !strings.Contains(lines[i], " bm "+want+"; ") || want == *r.Best {
			t.Errorf("line %d: %q, want bm %s", i, lines[i], want)
		}
	}
}

// Records without a result have no place in plain text, unless they are asked for.
func TestExport_plain(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 110 60"}
	})
	for _, unknown := range []bool{false, true} {
		exportPlain(t, b, unknown)
	}
}

func exportPlain(t *testing.T, b *book.Book, unknown bool) {
	blocks := strings.Split(booktest.ExportAs(t, b, "plain", book.ExportOptions{Unknown: unknown}), "e\n")
	i, left := 0, 0
	for _, r := range booktest.Records(t, b) {
		if r.Best == nil {
			continue
		}
		if r.Result == nil {
			if left++; !unknown {
				continue
			}
			r.Result = new(0.5)
		}
		board, err := xiangqi.New(r.FEN, xiangqi.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		m, err := board.Parse(*r.Best)
		if err != nil {
			t.Fatal(err)
		}
		move, err := board.Format(m, "uci10")
		if err != nil {
			t.Fatal(err)
		}
		result := map[float64]int{1: 1, 0.5: 0, 0: -1}[*r.Result]
		want := fmt.Sprintf("fen %s\nmove %s\nscore %d\nply %d\nresult %d\n", r.FEN, move, *r.Score, r.Ply, result)
		if blocks[i] != want {
			t.Errorf("block %d = %q, want %q", i, blocks[i], want)
		}
		i++
	}
	if i == 0 || left == 0 || i != len(blocks)-1 {
		t.Errorf("%d blocks, want %d; %d records without a result", len(blocks)-1, i, left)
	}
}

// What is written as PGN and imported again gives the same counts.
func TestExport_pgnAndBack(t *testing.T) {
	b, s := xiangqiBook(t, func(o *generate.Options) { o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"} })
	path := filepath.Join(t.TempDir(), "games.pgn")
	report, err := b.Export(t.Context(), path, "pgn", book.ExportOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if report.Records != s.Games || report.Bytes == 0 {
		t.Errorf("report = %+v, want %d games", report, s.Games)
	}
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	again, err := book.Create(filepath.Join(t.TempDir(), "again.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	imported, err := again.AddGames(t.Context(), path, nil)
	if err != nil || imported.Faults != 0 || imported.Games != s.Games || imported.Positions != s.Positions {
		t.Fatalf("imported %+v, %v, want %d games and %d positions", imported, err, s.Games, s.Positions)
	}
	var fens []string
	for _, r := range booktest.Records(t, b) {
		fens = append(fens, r.FEN)
	}
	want, got := know(t, b, fens), know(t, again, fens)
	for _, fen := range fens {
		if got[fen] != want[fen] {
			t.Errorf("%s: %s, want %s", fen, got[fen], want[fen])
		}
	}
}

func TestExport_xqb(t *testing.T) {
	b, _ := xiangqiBook(t, func(o *generate.Options) { o.Games = 8 })
	path := filepath.Join(t.TempDir(), "book.xqb")
	report, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows := int64(0)
	for _, r := range booktest.Records(t, b) {
		if r.Move == nil {
			continue
		}
		e, err := b.Lookup(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		board, err := xiangqi.New(r.FEN, xiangqi.DefaultOptions(), true)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.Moves {
			move, err := board.Parse(m.Move)
			if err != nil {
				t.Fatal(err)
			}
			var score, win, draw, lost, valid int64
			var memo string
			err = db.QueryRow("SELECT Score, Win, Draw, Lost, Valid, coalesce(Memo, '') FROM book WHERE Key = ? AND Move = ?", board.BookKey(), board.BookMove(move)).
				Scan(&score, &win, &draw, &lost, &valid, &memo)
			if err != nil {
				t.Fatalf("%s %s: %v", r.FEN, m.Move, err)
			}
			if win != m.Wins || draw != m.Draws || lost != m.Losses || valid != 1 {
				t.Errorf("%s %s: %d %d %d, valid %d, want %+v", r.FEN, m.Move, win, draw, lost, valid, m)
			}
			if want := fmt.Sprintf("unknown %d", m.Unknown); m.Unknown > 0 && memo != want || m.Unknown == 0 && memo != "" {
				t.Errorf("%s %s: remark %q, want %q", r.FEN, m.Move, memo, want)
			}
			rows++
		}
	}
	if rows == 0 || report.Records > rows {
		t.Errorf("%d rows for %d moves", report.Records, rows)
	}
}

// Positions that .xqb does not tell apart become one row, which has the score of the deepest
// search, whichever comes first.
func TestExport_xqbDeepestScore(t *testing.T) {
	for _, depths := range [][2]int{{5, 9}, {9, 5}} {
		var b *book.Book
		for i, depth := range depths {
			position := []string{"3k5/9/9/9/9/9/9/9/R8/4K4 w", "5k3/9/9/9/9/9/9/9/8R/4K4 w"}[i] // mirrored
			move := []string{"a1a5", "i1i5"}[i]
			one, _ := xiangqiBook(t, func(o *generate.Options) {
				o.Games, o.MaxPlies, o.TopK, o.AllowSingleDepth = 1, 1, 1, true
				o.Initial.Positions = []string{position}
				o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionList, Depths: []int{depth}}
				o.Engines = func(int) (engine.Engine, error) {
					return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, m game.Move, l engine.Limits) int {
						if b.Text(m) == move {
							return 10 * l.Depth
						}
						return -100
					}}, nil
				}
			})
			if b == nil {
				b = one
			} else if _, err := b.Merge(t.Context(), one.Path(), nil); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(t.TempDir(), "book.xqb")
		e, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		var score, games int
		err = db.QueryRow("SELECT Score, Win + Draw + Lost + (CASE WHEN Memo = 'unknown 2' THEN 2 ELSE 0 END) FROM book").Scan(&score, &games)
		if err = errors.Join(err, db.Close()); err != nil || e.Records != 1 || score != 90 || games != 2 {
			t.Errorf("depths %v: %d rows, score %d of %d games, %v, want a row with 90 of 2 games", depths, e.Records, score, games, err)
		}
	}
}

func TestExport_refused(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Export(t.Context(), path, "docx", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "jsonl") {
		t.Errorf("docx: err = %v, want ErrFormat that lists the formats", err)
	}
	if _, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("xqb of another game: err = %v, want ErrFormat", err)
	}
	if _, err := b.Export(t.Context(), path, "pgn", book.ExportOptions{}, nil); !errors.Is(err, game.ErrNoRecords) {
		t.Errorf("pgn of a game without records: err = %v, want game.ErrNoRecords", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Export(ctx, path, "jsonl", book.ExportOptions{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: err = %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "before" {
		t.Errorf("the file there before is now %q", text)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if _, err := b.Export(t.Context(), filepath.Join(dir, "none", "x"), "csv", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("no such directory: err = %v, want ErrFile", err)
	}
	if _, err := b.Export(t.Context(), path, "csv", book.ExportOptions{}, nil); err != nil {
		t.Error(err)
	}
}

// Without a format, the suffix of the file's name says it.
func TestExport_formatBySuffix(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	for name, want := range map[string]string{
		"a.jsonl": "jsonl", "a.json": "jsonl", "a.ndjson": "jsonl", "none": "jsonl", "a.jsonl.gz": "jsonl", "none.zst": "jsonl", "a.csv": "csv", "a.CSV.GZ": "csv", "a.b.pgn": "pgn",
		"a.pgn.zst": "pgn", "a.epd": "epd", "a.plain": "plain", "a.bin": "bin", "a.xqb": "xqb", "a.html": "html", "a.htm": "html",
	} {
		e, err := b.Export(t.Context(), filepath.Join(t.TempDir(), name), "", book.ExportOptions{}, nil)
		if err != nil || e.Format != want {
			t.Errorf("%s: format %q, %v, want %q", name, e.Format, err, want)
			continue
		}
		if want == "jsonl" && !strings.HasSuffix(name, "gz") && !strings.HasSuffix(name, "zst") {
			text, err := os.ReadFile(e.Path)
			if err != nil || string(text) != booktest.Export(t, b, want) {
				t.Errorf("%s: other text than that of %s, %v", name, want, err)
			}
		}
	}
	for _, name := range []string{"a.parquet", "a.docx.gz", "a.jsonl.bz2", "a.", "a.pgn2"} {
		path := filepath.Join(t.TempDir(), name)
		_, err := b.Export(t.Context(), path, "", book.ExportOptions{}, nil)
		if !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "expected the suffix of one of bin, binpack, csv,") {
			t.Errorf("%s: err = %v, want ErrFormat that lists the suffixes", name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was made", name)
		}
	}
	e, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "a.csv"), "pgn", book.ExportOptions{}, nil)
	if err != nil || e.Format != "pgn" {
		t.Errorf("a format that was given: %q, %v, want pgn", e.Format, err)
	}
}

// What is no file is not replaced by one.
func TestExport_noRegularFile(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	dir := t.TempDir()
	if _, err := b.Export(t.Context(), dir, "jsonl", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("into a directory's place: %v, want ErrFile", err)
	}
	socket := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if _, err := b.Export(t.Context(), socket, "jsonl", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("into a socket's place: %v, want ErrFile", err)
	}
	if info, err := os.Stat(socket); err != nil || info.Mode().IsRegular() {
		t.Errorf("the socket is gone: %v, %v", info, err)
	}
}

// Whoever cancels says why, and is told so: also where the end came in the midst
// of a request to the file.
func TestBook_tellsTheCause(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errAway)
	if _, err := b.Stats(ctx); !errors.Is(err, errAway) {
		t.Errorf("Stats: %v, want the cause", err)
	}
	if _, _, err := b.NotEvaluated()(ctx); !errors.Is(err, errAway) {
		t.Errorf("NotEvaluated: %v, want the cause", err)
	}
	for _, name := range []string{"jsonl", "csv", "epd", "plain", "bin", "pgn", "xqb"} {
		if _, err := b.Export(ctx, filepath.Join(t.TempDir(), "book"), name, book.ExportOptions{}, nil); !errors.Is(err, errAway) {
			t.Errorf("Export to %s: %v, want the cause", name, err)
		}
	}
}

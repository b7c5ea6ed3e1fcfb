package book_test

import (
	"iter"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// randomGames are games of random legal moves, so that nearly every position
// is new.
func randomGames(b *testing.B, name string, plies int, r *rand.Rand) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for made := 0; made < plies; {
			board, err := game.New(name, game.Setup{})
			if err != nil {
				b.Fatal(err)
			}
			rec := game.Record{Result: game.ResultDraw}
			var moves []game.Move
			for range 100 {
				if moves = board.Moves(moves[:0]); len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				rec.Moves = append(rec.Moves, m)
				board.Play(m)
			}
			made += len(rec.Moves)
			if !yield(rec, nil) {
				return
			}
		}
	}
}

func syntheticBook(b *testing.B, plies int) *book.Book {
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	bk, err := book.Create(filepath.Join(b.TempDir(), "b.qkb"), o)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	if _, err := bk.AddRecords(b.Context(), randomGames(b, "xiangqi", plies, r), nil); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { bk.Close() })
	return bk
}

func BenchmarkAddRecords(b *testing.B) {
	for b.Loop() {
		syntheticBook(b, 100_000)
	}
	b.ReportMetric(float64(b.N)*100_000/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkLookup(b *testing.B) {
	bk := syntheticBook(b, 100_000)
	var boards []game.Board
	for r := range bk.Records() {
		if board, err := bk.Board(r.FEN); err == nil {
			boards = append(boards, board)
		}
		if len(boards) == 10_000 {
			break
		}
	}
	n := 0
	for b.Loop() {
		if _, err := bk.LookupBoard(boards[n%len(boards)]); err != nil {
			b.Fatal(err)
		}
		n += 7
	}
}

func BenchmarkExport(b *testing.B) {
	bk := syntheticBook(b, 20_000)
	records := int64(0)
	for b.Loop() {
		e, err := bk.Export(b.Context(), filepath.Join(b.TempDir(), "x"), "jsonl", book.ExportOptions{}, nil)
		if err != nil {
			b.Fatal(err)
		}
		records += e.Records
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}

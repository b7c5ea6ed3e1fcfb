//go:build !slim

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/book/play"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/job"
)

// bookUse is an open book and the jobs that use it.
type bookUse struct {
	*book.Book
	job.Group
}

var books = table[*bookUse]{
	name: "book", tag: typeBook, most: handlesMax,
	broken: func(b *bookUse) bool { return b.Broken() },
	close: func(b *bookUse) {
		b.Group.Close()
		b.Book.Close()
	},
}

// opened is a book that has just been opened.
func opened(b *book.Book, err error) (*bookUse, error) { return &bookUse{Book: b}, err }

// newEngine makes engines, those that play from a book among them.
func newEngine(game string, o engine.Options) (engine.Engine, error) { return play.NewEngine(game, o) }

func bookGenerate(options string) (*job.Job, error) {
	o, err := generate.ParseOptions([]byte(options))
	if err == nil {
		err = o.CheckOut()
	}
	return started(generate.Work(o), err)
}

func bookOpen(path string) (*bookUse, error) { return opened(book.Open(path)) }

func bookCreate(game, path string) (*bookUse, error) {
	o := book.DefaultCreate()
	o.Game = game
	return opened(book.Create(path, o))
}

func bookCheck(path string) (*job.Job, error) { return started(book.CheckWork(path), nil) }

func bookRepair(path, out string) (*job.Job, error) { return started(book.RepairWork(path, out), nil) }

func bookCount(b *bookUse) (int64, error) { return b.Len() }

func bookLookup(b *bookUse, position string) ([]byte, error) {
	entry, err := b.Lookup(position)
	if err != nil {
		return nil, err
	}
	return entry.JSON(), nil
}

//export qkgo_book_read
func qkgo_book_read(id C.qk_book, cursor *C.uint64_t, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&books, uint64(id), err, func(b *bookUse) error {
		if e := given("cursor", cursor); e != nil {
			return e
		}
		lines, next, e := b.Page(uint64(*cursor), int(most))
		if e != nil {
			return e
		}
		if e := out(lines, buf, capacity, needed); e != nil {
			return e
		}
		*cursor = C.uint64_t(next)
		return nil
	})
}

//export qkgo_book_columns
func qkgo_book_columns(id C.qk_book, options C.qk_str, optionsLen C.size_t, cursor *C.uint64_t, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&books, uint64(id), err, func(b *bookUse) error {
		if e := given("cursor", cursor); e != nil {
			return e
		}
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := book.ParseExportOptions([]byte(text))
		if e != nil {
			return e
		}
		page, next, e := b.Columns(o, uint64(*cursor), int(most))
		if e != nil {
			return e
		}
		if e := out(page, buf, capacity, needed); e != nil {
			return e
		}
		*cursor = C.uint64_t(next)
		return nil
	})
}

func bookExport(b *bookUse, path, format string) (*job.Job, error) {
	return b.Start(b.ExportWork(path, format, book.ExportOptions{}))
}

func bookExportStart(b *bookUse, path, format, options string) (*job.Job, error) {
	o, err := book.ParseExportOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	return b.Start(b.ExportWork(path, format, o))
}

func bookMerge(b *bookUse, other string) (*job.Job, error) { return b.Start(b.MergeWork(other)) }

func bookMinimaxStart(path string) (*job.Job, error) {
	return job.Start(book.MinimaxWork(path)), nil
}

func bookPrune(b *bookUse, options string) (*job.Job, error) {
	o, err := book.ParsePruneOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	return b.Start(b.PruneWork(o))
}

func bookStats(b *bookUse) (*job.Job, error) { return b.Start(b.StatsWork()) }

func bookImport(b *bookUse, path string) (*job.Job, error) { return b.Start(b.AddGamesWork(path)) }

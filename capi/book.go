package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
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
}

// onBook runs a call on a book.
func onBook(id C.qk_book, err *C.qk_error, f func(b *bookUse) error) C.qk_status {
	return with(&books, uint64(id), err, f)
}

// giveBook gives out a handle for a book that has just been opened.
func giveBook(b *book.Book, to *C.qk_book) error {
	err := give(&books, &bookUse{Book: b}, to)
	if err != nil {
		b.Close()
	}
	return err
}

// start starts work on a book.
func (b *bookUse) start(to *C.qk_job, work job.Work) error {
	if err := given("job", to); err != nil {
		return err
	}
	j, err := b.Start(work)
	if err != nil {
		return err
	}
	return giveJob(j, to)
}

//export qkgo_book_generate
func qkgo_book_generate(options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("job", to); e != nil {
			return e
		}
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := generate.ParseOptions([]byte(text))
		if e != nil {
			return e
		}
		return giveJob(job.Start(generate.Work(o)), to)
	})
}

//export qkgo_book_open
func qkgo_book_open(path C.qk_str, pathLen C.size_t, to *C.qk_book, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("book", to); e != nil {
			return e
		}
		text, e := in("path", path, pathLen)
		if e != nil {
			return e
		}
		b, e := book.Open(text)
		if e != nil {
			return e
		}
		return giveBook(b, to)
	})
}

//export qkgo_book_create
func qkgo_book_create(game C.qk_str, gameLen C.size_t, path C.qk_str, pathLen C.size_t, to *C.qk_book, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("book", to); e != nil {
			return e
		}
		texts, e := all(span{"game", game, gameLen}, span{"path", path, pathLen})
		if e != nil {
			return e
		}
		o := book.DefaultCreate()
		o.Game = texts[0]
		b, e := book.Create(texts[1], o)
		if e != nil {
			return e
		}
		return giveBook(b, to)
	})
}

//export qkgo_book_free
func qkgo_book_free(id C.qk_book) C.qk_status {
	return release(&books, uint64(id), func(b *bookUse) {
		b.Group.Close()
		b.Book.Close()
	})
}

//export qkgo_book_count
func qkgo_book_count(id C.qk_book, count *C.uint64_t, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		if e := given("count", count); e != nil {
			return e
		}
		n, e := b.Len()
		if e == nil {
			*count = C.uint64_t(n)
		}
		return e
	})
}

//export qkgo_book_lookup
func qkgo_book_lookup(id C.qk_book, position C.qk_str, positionLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		text, e := in("position", position, positionLen)
		if e != nil {
			return e
		}
		entry, e := b.Lookup(text)
		if e != nil {
			return e
		}
		return out(entry.JSON(), buf, capacity, needed)
	})
}

//export qkgo_book_read
func qkgo_book_read(id C.qk_book, cursor *C.uint64_t, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
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

//export qkgo_book_export
func qkgo_book_export(id C.qk_book, path C.qk_str, pathLen C.size_t, format C.qk_str, formatLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		texts, e := all(span{"path", path, pathLen}, span{"format", format, formatLen})
		if e != nil {
			return e
		}
		return b.start(to, b.ExportWork(texts[0], texts[1]))
	})
}

//export qkgo_book_merge
func qkgo_book_merge(id C.qk_book, otherPath C.qk_str, otherPathLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		text, e := in("other_path", otherPath, otherPathLen)
		if e != nil {
			return e
		}
		return b.start(to, b.MergeWork(text))
	})
}

//export qkgo_book_prune
func qkgo_book_prune(id C.qk_book, options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := book.ParsePruneOptions([]byte(text))
		if e != nil {
			return e
		}
		return b.start(to, b.PruneWork(o))
	})
}

//export qkgo_book_stats
func qkgo_book_stats(id C.qk_book, to *C.qk_job, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error { return b.start(to, b.StatsWork()) })
}

//export qkgo_book_import
func qkgo_book_import(id C.qk_book, path C.qk_str, pathLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return onBook(id, err, func(b *bookUse) error {
		text, e := in("path", path, pathLen)
		if e != nil {
			return e
		}
		return b.start(to, b.AddGamesWork(text))
	})
}

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
)

var reviews = table[*review.Report]{name: "review", tag: typeReview, most: handlesMax}

// onReview runs a call on a review.
func onReview(id C.qk_review, err *C.qk_error, f func(r *review.Report) error) C.qk_status {
	return with(&reviews, uint64(id), err, f)
}

//export qkgo_review_start
func qkgo_review_start(sgf C.qk_str, sgfLen C.size_t, options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("job", to); e != nil {
			return e
		}
		texts, e := all(span{"sgf", sgf, sgfLen}, span{"options", options, optionsLen})
		if e != nil {
			return e
		}
		o, e := review.ParseOptions([]byte(texts[1]))
		if e != nil {
			return e
		}
		return giveJob(job.Start(review.Work([]byte(texts[0]), o)), to)
	})
}

//export qkgo_review_parse
func qkgo_review_parse(text C.qk_str, textLen C.size_t, to *C.qk_review, err *C.qk_error) C.qk_status {
	return openReview(span{"report", text, textLen}, to, err, func(text string) (*review.Report, error) { return review.Parse([]byte(text)) })
}

//export qkgo_review_load
func qkgo_review_load(path C.qk_str, pathLen C.size_t, to *C.qk_review, err *C.qk_error) C.qk_status {
	return openReview(span{"path", path, pathLen}, to, err, review.Load)
}

// openReview gives out a handle for what a text leads to.
func openReview(from span, to *C.qk_review, err *C.qk_error, open func(text string) (*review.Report, error)) C.qk_status {
	return guard(err, func() error {
		if e := given("review", to); e != nil {
			return e
		}
		text, e := in(from.name, from.at, from.size)
		if e != nil {
			return e
		}
		r, e := open(text)
		if e != nil {
			return e
		}
		return give(&reviews, r, to)
	})
}

//export qkgo_review_free
func qkgo_review_free(id C.qk_review) C.qk_status {
	return release(&reviews, uint64(id), nil)
}

//export qkgo_review_save
func qkgo_review_save(id C.qk_review, path C.qk_str, pathLen C.size_t, err *C.qk_error) C.qk_status {
	return onReview(id, err, func(r *review.Report) error {
		text, e := in("path", path, pathLen)
		if e != nil {
			return e
		}
		return r.Save(text)
	})
}

//export qkgo_review_json
func qkgo_review_json(id C.qk_review, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return onReview(id, err, func(r *review.Report) error { return out(r.JSON(), buf, capacity, needed) })
}

//export qkgo_review_sgf
func qkgo_review_sgf(id C.qk_review, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return onReview(id, err, func(r *review.Report) error {
		text, e := r.SGF()
		if e != nil {
			return e
		}
		return out(text, buf, capacity, needed)
	})
}

//export qkgo_review_svg
func qkgo_review_svg(id C.qk_review, options C.qk_str, optionsLen C.size_t, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return onReview(id, err, func(r *review.Report) error {
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := review.ParseSVG([]byte(text))
		if e != nil {
			return e
		}
		picture, e := r.SVG(o)
		if e != nil {
			return e
		}
		return out(picture, buf, capacity, needed)
	})
}

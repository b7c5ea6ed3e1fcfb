//go:build wasip1

package main

import "qikit.dev/qikit/lib/review"

var reviews = table[*review.Report]{name: "review"}

var reviewFunctions = map[string]function{
	"qk_review_start": {2, func(c call) ([]byte, error) {
		o, err := review.ParseOptions(c.args[1])
		return started(review.Work(c.args[0], o), err)
	}},
	"qk_review_parse": {1, func(c call) ([]byte, error) { return reviews.made(review.Parse(c.args[0])) }},
	"qk_review_load": {1, func(call) ([]byte, error) {
		return nil, fault(errUnsupported, "WebAssembly reads no files: give the file's text to review.parse")
	}},
	"qk_review_save": {2, func(call) ([]byte, error) {
		return nil, fault(errUnsupported, "WebAssembly writes no files: write the text of json() to one")
	}},
	"qk_review_free": frees(&reviews),
	"qk_review_json": texts(&reviews, 2, func(r *review.Report, _ call) ([]byte, error) { return r.JSON(), nil }),
	"qk_review_sgf":  texts(&reviews, 2, func(r *review.Report, _ call) ([]byte, error) { return r.SGF() }),
	"qk_review_svg": texts(&reviews, 3, func(r *review.Report, c call) (string, error) {
		o, err := review.ParseSVG(c.args[1])
		if err != nil {
			return "", err
		}
		return r.SVG(o)
	}),
	"qk_review_ask": on(&reviews, 2, func(r *review.Report, c call) ([]byte, error) {
		q, err := review.ParseQuestion(c.args[1])
		return started(review.Asked(r, q), err)
	}),
}

package main

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/review"
)

var reviews = table[*review.Report]{name: "review", tag: typeReview, most: handlesMax}

func reviewStart(sgf, options string) (*job.Job, error) {
	o, err := review.ParseOptions([]byte(options))
	return started(review.Work([]byte(sgf), o), err)
}

func reviewParse(report string) (*review.Report, error) { return review.Parse([]byte(report)) }

func reviewLoad(path string) (*review.Report, error) { return review.Load(path) }

func reviewSave(r *review.Report, path string) error { return r.Save(path) }

func reviewJson(r *review.Report) ([]byte, error) { return r.JSON(), nil }

func reviewSgf(r *review.Report) ([]byte, error) { return r.SGF() }

func reviewAsk(r *review.Report, options string) (*job.Job, error) {
	q, err := review.ParseQuestion([]byte(options))
	return started(review.Asked(r, q), err)
}

func reviewSvg(r *review.Report, options string) (string, error) {
	o, err := review.ParseSVG([]byte(options))
	if err != nil {
		return "", err
	}
	return r.SVG(o)
}

package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/selfplay"
)

// startWith starts the work that a JSON object of options describes.
func startWith(options C.qk_str, optionsLen C.size_t, to *C.qk_job, work func(text []byte) (job.Work, error)) error {
	if e := given("job", to); e != nil {
		return e
	}
	text, e := in("options", options, optionsLen)
	if e != nil {
		return e
	}
	w, e := work([]byte(text))
	if e != nil {
		return e
	}
	return giveJob(job.Start(w), to)
}

//export qkgo_selfplay_start
func qkgo_selfplay_start(options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		return startWith(options, optionsLen, to, func(text []byte) (job.Work, error) {
			o, e := selfplay.ParseOptions(text)
			return selfplay.Work(o), e
		})
	})
}

//export qkgo_selfplay_match
func qkgo_selfplay_match(options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		return startWith(options, optionsLen, to, func(text []byte) (job.Work, error) {
			o, e := selfplay.ParseMatch(text)
			return selfplay.MatchWork(o), e
		})
	})
}

//export qkgo_selfplay_rollout
func qkgo_selfplay_rollout(options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		return startWith(options, optionsLen, to, func(text []byte) (job.Work, error) {
			o, e := selfplay.ParseRollout(text)
			return selfplay.RolloutWork(o), e
		})
	})
}

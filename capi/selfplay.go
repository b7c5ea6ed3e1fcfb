//go:build !slim

package main

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/selfplay"
)

func selfplayStart(options string) (*job.Job, error) {
	o, err := selfplay.ParseOptions([]byte(options))
	return started(selfplay.Work(o), err)
}

func selfplayMatch(options string) (*job.Job, error) {
	o, err := selfplay.ParseMatch([]byte(options))
	return started(selfplay.MatchWork(o), err)
}

func selfplayRollout(options string) (*job.Job, error) {
	o, err := selfplay.ParseRollout([]byte(options))
	return started(selfplay.RolloutWork(o), err)
}

//go:build !slim

package main

import (
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/train"
)

func trainStart(options string) (*job.Job, error) {
	o, err := train.ParseOptions([]byte(options))
	return started(train.Work(o), err)
}

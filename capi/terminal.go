//go:build !slim

package main

import (
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/job"
)

func terminalJoin(options string) (*job.Job, error) {
	o, err := compute.ParseJoin([]byte(options))
	return started(compute.JoinWork(o), err)
}

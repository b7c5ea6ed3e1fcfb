package main

import (
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/job"
)

func tablesBuild(game, folder, options string) (*job.Job, error) {
	o, err := engine.ParseTableOptions([]byte(options))
	return started(engine.TableWork(game, folder, o), err)
}

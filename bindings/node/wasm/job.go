//go:build wasip1

package main

import (
	"encoding/binary"
	"math"

	"qikit.dev/qikit/lib/job"
)

var jobs = table[*job.Job]{name: "job", close: (*job.Job).Cancel}

// started starts work whose options were read without an error.
func started(work job.Work, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return jobs.put(job.Start(work)), nil
}

// infoSize is the size of qk_job_info.
const infoSize = 48

// info writes qk_job_info.
func info(j *job.Job) []byte {
	i := j.Info()
	out := make([]byte, infoSize)
	put32, put64 := binary.LittleEndian.PutUint32, binary.LittleEndian.PutUint64
	put32(out, infoSize)
	put32(out[4:], uint32(i.State))
	put64(out[8:], i.Done)
	put64(out[16:], i.Total)
	put64(out[24:], math.Float64bits(i.Rate))
	put64(out[32:], math.Float64bits(i.Left))
	put64(out[40:], uint64(i.Events))
	return out
}

func result(j *job.Job) ([]byte, error) {
	text, err := j.Result()
	if err != nil && (text == nil || j.Info().State != job.Cancelled) {
		return nil, err
	}
	return text, nil
}

var jobFunctions = map[string]function{
	"qk_job_poll":   on(&jobs, 1, func(j *job.Job, _ call) ([]byte, error) { return info(j), nil }),
	"qk_job_result": texts(&jobs, 2, func(j *job.Job, _ call) ([]byte, error) { return result(j) }),
	"qk_job_free":   frees(&jobs),
	"qk_job_cancel": on(&jobs, 1, func(j *job.Job, _ call) ([]byte, error) {
		j.Cancel()
		return nil, nil
	}),
	"qk_job_event": on(&jobs, 2, func(j *job.Job, c call) (text []byte, err error) {
		err = j.Event(func(event []byte) error {
			text, err = fits(event, c.number(1))
			return err
		})
		return text, err
	}),
}

package main

// #include "jobs.h"
import "C"

import (
	"time"

	"qikit.dev/qikit/lib/job"
)

var jobs = table[*job.Job]{
	name: "job", tag: typeJob, most: C.QKC_JOBS,
	retire: func(id uint64, j *job.Job) {
		j.Watch(nil) // nothing writes to the slot any more
		C.qkc_job_close(C.uint64_t(id))
	},
	close: (*job.Job).Cancel,
}

// waitMax bounds qk_job_wait, in milliseconds.
const waitMax = 60000

// giveJob gives out a handle for a job, and lets polls see it in C memory. A
// job without a handle is cancelled.
func giveJob(j *job.Job, to *C.qk_job) error {
	id, err := jobs.put(j)
	if err != nil {
		j.Cancel()
		return err
	}
	C.qkc_job_open(C.uint64_t(id))
	j.Watch(func(i job.Info) {
		C.qkc_job_set(C.uint64_t(id), C.uint32_t(i.State), C.uint64_t(i.Done), C.uint64_t(i.Total), C.double(i.Rate), C.double(i.Left), C.uint64_t(i.Events))
	})
	*to = C.qk_job(id)
	return nil
}

// started starts work whose options were read without an error.
func started(work job.Work, err error) (*job.Job, error) {
	if err != nil {
		return nil, err
	}
	return job.Start(work), nil
}

func jobWait(j *job.Job, milliseconds uint32) error {
	if milliseconds > waitMax {
		return fault(C.QK_ERR_INVALID_ARG, "timeout_ms is %d, expected 0 to %d", milliseconds, waitMax)
	}
	select {
	case <-j.Done():
		return nil
	default:
	}
	timer := time.NewTimer(time.Duration(milliseconds) * time.Millisecond)
	defer timer.Stop()
	select {
	case <-j.Done():
		return nil
	case <-timer.C:
		return fault(C.QK_ERR_TIMEOUT, "the job is still running after %d ms", milliseconds)
	}
}

func jobCancel(j *job.Job) error {
	j.Cancel()
	return nil
}

func jobResult(j *job.Job) ([]byte, error) {
	result, err := j.Result()
	if err != nil && (result == nil || j.Info().State != job.Cancelled) {
		return nil, kept{err}
	}
	return result, nil
}

//export qkgo_job_event
func qkgo_job_event(id C.qk_job, buf *C.char, capacity C.size_t, needed *C.size_t, err *C.qk_error) C.qk_status {
	return with(&jobs, uint64(id), err, func(j *job.Job) error {
		return j.Event(func(event []byte) error { return out(event, buf, capacity, needed) })
	})
}

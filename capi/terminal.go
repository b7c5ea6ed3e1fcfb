package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/job"
)

//export qkgo_terminal_join
func qkgo_terminal_join(options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		return startWith(options, optionsLen, to, func(text []byte) (job.Work, error) {
			o, e := compute.ParseJoin(text)
			return compute.JoinWork(o), e
		})
	})
}

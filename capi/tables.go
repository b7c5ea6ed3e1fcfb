package main

// #include "jobs.h"
import "C"

import (
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/job"
)

//export qkgo_tables_build
func qkgo_tables_build(name C.qk_str, nameLen C.size_t, folder C.qk_str, folderLen C.size_t, options C.qk_str, optionsLen C.size_t, to *C.qk_job, err *C.qk_error) C.qk_status {
	return guard(err, func() error {
		if e := given("job", to); e != nil {
			return e
		}
		texts, e := all(span{"game", name, nameLen}, span{"folder", folder, folderLen}, span{"options", options, optionsLen})
		if e != nil {
			return e
		}
		o, e := engine.ParseTableOptions([]byte(texts[2]))
		if e != nil {
			return e
		}
		return giveJob(job.Start(engine.TableWork(texts[0], texts[1], o)), to)
	})
}

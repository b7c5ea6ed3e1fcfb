//go:build !slim

package main

// #include "jobs.h"
import "C"

import (
	"unsafe"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/job"
)

// samplesUse is samples and the job that prepares them.
type samplesUse struct {
	*book.Samples
	preparing *job.Job
}

var samples = table[*samplesUse]{
	name: "samples", tag: typeSamples, most: handlesMax,
	close: func(s *samplesUse) {
		if s.preparing != nil {
			s.preparing.Cancel()
		}
		s.Samples.Close()
	},
}

// samplesMost bounds qk_samples_next.
const samplesMost = 1 << 24

//export qkgo_samples_open
func qkgo_samples_open(id C.qk_book, options C.qk_str, optionsLen C.size_t, to *C.qk_samples, started *C.qk_job, err *C.qk_error) C.qk_status {
	return with(&books, uint64(id), err, func(b *bookUse) error {
		if e := given("samples", to); e != nil {
			return e
		}
		if e := given("job", started); e != nil {
			return e
		}
		text, e := in("options", options, optionsLen)
		if e != nil {
			return e
		}
		o, e := book.ParseExportOptions([]byte(text))
		if e != nil {
			return e
		}
		s, e := b.Samples(o)
		if e != nil {
			return e
		}
		made := &samplesUse{Samples: s}
		handle, e := samples.put(made)
		if e != nil {
			return e
		}
		made.preparing, e = b.Start(made.Work())
		if e == nil {
			e = giveJob(made.preparing, started)
		}
		if e != nil {
			release(&samples, handle)
			return e
		}
		*to = C.qk_samples(handle)
		return nil
	})
}

//export qkgo_samples_next
func qkgo_samples_next(id C.qk_samples, most C.uint32_t, buf *C.char, capacity C.size_t, needed *C.size_t, count *C.uint64_t, err *C.qk_error) C.qk_status {
	return with(&samples, uint64(id), err, func(s *samplesUse) error {
		if e := given("count", count); e != nil {
			return e
		}
		if most < 1 || most > samplesMost {
			return fault(C.QK_ERR_INVALID_ARG, "most is %d, expected 1 to %d", most, samplesMost)
		}
		if buf == nil && capacity > 0 {
			return fault(C.QK_ERR_INVALID_ARG, "buf is NULL with a capacity of %d bytes, expected memory or a capacity of 0", uint64(capacity))
		}
		size := s.Size(int(most))
		if needed != nil {
			*needed = C.size_t(size)
		}
		if uint64(capacity) < uint64(size) {
			return fault(C.QK_ERR_BUFFER, "the buffer holds %d bytes, expected at least %d for %d samples", uint64(capacity), size, most)
		}
		n, e := s.Fill(unsafe.Slice((*byte)(unsafe.Pointer(buf)), size), int(most))
		*count = C.uint64_t(n)
		return e
	})
}

func samplesRewind(s *samplesUse, seed uint64) error { return s.Rewind(seed) }

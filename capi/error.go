package main

// #include "jobs.h"
import "C"

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"qikit.dev/qikit/lib/host"
)

// report turns an error into its status and, when the caller wants to know
// more, fills in the text. A qk_error whose struct_size is under that of its
// first version is left alone: there is nowhere to write to.
func report(to *C.qk_error, err error) C.qk_status {
	status := statusOf(err)
	if to == nil || uintptr(to.struct_size) < unsafe.Sizeof(*to) {
		return status
	}
	to.code = status
	field(to.message[:], clip(host.Message(err), len(to.message)-1))
	return status
}

// clip makes a text fit for a C string of at most so many bytes: valid UTF-8
// without a NUL, cut at a character.
func clip(text string, most int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

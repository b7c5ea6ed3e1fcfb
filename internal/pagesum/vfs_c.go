//go:build csqlite

package pagesum

/*
#include <stdint.h>

int pagesum_register(void);
*/
import "C"

import (
	"unsafe"

	_ "qikit.dev/qikit/internal/sqlite" // SQLite itself
)

func init() {
	if C.pagesum_register() != 0 {
		panic("pagesum: SQLite does not take the VFS")
	}
}

// pagesum_damaged is told of each page with a wrong sum.
//
//export pagesum_damaged
func pagesum_damaged(path *C.char, page C.int64_t) { noteDamage(C.GoString(path), int64(page)) }

// pagesum_overlaid is asked before each read of the first page.
//
//export pagesum_overlaid
func pagesum_overlaid(path *C.char, part unsafe.Pointer, size C.int, from C.int64_t) C.int {
	if overlaid(C.GoString(path), unsafe.Slice((*byte)(part), int(size)), int64(from)) {
		return 1
	}
	return 0
}

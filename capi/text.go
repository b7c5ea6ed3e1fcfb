package main

// #include "jobs.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// textMax bounds what is taken as one text: far more than any position, game
// or options object.
const textMax = 64 << 20

// in copies a text of the caller's. name is the parameter's in the header.
func in(name string, at C.qk_str, size C.size_t) (string, error) {
	switch {
	case size == 0:
		return "", nil
	case at == nil:
		return "", fault(C.QK_ERR_INVALID_ARG, "%s is NULL with a length of %d bytes, expected (NULL, 0) or a text", name, uint64(size))
	case size > textMax:
		return "", fault(C.QK_ERR_LIMIT, "%s has %d bytes, at most %d are taken", name, uint64(size), textMax)
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(at)), int(size))), nil
}

// shortBuffer is the error of a buffer that is too small for a text. It is a
// type of its own because calls that only ask for the size are common, and
// nobody reads their messages.
type shortBuffer struct{ capacity, size int }

func (e shortBuffer) Error() string {
	return fmt.Sprintf("the buffer holds %d bytes, expected at least %d", e.capacity, e.size+1)
}

// out writes a text and its ending NUL into the caller's buffer.
func out[S ~string | ~[]byte](text S, buf *C.char, capacity C.size_t, needed *C.size_t) error {
	if buf == nil && capacity > 0 {
		return fault(C.QK_ERR_INVALID_ARG, "buf is NULL with a capacity of %d bytes, expected memory or a capacity of 0", uint64(capacity))
	}
	if needed != nil {
		*needed = C.size_t(len(text))
	}
	if uint64(capacity) < uint64(len(text))+1 {
		return shortBuffer{int(min(capacity, 1<<62)), len(text)}
	}
	to := unsafe.Slice((*byte)(unsafe.Pointer(buf)), len(text)+1)
	copy(to, text)
	to[len(text)] = 0
	return nil
}

// field fills a fixed array of a struct with a text and its ending NUL.
func field(to []C.char, text string) {
	n := copy(unsafe.Slice((*byte)(unsafe.Pointer(&to[0])), len(to)-1), text)
	clear(to[n:])
}

// given checks a pointer that may not be NULL.
func given[T any](name string, p *T) error {
	if p == nil {
		return fault(C.QK_ERR_INVALID_ARG, "%s is NULL, expected a place for the answer", name)
	}
	return nil
}

// fill writes the defaults into a struct of the caller's, as much of them as
// its struct_size has room for; first was the size of its first version.
func fill[T any](name string, to *T, first uintptr, defaults T) error {
	size := unsafe.Sizeof(defaults)
	if to == nil {
		return fault(C.QK_ERR_INVALID_ARG, "%s is NULL, expected a struct of %d bytes", name, size)
	}
	said := *(*uint32)(unsafe.Pointer(to))
	if uintptr(said) < first || said > structMax {
		return fault(C.QK_ERR_VERSION, "%s->struct_size is %d, expected %d", name, said, size)
	}
	place := unsafe.Slice((*byte)(unsafe.Pointer(to)), said)
	clear(place)
	*(*uint32)(unsafe.Pointer(&defaults)) = said
	copy(place, unsafe.Slice((*byte)(unsafe.Pointer(&defaults)), size))
	return nil
}

// structMax is more than any struct will ever have: a size beyond it is none.
const structMax = 4096

// taken reads a struct of the caller's over the defaults.
func taken[T any](name string, from *T, first uintptr, defaults T) (T, error) {
	size := unsafe.Sizeof(defaults)
	if err := sized(name, unsafe.Pointer(from), first, size); err != nil {
		return defaults, err
	}
	said := *(*uint32)(unsafe.Pointer(from))
	given := unsafe.Slice((*byte)(unsafe.Pointer(from)), min(uintptr(said), size))
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&defaults)), size), given)
	return defaults, nil
}

// sized checks the struct_size of a struct whose first version had `first`
// bytes and which has `size` today.
func sized(name string, p unsafe.Pointer, first, size uintptr) error {
	switch status := C.qkc_struct_check(p, C.uint32_t(first), C.uint32_t(size)); status {
	case C.QK_OK:
		return nil
	case C.QK_ERR_INVALID_ARG:
		return fault(status, "%s is NULL, expected a struct of %d bytes", name, size)
	}
	said := uintptr(*(*uint32)(p))
	if said > size && said <= structMax {
		return fault(C.QK_ERR_VERSION, "%s->struct_size is %d, this library knows %d bytes: the header is newer; compile with the header of this library, or load a newer one", name, said, size)
	}
	return fault(C.QK_ERR_VERSION, "%s->struct_size is %d, expected %d to %d, or more with zeroes behind: set it to sizeof", name, said, first, size)
}

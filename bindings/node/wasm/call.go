//go:build wasip1

package main

import (
	"encoding/binary"
	"fmt"
	"runtime/debug"
)

// call is a call of a function of qikit.h: its name and its arguments in the order of the header, without places for
// answers, except the capacity of a buffer.
type call struct {
	name string
	args [][]byte
}

// parse reads a call: each part is its length, in 4 octets, and the part. The parts are copied.
func parse(request []byte) (call, error) {
	var parts [][]byte
	for len(request) > 0 {
		if len(request) < 4 {
			return call{}, fault(errInvalidArg, "a call ends with %d octets, expected the length of a part", len(request))
		}
		n := int(binary.LittleEndian.Uint32(request))
		if request = request[4:]; n > len(request) {
			return call{}, fault(errInvalidArg, "a part of a call has %d octets, of which %d came", n, len(request))
		}
		parts = append(parts, append([]byte(nil), request[:n]...))
		request = request[n:]
	}
	if len(parts) == 0 {
		return call{}, fault(errInvalidArg, "a call without a name")
	}
	return call{string(parts[0]), parts[1:]}, nil
}

// text is an argument as text.
func (c call) text(i int) string { return string(c.args[i]) }

// number is an argument as a number of 8 octets.
func (c call) number(i int) uint64 { return binary.LittleEndian.Uint64(c.args[i]) }

// handle is the answer of a call that makes something.
func handle(id uint64) []byte { return binary.LittleEndian.AppendUint64(nil, id) }

// answer is what a call returns: its status, and the answer or the error's text.
type answer struct {
	id     uint64 // of a call that was begun
	status status
	text   []byte
}

// do makes a call; a panic in it is an error.
func (c call) do() (a answer) {
	defer func() {
		if v := recover(); v != nil {
			a = failed(fault(errPanic, "a defect in the library: %v\n%s", v, debug.Stack()))
		}
	}()
	f, ok := functions[c.name]
	switch {
	case !ok:
		return failed(errAbsent)
	case len(c.args) != f.args:
		return failed(fault(errInvalidArg, "%s has %d arguments, expected %d", c.name, len(c.args), f.args))
	}
	text, err := f.do(c)
	if err != nil {
		return failed(err)
	}
	return answer{text: text}
}

func failed(err error) answer { return answer{status: statusOf(err), text: []byte(err.Error())} }

// function is a function of qikit.h as this library has it.
type function struct {
	args int
	do   func(c call) ([]byte, error)
}

// functions are those that this library has, by name.
var functions = map[string]function{}

func init() {
	for _, some := range []map[string]function{boardFunctions, engineFunctions, jobFunctions, reviewFunctions, gamesFunctions} {
		for name, f := range some {
			functions[name] = f
		}
	}
}

// fits is the answer for a buffer of so many octets with a NUL behind the text.
func fits(text []byte, capacity uint64) ([]byte, error) {
	if capacity < uint64(len(text))+1 {
		return nil, shortBuffer{capacity, len(text)}
	}
	return text, nil
}

// shortBuffer is a buffer that is too small for a text.
type shortBuffer struct {
	capacity uint64
	size     int
}

func (e shortBuffer) Error() string {
	return fmt.Sprintf("the buffer holds %d bytes, expected at least %d", e.capacity, e.size+1)
}

//go:build wasip1 && kernels && !purego

package nnkern

import (
	_ "embed"
	"unsafe"
)

// The kernels are a module of their own, which works in Go's memory; the program that runs this one instantiates it. Its
// functions are numbered as the kernels are; it has none for views.

//go:embed kern.wasm
var code string

// stack is what the kernels' C keeps in memory.
var stack [stackSize + 16]byte

// stackSize is what wasm-ld is told, too.
const stackSize = 8192

// hostKernels instantiates the module, with that end of its stack, and returns whether that could be done.
//
//go:wasmimport qikit kernels
func hostKernels(code unsafe.Pointer, size uint32, stack unsafe.Pointer) bool

//go:wasmimport qikit kernel
func hostKernel(kernel uint32, args unsafe.Pointer)

var available = tiers()

func tiers() []Tier {
	end := unsafe.Pointer(uintptr(unsafe.Pointer(&stack[stackSize])) &^ 15)
	if hostKernels(unsafe.Pointer(unsafe.StringData(code)), uint32(len(code)), end) {
		return []Tier{Generic, SIMD}
	}
	return []Tier{Generic}
}

func enter(_ Tier, k kernel, args unsafe.Pointer) { hostKernel(uint32(k), args) }

//go:build !purego

package nnkern

import "unsafe"

// Every 64-bit ARM has NEON.
var available = []Tier{Generic, NEON}

var neonEntries = [kernels]uintptr{kernelConv: neonConv, kernelDense: neonDense, kernelPool: neonPool, kernelShift: neonShift, kernelViews: neonViews}

func enter(_ Tier, k kernel, args unsafe.Pointer) { callNEON(neonEntries[k], args) }

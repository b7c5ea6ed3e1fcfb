//go:build !purego

package nnkern

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var available = detect()

func detect() []Tier {
	tiers := []Tier{Generic}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		tiers = append(tiers, AVX2)
		// VNNI is not used. It tells Ice Lake, Zen 4 and what came after them
		// from older processors, which slow down under AVX-512.
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI {
			tiers = append(tiers, AVX512)
		}
	}
	return tiers
}

var (
	avx2Entries   = [kernels]uintptr{kernelConv: avx2Conv, kernelDense: avx2Dense, kernelPool: avx2Pool, kernelShift: avx2Shift, kernelViews: avx2Views}
	avx512Entries = [kernels]uintptr{kernelConv: avx512Conv, kernelDense: avx512Dense, kernelPool: avx512Pool, kernelShift: avx512Shift, kernelViews: avx512Views}
)

func enter(t Tier, k kernel, args unsafe.Pointer) {
	if t == AVX512 {
		callAVX512(avx512Entries[k], args)
		return
	}
	callAVX2(avx2Entries[k], args)
}

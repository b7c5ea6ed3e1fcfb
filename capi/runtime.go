package main

// #include "jobs.h"
// #include "signals.h"
import "C"

import (
	"slices"
	"unsafe"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
)

// kernelNames are the library's names of QK_KERNELS_...; "" is the best.
var kernelNames = [...]string{
	C.QK_KERNELS_BEST: "", C.QK_KERNELS_GENERIC: "generic", C.QK_KERNELS_AVX2: "avx2", C.QK_KERNELS_AVX512: "avx512", C.QK_KERNELS_NEON: "neon",
}

func runtimeOptsInit(opts *C.qk_runtime_opts) error {
	o := host.Current()
	return fill("opts", opts, unsafe.Sizeof(*opts), C.qk_runtime_opts{
		threads:     C.uint32_t(o.Threads),
		memory_soft: C.uint64_t(o.MemorySoft),
		gc_percent:  C.uint32_t(o.GCPercent),
		kernels:     C.uint32_t(slices.Index(kernelNames[:], o.Kernels)),
	})
}

func runtimeConfig(opts C.qk_runtime_opts_in) error {
	C.qkc_signals_now()
	if err := sized("opts", unsafe.Pointer(opts), unsafe.Sizeof(*opts), unsafe.Sizeof(*opts)); err != nil {
		return err
	}
	if opts.kernels >= C.uint32_t(len(kernelNames)) {
		return fault(C.QK_ERR_INVALID_ARG, "kernels is %d, expected 0 to %d", opts.kernels, len(kernelNames)-1)
	}
	kernels := kernelNames[opts.kernels]
	if opts.kernels == C.QK_KERNELS_BEST {
		here := host.Kernels()
		kernels = here[len(here)-1]
	}
	return host.Set(host.Options{
		Threads:    int(opts.threads),
		MemorySoft: uint64(opts.memory_soft),
		GCPercent:  int(opts.gc_percent),
		Kernels:    kernels,
	})
}

func runtimeStats() ([]byte, error) {
	s := host.Stats{
		Version: host.Version,
		ABI:     C.QK_ABI_VERSION,
		Games:   game.Names(),
		Handles: map[string]int{
			boards.name:  int(boards.live.Load()),
			engines.name: int(engines.live.Load()),
			jobs.name:    int(jobs.live.Load()),
			books.name:   int(books.live.Load()),
			reviews.name: int(reviews.live.Load()),

			sgcpDecoders.name: int(sgcpDecoders.live.Load()),
			sgcpClients.name:  int(sgcpClients.live.Load()),
			gateways.name:     int(gateways.live.Load()),
			samples.name:      int(samples.live.Load()),
			games.name:        int(games.live.Load()),
		},
	}
	return s.Measure(), nil
}

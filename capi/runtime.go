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

// languageNames are the library's names of QK_LANGUAGE_....
var languageNames = [...]string{C.QK_LANGUAGE_ENGLISH: "en", C.QK_LANGUAGE_CHINESE: "zh"}

// runtimeOptsFirst is the size of the first qk_runtime_opts, which ended before the
// language.
const runtimeOptsFirst = unsafe.Offsetof(C.qk_runtime_opts{}.language)

func runtimeOptsInit(opts *C.qk_runtime_opts) error {
	return fill("opts", opts, runtimeOptsFirst, runtimeOpts())
}

// runtimeOpts are the settings in force.
func runtimeOpts() C.qk_runtime_opts {
	o := host.Current()
	return C.qk_runtime_opts{
		threads:     C.uint32_t(o.Threads),
		memory_soft: C.uint64_t(o.MemorySoft),
		gc_percent:  C.uint32_t(o.GCPercent),
		kernels:     C.uint32_t(slices.Index(kernelNames[:], o.Kernels)),
		language:    C.uint32_t(slices.Index(languageNames[:], o.Language)),
	}
}

func runtimeConfig(from C.qk_runtime_opts_in) error {
	C.qkc_signals_now()
	opts, err := taken("opts", from, runtimeOptsFirst, runtimeOpts())
	switch {
	case err != nil:
		return err
	case opts.kernels >= C.uint32_t(len(kernelNames)):
		return fault(C.QK_ERR_INVALID_ARG, "kernels is %d, expected 0 to %d", opts.kernels, len(kernelNames)-1)
	case opts.language >= C.uint32_t(len(languageNames)):
		return fault(C.QK_ERR_INVALID_ARG, "language is %d, expected 0 to %d", opts.language, len(languageNames)-1)
	case opts.reserved != 0:
		return fault(C.QK_ERR_INVALID_ARG, "reserved is %d, expected 0", opts.reserved)
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
		Language:   languageNames[opts.language],
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

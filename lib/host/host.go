package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync/atomic"

	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/phrase"
)

// ErrOptions is an option out of its range.
var ErrOptions = errors.New("host: bad option")

// NoMemoryLimit is the MemorySoft of a process without a limit.
const NoMemoryLimit = math.MaxUint64

// Options say how much of the process the library uses. Current fills them.
type Options struct {
	Threads    int    // threads that compute at once, 1 to 1024; default the machine's
	MemorySoft uint64 // bytes of memory above which garbage is collected harder, 1 MB or more; NoMemoryLimit for none
	GCPercent  int    // growth of memory between collections, 10 to 1000; default 100
	Kernels    string // kernels that networks run on, one of Kernels(); default the last one
	Language   string // of Message, "en" or "zh"; empty is "en"
}

// Kernels lists the kernels that networks can run on here, slowest first:
// "generic", which is plain Go and gives the same bits on every machine, then
// "avx2", "avx512" or "neon". Engines and networks that were opened to be
// deterministic stay on "generic".
func Kernels() []string {
	var names []string
	for _, t := range nnkern.Tiers() {
		names = append(names, t.String())
	}
	return names
}

// Ranges of Options.
const (
	threadsMax    = 1024
	memoryMin     = 1 << 20
	gcMin, gcMax  = 10, 1000
	gcPercentName = "/gc/gogc:percent"
)

// Current returns the options that are in force.
func Current() Options {
	o := Options{Threads: runtime.GOMAXPROCS(0), MemorySoft: NoMemoryLimit, GCPercent: gcMax, Kernels: nnkern.Current().String(), Language: "en"}
	if chinese.Load() {
		o.Language = "zh"
	}
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		o.MemorySoft = uint64(limit)
	}
	sample := []metrics.Sample{{Name: gcPercentName}}
	metrics.Read(sample)
	if v := sample[0].Value; v.Kind() == metrics.KindUint64 && v.Uint64() <= gcMax {
		o.GCPercent = max(int(v.Uint64()), gcMin)
	}
	return o
}

// chinese is whether Message speaks Chinese.
var chinese atomic.Bool

// Message is what err says, in the language of the process: English as Error has it,
// or Chinese. Names, options and what the caller gave stay as they are, and so does
// an error that is not of this library. The error itself is compared with errors.Is
// and errors.As in every language. It takes about 0.1 ms in Chinese.
func Message(err error) string {
	if chinese.Load() {
		return phrase.Chinese(err.Error())
	}
	return err.Error()
}

// Set puts all options in force for the whole process, or none of them.
func Set(o Options) error {
	switch {
	case o.Threads < 1 || o.Threads > threadsMax:
		return fmt.Errorf("%w: threads is %d, expected 1 to %d", ErrOptions, o.Threads, threadsMax)
	case o.MemorySoft < memoryMin:
		return fmt.Errorf("%w: memory_soft is %d bytes, expected %d or more", ErrOptions, o.MemorySoft, memoryMin)
	case o.GCPercent < gcMin || o.GCPercent > gcMax:
		return fmt.Errorf("%w: gc_percent is %d, expected %d to %d", ErrOptions, o.GCPercent, gcMin, gcMax)
	}
	if !slices.Contains([]string{"", "en", "zh"}, o.Language) {
		return fmt.Errorf("%w: language is %q, expected one of %q", ErrOptions, o.Language, []string{"en", "zh"})
	}
	kernels, err := nnkern.ParseTier(o.Kernels)
	if err != nil || nnkern.Use(kernels) != nil {
		return fmt.Errorf("%w: kernels is %q, expected one of %q", ErrOptions, o.Kernels, Kernels())
	}
	chinese.Store(o.Language == "zh")
	runtime.GOMAXPROCS(o.Threads)
	debug.SetMemoryLimit(int64(min(o.MemorySoft, math.MaxInt64)))
	debug.SetGCPercent(o.GCPercent)
	return nil
}

// Stats is a report on the library in this process.
type Stats struct {
	Schema     string         `json:"schema"` // "qikit/runtime/1"
	Version    string         `json:"version"`
	ABI        uint32         `json:"abi"`
	Go         string         `json:"go"`
	Games      []string       `json:"games"`
	Handles    map[string]int `json:"handles"` // live ones by type
	Threads    int            `json:"threads"` // that compute at once
	Kernels    string         `json:"kernels"` // that networks run on
	Goroutines int            `json:"goroutines"`
	Memory     uint64         `json:"memory"` // bytes taken from the system
	Heap       uint64         `json:"heap"`   // bytes in use
}

// Measure adds to s what the Go runtime knows, and returns s as JSON. It stops the
// world for some microseconds.
func (s Stats) Measure() []byte {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.Schema = "qikit/runtime/1"
	s.Go = runtime.Version()
	s.Threads = runtime.GOMAXPROCS(0)
	s.Kernels = nnkern.Current().String()
	s.Goroutines = runtime.NumGoroutine()
	s.Memory, s.Heap = m.Sys, m.HeapInuse
	text, _ := json.Marshal(s) // numbers, strings and a map of them
	return text
}

package host_test

import (
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/host"
)

func TestSet_roundTrip(t *testing.T) {
	before := host.Current()
	defer host.Set(before)
	want := host.Options{Threads: 3, MemorySoft: 512 << 20, GCPercent: 50, Kernels: "generic", Language: "zh"}
	if err := host.Set(want); err != nil {
		t.Fatal(err)
	}
	if got := host.Current(); got != want || runtime.GOMAXPROCS(0) != 3 {
		t.Errorf("Current() = %+v with GOMAXPROCS %d, want %+v", got, runtime.GOMAXPROCS(0), want)
	}
	want.MemorySoft = host.NoMemoryLimit
	if err := host.Set(want); err != nil || host.Current() != want {
		t.Errorf("Current() = %+v (%v), want %+v", host.Current(), err, want)
	}
}

func TestSet_refusesAndLeavesAlone(t *testing.T) {
	before := host.Current()
	for _, row := range []struct {
		name string
		bad  func(*host.Options)
	}{
		{"no threads", func(o *host.Options) { o.Threads = 0 }},
		{"too many threads", func(o *host.Options) { o.Threads = 1025 }},
		{"no memory", func(o *host.Options) { o.MemorySoft = 0 }},
		{"collecting all the time", func(o *host.Options) { o.GCPercent = 9 }},
		{"never collecting", func(o *host.Options) { o.GCPercent = 1001 }},
		{"another language", func(o *host.Options) { o.Language = "fr" }},
		{"no kernels", func(o *host.Options) { o.Kernels = "" }},
		{"another machine's kernels", func(o *host.Options) {
			if o.Kernels = "neon"; slices.Contains(host.Kernels(), "neon") {
				o.Kernels = "avx2"
			}
		}},
	} {
		o := host.Options{Threads: before.Threads + 1, MemorySoft: 1 << 30, GCPercent: 77, Kernels: "generic"}
		row.bad(&o)
		if err := host.Set(o); !errors.Is(err, host.ErrOptions) {
			t.Errorf("%s: Set = %v, want ErrOptions", row.name, err)
		}
		if now := host.Current(); now != before {
			t.Errorf("%s: Set changed %+v to %+v", row.name, before, now)
		}
	}
}

func TestMeasure_isJSON(t *testing.T) {
	var got host.Stats
	text := host.Stats{Version: "1.2.3", Handles: map[string]int{"board": 2}}.Measure()
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != "qikit/runtime/1" || got.Version != "1.2.3" || got.Handles["board"] != 2 || got.Goroutines < 1 || got.Kernels != host.Current().Kernels || got.Memory < got.Heap {
		t.Errorf("Measure() = %s", text)
	}
}

func TestMessage_speaksTheLanguageOfTheProcess(t *testing.T) {
	before := host.Current()
	defer host.Set(before)
	o := before
	o.Threads = 0
	err := host.Set(o)
	if got := host.Message(err); got != err.Error() {
		t.Errorf("Message = %q, expected %q", got, err)
	}
	chinese := before
	chinese.Language = "zh"
	if err := host.Set(chinese); err != nil {
		t.Fatal(err)
	}
	if got, want := host.Message(err), "进程设置有误：threads 为 0，应为 1 到 1024"; got != want {
		t.Errorf("Message = %q, expected %q", got, want)
	}
	chinese.Language = "" // English again
	if err := host.Set(chinese); err != nil || host.Current().Language != "en" {
		t.Errorf("Current().Language = %q (%v), expected en", host.Current().Language, err)
	}
}

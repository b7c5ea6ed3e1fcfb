package gateway

import (
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"time"
)

// histogram counts times by their length: bucket k those up to histogramLeast times the
// k-th power of the square root of two, the last one all that are longer.
type histogram struct {
	buckets [36]atomic.Uint64
	sum     atomic.Int64 // nanoseconds
}

const histogramLeast = 62500 * time.Nanosecond

func (h *histogram) add(d time.Duration) {
	k := 0
	if d > histogramLeast {
		k = min(int(math.Ceil(2*math.Log2(float64(d)/float64(histogramLeast)))), len(h.buckets)-1)
	}
	h.buckets[k].Add(1)
	h.sum.Add(int64(d))
}

// write writes the histogram in the text form of Prometheus.
func (h *histogram) write(w io.Writer, name string) {
	all := uint64(0)
	for k := range h.buckets {
		all += h.buckets[k].Load()
		most := "+Inf"
		if k < len(h.buckets)-1 {
			most = fmt.Sprintf("%.7f", histogramLeast.Seconds()*math.Pow(2, float64(k)/2))
		}
		fmt.Fprintf(w, "%s_bucket{le=\"%s\"} %d\n", name, most, all)
	}
	fmt.Fprintf(w, "%s_sum %g\n%s_count %d\n", name, time.Duration(h.sum.Load()).Seconds(), name, all)
}

package platform

import (
	"testing"
	"time"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/goban"
)

// One terminal, whatever it claims or however slow it is, does not make the trees of all
// others useless; and no more visits are asked for than the level has.
func TestTreesFor(t *testing.T) {
	ready := func(cores int, rate float64) compute.Member {
		return compute.Member{State: readyState, Cores: cores, Rate: rate}
	}
	honest := []compute.Member{ready(4, 4000), ready(4, 4000)}
	for _, row := range []struct {
		name   string
		more   []compute.Member
		most   uint64
		each   uint64
		visits int
		count  uint64
	}{
		{"two of four cores", nil, 100_000, 10_000, 1000, 8},
		{"a claim of many cores", []compute.Member{ready(2147483647, 4000)}, 100_000, 10_000, 1000, 8},
		{"a slow core", []compute.Member{ready(1, 0.6)}, 100_000, 10_000, 1000, 8},
		{"a core of half the speed costs more than it brings", []compute.Member{ready(1, 500)}, 100_000, 10_000, 1000, 8},
		{"many cores of half the speed bring more", []compute.Member{ready(64, 32_000)}, 100_000, 10_000, 500, 72},
		{"one that is not ready", []compute.Member{{State: "measuring", Cores: 4, Rate: 1}}, 100_000, 10_000, 1000, 8},
		{"level 1", nil, 12, 12, 0, 0},
		{"level 2", nil, 30, 30, 30, 1},
		{"level 4", nil, 160, 160, 32, 5},
		{"each too small", nil, 100_000, 20, 0, 0},
		{"more cores than trees of 30 visits", []compute.Member{ready(1024, 1e9)}, 1000, 1000, 30, 33},
	} {
		visits, count := treesFor(append(row.more, honest...), goban.NewStones(19), row.most, row.each, 2*time.Second)
		if visits != row.visits || count != row.count {
			t.Errorf("%s: %d trees of %d visits, want %d of %d", row.name, count, visits, row.count, row.visits)
		}
	}
	if _, count := treesFor(nil, goban.NewStones(19), 100_000, 10_000, time.Second); count != 0 {
		t.Errorf("without terminals: %d trees", count)
	}
}

package nnkern

import (
	"fmt"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// position is the memory of two views with rows to add, and what stands for it in plain
// numbers.
type position struct {
	words int
	rows  []uint64
	views [2]View
	out   []int16
}

// positionOf has rows of up to most men in each view. Extreme ones go to the ends of 16 bits.
func positionOf(r *rng.Source, words, most int, extreme bool) *position {
	const inputs, after = 40, 2
	number := func(end int) int {
		if extreme {
			return end * (r.IntN(3) - 1)
		}
		return r.IntN(2*end+1) - end
	}
	p := &position{words: words, rows: make([]uint64, inputs*(words+after)+SumsAfter-after), out: make([]int16, 8*words)}
	for i := range inputs {
		row := p.rows[i*(words+after):]
		for k := range 4 * words {
			row[k/4] += uint64(int64(number(500)) << (16 * (k % 4)))
		}
		for k := range 2 * after {
			row[words+k/2] += uint64(int64(number(1<<20)) << (32 * (k % 2)))
		}
	}
	for i := range p.out {
		p.out[i] = int16(number(127))
	}
	for v := range p.views {
		sums := make([]uint64, words+SumsAfter+1)
		for k := range 4 * words {
			sums[k/4] += uint64(0x8000+int64(number(16_000))) << (16 * (k % 4))
		}
		for range r.IntN(most + 1) {
			p.views[v].Rows = append(p.views[v].Rows, uint32(2*r.IntN(inputs)*(words+after)+r.IntN(2)))
		}
		sums[words+SumsAfter] = 12345 // a guard
		p.views[v].Sums = sums
	}
	return p
}

// value is by the definition, one number after the other; sums are what it should leave.
func (p *position) value() (total int64, sums [2][]uint64) {
	const after = 2
	for v, view := range p.views {
		sums[v] = slices.Clone(view.Sums[:p.words+after])
		for _, at := range view.Rows {
			for i := range sums[v] {
				if row := p.rows[int(at>>1)+i]; at&1 == 0 {
					sums[v][i] += row
				} else {
					sums[v][i] -= row
				}
			}
		}
		for k := range 4 * p.words {
			a := min(max(int(uint16(sums[v][k/4]>>(16*(k%4))))-0x8000, 0), 255)
			total += int64(a * a * int(p.out[4*p.words*v+k]))
		}
	}
	return total, sums
}

func (p *position) clone() *position {
	q := *p
	for v := range q.views {
		q.views[v].Sums = slices.Clone(p.views[v].Sums)
	}
	return &q
}

// Every tier gives the value to the bit, for every width, for numbers that go to the ends.
func TestViews_everyWidth(t *testing.T) {
	r := rng.New(7)
	for words := 4; words <= 256; words += 4 {
		for try := range 6 {
			p := positionOf(r, words, []int{0, 2, 4, 30}[try%4], try%2 == 1)
			want, sums := p.value()
			for _, tier := range Tiers() {
				q := p.clone()
				got := tier.Views(words, q.rows, &q.views, q.out)
				for v := range q.views {
					if guard := q.views[v].Sums[:words+SumsAfter+1][words+SumsAfter]; got != want || guard != 12345 || !slices.Equal(q.views[v].Sums[:words+2], sums[v]) {
						t.Fatalf("%v, %d words, try %d: %d, want %d; sums of view %d as expected: %v", tier, words, try, got, want, v, slices.Equal(q.views[v].Sums[:words+2], sums[v]))
					}
				}
			}
		}
	}
}

// The greatest value there is: every sum at the clip, every weight 127 or -127.
func TestViews_greatest(t *testing.T) {
	for words := 4; words <= 256; words += 4 {
		for _, weight := range []int16{127, -127} {
			p := positionOf(rng.New(8), words, 0, false)
			for i := range p.out {
				p.out[i] = weight
			}
			for v := range p.views {
				for i := range words {
					p.views[v].Sums[i] = 0xffff_8100_c000_80ff // 32767, 256, 16384 and 255
				}
			}
			for _, tier := range Tiers() {
				if got, want := tier.Views(words, p.rows, &p.views, p.out), int64(8*words*255*255)*int64(weight); got != want {
					t.Errorf("%v, %d words: %d, want %d", tier, words, got, want)
				}
			}
		}
	}
}

// Views trusts no length.
func TestViews_refusesShortSlices(t *testing.T) {
	for _, tier := range Tiers() {
		for name, change := range map[string]func(p *position){
			"rows": func(p *position) { p.views[1].Rows = []uint32{uint32(2 * len(p.rows))} },
			"last": func(p *position) { p.views[0].Rows = []uint32{uint32(2 * (len(p.rows) - p.words - SumsAfter + 1))} },
			"sums": func(p *position) { p.views[0].Sums = make([]uint64, p.words+SumsAfter-1) },
			"out":  func(p *position) { p.out = make([]int16, 8*p.words-1) },
		} {
			p := positionOf(rng.New(9), 16, 2, false)
			change(p)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v, %s: no panic", tier, name)
					}
				}()
				tier.Views(p.words, p.rows, &p.views, p.out)
			}()
		}
	}
}

func BenchmarkViews(b *testing.B) {
	for _, tier := range Tiers() {
		for _, width := range []int{64, 256} {
			b.Run(fmt.Sprintf("%v/%d", tier, width), func(b *testing.B) {
				p := positionOf(rng.New(10), width/4, 0, false)
				for v := range p.views {
					p.views[v].Rows = []uint32{uint32(2 * (width/4 + 2)), uint32(6*(width/4+2) + 1)}
				}
				for b.Loop() {
					tier.Views(p.words, p.rows, &p.views, p.out)
				}
			})
		}
	}
}

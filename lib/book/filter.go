package book

// A filter of so many keys with so many bits for each: 3,990 bytes, with the rest of the
// row a page. A key that passes and is not there costs a block anywhere in the file, which
// is dearer than to read a quarter more filters one after the other.
const (
	filterKeys   = 1773
	filterBits   = 18
	filterProbes = 6 // with these, 5 of 10,000 keys that are not there pass; there may be 20 runs

	// firstFilterKeys is filterKeys of runs that were written before it was what it is.
	firstFilterKeys = 2280

	// filtersAtOnce is how many filters of a run are written together: the keys of these,
	// 1 MB, wait for it.
	filtersAtOnce = 64
)

// filter is a Bloom filter as a row of filters has it.
type filter []byte

// newFilter is a filter of keys.
func newFilter(keys []int64) filter {
	f := make(filter, (len(keys)*filterBits+7)/8)
	for _, key := range keys {
		at, step := probesOf(key)
		for range filterProbes {
			bit := f.bit(at)
			f[bit/8] |= 1 << (bit % 8)
			at += step
		}
	}
	return f
}

// probesOf says which bits stand for a key in whatever filter: those of at, at + step
// and so on.
func probesOf(key int64) (at, step uint32) {
	x := mix(uint64(key))
	return uint32(x), uint32(x>>32) | 1
}

// mix makes every bit of a number count in every bit of another.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// bit is the bit of a filter at a part of 2^32.
func (f filter) bit(at uint32) uint64 { return uint64(at) * uint64(len(f)*8) >> 32 }

// has says whether a key with these probes may be among those of the filter.
func (f filter) has(at, step uint32) bool {
	for range filterProbes {
		if bit := f.bit(at); f[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
		at += step
	}
	return true
}

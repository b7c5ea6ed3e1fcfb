package keyfilter

// Filter is a Bloom filter. It may have any size but none, and whoever tests a key needs nothing but its bytes.
type Filter []byte

// Probes is how many bits of a filter stand for a key.
const Probes = 6

// New is a filter of keys, with so many bits for each.
func New(keys []int64, bits int) Filter {
	f := make(Filter, (len(keys)*bits+7)/8)
	for _, key := range keys {
		at, step := probesOf(key)
		for range Probes {
			bit := f.bit(at)
			f[bit/8] |= 1 << (bit % 8)
			at += step
		}
	}
	return f
}

// Has says whether a key may be among those of the filter.
func (f Filter) Has(key int64) bool {
	at, step := probesOf(key)
	for range Probes {
		bit := f.bit(at)
		if bit/8 >= uint64(len(f)) || f[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
		at += step
	}
	return true
}

// probesOf says which bits stand for a key in whatever filter: those of at, at + step
// and so on.
func probesOf(key int64) (at, step uint32) {
	x := Mix(uint64(key))
	return uint32(x), uint32(x>>32) | 1
}

// Mix makes every bit of a number count in every bit of another.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// bit is the bit of a filter at a part of 2^32.
func (f Filter) bit(at uint32) uint64 { return uint64(at) * uint64(len(f)*8) >> 32 }

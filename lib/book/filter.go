package book

// A filter of so many keys with so many bits for each: 3,990 bytes, with the rest of the
// row a page. A key that passes and is not there costs a block anywhere in the file. There
// may be 20 runs, most of them small: of the keys that are not there, 5 in 10,000 pass the
// filters of such a run. Nearly all filters are those of the few large runs, and each of
// their pages costs as much as a key that passes in vain: there 18 in 10,000 do.
const (
	filterKeys = 1773
	filterBits = 18

	largeRun        = 1 << 20 // entries
	largeFilterKeys = 2280    // also of smaller runs that were written before there were two sizes
	largeFilterBits = 14

	// filtersAtOnce is how many filters of a run are written together: the keys of these,
	// 1 MB, wait for it.
	filtersAtOnce = 64
)

// filtersFor says which filters a run of so many entries has.
func filtersFor(entries int64) (keys, bits int) {
	if entries >= largeRun {
		return largeFilterKeys, largeFilterBits
	}
	return filterKeys, filterBits
}

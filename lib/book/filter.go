package book

// A filter of so many keys with so many bits for each: 3,990 bytes, with the rest of the
// row a page. A key that passes and is not there costs a block anywhere in the file, which
// is dearer than to read a quarter more filters one after the other. 5 of 10,000 keys that
// are not there pass; there may be 20 runs.
const (
	filterKeys = 1773
	filterBits = 18

	// firstFilterKeys is filterKeys of runs that were written before it was what it is.
	firstFilterKeys = 2280

	// filtersAtOnce is how many filters of a run are written together: the keys of these,
	// 1 MB, wait for it.
	filtersAtOnce = 64
)

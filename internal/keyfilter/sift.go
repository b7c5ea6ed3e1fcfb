package keyfilter

import "encoding/binary"

// Keys are sorted keys as an SQL function takes them: each as 8 bytes, as the machine has them, and mixed, so that it is mixed once
// and not for each filter.
type Keys []byte

const keySize = 16

// Pack is sorted keys as one value.
func Pack(keys []int64) Keys {
	b := make(Keys, 0, len(keys)*keySize)
	for _, key := range keys {
		b = binary.NativeEndian.AppendUint64(b, uint64(key))
		b = binary.NativeEndian.AppendUint64(b, Mix(uint64(key)))
	}
	return b
}

func (k Keys) len() int { return len(k) / keySize }

func (k Keys) at(i int) int64 { return int64(binary.NativeEndian.Uint64(k[i*keySize:])) }

// Passed is a key that has passed a filter: that of the row id, whose keys lie between first and last.
type Passed struct{ Key, ID, First, Last int64 }

// Picked is what a row has of some keys: the entries, and the keys of the row's first entry and of its last. The entries
// are there until the next row is read.
type Picked struct {
	First, Last int64
	Entries     []byte
}

// Rows reads rows: it calls f after scanning each row of a query into dest.
type Rows func(query string, args, dest []any, f func() error) error

package nnkern

import (
	"runtime"
	"unsafe"
)

// SumsAfter is how many words come after the sums of a view in its memory, and how many
// are read where a row's words after the sums begin.
const SumsAfter = 4

// Clip is where the sums of a view end before they are squared.
const Clip = 255

// View is one player's half of a position for a network of package nnue: four 16-bit sums in
// each word, every sum with 32768 added, then SumsAfter words of what else is added up.
type View struct {
	Sums []uint64
	Rows []uint32 // to be added: twice the word where a row begins, plus 1 for one to be taken away
}

// viewsArgs is struct views of _csrc/kern.c.
type viewsArgs struct {
	rows         *uint64
	sums         [2]*uint64
	list         [2]*uint32
	out          *int16
	count        [2]int64
	words, total int64
}

// Views brings two views up to date, each of 4*words sums, words a multiple of 4, and returns
// the sum of a*a*w over both, with a = min(max(sum, 0), Clip) and w of -127 to 127 from out.
// Of the words after the sums it keeps those up to date that a row has, and the others get
// any value.
func (t Tier) Views(words int, rows []uint64, views *[2]View, out []int16) int64 {
	out = out[:8*words]
	for i := range views {
		v := &views[i]
		v.Sums = v.Sums[:words+SumsAfter]
		for _, at := range v.Rows {
			_ = rows[int(at>>1)+words+SumsAfter-1]
		}
	}
	if t == Generic || t == SIMD { // see _csrc/wasm.c
		return genericView(words, rows, &views[0], out[:4*words]) + genericView(words, rows, &views[1], out[4*words:])
	}
	a, b := &views[0], &views[1]
	args := viewsArgs{
		rows: unsafe.SliceData(rows), sums: [2]*uint64{unsafe.SliceData(a.Sums), unsafe.SliceData(b.Sums)},
		list: [2]*uint32{unsafe.SliceData(a.Rows), unsafe.SliceData(b.Rows)}, out: unsafe.SliceData(out),
		count: [2]int64{int64(len(a.Rows)), int64(len(b.Rows))}, words: int64(words),
	}
	enter(t, kernelViews, unsafe.Pointer(&args))
	runtime.KeepAlive(&args)
	return args.total
}

//go:norace
func genericView(words int, rows []uint64, v *View, out []int16) int64 {
	sums, list := v.Sums[:words+SumsAfter], v.Rows
	for len(list) > 1 { // two rows in one pass
		a, b := rows[list[0]>>1:][:len(sums)], rows[list[1]>>1:][:len(sums)]
		switch list[0]&1 | list[1]&1<<1 {
		case 0:
			for i := range sums {
				sums[i] += a[i] + b[i]
			}
		case 1:
			for i := range sums {
				sums[i] += b[i] - a[i]
			}
		case 2:
			for i := range sums {
				sums[i] += a[i] - b[i]
			}
		default:
			for i := range sums {
				sums[i] -= a[i] + b[i]
			}
		}
		list = list[2:]
	}
	for _, at := range list {
		sign := -uint64(at & 1)
		for i, x := range rows[at>>1:][:len(sums)] {
			sums[i] += (x ^ sign) - sign
		}
	}
	return genericSquares(sums[:words], out)
}

// genericSquares is the sum of the squared clipped sums times their weights.
func genericSquares(sums []uint64, out []int16) int64 {
	total := int64(0)
	out = out[:4*len(sums)]
	for i, word := range sums {
		w := out[4*i : 4*i+4 : 4*i+4]
		a := min(max(int(uint16(word))-0x8000, 0), Clip)
		b := min(max(int(uint16(word>>16))-0x8000, 0), Clip)
		c := min(max(int(uint16(word>>32))-0x8000, 0), Clip)
		d := min(max(int(word>>48)-0x8000, 0), Clip)
		total += int64(a*a*int(w[0])) + int64(b*b*int(w[1])) + int64(c*c*int(w[2])) + int64(d*d*int(w[3]))
	}
	return total
}

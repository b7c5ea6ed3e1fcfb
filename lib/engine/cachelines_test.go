package engine

import (
	"testing"
	"unsafe"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/surakarta"
	"qikit.dev/qikit/lib/xiangqi"
)

// What each worker writes at every node fills whole pairs of lines of the processor's cache,
// which fetches the other line of a pair unasked. The memory for several workers is got at
// once and lies side by side: where one's end and the next one's beginning share a line, two
// workers search no faster than one, and where they share a pair, they lose some per cent.
func TestWorkers_cacheLines(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64-bit machines")
	}
	// Above smallMost octets Go puts a word before what it hands out.
	const pair, smallMost = 128, 512
	for name, size := range map[string]uintptr{
		"surakarta.Board":  unsafe.Sizeof(surakarta.Board{}),
		"surakartaAnalyst": unsafe.Sizeof(surakartaAnalyst{}),
		"chess.Board":      unsafe.Sizeof(chess.Board{}),
		"chessAnalyst":     unsafe.Sizeof(chessAnalyst{}),
		"xiangqi.Board":    unsafe.Sizeof(xiangqi.Board{}),
		"xiangqiAnalyst":   unsafe.Sizeof(xiangqiAnalyst{}),
		"nnue.Evaluator":   unsafe.Sizeof(nnue.Evaluator{}),
	} {
		if size = sizeClass(size); size > smallMost {
			size += unsafe.Sizeof(uintptr(0))
		}
		if size%pair != 0 {
			t.Errorf("%s takes %d octets, want a multiple of %d", name, size, pair)
		}
	}
}

// sizeClass is how much memory Go takes for so many octets that hold pointers.
func sizeClass(size uintptr) uintptr {
	const word = unsafe.Sizeof(uintptr(0))
	return uintptr(cap(append([]*byte(nil), make([]*byte, (size+word-1)/word)...))) * word
}

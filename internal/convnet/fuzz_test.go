package convnet

import (
	"crypto/sha256"
	"errors"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/netfile"
)

// A file is refused with a reason, or it is a net that runs.
func FuzzLoad(f *testing.F) {
	for i, s := range []Sizes{
		{Planes: 1, Channels: 1, Blocks: 0, Pool: -1, Policy: 1, Value: 1},
		{Planes: 2, Channels: 2, Blocks: 1, Pool: 0, Policy: 1, Value: 2},
	} {
		file, err := Random(uint64(i), s, netfile.F16).Encode(false)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) >= sha256.Size { // the sum keeps a fuzzer out, so it is made right first
			sum := sha256.Sum256(file[:len(file)-sha256.Size])
			file = append(slices.Clone(file[:len(file)-sha256.Size]), sum[:]...)
		}
		n, err := Load(file)
		if err != nil {
			if !errors.Is(err, ErrNet) && !errors.Is(err, netfile.ErrFile) && !errors.Is(err, netfile.ErrVersion) {
				t.Fatalf("an error of no kind: %v", err)
			}
			return
		}
		const size = 3
		n.Run(n.NewScratch(size), size, randomPlanes(1, size, n.Planes()), make([]float32, size*size))
	})
}

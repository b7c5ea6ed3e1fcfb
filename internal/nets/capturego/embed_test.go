package capturego_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nets/capturego"
	"qikit.dev/qikit/internal/nnkern"
)

// testdata/golden.bin is what the trainer computed from the same file, in
// double precision and from the definition: a byte for the size, packed planes,
// logits and value as float32, for each position.
func TestNet_saysWhatTheTrainerComputed(t *testing.T) {
	whole, err := capturego.Net()
	if err != nil {
		t.Fatal(err)
	}
	if whole.Features() != "capture/1" || whole.Planes() != captureplanes.Planes || whole.Game() != 3 || whole.Meta()["name"] == "" {
		t.Errorf("features %q, %d planes, game %d, %v", whole.Features(), whole.Planes(), whole.Game(), whole.Meta())
	}
	data, err := os.ReadFile(filepath.Join("testdata", "golden.bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tier := range nnkern.Tiers() {
		net, err := whole.On(tier)
		if err != nil {
			t.Fatal(err)
		}
		scratch := net.NewScratch(captureplanes.PackedSize)
		count, sizes := 0, map[int]bool{}
		for rest := data; len(rest) > 0; count++ {
			size := int(rest[0])
			sizes[size] = true
			var packed captureplanes.Packed
			rest = rest[1:]
			for i := range packed {
				rest = rest[copy(packed[i][:], rest):]
			}
			planes, logits := make([]float32, size*size*captureplanes.Planes), make([]float32, size*size)
			packed.Unpack(size, planes)
			value := net.Run(scratch, size, planes, logits)
			for i, got := range append(logits, value) {
				want := math.Float32frombits(binary.LittleEndian.Uint32(rest[4*i:]))
				if d := math.Abs(float64(got - want)); !(d <= 1e-4) {
					t.Fatalf("%v, position %d of size %d, number %d: %v, want %v", tier, count, size, i, got, want)
				}
			}
			rest = rest[4*(len(logits)+1):]
		}
		if count < 60 || len(sizes) != 9 {
			t.Errorf("%v: %d positions on %d sizes of board", tier, count, len(sizes))
		}
	}
}

func TestNet_isSmall(t *testing.T) {
	info, err := os.Stat("capturego.qnet")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 1<<20 {
		t.Errorf("%d bytes, expected at most 1 MB", info.Size())
	}
}

func TestRollout_isATableOfWeights(t *testing.T) {
	f, err := netfile.Decode(capturego.Rollout())
	if err != nil {
		t.Fatal(err)
	}
	if f.Arch.Kind != "rollout/1" || f.Game != 3 || len(f.Tensors) != 1 || f.Tensors[0].Name != "weights" {
		t.Errorf("%+v of game %d", f.Arch, f.Game)
	}
}

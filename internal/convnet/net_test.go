package convnet

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/rng"
)

// load makes a net of a file, through its bytes.
func load(t testing.TB, f *netfile.File) *Net {
	t.Helper()
	file, err := f.Encode(false)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// randomPlanes is about a third ones, as planes are, and a few other numbers.
func randomPlanes(seed uint64, size, planes int) []float32 {
	r := rng.New(seed)
	v := make([]float32, size*size*planes)
	for i := range v {
		switch x := r.IntN(12); {
		case x < 4:
			v[i] = 1
		case x == 4:
			v[i] = float32(r.IntN(1000))/500 - 1
		}
	}
	return v
}

// distance of a net's answer from the reference's.
func distance(logits []float32, value float32, wantLogits []float64, wantValue float64) float64 {
	d := math.Abs(float64(value) - wantValue)
	for i, x := range wantLogits {
		d = max(d, math.Abs(float64(logits[i])-x))
	}
	return d
}

func TestRun_againstLoops(t *testing.T) {
	sizes := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 19}
	if testing.Short() {
		sizes = []int{2, 7, 9, 10}
	}
	for i, s := range []Sizes{
		{Planes: 32, Channels: 48, Blocks: 2, Pool: 1, Policy: 16, Value: 32},
		{Planes: 5, Channels: 32, Blocks: 1, Pool: -1, Policy: 2, Value: 20},
		{Planes: 17, Channels: 20, Blocks: 1, Pool: 0, Policy: 1, Value: 1},
		{Planes: 1, Channels: 64, Blocks: 0, Pool: -1, Policy: 33, Value: 48},
	} {
		f := Random(uint64(i), s, netfile.F32)
		net := load(t, f)
		scratch := net.NewScratch(MaxSize)
		for _, size := range sizes {
			planes := randomPlanes(uint64(size), size, s.Planes)
			want, wantValue := naive{t, f}.run(size, planes)
			for _, tier := range nnkern.Tiers() {
				n, err := net.On(tier)
				if err != nil {
					t.Fatal(err)
				}
				logits := make([]float32, size*size)
				value := n.Run(scratch, size, planes, logits)
				if d := distance(logits, value, want, wantValue); !(d <= 1e-4) {
					t.Errorf("%+v, %v, size %d: %g away from the loops", s, tier, size, d)
				}
			}
		}
	}
}

// The deep one, against the loops, within what single precision can do.
func TestRun_shippedSizes(t *testing.T) {
	f := Random(1, DefaultSizes(), netfile.F16)
	net := load(t, f)
	planes := randomPlanes(2, 9, net.Planes())
	want, wantValue := naive{t, f}.run(9, planes)
	for _, tier := range nnkern.Tiers() {
		n, err := net.On(tier)
		if err != nil {
			t.Fatal(err)
		}
		logits := make([]float32, 81)
		value := n.Run(n.NewScratch(9), 9, planes, logits)
		d := distance(logits, value, want, wantValue)
		t.Logf("%v: %.1e away from the loops, value %.3f", tier, d, value)
		if !(d <= 2e-5) {
			t.Errorf("%v: %g away from the loops", tier, d)
		}
	}
}

// A scratch that has seen other boards gives what a fresh one does.
func TestScratch_reused(t *testing.T) {
	net := load(t, Random(3, Sizes{Planes: 16, Channels: 16, Blocks: 2, Pool: 0, Policy: 16, Value: 16}, netfile.F32))
	for _, tier := range nnkern.Tiers() {
		n, err := net.On(tier)
		if err != nil {
			t.Fatal(err)
		}
		used := n.NewScratch(MaxSize)
		for round := range 3 {
			for _, size := range []int{19, 2, 9, 8, 7, 13, 5, 9, 3, 19} {
				planes := randomPlanes(uint64(round*100+size), size, 16)
				a, b := make([]float32, size*size), make([]float32, size*size)
				va, vb := n.Run(used, size, planes, a), n.Run(n.NewScratch(size), size, planes, b)
				if va != vb || !slices.Equal(a, b) {
					t.Fatalf("%v, size %d: a used scratch gives %v, a fresh one %v", tier, size, va, vb)
				}
			}
		}
	}
}

// The bits of plain Go are the same on every machine: these were computed on
// amd64, and the test runs on arm64 as well.
func TestDeterministic_bits(t *testing.T) {
	n := load(t, Random(4, Sizes{Planes: 17, Channels: 32, Blocks: 3, Pool: 1, Policy: 16, Value: 32}, netfile.F16)).Deterministic()
	s := n.NewScratch(9)
	hash := uint64(14695981039346656037) // FNV-1a
	for seed := range uint64(4) {
		size := []int{5, 7, 8, 9}[seed]
		logits := make([]float32, size*size)
		value := n.Run(s, size, randomPlanes(seed, size, 17), logits)
		for _, x := range append(logits, value) {
			hash = (hash ^ uint64(math.Float32bits(x))) * 1099511628211
		}
	}
	if want := uint64(0xb060f4baf0304e80); hash != want {
		t.Errorf("bits hash to %#x, want %#x", hash, want)
	}
}

// The hash was computed on amd64, and the test runs on arm64 as well.
func TestExp_againstMath(t *testing.T) {
	hash := uint64(14695981039346656037)
	worst := 0.0
	for i := -70000; i <= 70000; i++ {
		x := float64(i) / 101
		got, want := Exp(x), math.Exp(min(max(x, -700), 700))
		worst = max(worst, math.Abs(got-want)/want)
		hash = (hash ^ math.Float64bits(got)) * 1099511628211
	}
	if !(worst < 1e-15) {
		t.Errorf("%g away from math.Exp", worst)
	}
	if want := uint64(0x978aed0522e3823c); hash != want {
		t.Errorf("bits hash to %#x, want %#x", hash, want)
	}
	if Exp(0) != 1 || Exp(math.Inf(-1)) != Exp(-700) || Exp(1e9) != Exp(700) || !math.IsNaN(Exp(math.NaN())) {
		t.Errorf("ends: %v %v %v %v", Exp(0), Exp(math.Inf(-1)), Exp(1e9), Exp(math.NaN()))
	}
	for _, x := range []float32{-1000, -3, 0, 2, 1000} {
		if r := WinRate(x); r < 0 || r > 1 || math.Abs(r+WinRate(-x)-1) > 1e-15 {
			t.Errorf("WinRate(%v) = %v and of its opposite %v", x, r, WinRate(-x))
		}
	}
}

func TestRun_allocatesNothing(t *testing.T) {
	net := load(t, Random(5, Sizes{Planes: 8, Channels: 16, Blocks: 1, Pool: 0, Policy: 16, Value: 16}, netfile.F32))
	for _, tier := range nnkern.Tiers() {
		n, err := net.On(tier)
		if err != nil {
			t.Fatal(err)
		}
		s, planes, logits := n.NewScratch(9), randomPlanes(1, 9, 8), make([]float32, 81)
		if a := testing.AllocsPerRun(10, func() { n.Run(s, 9, planes, logits) }); a != 0 {
			t.Errorf("%v: %v allocations", tier, a)
		}
	}
}

func TestRun_refusesOthersScratch(t *testing.T) {
	s := Sizes{Planes: 8, Channels: 16, Blocks: 1, Pool: 0, Policy: 16, Value: 16}
	a, b := load(t, Random(5, s, netfile.F32)), load(t, Random(6, s, netfile.F32))
	for name, run := range map[string]func(){
		"another net's":     func() { a.Run(b.NewScratch(9), 9, randomPlanes(1, 9, 8), make([]float32, 81)) },
		"a smaller board's": func() { a.Run(a.NewScratch(7), 9, randomPlanes(1, 9, 8), make([]float32, 81)) },
		"too few planes":    func() { a.Run(a.NewScratch(9), 9, make([]float32, 10), make([]float32, 81)) },
		"too few logits":    func() { a.Run(a.NewScratch(9), 9, randomPlanes(1, 9, 8), make([]float32, 80)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			run()
		}()
	}
}

// whole turns the weights of a file into whole numbers with scales, and returns with them
// the file of their products.
func whole(t *testing.T, f *netfile.File) (rounded, products *netfile.File) {
	t.Helper()
	rounded, products = &netfile.File{Arch: f.Arch, Meta: f.Meta}, &netfile.File{Arch: f.Arch, Meta: f.Meta}
	for _, tensor := range f.Tensors {
		name, isWeights := strings.CutSuffix(tensor.Name, ".w")
		if !isWeights {
			rounded.Tensors, products.Tensors = append(rounded.Tensors, tensor), append(products.Tensors, tensor)
			continue
		}
		v, err := tensor.Float32s()
		if err != nil {
			t.Fatal(err)
		}
		scales, numbers, outputs := make([]float32, tensor.Shape[0]), make([]int32, len(v)), tensor.Shape[0]
		for out := range outputs {
			row := v[out*len(v)/outputs : (out+1)*len(v)/outputs]
			scales[out] = max(slices.Max(row), -slices.Min(row)) / 31
			for i, x := range row {
				numbers[out*len(row)+i] = int32(math.Round(float64(x / scales[out])))
				row[i] = float32(numbers[out*len(row)+i]) * scales[out]
			}
		}
		ints, err := netfile.Ints(tensor.Name, netfile.I8, tensor.Shape, numbers)
		if err != nil {
			t.Fatal(err)
		}
		rounded.Tensors = append(rounded.Tensors, netfile.Floats(name+".s", netfile.F32, []int{outputs}, scales), ints)
		products.Tensors = append(products.Tensors, netfile.Floats(tensor.Name, netfile.F32, tensor.Shape, v))
	}
	return rounded, products
}

// A net of whole numbers is that of their products with the scales, to the bit, in a file of
// less than half the bytes.
func TestLoad_wholeNumbers(t *testing.T) {
	f := Random(9, DefaultSizes(), netfile.F16)
	rounded, products := whole(t, f)
	file, err := rounded.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	half, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	if 2*len(file) > len(half) {
		t.Errorf("%d bytes, want less than half of %d", len(file), len(half))
	}
	got, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	want := load(t, products)
	for _, size := range []int{7, 9} {
		s, planes := got.NewScratch(size), randomPlanes(4, size, 32)
		a, b := make([]float32, size*size), make([]float32, size*size)
		if v, w := got.Run(s, size, planes, a), want.Run(want.NewScratch(size), size, planes, b); v != w || !slices.Equal(a, b) {
			t.Errorf("%dx%d: value %v and logits %v, want %v and %v", size, size, v, a[:3], w, b[:3])
		}
	}
}

func TestNet_tellsAboutItself(t *testing.T) {
	f := Random(7, DefaultSizes(), netfile.F16)
	f.Game = 3
	file, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(n.ID()) != 16 || n.Game() != 3 || n.Features() != "random/1" || n.Planes() != 32 || n.Meta()["seed"] != "7" {
		t.Errorf("ID %q, game %d, features %q, planes %d, meta %v", n.ID(), n.Game(), n.Features(), n.Planes(), n.Meta())
	}
	if n.Tier() != nnkern.Best() || n.Deterministic().Tier() != nnkern.Generic {
		t.Errorf("tiers %v and %v", n.Tier(), n.Deterministic().Tier())
	}
	if err := nnkern.Use(nnkern.Generic); err != nil {
		t.Fatal(err)
	}
	if n.Tier() != nnkern.Generic {
		t.Errorf("tier %v, want the process's", n.Tier())
	}
	if err := nnkern.Use(nnkern.Best()); err != nil {
		t.Fatal(err)
	}
	for _, tier := range []nnkern.Tier{nnkern.AVX2, nnkern.NEON, 77, -1} {
		if _, err := n.On(tier); (err == nil) != slices.Contains(nnkern.Tiers(), tier) || err != nil && !errors.Is(err, nnkern.ErrTier) {
			t.Errorf("On(%v): %v with %v", tier, err, nnkern.Tiers())
		}
	}
	if r := WinRate(0); r != 0.5 {
		t.Errorf("WinRate(0) = %v", r)
	}
}

func TestLoad_refusesOtherNetworks(t *testing.T) {
	change := func(how func(f *netfile.File)) *netfile.File {
		f := Random(8, Sizes{Planes: 4, Channels: 16, Blocks: 2, Pool: 1, Policy: 16, Value: 16}, netfile.F32)
		how(f)
		return f
	}
	drop := func(name string) func(f *netfile.File) {
		return func(f *netfile.File) {
			f.Tensors = slices.DeleteFunc(f.Tensors, func(t netfile.Tensor) bool { return t.Name == name })
		}
	}
	wholeStem := func(f *netfile.File) {
		drop("stem.w")(f)
		ints, err := netfile.Ints("stem.w", netfile.I8, []int{16, 4, 3, 3}, slices.Repeat([]int32{2}, 16*4*9))
		if err != nil {
			t.Fatal(err)
		}
		f.Tensors = append(f.Tensors, ints, netfile.Floats("stem.s", netfile.F32, []int{16}, make([]float32, 16)))
	}
	size := func(name string, v int) func(f *netfile.File) {
		return func(f *netfile.File) { f.Arch.Sizes[name] = v }
	}
	for i, row := range []struct {
		says string
		how  func(f *netfile.File)
	}{
		{`kind "rollout/1", expected "convnet/1"`, func(f *netfile.File) { f.Arch.Kind = "rollout/1" }},
		{"size channels is 0", size("channels", 0)},
		{"size blocks is 65, expected 0 to 64", size("blocks", 65)},
		{"size pool is 2, expected -1 to 1", size("pool", 2)},
		{"no size value", func(f *netfile.File) { delete(f.Arch.Sizes, "value") }},
		{"heads", size("heads", 1)},
		{`"stem.w" has shape [16 4 3 3], expected [16 5 3 3]`, size("planes", 5)},
		{`"stem.w" has shape [16 4 3 3], expected [512 4 3 3]`, size("channels", 512)},
		{`"block2.conv1.w"`, size("blocks", 3)},
		{"20 tensors, expected 18", size("pool", -1)},
		{`"block1.conv2.b"`, drop("block1.conv2.b")},
		{`"pool.w"`, drop("pool.w")},
		{`"value.fc2.b"`, drop("value.fc2.b")},
		{`"stem.w" holds f32, expected i8`, func(f *netfile.File) {
			f.Tensors = append(f.Tensors, netfile.Floats("stem.s", netfile.F32, []int{16}, make([]float32, 16)))
		}},
		{`"stem.w" holds i8, expected f16`, func(f *netfile.File) { wholeStem(f); drop("stem.s")(f) }},
		{`"stem.s" has shape [1], expected [16]`, func(f *netfile.File) {
			wholeStem(f)
			drop("stem.s")(f)
			f.Tensors = append(f.Tensors, netfile.Floats("stem.s", netfile.F32, []int{1}, []float32{1}))
		}},
		{`"stem.w" times its scale is +Inf at 0`, func(f *netfile.File) {
			wholeStem(f)
			drop("stem.s")(f)
			f.Tensors = append(f.Tensors, netfile.Floats("stem.s", netfile.F32, []int{16}, slices.Repeat([]float32{math.MaxFloat32}, 16)))
		}},
		{"expected finite", func(f *netfile.File) {
			drop("value.fc2.b")(f)
			f.Tensors = append(f.Tensors, netfile.Floats("value.fc2.b", netfile.F32, []int{1}, []float32{float32(math.Inf(1))}))
		}},
	} {
		file, err := change(row.how).Encode(i%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file); !errors.Is(err, ErrNet) || !strings.Contains(fmt.Sprint(err), row.says) {
			t.Errorf("%v, want ErrNet that says %s", err, row.says)
		}
	}
	if _, err := Load([]byte("GIF89a")); !errors.Is(err, netfile.ErrFile) {
		t.Errorf("a picture: %v", err)
	}
}

func BenchmarkRun(b *testing.B) {
	net := load(b, Random(1, DefaultSizes(), netfile.F16))
	for _, tier := range nnkern.Tiers() {
		for _, size := range []int{7, 9, 13} {
			b.Run(fmt.Sprintf("%v/%d", tier, size), func(b *testing.B) {
				n, err := net.On(tier)
				if err != nil {
					b.Fatal(err)
				}
				s, planes, logits := n.NewScratch(size), randomPlanes(1, size, n.Planes()), make([]float32, size*size)
				b.ReportAllocs()
				for b.Loop() {
					n.Run(s, size, planes, logits)
				}
			})
		}
	}
}

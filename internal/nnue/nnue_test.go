package nnue

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnkern"
)

// chessLike has what Xiangqi has not: a board that is turned upside down, men beyond
// point 64 are absent, left and right differ.
var chessLike = &Inputs{
	Name: "chesslike/1", Game: 0, Rows: 8, Columns: 8,
	Men:  []Man{{'K', "", 0}, {'Q', "", 900}, {'P', "a1-h6", 100}},
	King: 0, Flip: true, MenMost: 32,
}

// kingless is a game without a king, such as Surakarta.
var kingless = &Inputs{Name: "kingless/1", Game: 0, Rows: 6, Columns: 6, Men: []Man{{'S', "", 100}}, King: -1, Mirror: true, MenMost: 24}

func layoutOf(t testing.TB, in *Inputs, folded bool) *Layout {
	t.Helper()
	l, err := NewLayout(in, folded)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func randomWeights(l *Layout, width, outputs int, rng *rand.Rand) Weights {
	inputs := l.Kings * l.Inputs
	w := Weights{
		Layout: l, Width: width, Outputs: outputs, Scale: 380,
		Rows: make([]int16, inputs*width), Bias: make([]int16, width), Material: make([]int32, inputs*outputs),
		Out: make([]int8, 2*width*outputs), OutBias: make([]int32, outputs),
	}
	for i := range w.Rows {
		w.Rows[i] = int16(rng.IntN(201) - 100)
	}
	for i := range w.Bias {
		w.Bias[i] = int16(rng.IntN(401) - 100)
	}
	for i := range w.Material {
		w.Material[i] = int32(rng.IntN(120_001) - 60_000)
	}
	for i := range w.Out {
		w.Out[i] = int8(rng.IntN(255) - 127)
	}
	for i := range w.OutBias {
		w.OutBias[i] = int32(rng.IntN(201) - 100)
	}
	return w
}

// board is a position as a list of men, which is what the definition is about.
type board struct {
	owner, kind []int // by point, kind -1 for an empty one
}

func emptyBoard(in *Inputs) *board {
	b := &board{make([]int, in.points()), make([]int, in.points())}
	for p := range b.kind {
		b.kind[p] = -1
	}
	return b
}

// canStand says whether the man can stand there, told by the own side's map.
func canStand(in *Inputs, owner, kind, p int) bool {
	key := where{in, kind}
	if places[key] == nil {
		places[key] = in.places(kind)
	}
	if owner == 1 {
		p = in.turned(p)
	}
	return places[key][p]
}

type where struct {
	in   *Inputs
	kind int
}

var places = map[where][]bool{}

func randomBoard(in *Inputs, rng *rand.Rand) *board {
	b := emptyBoard(in)
	put := func(owner, kind int) {
		for range 200 { // all its places may be taken
			if p := rng.IntN(in.points()); b.kind[p] < 0 && canStand(in, owner, kind, p) {
				b.owner[p], b.kind[p] = owner, kind
				return
			}
		}
	}
	for owner := range 2 {
		if in.King >= 0 {
			put(owner, in.King)
		}
		for range rng.IntN(in.MenMost / 2) {
			if kind := rng.IntN(len(in.Men)); kind != in.King {
				put(owner, kind)
			}
		}
	}
	return b
}

// step moves one man anywhere, now and then onto another.
func (b *board) step(in *Inputs, rng *rand.Rand) {
	for range 2000 { // there may be no man to move
		from, to := rng.IntN(in.points()), rng.IntN(in.points())
		if b.kind[from] >= 0 && from != to && (b.kind[to] < 0 || b.kind[to] != in.King) && canStand(in, b.owner[from], b.kind[from], to) {
			b.owner[to], b.kind[to], b.kind[from] = b.owner[from], b.kind[from], -1
			return
		}
	}
}

func (b *board) men(in *Inputs) *Men {
	m := &Men{}
	for p, kind := range b.kind {
		if kind < 0 {
			continue
		}
		set := &m.Sets[b.owner[p]][kind]
		if p < 64 {
			set.Lo |= 1 << p
		} else {
			set.Hi |= 1 << (p - 64)
		}
		if kind == in.King {
			m.King[b.owner[p]] = p
		}
	}
	return m
}

// plain is the value by the definition in the package's comment, written down slowly.
func plain(w *Weights, b *board, side int) int {
	l, in := w.Layout, w.Layout.In
	var sums [2][]int
	var material [2]int
	men := 0
	for _, kind := range b.kind {
		if kind >= 0 {
			men++
		}
	}
	set := w.Set(men)
	for view := range 2 {
		sums[view] = make([]int, w.Width)
		for i, x := range w.Bias {
			sums[view][i] = int(x)
		}
		own := func(p int) int {
			if view == 1 {
				p = in.turned(p)
			}
			return p
		}
		place, mirror := 0, false
		for p, kind := range b.kind {
			if in.King >= 0 && kind == in.King && b.owner[p] == view {
				k := own(p)
				if l.Folded && k%in.Columns > in.Columns-1-k%in.Columns {
					mirror, k = true, in.mirrored(k)
				}
				for zone, text := range in.Zones {
					if in.named(text)[k] {
						place = zone
					}
				}
				for q := range k { // places before it
					if len(in.Zones) == 0 && canStand(in, 0, in.King, q) && (!l.Folded || q%in.Columns <= in.Columns-1-q%in.Columns) {
						place++
					}
				}
			}
		}
		for p, kind := range b.kind {
			if kind < 0 {
				continue
			}
			q := own(p)
			if mirror {
				q = in.mirrored(q)
			}
			number := place*l.Inputs + int(l.own[b.owner[p]^view][kind][q])
			for i := range w.Width {
				sums[view][i] += int(w.Rows[number*w.Width+i])
			}
			material[view] += int(w.Material[number*w.Outputs+set])
		}
	}
	total := 0
	for half, view := range []int{side, side ^ 1} {
		for i, s := range sums[view] {
			a := min(max(s, 0), 255)
			total += a * a * int(w.Out[(2*set+half)*w.Width+i])
		}
	}
	return w.Scale*total/(255*255*64) + int(w.OutBias[set]) + (material[side]-material[side^1])/128
}

func TestScore_isTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		in             *Inputs
		folded         bool
		width, outputs int
	}{{Chess, true, 64, 4}, {Chess, false, 32, 2}, {Xiangqi, true, 64, 4}, {Xiangqi, false, 32, 1}, {Xiangqi, true, 16, 8}, {chessLike, false, 32, 2}, {kingless, true, 48, 1}} {
		w := randomWeights(layoutOf(t, c.in, c.folded), c.width, c.outputs, rng)
		n, err := New(w)
		if err != nil {
			t.Fatal(err)
		}
		e := NewEvaluator(n)
		for range 60 {
			b := randomBoard(c.in, rng)
			for range 20 {
				for side := range 2 {
					want := plain(&w, b, side)
					if got := e.Score(b.men(c.in), side); got != want {
						t.Fatalf("%s: kept up to date: %d, want %d", c.in.Name, got, want)
					}
				}
				b.step(c.in, rng)
			}
			if got, want := NewEvaluator(n).Score(b.men(c.in), 0), plain(&w, b, 0); got != want {
				t.Fatalf("%s: anew: %d, want %d", c.in.Name, got, want)
			}
		}
	}
}

// What Active numbers is what an Evaluator adds up.
// A man put on a point is where a board of two words has it.
func TestPut_isWhereHalvesHaveIt(t *testing.T) {
	for point := range 90 {
		var m Men
		Xiangqi.Put(&m, 1, 3, point)
		var words [2]uint64
		words[point/45] = 1 << (point % 45)
		want := Points{Lo: 1 << point}
		if point >= 64 {
			want = Points{Hi: 1 << (point - 64)}
		}
		if got := Halves(words[0], words[1], 45); got != want || m.Sets[1][3] != want || m.King != [2]int{} {
			t.Errorf("point %d: %x and %+v, want %x", point, got, m, want)
		}
		Xiangqi.Put(&m, 1, Xiangqi.King, point)
		if m.Sets[1][Xiangqi.King] != want || m.King != [2]int{0, point} {
			t.Errorf("a king on point %d: %+v", point, m)
		}
	}
}

func TestActive_isWhatIsAddedUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	l := layoutOf(t, Xiangqi, true)
	for range 100 {
		w := randomWeights(l, 16, 1, rng)
		n, _ := New(w)
		m := randomBoard(Xiangqi, rng).men(Xiangqi)
		for view := range 2 {
			sum := int(w.Bias[5])
			for _, i := range l.Active(nil, m, view) {
				sum += int(w.Rows[int(i)*16+5])
			}
			e := NewEvaluator(n)
			e.Score(m, view) // the mover's view is the first
			if got := int(uint16(e.views[0].Sums[1]>>16)) - 0x8000; got != sum {
				t.Fatalf("view %d: sum %d, want %d", view, got, sum)
			}
		}
	}
}

// A position and the same one with colours exchanged and the board turned have one value,
// and so has its mirror image in a folded layout.
func TestScore_symmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, in := range []*Inputs{Xiangqi, Chess} {
		n, err := New(randomWeights(layoutOf(t, in, true), 32, 4, rng))
		if err != nil {
			t.Fatal(err)
		}
		isSymmetric(t, NewEvaluator(n), rng)
	}
}

func isSymmetric(t *testing.T, e *Evaluator, rng *rand.Rand) {
	t.Helper()
	in := e.Network().Layout.In
	image := func(b *board, to func(p int) int, swap int) *Men {
		c := emptyBoard(in)
		for p, kind := range b.kind {
			c.kind[to(p)], c.owner[to(p)] = kind, b.owner[p]^swap
		}
		return c.men(in)
	}
	for range 200 {
		b := randomBoard(in, rng)
		want := e.Score(b.men(in), 0)
		if got := e.Score(image(b, in.turned, 1), 1); got != want {
			t.Fatalf("turned: %d, want %d", got, want)
		}
		if m := image(b, in.mirrored, 0); m.King[0] != in.mirrored(m.King[0]) && m.King[1] != in.mirrored(m.King[1]) { // a king on the middle file is in both halves
			if got := e.Score(m, 0); got != want {
				t.Fatalf("mirrored: %d, want %d", got, want)
			}
		}
	}
}

func TestFile_readAsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	w := randomWeights(layoutOf(t, Xiangqi, true), 32, 2, rng)
	f, err := w.File(map[string]string{"name": "test"})
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Open(bytes)
	if err != nil {
		t.Fatal(err)
	}
	own, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		m := randomBoard(Xiangqi, rng).men(Xiangqi)
		if a, b := NewEvaluator(n).Score(m, 1), NewEvaluator(own).Score(m, 1); a != b {
			t.Fatalf("read: %d, written: %d", a, b)
		}
	}
}

// A file that is sound but holds another thing is refused with ErrNetwork.
func TestOpen_refuses(t *testing.T) {
	sound := func() Weights {
		return randomWeights(layoutOf(t, Xiangqi, true), 16, 1, rand.New(rand.NewPCG(9, 9)))
	}
	file := func(w Weights) *netfile.File {
		f, err := w.File(nil)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for name, change := range map[string]func(w *Weights, f *netfile.File){
		"another kind":   func(_ *Weights, f *netfile.File) { f.Arch.Kind = "convnet/1" },
		"another game":   func(_ *Weights, f *netfile.File) { f.Arch.Features = "capture/1" },
		"game by number": func(_ *Weights, f *netfile.File) { f.Game = 3 },
		"a size more":    func(_ *Weights, f *netfile.File) { f.Arch.Sizes["hidden"] = 8 },
		"absurd width":   func(_ *Weights, f *netfile.File) { f.Arch.Sizes["width"] = 1 << 40 },
		"negative width": func(_ *Weights, f *netfile.File) { f.Arch.Sizes["width"] = -16 },
		"other outputs":  func(_ *Weights, f *netfile.File) { f.Arch.Sizes["outputs"] = 2 },
		"no scale":       func(_ *Weights, f *netfile.File) { f.Arch.Sizes["scale"] = 0 },
		"kings":          func(_ *Weights, f *netfile.File) { f.Arch.Sizes["kings"] = 7 },
		"not folded":     func(_ *Weights, f *netfile.File) { f.Arch.Sizes["folded"] = 0 },
		"folded thrice":  func(_ *Weights, f *netfile.File) { f.Arch.Sizes["folded"] = 3 },
		"no tensors":     func(_ *Weights, f *netfile.File) { f.Tensors = nil },
		"wrong type":     func(_ *Weights, f *netfile.File) { f.Tensors[0].Type = netfile.F16 },
		"sum overflows":  func(w *Weights, _ *netfile.File) { w.Rows[77] = 1025 },
		"bias overflows": func(w *Weights, _ *netfile.File) { w.Bias[3] = 32767 },
		"material":       func(w *Weights, _ *netfile.File) { w.Material[3] = 1 << 30 },
		"output bias":    func(w *Weights, _ *netfile.File) { w.OutBias[0] = -1 << 30 },
		"output weight":  func(w *Weights, _ *netfile.File) { w.Out[4] = -128 },
	} {
		w := sound()
		change(&w, &netfile.File{Arch: netfile.Arch{Sizes: map[string]int{}}, Tensors: make([]netfile.Tensor, 1)})
		f := file(w)
		change(&Weights{Rows: make([]int16, 100), Bias: make([]int16, 100), Material: make([]int32, 100), Out: make([]int8, 100), OutBias: make([]int32, 1)}, f)
		bytes, err := f.Encode(false)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := Open(bytes); !errors.Is(err, ErrNetwork) && !errors.Is(err, netfile.ErrTensor) {
			t.Errorf("%s: %v, want ErrNetwork", name, err)
		}
	}
	if _, err := NewLayout(chessLike, true); !errors.Is(err, ErrNetwork) {
		t.Errorf("a game folded whose sides differ: %v", err)
	}
}

func TestScore_doesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	n, _ := New(randomWeights(layoutOf(t, Xiangqi, true), 64, 4, rng))
	e := NewEvaluator(n)
	men := []*Men{randomBoard(Xiangqi, rng).men(Xiangqi), randomBoard(Xiangqi, rng).men(Xiangqi)}
	if allocs := testing.AllocsPerRun(50, func() { e.Score(men[0], 0); e.Score(men[1], 1) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func FuzzOpen(f *testing.F) {
	w := randomWeights(layoutOf(f, Xiangqi, true), 16, 1, rand.New(rand.NewPCG(1, 1)))
	file, err := w.File(nil)
	if err != nil {
		f.Fatal(err)
	}
	bytes, err := file.Encode(true)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bytes)
	m := randomBoard(Xiangqi, rand.New(rand.NewPCG(1, 1))).men(Xiangqi)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if n, err := Open(bytes); err == nil {
			NewEvaluator(n).Score(m, 0)
		}
	})
}

// walk is 32 games of positions, each one move from the last.
func walk(rng *rand.Rand) (men []*Men) {
	for range 32 {
		board := randomBoard(Xiangqi, rng)
		for range 64 {
			men = append(men, board.men(Xiangqi))
			board.step(Xiangqi, rng)
		}
	}
	return men
}

// Every tier says the same, whichever seats were kept before.
func TestScore_tiersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	men := walk(rng)
	for _, width := range []int{16, 64, 80, 1024} {
		w := randomWeights(layoutOf(t, Xiangqi, true), width, 4, rng)
		n, err := New(w)
		if err != nil {
			t.Fatal(err)
		}
		plain := NewEvaluator(n)
		plain.tier = nnkern.Generic
		var others []*Evaluator
		for _, tier := range nnkern.Tiers()[1:] {
			e := NewEvaluator(n)
			e.tier = tier
			others = append(others, e)
		}
		for i, m := range men[:400] {
			want := plain.Score(m, i&1)
			for _, e := range others {
				if got := e.Score(m, i&1); got != want {
					t.Fatalf("width %d, position %d: %v says %d, plain Go %d", width, i, e.tier, got, want)
				}
			}
		}
	}
}

// An evaluation with two updates or a few more, as in a game.
func BenchmarkScore(b *testing.B) {
	rng := rand.New(rand.NewPCG(13, 14))
	men := walk(rng)
	for _, width := range []int{64, 128, 256} {
		n, err := New(randomWeights(layoutOf(b, Xiangqi, true), width, 4, rng))
		if err != nil {
			b.Fatal(err)
		}
		for _, tier := range nnkern.Tiers() {
			e := NewEvaluator(n)
			e.tier = tier
			b.Run(fmt.Sprintf("%d/%v", width, tier), func(b *testing.B) {
				for i := range b.N {
					e.Score(men[i%len(men)], i&1)
				}
			})
		}
	}
}

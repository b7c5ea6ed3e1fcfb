package netfile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

func sample() *File {
	return &File{
		Game: 3,
		Arch: Arch{Features: "capture/1", Kind: "convnet/1", Sizes: map[string]int{"channels": 48, "blocks": 6, "pool": -1}},
		Meta: map[string]string{"name": "a <b> & 吃子棋", "date": "2026-11-22"},
		Tensors: []Tensor{
			Floats("stem.w", F32, []int{2, 3}, []float32{1, -2.5, 3, 0, 1e-9, 7}),
			Floats("stem.b", F16, []int{3}, []float32{0.5, -65504, 0x1p-24}),
			{Name: "q", Type: I8, Shape: []int{2, 2}, data: []byte{0x81, 0x7f, 0, 0xff}},
			{Name: "r", Type: I16, Shape: []int{1}, data: []byte{0, 0x80}},
			{Name: "s", Type: I32, Shape: []int{1, 1, 1}, data: []byte{0, 0, 0, 0x40}},
		},
	}
}

func encoded(t testing.TB, f *File, deflate bool) []byte {
	t.Helper()
	file, err := f.Encode(deflate)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFile_readAsWritten(t *testing.T) {
	for _, deflate := range []bool{false, true} {
		want := sample()
		got, err := Decode(encoded(t, want, deflate))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.ID) != 16 {
			t.Errorf("ID = %q, want 16 digits", got.ID)
		}
		got.ID = ""
		if !reflect.DeepEqual(got, want) {
			t.Errorf("deflate %v: read %+v, want %+v", deflate, got, want)
		}
		w, err := got.Floats("stem.w", 2, 3)
		if err != nil || !slices.Equal(w, []float32{1, -2.5, 3, 0, 1e-9, 7}) {
			t.Errorf("stem.w = %v, %v", w, err)
		}
	}
}

// The header is what Python's json.dumps writes, and the hash is of the text
// that stands there: both were computed by Python.
func TestFile_layout(t *testing.T) {
	file := encoded(t, sample(), false)
	const header = `{"arch":{"features":"capture/1","kind":"convnet/1","sizes":{"blocks":6,"channels":48,"pool":-1}},"deflate":false,` +
		`"meta":{"date":"2026-11-22","name":"a <b> & 吃子棋"},"tensors":[{"dtype":"f32","name":"stem.w","offset":0,"shape":[2,3]},` +
		`{"dtype":"f16","name":"stem.b","offset":24,"shape":[3]},{"dtype":"i8","name":"q","offset":30,"shape":[2,2]},` +
		`{"dtype":"i16","name":"r","offset":34,"shape":[1]},{"dtype":"i32","name":"s","offset":36,"shape":[1,1,1]}]}`
	if got := string(file[fixed : fixed+len(header)]); got != header {
		t.Errorf("header\n%s\nwant\n%s", got, header)
	}
	if n := binary.LittleEndian.Uint32(file[12:]); int(n) != len(header) {
		t.Errorf("header length %d, want %d", n, len(header))
	}
	if hash := binary.LittleEndian.Uint32(file[8:]); hash != 0x12f90d9d {
		t.Errorf("architecture hash %08x, want 12f90d9d", hash)
	}
	if want := fixed + len(header) + 40 + 32; len(file) != want {
		t.Errorf("%d bytes, want %d", len(file), want)
	}
}

func TestDecode_refusesEveryChange(t *testing.T) {
	for _, deflate := range []bool{false, true} {
		file := encoded(t, sample(), deflate)
		for i := range file {
			changed := slices.Clone(file)
			changed[i] ^= 0x10
			if _, err := Decode(changed); !errors.Is(err, ErrFile) && !errors.Is(err, ErrVersion) {
				t.Fatalf("byte %d changed: %v", i, err)
			}
			if _, err := Decode(file[:i]); !errors.Is(err, ErrFile) {
				t.Fatalf("cut to %d bytes: %v", i, err)
			}
		}
		if _, err := Decode(append(slices.Clone(file), 0)); !errors.Is(err, ErrFile) {
			t.Errorf("a byte more: %v", err)
		}
	}
}

// reseal puts another header into a file, with its right sum.
func reseal(file []byte, change func(header string) string) []byte {
	n := int(binary.LittleEndian.Uint32(file[12:]))
	header := change(string(file[fixed : fixed+n]))
	out := append(slices.Clone(file[:fixed]), header...)
	binary.LittleEndian.PutUint32(out[12:], uint32(len(header)))
	out = append(out, file[fixed+n:len(file)-sumSize]...)
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

func TestDecode_refusesWithTheReason(t *testing.T) {
	file := encoded(t, sample(), false)
	packed := encoded(t, sample(), true)
	replace := func(old, new string) func(string) string {
		return func(h string) string {
			if !strings.Contains(h, old) {
				t.Fatalf("%q is not in the header", old)
			}
			return strings.Replace(h, old, new, 1)
		}
	}
	newer := slices.Clone(file)
	newer[4] = 3
	apart := reseal(file, func(h string) string { return h })
	apart[4] = 2
	whole := sha256.Sum256(apart[:len(apart)-sumSize])
	copy(apart[len(apart)-sumSize:], whole[:])
	long := slices.Clone(file)
	binary.LittleEndian.PutUint32(long[12:], 1<<31)
	sum := sha256.Sum256(long[:len(long)-sumSize])
	copy(long[len(long)-sumSize:], sum[:])
	for _, row := range []struct {
		name string
		file []byte
		want error
		says string
	}{
		{"nothing", nil, ErrFile, "begin"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n0000000000000000000000000000000000000000000000"), ErrFile, "begin"},
		{"newer", newer, ErrVersion, "layout 3, expected 1 to 2"},
		{"layout 2 that is not deflated", apart, ErrFile, "layout 2 without deflate"},
		{"header longer than the file", long, ErrFile, "header of 2147483648 bytes"},
		{"other architecture", reseal(file, replace(`48,`, `64,`)), ErrFile, "architecture hash"},
		{"white space", reseal(file, replace(`,"deflate"`, `, "deflate"`)), ErrFile, "canonical"},
		{"a key twice", reseal(file, replace(`"name":"r"`, `"name":"x","name":"r"`)), ErrFile, "canonical"},
		{"a key of another case", reseal(file, replace(`"dtype":"i16"`, `"Dtype":"i16"`)), ErrFile, "canonical"},
		{"an unknown key", reseal(file, replace(`"deflate"`, `"debug":1,"deflate"`)), ErrFile, "debug"},
		{"no JSON", reseal(file, func(string) string { return "{" }), ErrFile, "header"},
		{"no meta", reseal(file, replace(`{"date":"2026-11-22","name":"a <b> & 吃子棋"}`, `null`)), ErrFile, "no meta"},
		{"a name taken", reseal(file, replace(`"name":"r"`, `"name":"q"`)), ErrFile, `"q"`},
		{"a malformed name", reseal(file, replace(`"name":"r"`, `"name":"R/"`)), ErrFile, "malformed"},
		{"an unknown type", reseal(file, replace(`"i16"`, `"i17"`)), ErrFile, `"i17"`},
		{"no dimension", reseal(file, replace(`[1,1,1]`, `[]`)), ErrFile, "0 dimensions"},
		{"a shape of zero", reseal(file, replace(`[1,1,1]`, `[1,0,1]`)), ErrFile, "shape [1 0 1]"},
		{"a negative shape", reseal(file, replace(`[1,1,1]`, `[-1,-1,1]`)), ErrFile, "shape [-1 -1 1]"},
		{"a shape beyond all bounds", reseal(file, replace(`[1,1,1]`, `[4294967296,4294967296,1]`)), ErrFile, "shape"},
		{"numbers missing", reseal(file, replace(`[1,1,1]`, `[1,2,1]`)), ErrFile, "40 bytes of numbers, expected 44"},
		{"tensors that overlap", reseal(file, replace(`"offset":34`, `"offset":30`)), ErrFile, "begins at 30, expected 34"},
		{"too much", reseal(packed, replace(`[1,1,1]`, `[16777216,1,1]`)), ErrFile, "more than"},
		{"a stream that cannot hold it", reseal(packed, replace(`[1,1,1]`, `[10000000,1,1]`)), ErrFile, "cannot inflate"},
		{"a stream too short", reseal(packed, replace(`[1,1,1]`, `[1,2,1]`)), ErrFile, "after 40 of 44"},
		{"a stream too long", reseal(packed, replace(`,{"dtype":"i32","name":"s","offset":36,"shape":[1,1,1]}`, ``)), ErrFile, "more than the 36 bytes"},
		{"not deflated at all", reseal(file, replace(`"deflate":false`, `"deflate":true`)), ErrFile, "inflat"},
	} {
		_, err := Decode(row.file)
		if !errors.Is(err, row.want) || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %v that says %q", row.name, err, row.want, row.says)
		}
	}
}

func TestFloats_refusesWithTheReason(t *testing.T) {
	f := sample()
	f.Tensors = append(f.Tensors, Floats("nan", F32, []int{1}, []float32{float32(math.NaN())}), Floats("inf", F16, []int{2}, []float32{0, 65520}))
	for _, row := range []struct {
		name, says string
		shape      []int
	}{
		{"none", `"none"`, []int{1}},
		{"stem.w", "shape [2 3], expected [3 2]", []int{3, 2}},
		{"stem.w", "shape [2 3], expected [6]", []int{6}},
		{"q", "holds i8", []int{2, 2}},
		{"nan", "NaN at 0", []int{1}},
		{"inf", "+Inf at 1", []int{2}},
	} {
		if _, err := f.Floats(row.name, row.shape...); !errors.Is(err, ErrTensor) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s%v: %v, want one that says %q", row.name, row.shape, err, row.says)
		}
	}
}

// Every binary16 there is, against the definition of its value, and the
// rounding of what lies between two neighbours.
func TestHalf_all(t *testing.T) {
	value := func(h uint16) float64 {
		e, f := int(h>>10&31), float64(h&1023)
		v := math.Ldexp(1024+f, e-25)
		if e == 0 {
			v = math.Ldexp(f, -24)
		}
		if h>>15 == 1 {
			v = -v
		}
		return v
	}
	for i := range 1 << 16 {
		h := uint16(i)
		f := floatOf(h)
		if h>>10&31 == 31 {
			if h&1023 == 0 != math.IsInf(float64(f), 0) || h&1023 != 0 != math.IsNaN(float64(f)) {
				t.Fatalf("%04x is %v", h, f)
			}
			continue
		}
		if float64(f) != value(h) || halfOf(f) != h {
			t.Fatalf("%04x is %v and back %04x, want %v", h, f, halfOf(f), value(h))
		}
		if h&0x7fff >= 0x7bff {
			continue // its neighbour is infinite
		}
		middle := float32((value(h) + value(h+1)) / 2)
		even := h + h&1
		if got := halfOf(middle); got != even {
			t.Fatalf("%v rounds to %04x, want %04x", middle, got, even)
		}
		towards := math.Nextafter32(middle, float32(value(h+1)))
		if got := halfOf(towards); got != h+1 {
			t.Fatalf("%v rounds to %04x, want %04x", towards, got, h+1)
		}
	}
	if halfOf(65519.99) != 0x7bff || halfOf(65520) != 0x7c00 || halfOf(float32(math.Inf(-1))) != 0xfc00 || halfOf(float32(math.NaN()))&0x7fff <= 0x7c00 {
		t.Error("the end of the range is rounded wrongly")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, sample(), false))
	f.Add(encoded(f, sample(), true))
	f.Fuzz(func(t *testing.T, file []byte) {
		// The sum keeps a fuzzer out, so it is made right first.
		if len(file) >= sumSize {
			sum := sha256.Sum256(file[:len(file)-sumSize])
			file = append(slices.Clone(file[:len(file)-sumSize]), sum[:]...)
		}
		got, err := Decode(file)
		if err != nil {
			if !errors.Is(err, ErrFile) && !errors.Is(err, ErrVersion) {
				t.Fatalf("an error of no kind: %v", err)
			}
			return
		}
		again, err := got.Encode(false)
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		back, err := Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		got.ID, back.ID = "", ""
		if !reflect.DeepEqual(got, back) {
			t.Fatalf("read %+v, written and read again %+v", got, back)
		}
	})
}

func TestInts_readAsWritten(t *testing.T) {
	most := map[Type]int32{I8: 127, I16: 32767, I32: math.MaxInt32}
	for kind, m := range most {
		want := []int32{-m - 1, -1, 0, 1, m, 77}
		tensor, err := Ints("w", kind, []int{2, 3}, want)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Decode(encoded(t, &File{Tensors: []Tensor{tensor, Floats("f", F32, []int{1}, []float32{1})}}, true))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Ints("w", 2, 3); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", kind, got, err, want)
		}
		for name, shape := range map[string][]int{"w": {3, 2}, "v": {2, 3}, "f": {1}} {
			if _, err := f.Ints(name, shape...); !errors.Is(err, ErrTensor) {
				t.Errorf("%s of shape %v: %v, want ErrTensor", name, shape, err)
			}
		}
		if kind != I32 {
			if _, err := Ints("w", kind, []int{1}, []int32{m + 1}); !errors.Is(err, ErrTensor) {
				t.Errorf("%d as %s: %v, want ErrTensor", m+1, kind, err)
			}
		}
	}
	if _, err := Ints("w", F16, []int{1}, []int32{1}); !errors.Is(err, ErrTensor) {
		t.Errorf("whole numbers as f16: %v, want ErrTensor", err)
	}
}

// Small whole numbers take less in layout 2 than deflated as they are; a file without whole
// numbers stays in layout 1.
func TestEncode_wholeNumbersApart(t *testing.T) {
	r := rng.New(1)
	numbers := make([]int32, 20_000)
	raw := make([]byte, 0, 2*len(numbers))
	for i := range numbers {
		numbers[i] = int32(r.IntN(40)+r.IntN(40)) - 39
		raw = binary.LittleEndian.AppendUint16(raw, uint16(numbers[i]))
	}
	w, err := Ints("w", I16, []int{len(numbers)}, numbers)
	if err != nil {
		t.Fatal(err)
	}
	file := encoded(t, &File{Tensors: []Tensor{w}}, true)
	if plain := len(squeeze(raw)); file[4] != 2 || len(file)*10 > plain*9 {
		t.Errorf("layout %d, %d bytes, %d as they are", file[4], len(file), plain)
	}
	if file := encoded(t, &File{Tensors: []Tensor{Floats("f", F16, []int{1}, []float32{1})}}, true); file[4] != 1 {
		t.Errorf("floats are written in layout %d", file[4])
	}
}

package book

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"
)

// oddTexts, oddReals and oddInts are texts and numbers that JSON writes in more than one way.
var (
	oddTexts = []string{"", "h2e2", "中炮", `a"b\c`, "<&>", "\n\t\x00\x1f", "\x7f", "\u2028\u2029", "\xff\xfe", string(utf8.RuneError)}
	oddReals = []float64{0, -1, 0.5, 1e-6, 9e-7, -1e-9, 1e20, 1e21, -3e300, 123456789.125, 0.1}
	oddInts  = []int64{0, 1, -1, 42, -9223372036854775808, 9223372036854775807}
)

// fill gives a value at random: pointers and lists are missing, empty or filled.
func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(oddTexts[r.IntN(len(oddTexts))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(oddReals[r.IntN(len(oddReals))])
	case reflect.Int, reflect.Int64:
		v.SetInt(oddInts[r.IntN(len(oddInts))])
	case reflect.Uint64:
		v.SetUint(r.Uint64())
	case reflect.Pointer:
		if r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem())
		}
	case reflect.Slice:
		if n := r.IntN(5) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(r, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(r, v.Field(i))
		}
	default:
		panic("a record has a field of " + v.Type().String())
	}
}

// Records and each of their fields are written as encoding/json writes them.
func TestAppendRecord_isJSON(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	if len(recordWriters) != len(recordFields) {
		t.Fatalf("%d writers for %d fields", len(recordWriters), len(recordFields))
	}
	for range 2000 {
		var r Record
		fill(rng, reflect.ValueOf(&r).Elem())
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.JSON(); string(got) != string(want) {
			t.Fatalf("JSON =\n%s, want\n%s", got, want)
		}
		i := rng.IntN(len(recordFields))
		value, err := json.Marshal(reflect.ValueOf(r).Field(i).Interface())
		if err != nil {
			t.Fatal(err)
		}
		alone := `{"` + recordFields[i] + `":` + string(value) + `}`
		if got := appendRecord(nil, &r, []int{i}); string(got) != alone {
			t.Fatalf("field alone = %s, want %s", got, alone)
		}
	}
	// Fields come in the order asked for, behind what is there.
	if got := string(appendRecord([]byte("x"), &Record{}, fieldsAt([]string{"ply", "fen"}))); got != `x{"ply":0,"fen":""}` {
		t.Errorf("two fields = %s", got)
	}
}

// A list of candidates is read as the general reader reads it, from whatever text.
func TestWeights_areReadAsByTheGeneralReader(t *testing.T) {
	for _, text := range []string{
		`[]`, `null`, `[["h2e2",12]]`, `[["h2e2",-12],["b0c2",0],["a",31999]]`, ` [ ["h2e2", 12] ]`, `[["h2e2",12] ,["a",1]]`,
		`[["h\u0032e2",12]]`, `[["炮二平五",3]]`, "[[\"\xff\",3]]", `[["a",1.5]]`, `[["a",1e2]]`, `[["a",+1]]`, `[["a",]]`, `[["a"]]`, `[["a",1],]`,
		`[["a",1]`, `[["a",1]]]`, `[`, ``, `{}`, `[["a",99999999999999999999]]`, `[["a\",1]]`, `[["a",1,2]]`, `[["a",01]]`, `[["a",-]]`, `[["a",-0]]`,
	} {
		var got Weights
		var want []Weight
		failed, fails := json.Unmarshal([]byte(text), &got) != nil, json.Unmarshal([]byte(text), &want) != nil
		if failed != fails || !fails && !slices.Equal(got, want) {
			t.Errorf("%q is %v (fails %v), want %v (fails %v)", text, got, failed, want, fails)
		}
	}
}

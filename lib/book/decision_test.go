package book

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
)

// decisionTexts are decisions as generations write them, and some of other forms.
var decisionTexts = []struct {
	name, text string
	plain      bool // plainReader knows it
}{
	{"none", `[]`, true},
	{"a game", `[{"depth":3,"nodes":412,"rank":2,"candidates":[["h2e2",12],["b0c2",-7]]},{"depth":5,"rank":1,"candidates":[["h9g7",0]],"asked":7}]`, true},
	{"a ply of chance, a move given", `[null,{"depth":0,"rank":0,"candidates":[],"given":true}]`, true},
	{"a tree search", `[{"depth":1,"nodes":100,"rank":1,"candidates":[["D4",55]],"win_rate":0.5125}]`, true},
	{"a proof", `[{"depth":3,"rank":1,"candidates":[["h2e2",31997]],"proven":"win","proof":"proven: mate"}]`, true},
	{"strength adjustment", `[{"depth":3,"rank":1,"candidates":[["h2e2",12]],"evals":[1.5,-1.5],"offsets":[0,1],"adjusted":true}]`, true},
	{"a check of it", `[{"depth":3,"rank":1,"candidates":[],"evals":[640,0],"offsets":[0,0],"balance":{"unbalanced":true,"weaker":1,"stronger":0,"offset":0}}]`, true},
	{"no evaluations", `[{"depth":3,"rank":1,"candidates":[],"evals":[],"offsets":[]}]`, true},
	{"not adjusted", `[{"depth":3,"rank":1,"candidates":[],"adjusted":false}]`, false},
	{"space", `[ {"depth":3,"rank":1,"candidates":[["h2e2",12]]}]`, false},
	{"an escape", `[{"depth":3,"rank":1,"candidates":[["\u0068",12]]}]`, false},
	{"no candidates", `[{"depth":3,"rank":1,"candidates":null}]`, false},
	{"another name", `[{"Depth":3,"rank":1,"candidates":[]}]`, false},
	{"no number", `[{"depth":03,"rank":1,"candidates":[]}]`, false},
	{"a fraction", `[{"depth":3.5,"rank":1,"candidates":[]}]`, false},
	{"cut short", `[{"depth":3,"rank":1,"candi`, false},
	{"more behind", `[]x`, false},
}

func TestReadDecisions_asTheGeneralReader(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, row := range decisionTexts {
		if _, ok := readDecisions(row.text); ok != row.plain {
			t.Errorf("%s: readDecisions(%s) is ok: %v, want %v", row.name, row.text, ok, row.plain)
		}
		asGeneral(t, row.text)
		for range 3000 { // what is taken of a damaged text must be what the general reader takes of it
			damaged := []byte(row.text)
			switch at := random.IntN(len(damaged)); random.IntN(3) {
			case 0:
				damaged = damaged[:at]
			case 1:
				damaged[at] = `[]{}",:-0123e. nx`[random.IntN(17)]
			default:
				damaged = append(damaged[:at], damaged[min(at+1+random.IntN(3), len(damaged)):]...)
			}
			asGeneral(t, string(damaged))
		}
	}
}

// asGeneral checks that the plain reader reads nothing else than the general one.
func asGeneral(t *testing.T, text string) {
	t.Helper()
	got, ok := readDecisions(text)
	if !ok {
		return
	}
	var want []*Decision
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatalf("readDecisions(%s) = %s, the general reader says %v", text, mustJSON(got), err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("readDecisions(%s) = %s, want %s", text, mustJSON(got), mustJSON(want))
	}
}

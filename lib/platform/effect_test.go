package platform

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// witness is a position in which every parameter of the modules matters: stones to
// capture, to save, to put into atari and to waste, chains to cut, a ladder, a
// corner.
func witness(t testing.TB) *weiqi.Board {
	t.Helper()
	b := drawn(t, "area", `
		.XO......
		OO....XX.
		...X..XOO
		..X.X..XO
		...O.....
		..XO..O..
		...XX....
		.X....OX.
		.X......X`, "X")
	b.Play(move(t, "G5"))
	b.Play(move(t, "F5"))
	b.Play(move(t, "J5"))
	return b
}

// chosen is everything that a choice says, but for how long it took.
func chosen(t testing.TB, e *ParameterEditor) string {
	t.Helper()
	bank, b := newBank(t, ""), witness(t)
	found := evidence{move(t, "E5"): {Visits: 5, Wins: 3}, move(t, "J3"): {Visits: 3, Wins: 1}}
	if err := bank.meet(b, found); err != nil {
		t.Fatal(err)
	}
	h := &terminals{members: []compute.Member{{State: "ready", Rate: 1000}}}
	x := choose(t, newCoordinator(newSearch(t), bank, h, 1), question{Board: b, Editor: e})
	x.Time = 0
	return fmt.Sprintf("%+v", x)
}

// withTerminals is chosen with playouts enough that terminals have an opinion.
func withTerminals(t testing.TB, e *ParameterEditor) string {
	set(t, e, keyPlayouts, "500")
	return chosen(t, e)
}

func budgetNow(_ testing.TB, e *ParameterEditor) string {
	return fmt.Sprintf("%+v", e.constants.Budget(e.effective(), 9, 0))
}

// ahead is what the computation in the opponent's time finds.
func ahead(t testing.TB, e *ParameterEditor) string {
	t.Helper()
	b := thinkingAhead(t)
	b.Start(t.Context(), witness(t), e)
	if err := b.Wait(); err != nil {
		t.Fatal(err)
	}
	answered := []game.Move{}
	for _, m := range b.predicted {
		if _, ok := b.answers[m]; ok {
			answered = append(answered, m)
		}
	}
	return fmt.Sprint(b.predicted, answered)
}

// Every parameter that a Client can set has an effect.
func TestParameters_allHaveAnEffect(t *testing.T) {
	seen := map[string]func(testing.TB, *ParameterEditor) string{
		keyLevel: budgetNow, keySeconds: budgetNow, keyTerminals: withTerminals, keyWeightTerminals: withTerminals, keyBack: ahead, keyAreas: ahead, keyAnswers: ahead, keyShare: func(_ testing.TB, e *ParameterEditor) string {
			return fmt.Sprint((&pacer{worked: time.Second}).owed(e.effective()[keyShare]))
		},
		keyFlip: func(_ testing.TB, e *ParameterEditor) string { return fmt.Sprint(e.effective().accepts(4, -3)) },
		keyUndos: func(_ testing.TB, e *ParameterEditor) string {
			return fmt.Sprint((&match{undos: 10}).grantsUndo(e.effective()))
		},
		keyDraw: func(_ testing.TB, e *ParameterEditor) string {
			return fmt.Sprint((&match{rate: 0.6}).takesDraw(e.effective()))
		},
		keyResign: func(_ testing.TB, e *ParameterEditor) string {
			return fmt.Sprint((&match{rate: 0.3, lost: lostMost - 1, settings: sgcp.Settings{Size: 2}, line: make([]sgcp.Coord, 9)}).givesUp(e.effective()))
		},
	}
	other := map[string]float64{keyLevel: 3, keyPlayouts: 20, keyTerminals: 40, keySeconds: 1, keyNodes: 10, keyCandidates: 5}
	at := func(s *Setting, look func(testing.TB, *ParameterEditor) string, change bool) string {
		e := NewParameterEditor(nil)
		set(t, e, keyPlayouts, "60", keySeconds, "100", keyCandidates, "300")
		if change {
			v, ok := other[s.Key]
			if !ok {
				if v = s.Max; v == s.Default {
					v = s.Min
				}
			}
			set(t, e, s.Key, s.Format(v))
		}
		return look(t, e)
	}
	before := map[string]string{}
	for _, s := range NewParameterEditor(nil).Settings() {
		look, name := seen[s.Key], s.Key
		if look == nil {
			look, name = chosen, "chosen" // the same for most of them
		}
		if _, ok := before[name]; !ok {
			before[name] = at(&s, look, false)
			if again := at(&s, look, false); again != before[name] {
				t.Fatalf("%s: the same parameters give\n%s\nand then\n%s", s.Key, before[name], again)
			}
		}
		if after := at(&s, look, true); after == before[name] {
			t.Errorf("%s changes nothing of %s", s.Key, strings.TrimSpace(after[:min(len(after), 200)]))
		}
	}
}

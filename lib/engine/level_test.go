package engine

import "testing"

func TestHandicaps_everyLevelStronger(t *testing.T) {
	lists := map[string]*levels{"": &usualLevels}
	for name, k := range games {
		if k.levels != nil {
			lists[name] = k.levels
		}
	}
	if len(lists) < 4 {
		t.Errorf("%d lists of levels, expected those of Surakarta, Go, Capture Go and the rest", len(lists))
	}
	for game, list := range lists {
		for level := 1; level < LevelMax; level++ {
			weak, strong := list[level], list[level+1]
			if weak.depth < 1 || weak.lines < 1 || weak.error < 0 {
				t.Errorf("%q, level %d: %+v is no handicap", game, level, weak)
			}
			if strong.depth != NoLimit && strong.depth < weak.depth || strong.error > weak.error || strong.depth == weak.depth && strong.error == weak.error {
				t.Errorf("%q: level %d, %+v, is not stronger than %+v", game, level+1, strong, weak)
			}
		}
		if last := list[LevelMax]; last != (handicap{depth: NoLimit, lines: 1}) {
			t.Errorf("%q: level %d is held back: %+v", game, LevelMax, last)
		}
	}
}

package review

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var verb = regexp.MustCompile(`%(?:\[\d+\])?[ds]`)

func TestTexts_sayTheSameInBothLanguages(t *testing.T) {
	kinds := func(text string) []string {
		var list []string
		for _, v := range verb.FindAllString(strings.ReplaceAll(text, "%%", ""), -1) {
			list = append(list, v[len(v)-1:])
		}
		slices.Sort(list)
		return list
	}
	for name, text := range texts {
		if !slices.Equal(kinds(text[0]), kinds(text[1])) {
			t.Errorf("%s: %q and %q take different arguments", name, text[0], text[1])
		}
		if strings.ContainsFunc(text[0], func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s: Chinese in %q", name, text[0])
		}
	}
}

// told are all texts of a report.
func told(r *Report) string {
	all := []string{r.Text, r.Search.Note}
	for _, m := range r.Moves {
		all = append(all, m.Text)
	}
	for _, b := range r.BadMoves {
		all = append(all, b.Text)
	}
	for _, e := range r.Exercises {
		all = append(all, e.Text)
	}
	return strings.Join(all, "\n")
}

func TestDescribe_everyStatus(t *testing.T) {
	moves := []Move{
		{Status: "good", Class: Good, Best: "A1", Move: "A1"}, {Status: "bad", Class: Blunder, Proven: Loss, Best: "B1", BestProven: Win},
		{Status: "suspect", Class: Mistake, Best: "B1"}, {Status: "cleared", Cleared: "winning", Proven: Win, Class: Good},
		{Status: "cleared", Cleared: "small loss", Class: Good, Best: "B1"}, {Status: "cleared", Cleared: "lost", Class: Good, Proven: Loss},
		{Status: "cleared", Cleared: "forced", Class: Inaccuracy, Best: "A1", Move: "A1"},
		{Status: "cleared", Cleared: "unclear", Class: Good, Move: "A1", Best: "B1"},
		{Status: "cleared", Cleared: "unclear", Class: Good, Move: "A1", Best: "B1", BestWinRate: 0.4},
		{Status: "cleared", Cleared: "unclear", Class: Good, Move: "A1", Best: "B1", BestWinRate: 1, BestProven: Win},
	}
	for _, language := range Languages() {
		r := &Report{Language: language, Ended: "cancelled", Worst: []int{2}, BadMoves: []BadMove{{Number: 2, Move: "C1", Target: "B1", TargetProven: Win, Demonstration: []string{"B1", "A2"}, Ends: true}, {Number: 3}},
			Exercises: []Exercise{{Number: 2, Side: "black", Played: "C1"}}}
		for i, m := range moves {
			m.Number, m.Analysed = i+1, true
			r.Moves = append(r.Moves, m)
		}
		r.describe()
		text := told(r)
		if strings.Contains(text, "%!") || strings.Contains(text, "EXTRA") {
			t.Errorf("%s: %s", language, text)
		}
		for i, m := range r.Moves {
			if m.Text == "" {
				t.Errorf("%s: nothing is said of move %d", language, i+1)
			}
			if m.Cleared == Unclear && strings.Contains(m.Text, m.Best) {
				t.Errorf("%s: a target is named where none is clear: %s", language, m.Text)
			}
		}
		if chinese := strings.Contains(text, "胜率"); chinese != (language == "zh") {
			t.Errorf("%s: %s", language, text)
		}
	}
}

// A move that no other is better than is not said to cost something.
func TestDescribe_clearedAsTheBest(t *testing.T) {
	m := Move{Number: 1, Move: "E4", Best: "E4", Status: Cleared, Cleared: SmallLoss, Class: Good, WinRate: 0.6, BestWinRate: 0.6}
	for i, want := range []string{"Move 1, E4: win rate 60.0%. The best move.", "第1手 E4：胜率60.0%。这是最佳的一手。"} {
		if got := speech(i).move(&m, &Search{Net: "a network"}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// No sentence on a move contradicts another.
func TestDescribe_contradictsNothing(t *testing.T) {
	for _, row := range []struct {
		name   string
		move   Move
		en, zh string
	}{
		{"bad without a recommendation", Move{Number: 3, Move: "E4", Best: "E5", Status: Bad, Class: Blunder, WinRate: 0.2, BestWinRate: 0.8, Loss: 60, ValueA: 0.004},
			"Move 3, E4: win rate 20.0%. Bad: the search did not recommend it. E5 is better, with a win rate of 80.0%. It loses 60 points: blunder.",
			"第3手 E4：胜率20.0%。坏棋：搜索没有推荐这一手。E5更好，胜率80.0%。损失60个百分点：大错。"},
		{"a hard position", Move{Number: 3, Move: "E4", Best: "E5", Status: Cleared, Cleared: Unclear, Class: Good, WinRate: 0.35, BestWinRate: 0.4},
			"Move 3, E4: win rate 35.0%. A difficult position. How much the move costs is a guess, so it is not called bad.",
			"第3手 E4：胜率35.0%。局面艰难：这一手损失多少只能估计，故不判为坏棋。"},
		{"a suspect that seems best", Move{Number: 3, Move: "E4", Best: "E4", Status: Suspect, Class: Good, WinRate: 0.5, BestWinRate: 0.5, ValueA: 0.02},
			"Move 3, E4: win rate 50.0%. Perhaps bad (value 0.02); the review ended before it was looked at closely.",
			"第3手 E4：胜率50.0%。可能是坏棋（推荐值0.02），复盘结束前未及细看。"},
		{"a proven loss beside a nearly lost move", Move{Number: 3, Move: "E4", Best: "E5", Status: Cleared, Cleared: SmallLoss, Class: Good, Proven: Loss, BestWinRate: 0.0002, Loss: 0.02},
			"Move 3, E4: win rate 0.0%. Proven: it loses. Nearly lost: perhaps every move loses here, so none is called bad. E5 is not proven to lose.",
			"第3手 E4：胜率0.0%。已证明：此手必败。局面近乎必败：也许任何一手都输，故不判为坏棋。E5尚未证明必败。"},
		{"a proven loss beside another move", Move{Number: 3, Move: "E4", Best: "E5", Status: NotBad, Class: Good, Proven: Loss, BestWinRate: 0.03, Loss: 3},
			"Move 3, E4: win rate 0.0%. Proven: it loses. E5 is better, with a win rate of 3.0%.",
			"第3手 E4：胜率0.0%。已证明：此手必败。E5更好，胜率3.0%。"},
		{"better by less than is told", Move{Number: 3, Move: "E4", Best: "E5", Status: NotBad, Class: Good, WinRate: 0.5, BestWinRate: 0.5001, Loss: 0.01},
			"Move 3, E4: win rate 50.0%.", "第3手 E4：胜率50.0%。"},
	} {
		for i, want := range []string{row.en, row.zh} {
			if got := speech(i).move(&row.move, &Search{Net: "a network"}); got != want {
				t.Errorf("%s: %q, want %q", row.name, got, want)
			}
		}
	}
}

func TestDescribe_saysNoMoreThanItKnows(t *testing.T) {
	mean, net := 87.5, Search{Net: "a network"}
	suspect := []Move{{Number: 1, Analysed: true, Status: "suspect", Class: Good, Move: "B1", Best: "C3", BestWinRate: 0.5}, {Number: 2}}
	for _, row := range []struct {
		name   string
		report Report
		en, zh string
	}{
		{"cancelled before anything", Report{Search: net, Ended: "cancelled", Moves: make([]Move, 2)},
			"None of your 2 moves was analysed. The review was cancelled before its end.", "你共下2手，均未分析。复盘中途被取消。"},
		{"no time for the targets", Report{Search: net, Ended: "time", Moves: suspect, Classes: Classes{Good: 1}, Accuracy: &mean},
			"1 of your 2 moves was analysed. Good: 1, inaccuracies: 0, mistakes: 0, blunders: 0. Accuracy 87.5%. Perhaps bad, but not looked at closely: 1 (B1). The time was over before the review's end.",
			"你共下2手，分析了1手：好棋1，欠佳0，失误0，大错0。准确率87.5%。可能是坏棋，但未及细看：第1手（B1）。复盘未完成，时间已到。"},
		{"a blunder that is no bad move", Report{Search: net, Complete: true, Moves: make([]Move, 1), Classes: Classes{Blunder: 1}, Accuracy: &mean},
			"1 of your 1 moves was analysed. Good: 0, inaccuracies: 0, mistakes: 0, blunders: 1. Accuracy 87.5%. No move is bad by its recommendation value.",
			"你共下1手，分析了1手：好棋0，欠佳0，失误0，大错1。准确率87.5%。按推荐值，没有坏棋。"},
		{"all good, but two too late", Report{Search: net, Complete: true, Classes: Classes{Good: 3}, Accuracy: &mean, Moves: []Move{
			{Number: 1, Analysed: true, Class: Good, Move: "B1", Best: "B1", BestWinRate: 0.6}, {Number: 2, Analysed: true, Class: Good, Move: "B2", Best: "B3", BestWinRate: 0.2},
			{Number: 3, Analysed: true, Class: Good, Move: "C2", Best: "C3", BestProven: Loss}}},
			"3 of your 3 moves were analysed. Good: 3, inaccuracies: 0, mistakes: 0, blunders: 0. Accuracy 87.5%. In 2 of the good ones the game was lost or nearly lost: perhaps every move loses there, so none is called bad. No bad moves.",
			"你共下3手，分析了3手：好棋3，欠佳0，失误0，大错0。准确率87.5%。其中2手好棋下在必败或近乎必败的局面里：那时也许任何一手都输，故不判为坏棋。没有坏棋。"},
		{"all good", Report{Search: net, Complete: true, Moves: make([]Move, 1), Classes: Classes{Good: 1}, Accuracy: &mean},
			"1 of your 1 moves was analysed. Good: 1, inaccuracies: 0, mistakes: 0, blunders: 0. Accuracy 87.5%. No bad moves.",
			"你共下1手，分析了1手：好棋1，欠佳0，失误0，大错0。准确率87.5%。没有坏棋。"},
	} {
		for language, want := range map[string]string{"en": row.en, "zh": row.zh} {
			r := row.report
			r.Language = language
			if r.describe(); r.Text != want {
				t.Errorf("%s: %q, want %q", row.name, r.Text, want)
			}
		}
	}
}

func ExampleReport_Text() {
	r := &Report{Language: "zh", Complete: true, Moves: []Move{{Number: 1, Analysed: true, Status: "bad", Move: "B1", WinRate: 0.25, ValueA: 0.1, Best: "C3", BestWinRate: 0.75, Loss: 50, Class: Blunder}},
		Search: Search{Value: "a"}}
	r.describe()
	fmt.Println(r.Moves[0].Text)
	// Output:
	// 第1手 B1：胜率25.0%。坏棋：推荐值仅0.1。C3更好，胜率75.0%。损失50个百分点：大错。
}

func TestSay_grammar(t *testing.T) {
	o := quick("black")
	o.Range = &Range{2, 2}
	if text := mustReview(t, short5, o).Text; !strings.Contains(text, "1 of your 5 moves was analysed.") {
		t.Error(text)
	}
	if text := speech(0).join([]string{"One.", "pass is better, with a win rate of 50.0%."}); text != "One. Pass is better, with a win rate of 50.0%." {
		t.Error(text)
	}
}

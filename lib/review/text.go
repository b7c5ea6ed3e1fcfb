package review

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/capturego/reason"
)

// Languages are those that reviews are written in.
func Languages() []string { return []string{"en", "zh"} }

// texts are all that a review says, in the order of Languages. A number in
// brackets names an argument where the order of words differs.
var texts = map[string][2]string{
	"black": {"Black", "黑"}, "white": {"White", "白"},
	string(Good): {"good", "好棋"}, string(Inaccuracy): {"inaccuracy", "欠佳"}, string(Mistake): {"mistake", "失误"}, string(Blunder): {"blunder", "大错"},

	"move":       {"Move %d, %s: win rate %s.", "第%d手 %s：胜率%s。"},
	"best":       {"The best move.", "这是最佳的一手。"},
	"better":     {"%s is better, with a win rate of %s.", "%s更好，胜率%s。"},
	"open":       {"%s is not proven to lose.", "%s尚未证明必败。"},
	"loses":      {"It loses %s points: %s.", "损失%s个百分点：%s。"},
	"won":        {"Proven: it wins.", "已证明：此手必胜。"},
	"lost":       {"Proven: it loses.", "已证明：此手必败。"},
	"best won":   {"Proven: %s wins.", "已证明：%s必胜。"},
	"bad":        {"Bad: recommended with a value of %s only.", "坏棋：推荐值仅%s。"},
	"unlikely":   {"Bad: the search did not recommend it.", "坏棋：搜索没有推荐这一手。"},
	"suspect":    {"Perhaps bad (value %s); the review ended before it was looked at closely.", "可能是坏棋（推荐值%s），复盘结束前未及细看。"},
	"winning":    {"Seldom chosen, but it wins: checked and cleared.", "虽少见，但能赢：经核查不算坏棋。"},
	"small loss": {"Seldom chosen, but it costs little: checked and cleared.", "虽少见，但损失很小：经核查不算坏棋。"},
	"unclear":    {"Nearly lost: perhaps every move loses here, so none is called bad.", "局面近乎必败：也许任何一手都输，故不判为坏棋。"},
	"hard":       {"A difficult position. How much the move costs is a guess, so it is not called bad.", "局面艰难：这一手损失多少只能估计，故不判为坏棋。"},
	"may win":    {"Perhaps this wins, too, which is not proven: it is not called bad.", "此手或许也能赢，只是尚未证明，故不判为坏棋。"},
	"no escape":  {"Every move loses here.", "此时任何一手都输。"},
	"lasts":      {"No move is known to last longer.", "未发现能坚持得更久的一手。"},
	"outlasts":   {"%s may last longer.", "%s或许能坚持得更久。"},
	"forced":     {"The only move that does not lose at once.", "这是唯一不会立即输的一手。"},

	"target": {"Play %s instead: win rate %s instead of %s.", "应下%s：胜率由%[3]s变为%[2]s。"},
	"goes":   {"The game might go on: %s.", "后续可能是：%s。"},
	"ends":   {"That ends the game.", "对局到此结束。"},

	"if":    {"Move %d, %s instead: win rate %s.", "第%d手若下%s：胜率%s。"},
	"again": {"Move %d, %s, searched again: win rate %s.", "第%d手 %s，重新搜索：胜率%s。"},

	"end":         {"The end of this line: %s", "此变化的结果：%s"},
	"end won":     {"Proven: you win from there.", "已证明：此后你必胜。"},
	"end lost":    {"Proven: you lose from there.", "已证明：此后你必败。"},
	"end rate":    {"Your win rate is %s then.", "此时你的胜率为%s。"},
	"in the game": {"In the game %s", "实战中%s"},
	"opponent":    {"%s's move %d, %s: your win rate goes from %s to %s. A %s of your opponent's.", "%s方第%d手 %s：你的胜率由%s升至%s。这是对方的%s。"},

	"exercise": {"Move %d: %s to play. You played %s. Find a better move.", "第%d手：轮到%s方。你下了%s，请找出更好的一手。"},

	"summary of": {"%s's review: %s", "%s方的复盘：%s"},

	"none":      {"None of your %d moves was analysed.", "你共下%d手，均未分析。"},
	"summary":   {"%d of your %d moves were analysed. Good: %d, inaccuracies: %d, mistakes: %d, blunders: %d. Accuracy %s%%.", "你共下%[2]d手，分析了%[1]d手：好棋%[3]d，欠佳%[4]d，失误%[5]d，大错%[6]d。准确率%[7]s%%。"},
	"only one":  {"%d of your %d moves was analysed. Good: %d, inaccuracies: %d, mistakes: %d, blunders: %d. Accuracy %s%%.", "你共下%[2]d手，分析了%[1]d手：好棋%[3]d，欠佳%[4]d，失误%[5]d，大错%[6]d。准确率%[7]s%%。"},
	"too late":  {"In %d of the good ones the game was lost or nearly lost: perhaps every move loses there, so none is called bad.", "其中%d手好棋下在必败或近乎必败的局面里：那时也许任何一手都输，故不判为坏棋。"},
	"no bad":    {"No bad moves.", "没有坏棋。"},
	"not low":   {"No move is bad by its recommendation value.", "按推荐值，没有坏棋。"},
	"perhaps":   {"Perhaps bad, but not looked at closely: %s.", "可能是坏棋，但未及细看：%s。"},
	"bad moves": {"Bad moves: %s.", "坏棋：%s。"},
	"worst":     {"Look first at: %s.", "请先看：%s。"},
	"at":        {"%d (%s)", "第%d手（%s）"},
	"cancelled": {"The review was cancelled before its end.", "复盘中途被取消。"},
	"time":      {"The time was over before the review's end.", "复盘未完成，时间已到。"},
	"no net":    {"Judged by random games and the solver, without a network: trust what is proven, and take other losses under 20 points as hints.", "未使用神经网络，由随机对局与求解器判断：已证明的可以相信，其余不足20个百分点的损失仅供参考。"},

	"no classes": {"Judged by random games and the solver, without a network: trust what is proven. What else a move loses is a rough guess, and nothing is said of losses under %s points.", "未使用神经网络，由随机对局与求解器判断：已证明的可以相信，其余损失只是粗略估计，不足%s个百分点的不作评价。"},

	"graph":       {"Your win rate", "你的胜率曲线"},
	"rate axis":   {"Win rate after the move", "落子后的胜率"},
	"move axis":   {"Number of your move", "你的手数"},
	"you played":  {"Move %d: you played %s (%s).", "第%d手：你下了%s（%s）。"},
	"preferred":   {"%s is better: win rate %s instead of %s.", "%s更好：胜率%s，而不是%s。"},
	"instead":     {"Move %d: %s instead of %s.", "第%d手：下%s，不下%s。"},
	"first of":    {"The first %d of %d moves.", "前%d手，共%d手。"},
	"played":      {"your move", "你的这手棋"},
	"better move": {"better move", "更好的一手"},
	"considered":  {"also considered", "其他选点"},
	"filled":      {"filled: proven to win", "实心：已证明必胜"},
	"unknown":     {"not analysed", "未分析"},
	"played on":   {"%d at %s.", "%d在%s处。"},
	"all moves":   {"All your moves, by number and class.", "你的全部着法：手数与评价。"},
	"list":        {", ", "、"},
}

// speech says things in one language.
type speech int

func speechOf(language string) speech {
	for i, l := range Languages() {
		if l == language {
			return speech(i)
		}
	}
	return 0
}

// say fills in a text; there is one of every name used.
func (s speech) say(name string, args ...any) string { return fmt.Sprintf(texts[name][s], args...) }

func (s speech) list(items []string) string { return strings.Join(items, texts["list"][s]) }

// join puts sentences together, which begin with a capital where a move is a pass; Chinese
// ones need no blank between.
func (s speech) join(sentences []string) string {
	for i, text := range sentences {
		if rest, ok := strings.CutPrefix(text, "pass "); ok {
			sentences[i] = "Pass " + rest
		}
	}
	return strings.Join(sentences, []string{" ", ""}[s])
}

func percent(rate float64) string { return fmt.Sprintf("%.1f%%", 100*rate) }

// short writes a number without needless decimals.
func short(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

// describe writes all texts of the report.
func (r *Report) describe() {
	s := speechOf(r.Language)
	if r.Search.Net == "" {
		r.Search.Note = s.say("no net")
		if r.Search.rough() {
			r.Search.Note = s.say("no classes", short(r.Search.Losses[0]))
		}
	}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Analysed {
			m.Text = s.move(m, &r.Search)
		}
	}
	var names []string
	at := map[int]string{}
	for i := range r.BadMoves {
		b := &r.BadMoves[i]
		b.Text = s.bad(b)
		at[b.Number] = s.say("at", b.Number, b.Move)
		names = append(names, at[b.Number])
	}
	for i := range r.Exercises {
		e := &r.Exercises[i]
		e.Text = s.say("exercise", e.Number, texts[e.Side][s], e.Played)
	}
	for i := range r.Opponent {
		m := &r.Opponent[i]
		own := []string{s.say("opponent", texts[opponentOf(r.Game.User)][s], r.theirs(m.Ply), m.Move, percent(m.Before), percent(m.After), texts[string(m.Class)][s])}
		if m.Proven == Loss {
			own = append(own, s.say("lost"))
		}
		m.Text = s.join(append(own, said(m.Reasons)...))
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		a.Text = s.answer(a, r.Moves[a.Number-1].Move, &r.Search)
	}
	r.Text = s.join(s.summary(r, names, at))
}

// tooLate counts the good moves of positions that are proven to be lost or nearly lost.
func (r *Report) tooLate() (n int) {
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Analysed && m.Class == Good && (m.BestProven == Loss || m.BestProven == "" && m.BestWinRate < doomedBelow) {
			n++
		}
	}
	return n
}

// summary says what was found, and no more than was looked for; at are the bad
// moves by number, names in order.
func (s speech) summary(r *Report, names []string, at map[int]string) (all []string) {
	c := r.Classes
	worse := c.Inaccuracy + c.Mistake + c.Blunder
	if r.Accuracy == nil {
		all = append(all, s.say("none", len(r.Moves)))
	} else {
		name := "summary"
		if c.Good+worse == 1 {
			name = "only one"
		}
		all = append(all, s.say(name, c.Good+worse, len(r.Moves), c.Good, c.Inaccuracy, c.Mistake, c.Blunder, short(*r.Accuracy)))
	}
	if n := r.tooLate(); n > 0 {
		all = append(all, s.say("too late", n))
	}
	var worst, suspects []string
	for _, n := range r.Worst {
		worst = append(worst, at[n])
	}
	for _, m := range r.Moves {
		if m.Status == Suspect {
			suspects = append(suspects, s.say("at", m.Number, m.Move))
		}
	}
	switch {
	case len(names) > 0:
		all = append(all, s.say("bad moves", s.list(names)))
	case r.Complete && worse == 0:
		all = append(all, s.say("no bad"))
	case r.Complete:
		all = append(all, s.say("not low"))
	}
	if len(worst) > 0 && len(worst) < len(names) {
		all = append(all, s.say("worst", s.list(worst)))
	}
	if len(suspects) > 0 {
		all = append(all, s.say("perhaps", s.list(suspects)))
	}
	if !r.Complete {
		all = append(all, s.say(r.Ended))
	}
	if r.Search.Note != "" {
		all = append(all, r.Search.Note)
	}
	return all
}

// move says what is to be said of a move: what is proven first, then why, then what
// the searches say.
func (s speech) move(m *Move, by *Search) string {
	all := append([]string{s.say("move", m.Number, m.Move, percent(m.WinRate))}, s.proofs(m)...)
	all = append(all, said(m.Reasons)...)
	shown := m.ValueA
	if by.Value == "b" {
		shown = m.ValueB
	}
	switch {
	case m.Status == Bad && short(shown) == "0":
		all = append(all, s.say("unlikely"))
	case m.Status == Bad || m.Status == Suspect:
		all = append(all, s.say(string(m.Status), short(shown)))
	case m.BestProven == Loss || m.Cleared == SmallLoss && m.Best == m.Move:
	case m.guessed():
		all = append(all, s.unclear(m))
	case m.Cleared != "":
		all = append(all, s.say(string(m.Cleared)))
	}
	switch {
	case m.Proven == Win || m.BestProven == Loss || m.Cleared == Unclear:
	case m.BestProven == Win && slices.ContainsFunc(m.Reasons, func(r Reason) bool { return r.Kind == reason.MissesWin }):
	case by.rough() && m.Class == Good && m.Best != m.Move && m.BestProven != Win: // the other may be worse
	case m.Status == Suspect && m.Best == m.Move: // it was not looked at closely
	default:
		all = append(all, s.better(compared{m.Move, m.WinRate, m.Proven, m.Best, m.BestWinRate, m.BestProven})...)
	}
	return s.join(s.costs(all, m.Loss, m.Class))
}

// guessed says whether it would be a guess that a move is bad, also because the best one
// is nearly lost where the move itself is proven to be.
func (m *Move) guessed() bool {
	return m.Cleared == Unclear || m.Cleared == SmallLoss && m.Proven == Loss && m.BestProven == "" && m.BestWinRate < doomedBelow
}

// unclear says why it would be a guess that a move is bad.
func (s speech) unclear(m *Move) string {
	switch {
	case m.BestProven == Win:
		return s.say("may win")
	case m.BestWinRate < doomedBelow:
		return s.say("unclear")
	}
	return s.say("hard")
}

// compared is a move beside the best one.
type compared struct {
	move       string
	rate       float64
	proven     Verdict
	best       string
	bestRate   float64
	bestProven Verdict
}

// better says which move is better than one, if any: nothing where both win rates look
// the same and no proof tells them apart.
func (s speech) better(c compared) []string {
	switch {
	case c.best == c.move:
		return []string{s.say("best")}
	case c.bestProven == Win:
		return []string{s.say("best won", c.best)}
	case percent(c.rate) != percent(c.bestRate):
		return []string{s.say("better", c.best, percent(c.bestRate))}
	case c.proven == Loss:
		return []string{s.say("open", c.best)}
	}
	return nil
}

// costs adds what a move that is not good loses.
func (s speech) costs(all []string, loss float64, class Class) []string {
	if class != Good {
		all = append(all, s.say("loses", short(loss), texts[string(class)][s]))
	}
	return all
}

// rough says whether losses are only guessed: small ones are not told.
func (by *Search) rough() bool {
	return by.Net == "" && min(by.ClearLoss, by.Losses[0]) >= by.Losses[2]
}

// proofs says what is proven of a move, and where all moves lose whether it lasts.
func (s speech) proofs(m *Move) []string {
	switch {
	case m.Proven == Win:
		return []string{s.say("won")}
	case m.BestProven == Loss && m.Best == m.Move:
		return []string{s.say("no escape"), s.say("lasts")}
	case m.BestProven == Loss:
		return []string{s.say("no escape"), s.say("outlasts", m.Best)}
	case m.Proven == Loss:
		return []string{s.say("lost")}
	}
	return nil
}

// names says whether a move's text names another one as better.
func (s speech) names(m *Move, b *BadMove, by *Search) bool {
	switch {
	case m.Best == m.Move:
		return false
	case b != nil || m.BestProven == Loss:
		return true
	case m.Proven == Win || m.Cleared == Unclear || by.rough() && m.Class == Good && m.BestProven != Win:
		return false
	}
	return len(s.better(compared{m.Move, m.WinRate, m.Proven, m.Best, m.BestWinRate, m.BestProven})) > 0
}

// caption says in few words what became of a move; b is nil for one that was not bad.
func (s speech) caption(m *Move, b *BadMove, by *Search) []string {
	all := []string{s.say("you played", m.Number, m.Move, texts[string(m.Class)][s])}
	switch {
	case b != nil:
		all = append(all, s.say("preferred", b.Target, percent(b.TargetWinRate), percent(b.WinRate)))
	case m.Proven == Win:
		all = append(all, s.say("won"))
	case m.BestProven == Loss:
		all = append(all, s.proofs(m)...)
	case m.Cleared == Unclear:
		all = append(all, s.unclear(m))
	case m.Status == Suspect && m.Best == m.Move: // it was not looked at closely
	case by.rough() && m.Best != m.Move && m.Class == Good && m.BestProven != Win:
	default:
		all = append(all, s.better(compared{m.Move, m.WinRate, m.Proven, m.Best, m.BestWinRate, m.BestProven})...)
	}
	if why := said(m.Reasons); len(why) > 0 {
		all = append(all, why[0])
	}
	return all
}

// bad says where a bad move should have gone.
func (s speech) bad(b *BadMove) string {
	all := []string{s.say("target", b.Target, percent(b.TargetWinRate), percent(b.WinRate))}
	if b.TargetProven == Win {
		all = append(all, s.say("best won", b.Target))
	}
	all = append(all, said(b.TargetReasons)...)
	if len(b.Demonstration) > 1 {
		all = append(all, s.say("goes", strings.Join(b.Demonstration, " ")))
	}
	return s.join(append(all, s.ending(b)...))
}

// ending says what a bad move's demonstration comes to, and why.
func (s speech) ending(b *BadMove) []string {
	if len(b.Line) == 0 {
		return nil
	}
	return append([]string{s.comesTo(b.Line, b.Ends)}, said(b.EndReasons)...)
}

// comesTo says what a demonstration comes to.
func (s speech) comesTo(line []Ply, ends bool) string {
	switch last := line[len(line)-1]; {
	case ends:
		return s.say("ends")
	case last.Proven == Win:
		return s.say("end won")
	case last.Proven == Loss:
		return s.say("end lost")
	default:
		return s.say("end rate", percent(last.WinRate))
	}
}

// answer says what was found out about a move that was asked about, where another one or
// the same was played.
func (s speech) answer(a *Answer, played string, by *Search) string {
	name := "if"
	switch {
	case a.Kind == "deepen":
		name = "again"
	case a.Move == played:
		name = "move"
	}
	all := []string{s.say(name, a.Number, a.Move, percent(a.WinRate))}
	switch {
	case a.BestProven == Loss:
		all = append(all, s.say("no escape"))
	case a.Proven == Win:
		all = append(all, s.say("won"))
	case a.Proven == Loss:
		all = append(all, s.say("lost"))
	}
	if hidden := by.rough() && a.Class == Good && a.Best != a.Move && a.BestProven != Win; a.BestProven != Loss && a.Proven != Win && !hidden {
		all = append(all, s.better(compared{a.Move, a.WinRate, a.Proven, a.Best, a.BestWinRate, a.BestProven})...)
	}
	all = s.costs(all, a.Loss, a.Class)
	if len(a.Line) > 0 {
		var moves []string
		for _, next := range a.Line {
			moves = append(moves, next.Move)
		}
		all = append(all, s.say("goes", strings.Join(moves, " ")), s.comesTo(a.Line, a.Ends))
	}
	return s.join(all)
}

// saidMost is how many reasons a text says.
const saidMost = 2

// said are the texts of the first reasons. That the game ends goes without saying
// where a move wins it.
func said(list []Reason) (all []string) {
	wins := slices.ContainsFunc(list, func(r Reason) bool { return r.Kind == reason.Wins })
	for _, r := range list {
		if len(all) < saidMost && !(wins && r.Kind == reason.Ends) {
			all = append(all, r.Text)
		}
	}
	return all
}

// theirs is the number among the opponent's moves of the one at a ply, from 1.
func (r *Report) theirs(ply int) int {
	number := ply
	for _, m := range r.Moves {
		if m.Ply < ply {
			number--
		}
	}
	return number
}

func opponentOf(user string) string {
	if user == "black" {
		return "white"
	}
	return "black"
}

package reason

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"qikit.dev/qikit/lib/goban"
)

// Languages are those that facts can be told in.
func Languages() []string { return []string{"en", "zh"} }

// sentences tell the facts, in the order of Languages. A word in braces is filled
// in by teller.word. A bar parts the forms for one stone and for more; where the
// fact has two forms, the name of the other ends in "+".
var sentences = map[string][2]string{
	string(Wins):         {"{move} captures {stones}: {side wins}.", "{move}提{stones}，{side}获胜。"},
	string(DoubleThreat): {"{move} makes two threats: {their chain} and {their other} cannot both be saved.", "{move}双打吃：{their chain}和{their other}不能都救。"},
	string(Ladder):       {"{move} starts a ladder that works: {their chain} cannot get away.", "{move}征子成立：{their chain}跑不掉。"},
	string(Trap):         {"{move} puts {their chain} in atari, and {they} cannot get away.", "{move}打吃{their chain}，已经跑不掉了。"},
	string(Net):          {"{move} catches {their chain} in a net.", "{move}枷住了{their chain}。"},
	string(Snapback):     {"{move} is a snapback: if {other takes} it, {side takes} back {stones}.", "{move}是倒扑：{other}若提，{side}可反提{stones}。"},
	string(Captures):     {"{move} captures {stones}; {side needs} {missing} more.", "{move}提{stones}，{side}还差{missing}。"},
	string(Saves):        {"{move} gets {own chain} out of atari.", "{move}救出了{own chain in atari}。"},
	string(Connects):     {"{move} connects {own chain}, which {was} in atari.", "{move}接回了{own chain in atari}。"},
	string(Denies):       {"{move} takes the point where {other} could have made two threats.", "{move}占住了{other}双打吃的要点。"},
	string(Atari):        {"{move} puts {their chain} in atari.", "{move}打吃{their chain}。"},

	string(Loses):        {"{side} can now capture {their chain} by playing {move}, and win.", "接下来{side}在{move}提{their chain}，就获胜了。"},
	string(Forced):       {"{side} can now win by force, beginning with {move}.", "接下来{side}从{move}开始，可以强制取胜。"},
	string(MissesWin):    {"{side} could have won by force, beginning with {move}.", "{side}本可以从{move}开始，强制取胜。"},
	string(Misses):       {"{side} could have captured {their chain} by playing {move}.", "{side}本可以在{move}提{their chain}。"},
	string(Misses) + "+": {"{side} could have captured {their chain} by playing {move}, and won.", "{side}本可以在{move}提{their chain}，直接获胜。"},
	string(FacesThreats): {"{side} can now play {move}, with two threats: {their chain} and {their other} cannot both be saved.", "接下来{side}在{move}可以双打吃：{their chain}和{their other}不能都救。"},
	string(Unsaved):      {"{own chain} {is} in atari and {side} did not save {it}.", "{own chain}被打吃，却没有救。"},
	string(Runs):         {"{move} does not save {own chain}: the ladder works.", "{move}救不出{own chain}：征子成立。"},
	string(FacesTrap):    {"{side} can now catch {their chain}, beginning with {move}.", "接下来{side}从{move}下手，就能吃住{their chain}。"},
	string(SelfAtari):    {"{move} leaves {own group} with one liberty.", "{move}之后，{own chain}只剩一口气。"},
	string(BrokenLadder): {"This ladder does not work: {point} stands in the way.", "这个征子不成立：{point}有{other stone}引征。"},
	string(TwoLiberties): {"{move} leaves {own group} with two liberties.", "{move}之后，{own chain}只有两口气。"},
	string(Edge):         {"{move} is on the edge, where a stone has three liberties at most.|{own group} lies on the edge, where stones have few liberties.", "{move}在一路，那里一子最多只有三口气。|{own chain}都在一路，那里气少。"},
	string(OneLiberty):   {"{own group} has one liberty.", "{own chain}只有一口气。"},
	string(Score):        {"{side has} captured {stones} and {needs} {missing} more.", "{side}已提{stones}，还差{missing}。"},
	string(Score) + "+":  {"{side has} captured {stones}: the target is reached.", "{side}已提{stones}，达到目标。"},
	string(Ends):         {"The game ends with this move: {side wins}.|The game ends after {moves}: {side wins}.", "这一手后终局：{side}获胜。|走{moves}后终局：{side}获胜。"},
	string(Ends) + "+":   {"The game ends with this move: a draw.|The game ends after {moves}: a draw.", "这一手后终局：和棋。|走{moves}后终局：和棋。"},
}

// Text tells the fact in a language, "en" or "zh", to the player of that colour, who
// is called "you"; goban.Empty is a reader who plays neither.
func (f Fact) Text(language string, you goban.Color) string {
	name := string(f.Kind)
	if second := f.Kind == Misses && f.Missing == 0 || f.Kind == Score && f.Missing == 0 || f.Kind == Ends && f.Side == goban.Empty; second {
		name += "+"
	}
	t := teller{Fact: f, you: you, language: max(slices.Index(Languages(), language), 0)}
	one, more, parts := strings.Cut(sentences[name][t.language], "|")
	if parts && f.Count != 1 {
		one = more
	}
	var text strings.Builder
	for {
		plain, rest, found := strings.Cut(one, "{")
		text.WriteString(plain)
		if !found {
			break
		}
		word, rest, _ := strings.Cut(rest, "}")
		text.WriteString(t.word(word))
		one = rest
	}
	first, size := utf8.DecodeRuneInString(text.String())
	return string(unicode.ToUpper(first)) + text.String()[size:]
}

// teller tells one fact.
type teller struct {
	Fact
	you      goban.Color
	language int
}

func (t teller) chinese() bool { return t.language == 1 }

// word is what stands for a word in braces. Of the two players "own" is the
// fact's Side, "their" the other.
func (t teller) word(name string) string {
	other := t.Side.Other()
	switch name {
	case "move":
		return t.Move.String()
	case "point":
		return t.Points[0].String()
	case "side":
		return t.player(t.Side)
	case "other":
		return t.player(other)
	case "own chain":
		return t.stones(t.Side, t.Chain)
	case "own chain in atari":
		return strings.Replace(t.stones(t.Side, t.Chain), "的", "被打吃的", 1)
	case "own group":
		return t.group(t.Side, t.Chain)
	case "their chain":
		return t.stones(other, t.Chain)
	case "their other":
		return t.stones(other, t.Other)
	case "other stone":
		return [2]string{"黑子", "白子"}[other&1]
	case "stones":
		return t.count(t.Count, "stone", "子")
	case "moves":
		return t.count(t.Count, "move", "手")
	case "missing":
		return t.missing()
	case "it":
		return t.number("it", "them")
	case "they":
		return t.number("it", "they")
	case "is":
		return t.number("is", "are")
	case "was":
		return t.number("was", "were")
	}
	// "side wins": a player and what it does.
	who, verb, two := strings.Cut(name, " ")
	if !two {
		return t.verb(t.Side, who)
	}
	side := t.Side
	if who == "other" {
		side = other
	}
	return t.player(side) + " " + t.verb(side, verb)
}

// verb is an English verb in the third person as it goes with a player.
func (t teller) verb(side goban.Color, verb string) string {
	switch {
	case side != t.you:
		return verb
	case verb == "has":
		return "have"
	}
	return strings.TrimSuffix(verb, "s")
}

// number chooses by the stones of the chain.
func (t teller) number(one, more string) string {
	if len(t.Chain) == 1 {
		return one
	}
	return more
}

// player names a player.
func (t teller) player(c goban.Color) string {
	if c == t.you {
		return [2]string{"you", "你"}[t.language]
	}
	return [2][2]string{{"Black", "White"}, {"黑方", "白方"}}[t.language][c&1]
}

// stones are a player's stones, named by the first of each chain: "your two stones
// at B6", "White's stones at B6 and D4".
func (t teller) stones(c goban.Color, list []goban.Point) string {
	names := firsts(list)
	if t.chinese() {
		return fmt.Sprintf("%s在%s的%s", t.player(c), strings.Join(names, "、"), t.count(len(list), "", "子"))
	}
	at := strings.Join(names, ", ")
	if i := strings.LastIndex(at, ", "); i >= 0 {
		at = at[:i] + " and " + at[i+2:]
	}
	if len(list) == 1 {
		return t.owner(c) + " stone at " + at
	}
	return fmt.Sprintf("%s %s at %s", t.owner(c), t.count(len(list), "stone", ""), at)
}

// group is a chain of stones called so.
func (t teller) group(c goban.Color, list []goban.Point) string {
	if len(list) == 1 {
		return t.owner(c) + " stone at " + list[0].String()
	}
	return t.owner(c) + " group at " + list[0].String()
}

func (t teller) owner(c goban.Color) string {
	if c == t.you {
		return "your"
	}
	return t.player(c) + "'s"
}

// firsts are the first stones of the chains that stones form, in reading order.
func firsts(list []goban.Point) (names []string) {
	seen := map[goban.Point]bool{}
	for _, p := range list {
		if seen[p] {
			continue
		}
		names = append(names, p.String())
		seen[p] = true
		for todo := []goban.Point{p}; len(todo) > 0; todo = todo[1:] {
			for _, n := range todo[0].Neighbours() {
				if slices.Contains(list, n) && !seen[n] {
					seen[n] = true
					todo = append(todo, n)
				}
			}
		}
	}
	return names
}

var (
	englishNumbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	chineseNumbers = []string{"零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"}
)

// count is a number of things: "two stones", "两子".
func (t teller) count(n int, noun, measure string) string {
	words := [2][]string{englishNumbers, chineseNumbers}[t.language]
	number := fmt.Sprint(n)
	if n < len(words) {
		number = words[n]
	}
	if t.chinese() {
		return number + measure
	}
	if n != 1 {
		noun += "s"
	}
	return number + " " + noun
}

// missing is how many stones are still to be captured.
func (t teller) missing() string {
	if t.chinese() {
		return t.count(t.Missing, "", "子")
	}
	number, _, _ := strings.Cut(t.count(t.Missing, "stone", ""), " ")
	return number
}

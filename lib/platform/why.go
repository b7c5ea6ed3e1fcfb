package platform

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// tongue is a language of Sentences: English or Chinese, an index of the tables.
type tongue int

const (
	english tongue = iota
	chinese
)

// questions are what a player asks in the chat, with the language of the answer.
var questions = map[string]tongue{
	"why": english, "why?": english, "?": english,
	"为什么": chinese, "为什么?": chinese, "为什么？": chinese, "為什麼": chinese, "為什麼?": chinese, "為什麼？": chinese, "？": chinese,
}

// details is the question that Explanation.String answers, with every module's part.
var details = []string{"why in detail", "why in detail?", "详细", "詳細"}

// Sentences say the choice in words, in English ("en") or Chinese ("zh"), the most
// important first: the move and what decided it, what is expected, what stood against it,
// and what it is founded on. Each is true without the others.
func (e *Explanation) Sentences(language string) []string {
	if language == "zh" {
		return e.sentences(chinese)
	}
	return e.sentences(english)
}

func (e *Explanation) sentences(in tongue) (all []string) {
	say := func(texts [2]string, args ...any) { all = append(all, fmt.Sprintf(texts[in], args...)) }
	if e.Why != "" || len(e.Candidates) == 0 {
		say(passes[e.Why])
		say(chances, percent(e.WinRate))
		return all
	}
	best := &e.Candidates[0]
	decider, gain := e.decider()
	switch words, ok := deciders[decider]; {
	case !ok:
		say(played, moveText(best.Move))
	case decider == "game":
		say(words, moveText(best.Move), moveText(e.Candidates[1].Move))
	case decider == "level":
		say(words, moveText(best.Move), moveText(e.unmistaken()))
	default:
		say(words, moveText(best.Move), e.because(decider, in))
	}
	if len(e.Line) > 0 {
		say(expected, moveTexts(e.Line[:min(len(e.Line), 3)]), percent(e.WinRate))
	} else {
		say(chances, percent(e.WinRate))
	}
	if len(e.Candidates) > 1 && best.Value > 0 {
		second := &e.Candidates[1]
		say(seconds, moveText(second.Move), percent(max(0, min(second.Value/best.Value, 1))))
		if against := e.against(); len(against) > 0 {
			say(opposed, moveText(second.Move), strings.Join(named(against, in), comma[in]))
		}
	}
	if with := e.agreeing(decider, gain); len(with) > 0 {
		say(agreed, strings.Join(named(with, in), comma[in]))
	}
	if founded := e.founded(in); founded != "" {
		say(foundation, founded)
	}
	for _, c := range e.Changes {
		if words, ok := situations[c.Why]; ok {
			say(adjusted, words[in], c.Key, c.From, c.To)
			break
		}
	}
	return all
}

// part is what a module added to a candidate, and its note.
func (k *Candidate) part(module string) (worth float64, note string) {
	for _, p := range k.Parts {
		if p.Module == module {
			worth, note = worth+p.Score*p.Weight, p.Note
		}
	}
	return worth, note
}

// gains are what each module gave the best candidate beyond the second; without a second
// one what it gave the best.
func (e *Explanation) gains() map[string]float64 {
	gains := map[string]float64{}
	for i, k := range e.Candidates[:min(len(e.Candidates), 2)] {
		for _, p := range k.Parts {
			gains[p.Module] += float64(1-2*i) * p.Score * p.Weight
		}
	}
	return gains
}

// decider is the module without which the choice would have been another, or which gave
// it most; "" when nothing speaks for the move.
func (e *Explanation) decider() (module string, gain float64) {
	gains := e.gains()
	if len(e.Candidates) > 1 && gains["level"] > 0 && e.unmistaken() != e.Candidates[0].Move {
		return "level", gains["level"]
	}
	opinions := 0.0
	for _, m := range modules {
		opinions += gains[m]
		if gains[m] > gain {
			module, gain = m, gains[m]
		}
	}
	if len(e.Candidates) > 1 && opinions <= 0 && gains["game"] > 0 {
		return "game", gains["game"]
	}
	return module, gain
}

// modules are those that judge moves, in the order in which equal ones are named.
var modules = []string{"mc", "search", "static", "terminals", "memory", "games"}

// unmistaken is the move that would be best without the mistakes of the level.
func (e *Explanation) unmistaken() game.Move {
	best, most := e.Candidates[0].Move, math.Inf(-1)
	for i := range e.Candidates {
		k := &e.Candidates[i]
		if error, _ := k.part("level"); !k.Refusal && k.Value-error > most {
			best, most = k.Move, k.Value-error
		}
	}
	return best
}

// agreeing are the other modules that preferred the move by a tenth of the decider's gain.
func (e *Explanation) agreeing(decider string, gain float64) (with []string) {
	gains := e.gains()
	for _, m := range modules {
		if m != decider && gains[m] > gain/10 {
			with = append(with, m)
		}
	}
	return with
}

// against are the modules that preferred the second candidate.
func (e *Explanation) against() (those []string) {
	gains := e.gains()
	for _, m := range modules {
		if gains[m] < -e.Candidates[0].Value/100 {
			those = append(those, m)
		}
	}
	return those
}

// because is why a module is for the move.
func (e *Explanation) because(module string, in tongue) string {
	best := &e.Candidates[0]
	_, note := best.part(module)
	switch module {
	case "mc":
		if all, n := e.counted.Visits, best.Tried.Visits; n > 0 {
			return fmt.Sprintf(tried[in], math.Round(n), math.Round(all), percent(best.Tried.Wins/n))
		}
	case "games":
		var won, of string
		_, lost := e.Candidates[min(1, len(e.Candidates)-1)].part(module)
		if n, _ := fmt.Sscanf(lost, "won %s of %s", &won, &of); n == 2 {
			return fmt.Sprintf(lostGames[in], moveText(e.Candidates[1].Move), won, of)
		}
	}
	word, at, isAt := strings.Cut(note, " ")
	if words, ok := notes[note]; ok {
		return words[in]
	} else if words, ok := notes[word]; ok && isAt {
		return fmt.Sprintf(words[in], at)
	}
	return unnoted[in]
}

// founded lists the playouts by where they came from.
func (e *Explanation) founded(in tongue) string {
	var list []string
	for _, row := range []struct {
		n     int
		words [2]string
	}{{e.Searched, sources[0]}, {e.Ahead, sources[1]}, {e.Remembered, sources[2]}, {e.Terminals, sources[3]}} {
		if row.n > 0 {
			list = append(list, fmt.Sprintf(row.words[in], row.n))
		}
	}
	return strings.Join(list, comma[in])
}

func named(those []string, in tongue) (names []string) {
	for _, m := range those {
		names = append(names, moduleNames[m][in])
	}
	return names
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

func moveTexts(moves []game.Move) string {
	list := slices.Collect(func(yield func(string) bool) {
		for _, m := range moves {
			if !yield(moveText(m)) {
				return
			}
		}
	})
	return strings.Join(list, ", ")
}

// fitting joins as many of the sentences, from the first on, as have room.
func fitting(sentences []string, in tongue, most int) string {
	between, text := [2]string{" ", ""}[in], ""
	for _, s := range sentences {
		next := s
		if text != "" {
			next = text + between + s
		}
		if len(next) > most {
			break
		}
		text = next
	}
	return text
}

package review

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pattern"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// SGF writes the reviewed game as SGF: the record as it was read, with verdicts,
// win rates, marks and comments in its nodes, and where a move was bad a second
// variation with the target and the demonstration. Properties that the review
// does not write stay as they were; a comment is kept in front of the review's.
// What an earlier review of the moves said of them, and of its targets, gives way; its
// variations stay, and are walked into where they go the same way.
func (r *Report) SGF() ([]byte, error) {
	rec, err := r.replay()
	if err != nil {
		return nil, err
	}
	root, nodes, line := rec.root, rec.nodes, rec.root.MainLine()
	rec.complete()
	rates := map[int]float64{}
	for _, g := range r.Graph {
		rates[g.Ply] = g.Black
	}
	if rate, ok := rates[0]; ok && nodes[0] != root {
		root.SetWinRate(rate)
	}
	for ply, node := range nodes {
		if rate, ok := rates[ply+1]; ok {
			node.SetWinRate(rate)
		}
	}
	again := false
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Analysed {
			n := nodes[m.Ply-1]
			if clean(n, m) {
				again = true
				if at := slices.Index(line, n); at > 0 {
					retract(line[at-1], n, rec.start)
				}
			}
			r.annotate(m, n)
		}
	}
	b := rec.start.Clone()
	for i, move := range rec.moves {
		_, before := rates[i]
		if _, after := rates[i+1]; before && after { // this review has a word on it, be it that it was no mistake
			exonerate(nodes[i], b, move)
		}
		b.Play(move)
	}
	for i := range r.Opponent {
		m := &r.Opponent[i]
		comment(nodes[m.Ply-1], m.Text)
	}
	forget(root, opening("summary of", word(r.Game.User)), manyTimes)
	if again {
		forget(root, summaries(len(r.Moves)), 1) // of an older version, which did not say whose it is
	}
	s := speechOf(r.Language)
	comment(root, s.say("summary of", texts[r.Game.User][s], r.Text))
	for i := range r.BadMoves {
		b := &r.BadMoves[i]
		ply := r.Moves[b.Number-1].Ply
		at := slices.Index(line, nodes[ply-1])
		if at == 0 {
			continue // a move of the root: nothing can stand beside it
		}
		if err := r.branch(b, line[at-1], rec.at(ply-1)); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	err = sgf.Write(&text, root)
	return text.Bytes(), err
}

// complete adds to the root what the rules are, and how the game ended, where the record
// does not say it; the form of the file is ours.
func (r *record) complete() {
	ours := r.end.SGF()
	names := []string{"FF", "GM", "CA", "KM", "RE"}
	if target, _, err := capturego.Stated(r.root); err == nil && (target == [2]int{} || target == r.end.Rules().Target) {
		names = append(names, "RU", "GC") // else the record states another target than the caller
	}
	for _, name := range names {
		if form := name == "FF" || name == "GM" || name == "CA"; ours.Has(name) && (form || !r.root.Has(name)) {
			r.root.Set(name, ours.Values(name)...)
		}
	}
}

// blank separates the paragraphs of a comment; the review's text is one of them.
const blank = "\n\n"

// comment adds a text to a node's comment, if it is not there already.
func comment(n *sgf.Node, text string) {
	own := n.Comment()
	switch {
	case text == "" || slices.Contains(strings.Split(own, blank), text):
		return
	case own != "":
		text = own + blank + text
	}
	n.SetComment(text)
}

// eitherStop makes Chinese stops match those of English, too, which older versions
// wrote.
var eitherStop = strings.NewReplacer("，", "[，,]", "：", "[：:]")

// word is an argument of a text that is one of the texts itself.
type word string

// opening is how the texts of that name begin, in any language, the first of
// their arguments given.
func opening(name string, args ...any) *pattern.Pattern {
	const rest = "\x00"
	var all []string
	for i := range Languages() {
		given := append(slices.Clone(args), rest, rest)
		for at, arg := range given {
			if w, ok := arg.(word); ok {
				given[at] = texts[string(w)][i]
			}
		}
		begin, _, _ := strings.Cut(speech(i).say(name, given...), rest)
		all = append(all, eitherStop.Replace(pattern.Quote(begin)))
	}
	return pattern.New("^(?:" + strings.Join(all, "|") + ")")
}

// summaries are how the text of a report on so many moves begins.
func summaries(moves int) *pattern.Pattern {
	n := strconv.Itoa(moves)
	return pattern.New("^(?:(?:None|[0-9]+) of your " + n + " moves w|你共下" + n + "手[，,])")
}

// forget takes the paragraphs that begin so out of a node's comment, unless they
// are more than that, and says whether there were any.
func forget(n *sgf.Node, begin *pattern.Pattern, most int) bool {
	parts := strings.Split(n.Comment(), blank)
	kept := slices.DeleteFunc(slices.Clone(parts), begin.Match)
	if gone := len(parts) - len(kept); gone == 0 || gone > most {
		return false
	}
	n.SetComment(strings.Join(kept, blank))
	return true
}

// manyTimes is no limit of forget.
const manyTimes = 1 << 30

// clean removes what an earlier review said of a move from its node, and says
// whether there was such a review. What may be somebody else's stays.
func clean(n *sgf.Node, m *Move) bool {
	if !forget(n, opening("move", m.Number, m.Move), manyTimes) {
		return false
	}
	n.Annotate(sgf.NoAnnotation)
	n.SetHotspot(0)
	labels := slices.Clone(n.Values(sgf.Label))
	labels = labels[:len(labels)-lettering(labels)]
	if n.Delete(sgf.Label); len(labels) > 0 {
		n.Set(sgf.Label, labels...)
	}
	return true
}

// retract removes what an earlier review said of its target and the demonstration, beside
// a move of the record.
func retract(parent, played *sgf.Node, board *capturego.Board) {
	for _, c := range parent.Children {
		_, move, ok, err := c.Move(board.Size())
		if c == played || err != nil || !ok || !forget(c, opening("target", board.Text(move)), manyTimes) {
			continue
		}
		c.Annotate(sgf.NoAnnotation)
		strip(c)
		c.Delete("SBKV")
	}
}

// strip removes the ends of demonstrations behind a node, and the win rates on the way to
// them, and says whether there were any.
func strip(n *sgf.Node) bool {
	ours := forget(n, opening("end"), manyTimes)
	for _, c := range n.Children {
		ours = strip(c) || ours
	}
	if ours {
		n.Delete("SBKV")
	}
	return ours
}

// lettering is how many labels a review has added, from A on behind those of the record.
func lettering(labels []string) int {
	for n := min(len(labels), goban.SizeMax*goban.SizeMax); n > 0; n-- {
		ours := true
		for i, label := range labels[len(labels)-n:] {
			ours = ours && strings.HasSuffix(label, ":"+letter(i))
		}
		if ours {
			return n
		}
	}
	return 0
}

// exonerate removes from the node of a move, before which b stands, what an earlier
// review said of it as a mistake of the opponent's, whoever that was.
func exonerate(n *sgf.Node, b *capturego.Board, move game.Move) {
	ply := len(b.Played(nil)) + 1
	for _, number := range []int{(ply + 1) / 2, ply} { // older versions gave the ply
		forget(n, opening("opponent", word(b.Sides()[b.Turn()]), number, b.Text(move)), manyTimes)
	}
}

// annotate puts the verdict on a move into its node: at most one of BM, DO and
// TE, HO on the worst, marks each point once.
func (r *Report) annotate(m *Move, n *sgf.Node) {
	switch {
	case m.Class == Blunder:
		n.Annotate(sgf.VeryBadMove)
	case m.Class == Mistake:
		n.Annotate(sgf.BadMove)
	case m.Class == Inaccuracy:
		n.Annotate(sgf.Doubtful)
	case m.Proven == Win && m.Status != Cleared && m.ValueA >= 1:
		n.Annotate(sgf.GoodMove)
	}
	for i, number := range r.Worst {
		if number == m.Number {
			n.SetHotspot(2 - min(i, 1))
		}
	}
	comment(n, m.Text)
	size := r.Game.Size
	mark := func(kind, move, label string) {
		if p, err := goban.ParsePoint(move, size); err == nil { // not a pass
			n.Mark(kind, p, label, size)
		}
	}
	mark(sgf.Triangle, m.Move, "")
	for i, c := range r.lettered(m) {
		mark(sgf.Label, c.Move, letter(i))
	}
}

// letter names the i-th of the recommended points on the board.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// branch adds the target and the demonstration beside the move played; board
// stands before that move.
func (r *Report) branch(b *BadMove, parent *sgf.Node, board *capturego.Board) error {
	texts := b.Demonstration
	if len(texts) == 0 {
		texts = []string{b.Target}
	}
	side := goban.Color(board.Turn())
	var moves []game.Move
	for _, text := range texts {
		m, err := board.Parse(text)
		if err != nil {
			return err
		}
		moves = append(moves, m)
		board.Play(m)
	}
	line := variation(parent, side, moves, board.Size())
	// The played move stays first, what else the record has goes behind.
	if at := slices.Index(parent.Children, line[0]); at > 1 {
		copy(parent.Children[2:], parent.Children[1:at])
		parent.Children[1] = line[0]
	}
	forget(line[0], opening("target", b.Target), manyTimes)
	line[0].Annotate(sgf.GoodMove)
	comment(line[0], b.Text)
	for i, p := range b.Line {
		rate := p.WinRate
		if r.Game.User == "white" {
			rate = 1 - rate
		}
		line[i].SetWinRate(rate)
		forget(line[i], opening("end"), manyTimes)
	}
	if s := speechOf(r.Language); len(line) > 1 && len(b.Line) == len(line) {
		comment(line[len(line)-1], s.say("end", s.join(s.ending(b))))
	}
	return nil
}

// variation are the nodes of a line behind n: those that are there, and new ones
// from where it leaves them.
func variation(n *sgf.Node, side goban.Color, moves []game.Move, size int) (line []*sgf.Node) {
	for i, m := range moves {
		at := slices.IndexFunc(n.Children, func(c *sgf.Node) bool {
			color, move, ok, err := c.Move(size)
			return err == nil && ok && color == side && move == m
		})
		if at < 0 {
			return append(line, n.AddLine(side, moves[i:], size)...)
		}
		n, side = n.Children[at], side.Other()
		line = append(line, n)
	}
	return line
}

// replay reads the report's record again.
func (r *Report) replay() (*record, error) {
	o := Options{User: r.Game.User, Game: 1, Pass: r.Game.Pass, NoMove: r.Game.NoMove, Target: (*Target)(&r.Game.Target)}
	return readRecord([]byte(r.Record), &o)
}

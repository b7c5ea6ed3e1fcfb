package engine

import (
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// minorPiece is what a horse or cannon counts in soldiers: UCCI gives scores in
// hundredths of such a piece.
const minorPiece = 4

// answer gathers what an external engine says during a search.
type answer struct {
	board    game.Board
	notation string
	scale    float64 // of scores to win rates
	lines    []heard // by the program's own number of the line
	nodes    int
}

// heard is one line of play as the program reported it.
type heard struct {
	known bool
	bound bool // the score is only a bound
	depth int
	score int
	pv    []string
}

// note takes in the words behind info and says whether a line came with them.
func (a *answer) note(words []string) (line, depth int, ok bool) {
	number, h := 1, heard{known: true}
	scored := false
	for i := 0; i+1 < len(words); i++ {
		value, numeric := strconv.Atoi(words[i+1])
		switch words[i] {
		case "string", "message":
			return 0, 0, false
		case "depth":
			h.depth = value
		case "nodes":
			if numeric == nil {
				a.nodes = max(a.nodes, value)
			}
		case "multipv":
			number = value
		case "score":
			h.score, scored = readScore(words[i+1:])
		case "lowerbound", "upperbound":
			h.bound = true
			continue
		case "pv":
			h.pv = words[i+1:]
			i = len(words)
			continue
		default:
			continue
		}
		i++
	}
	if !scored || len(h.pv) == 0 || number < 1 || number > len(a.lines) {
		return 0, 0, false
	}
	if old := &a.lines[number-1]; !h.bound || !old.known || old.bound {
		*old = h
	}
	return number, h.depth, true
}

// readScore reads "cp 17", "mate -3" or UCCI's plain "4".
func readScore(words []string) (score int, ok bool) {
	if len(words) == 0 {
		return 0, false
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		return clampScore(max(-Mate, min(n, Mate)) * minorPiece), true
	}
	if len(words) < 2 {
		return 0, false
	}
	n, err := strconv.Atoi(words[1])
	n = max(-Mate, min(n, Mate)) // so that no arithmetic overflows
	switch {
	case err != nil:
		return 0, false
	case words[0] == "cp":
		return clampScore(n), true
	case words[0] != "mate":
		return 0, false
	case n > 0: // moves of the winner, the last one included
		return Mate - min(2*n-1, MatePlies), true
	}
	return -Mate + min(-2*n, MatePlies), true
}

// clampScore keeps a score out of the range that means a proven end.
func clampScore(n int) int {
	const most = Mate - MatePlies - 1
	return max(-most, min(n, most))
}

// result is what was heard so far; best is the move chosen, NoMove before that.
func (a *answer) result(best game.Move, wanted int) Result {
	r := Result{Scored: true, WinRate: 0.5, Nodes: a.nodes, Best: best}
	taken := map[game.Move]bool{}
	for _, h := range a.lines {
		// A search that is stopped between two lines may report a move twice.
		moves := a.moves(h.pv)
		if len(moves) == 0 || taken[moves[0]] {
			continue
		}
		taken[moves[0]] = true
		r.Lines = append(r.Lines, Line{Moves: moves, Score: h.score, WinRate: winRate(a.scale, h.score), Depth: h.depth})
	}
	if len(r.Lines) > 0 && best == game.NoMove {
		r.Best = r.Lines[0].Moves[0]
	}
	r.Lines = bestFirst(r.Lines, r.Best)
	r.Lines = r.Lines[:min(len(r.Lines), wanted)]
	if len(r.Lines) == 0 {
		return r
	}
	first := r.Lines[0]
	r.Score, r.WinRate, r.Depth = first.Score, first.WinRate, first.Depth
	r.prove(first.Score)
	return r
}

// bestFirst moves the line of the chosen move to the front. A move without a line
// gets the first line's score.
func bestFirst(lines []Line, best game.Move) []Line {
	if best == game.NoMove {
		return lines
	}
	if i := slices.IndexFunc(lines, func(l Line) bool { return l.Moves[0] == best }); i >= 0 {
		first := lines[i]
		return slices.Insert(slices.Delete(lines, i, i+1), 0, first)
	}
	chosen := Line{Moves: []game.Move{best}, WinRate: 0.5}
	if len(lines) > 0 {
		chosen.Score, chosen.WinRate, chosen.Depth = lines[0].Score, lines[0].WinRate, lines[0].Depth
	}
	return append([]Line{chosen}, lines...)
}

// moves reads a line up to the first move that is not legal.
func (a *answer) moves(texts []string) []game.Move {
	var moves []game.Move
	for _, text := range texts {
		m := moveNamed(a.board, text, a.notation)
		if m == game.NoMove {
			break
		}
		moves = append(moves, m)
		a.board.Play(m)
	}
	for range moves {
		a.board.Undo()
	}
	return moves
}

// moveNamed finds the legal move of that text, exactly; NoMove when there is
// none. Parse would guess at notations.
func moveNamed(b game.Board, text, notation string) game.Move {
	for _, m := range b.Moves(nil) {
		if t, err := b.Format(m, notation); err == nil && t == text {
			return m
		}
	}
	return game.NoMove
}

// positionOrder writes a board with its history: where it began and every move
// since, so that the program sees repetitions.
func positionOrder(b game.Board, notation string) (string, error) {
	played := b.Played(nil)
	walk := b.Copy()
	for range played {
		walk.Undo()
	}
	var order strings.Builder
	order.WriteString("position fen " + b.Initial())
	for i, m := range played {
		if i == 0 {
			order.WriteString(" moves")
		}
		text, err := walk.Format(m, notation)
		if err != nil {
			return "", err
		}
		order.WriteString(" " + text)
		walk.Play(m)
	}
	return order.String(), nil
}

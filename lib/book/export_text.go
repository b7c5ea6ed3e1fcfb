package book

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// csvColumns are the columns of the CSV format; moves and candidates are lists
// with a space between, a candidate is move:score.
var csvColumns = []string{
	"fen", "flipped", "initial", "moves", "eval_mover", "eval_opponent", "score", "win_rate", "result", "reason", "best",
	"candidates", "move", "depth", "engine", "search_depth", "search_engine", "game", "ply", "seed", "count", "wins", "draws", "losses",
}

func csvLine(fields []string) []byte {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	w.Write(fields) // a buffer takes everything
	w.Flush()
	return line.Bytes()
}

func writeCSV(_ *Book, dst []byte, r *Record) ([]byte, error) {
	var mover, opponent, searchDepth, searchEngine string
	if r.Eval != nil {
		mover, opponent = number(r.Eval.Mover), number(r.Eval.Opponent)
	}
	if r.Search != nil {
		searchDepth, searchEngine = strconv.Itoa(r.Search.Depth), r.Search.Engine
	}
	candidates := make([]string, len(r.Candidates))
	for i, c := range r.Candidates {
		candidates[i] = fmt.Sprintf("%s:%d", c.Move, c.Score)
	}
	return append(dst, csvLine([]string{
		r.FEN, strconv.FormatBool(r.Flipped), r.Initial, strings.Join(r.Moves, " "), mover, opponent, optional(r.Score), optional(r.WinRate),
		number(r.Result), string(r.Reason), optional(r.Best), strings.Join(candidates, " "), optional(r.Move), optional(r.Depth), optional(r.Engine),
		searchDepth, searchEngine, strconv.FormatInt(r.Game, 10), strconv.Itoa(r.Ply), strconv.FormatUint(r.Seed, 10),
		strconv.FormatInt(r.Count, 10), strconv.FormatInt(r.Wins, 10), strconv.FormatInt(r.Draws, 10), strconv.FormatInt(r.Losses, 10),
	})...), nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// optional is the value, or nothing.
func optional[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

// writeEPD writes the position without its counters, and operations: bm best
// move, ce score, acd depth of the search that gave them, c0 how often the
// position was on the board and with what results, id game and ply.
func writeEPD(_ *Book, dst []byte, r *Record) ([]byte, error) {
	dst = append(dst, withoutCounters(r.FEN)...)
	if r.Best != nil {
		dst = fmt.Appendf(dst, " bm %s;", *r.Best)
	}
	if r.Score != nil {
		dst = fmt.Appendf(dst, " ce %d;", *r.Score)
	}
	if depth := r.Depth; depth != nil && r.Score != nil {
		if r.Search != nil {
			depth = &r.Search.Depth
		}
		dst = fmt.Appendf(dst, " acd %d;", *depth)
	}
	dst = fmt.Appendf(dst, " c0 \"count %d wins %d draws %d losses %d\";", r.Count, r.Wins, r.Draws, r.Losses)
	return fmt.Appendf(dst, " id \"game %d ply %d\";\n", r.Game, r.Ply), nil
}

// withoutCounters cuts the two counters off a position text of six fields, as
// EPD has it; other texts stay whole.
func withoutCounters(position string) string {
	fields := strings.Fields(position)
	if len(fields) != 6 {
		return position
	}
	return strings.Join(fields[:4], " ")
}

// plainNotation is the notation of moves in plain training text, where the
// game has it: that of the programs that read the format.
const plainNotation = "uci10"

// writePlain writes the training text of the public NNUE trainers: the best
// move, the score in hundredths, the ply from the initial position, and the
// result (1, 0, -1), all the mover's. Records without a move or a score are
// left out.
func writePlain(b *Book, dst []byte, r *Record) ([]byte, error) {
	if r.Best == nil || r.Score == nil {
		return dst, nil
	}
	board, err := b.Board(r.FEN)
	if err != nil {
		return dst, err
	}
	text := *r.Best
	if slices.Contains(board.Notations(), plainNotation) {
		m, err := board.Parse(text)
		if err != nil {
			return dst, err
		}
		if text, err = board.Format(m, plainNotation); err != nil {
			return dst, err
		}
	}
	return fmt.Appendf(dst, "fen %s\nmove %s\nscore %d\nply %d\nresult %d\ne\n", r.FEN, text, *r.Score, r.Ply, int(2*r.Result)-1), nil
}

func writeJSONL(_ *Book, dst []byte, r *Record) ([]byte, error) {
	return append(append(dst, r.JSON()...), '\n'), nil
}

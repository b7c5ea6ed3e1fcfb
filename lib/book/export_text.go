package book

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// csvColumns are the columns of the CSV format; moves, candidates, evals and
// offsets are lists with a space between, a candidate is move:score.
var csvColumns = []string{
	"fen", "flipped", "initial", "moves", "eval_mover", "eval_opponent", "score", "win_rate", "result", "reason", "best",
	"candidates", "move", "depth", "engine", "search_depth", "search_engine", "game", "ply", "seed", "count", "wins", "draws", "losses",
	"unknown", "proven", "nodes", "search_nodes", "evals", "offsets", "adjusted",
}

func csvLine(fields []string) []byte {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	w.Write(fields) // a buffer takes everything
	w.Flush()
	return line.Bytes()
}

func csvHead(x *export) []byte { return csvLine(x.csvPick(csvColumns)) }

// csvPick are the columns that were asked for, of all.
func (x *export) csvPick(all []string) []string {
	if len(x.o.Fields) == 0 {
		return all
	}
	var list []string
	for _, name := range x.o.Fields {
		list = append(list, all[slices.Index(csvColumns, name)])
	}
	return list
}

func writeCSV(x *export, dst []byte, r *Record) ([]byte, error) {
	var mover, opponent, searchDepth, searchNodes, searchEngine string
	if r.Eval != nil {
		mover, opponent = number(r.Eval.Mover), number(r.Eval.Opponent)
	}
	if r.Search != nil {
		searchDepth, searchNodes, searchEngine = strconv.Itoa(r.Search.Depth), optional(r.Search.Nodes), r.Search.Engine
	}
	var evals, offsets, adjusted string
	if b := r.Balance; b != nil {
		evals, offsets, adjusted = spaced(b.Evals), spaced(b.Offsets), optional(b.Adjusted)
	}
	candidates := make([]string, len(r.Candidates))
	for i, c := range r.Candidates {
		candidates[i] = fmt.Sprintf("%s:%d", c.Move, c.Score)
	}
	return append(dst, csvLine(x.csvPick([]string{
		r.FEN, strconv.FormatBool(r.Flipped), r.Initial, strings.Join(r.Moves, " "), mover, opponent, optional(r.Score), optional(r.WinRate),
		optional(r.Result), string(r.Reason), optional(r.Best), strings.Join(candidates, " "), optional(r.Move), optional(r.Depth), optional(r.Engine),
		searchDepth, searchEngine, strconv.FormatInt(r.Game, 10), strconv.Itoa(r.Ply), strconv.FormatUint(r.Seed, 10),
		strconv.FormatInt(r.Count, 10), strconv.FormatInt(r.Wins, 10), strconv.FormatInt(r.Draws, 10), strconv.FormatInt(r.Losses, 10),
		strconv.FormatInt(r.Unknown, 10), optional(r.Proven), optional(r.Nodes), searchNodes, evals, offsets, adjusted,
	}))...), nil
}

// spaced is a list with a space between.
func spaced[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// optional is the value, or nothing.
func optional[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

// writeEPD writes the position without its counters, and operations: bm best
// move, ce score, acd and acn the depth and the nodes that the search reached which
// gave them, c0 how often the position was on the board and with what results, id
// game and ply. The best move of chess is in SAN, as the standard of EPD says (S. Edwards,
// Portable Game Notation Specification, 16.2.4).
func writeEPD(x *export, dst []byte, r *Record) ([]byte, error) {
	dst = append(dst, withoutCounters(r.FEN)...)
	if r.Best != nil {
		best, err := x.bestIn(epdNotation, r)
		if err != nil {
			return dst, err
		}
		dst = fmt.Appendf(dst, " bm %s;", best)
	}
	if r.Score != nil {
		dst = fmt.Appendf(dst, " ce %d;", *r.Score)
	}
	depth, nodes := r.Depth, r.Nodes
	if r.Search != nil {
		depth, nodes = &r.Search.Depth, r.Search.Nodes
	}
	if depth != nil && r.Score != nil {
		dst = fmt.Appendf(dst, " acd %d;", *depth)
		if nodes != nil {
			dst = fmt.Appendf(dst, " acn %d;", *nodes)
		}
	}
	dst = fmt.Appendf(dst, " c0 \"count %d wins %d draws %d losses %d unknown %d\";", r.Count, r.Wins, r.Draws, r.Losses, r.Unknown)
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

// writeJSONL writes the record as JSON, or those of its fields that were asked for.
func writeJSONL(x *export, dst []byte, r *Record) ([]byte, error) {
	if x.picked == nil {
		x.picked = allFields
		if len(x.o.Fields) > 0 {
			x.picked = fieldsAt(x.o.Fields)
		}
	}
	return append(appendRecord(dst, r, x.picked), '\n'), nil
}

// epdNotation is the notation of moves in EPD, where the game has it.
const epdNotation = "san"

// bestIn is a record's best move in a notation, where the game has that.
func (x *export) bestIn(notation string, r *Record) (string, error) {
	b, err := x.book.Board(r.FEN)
	if err != nil {
		return "", err
	}
	if !slices.Contains(b.Notations(), notation) {
		return *r.Best, nil
	}
	m, err := b.Parse(*r.Best)
	if err != nil {
		return "", err
	}
	return b.Format(m, notation)
}

package xiangqi

import (
	"errors"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

// records are portable game notation in its Chinese form (xqbase, 中国象棋电脑
// 应用规范三): tags, the first one [Game "Chinese Chess"], then the moves in
// Chinese, WXF or ICCS. Files of western programs, with the tags White and
// Variant and with moves in UCI or algebraic, are read too.
var records = pgn.Format{
	Name: "xiangqi", Title: "Chinese Chess", Start: StartFEN, Encodings: "UTF-8 or GB18030",
	Own: []string{"Game", "SetUp", "Format"},
	Named: map[string]string{
		NotationUCI: "UCI", NotationUCI10: "UCI10", NotationICCS: "ICCS", NotationWXF: "WXF",
		NotationChinese: "Chinese", NotationTraditional: "Chinese",
	},
	Results: resultWords,
	Opening: "\n", // as xqbase's files have it
	Decode:  decode, Tag: tag, Replay: replay,
}

// resultWords are results as Chinese programs and sites write them.
var resultWords = map[string]string{
	"红胜": game.ResultFirst, "紅勝": game.ResultFirst, "红方胜": game.ResultFirst, "紅方勝": game.ResultFirst,
	"先胜": game.ResultFirst, "先勝": game.ResultFirst, "1:0": game.ResultFirst,
	"黑胜": game.ResultSecond, "黑勝": game.ResultSecond, "黑方胜": game.ResultSecond, "黑方勝": game.ResultSecond,
	"先负": game.ResultSecond, "先負": game.ResultSecond, "0:1": game.ResultSecond,
	"和棋": game.ResultDraw, "和局": game.ResultDraw, "和": game.ResultDraw, "先和": game.ResultDraw, "1/2:1/2": game.ResultDraw,
	"未知": game.ResultNone, "不明": game.ResultNone, "Unknown": game.ResultNone, "unknown": game.ResultNone,
}

// ReadPGN reads the games of a file one at a time, whatever the length of the
// file; UTF-8 and GB18030 are told apart game by game. Variations and numeric
// glyphs are left out, comments are kept, White becomes Red.
//
// A malformed game comes as an error that wraps [game.ErrRecord] and says line,
// column and what was expected; the reading goes on with the next game. Any
// other error is r's own and ends the reading. A game of more than 1 MiB is
// malformed.
func ReadPGN(r io.Reader) iter.Seq2[game.Record, error] { return records.Read(r) }

// PGNOptions say how a record is written.
type PGNOptions struct {
	// Notation of the moves, one of Board.Notations: default NotationICCS,
	// which is read everywhere, whatever the encoding.
	Notation string
	// Encoding of the text: default UTF8.
	Encoding Encoding
}

// DefaultPGN writes ICCS in UTF-8.
func DefaultPGN() PGNOptions { return PGNOptions{Notation: NotationICCS, Encoding: UTF8} }

// WritePGN writes one game with a blank line after it; games written one after
// the other make a file. Tags that Record has fields for are written from
// these. The error wraps [game.ErrNotation], [game.ErrPosition],
// [game.ErrSetup], [game.ErrIllegalMove] or [game.ErrRecord] (a tag name, a
// result or a character that cannot be written), or is w's own; w then got nothing.
func WritePGN(w io.Writer, rec game.Record, o PGNOptions) error {
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	text, err := records.Write(b, rec, b.Turn(), o.Notation)
	if err != nil {
		return err
	}
	raw, err := o.Encoding.encode(text)
	if err != nil {
		return err
	}
	_, err = w.Write(raw)
	return err
}

// tag is the name under which a record keeps a tag.
func tag(g *pgn.Game, name string, value pgn.Mark) (kept string, err error) {
	text := strings.TrimSpace(value.Text)
	switch {
	case strings.EqualFold(name, "Format"):
		g.Format = strings.ToLower(text)
	case strings.EqualFold(name, "Variant") && !isXiangqi(text):
		return "", value.Fail("a game of %q, expected xiangqi", text)
	case name == "Game" && !isXiangqi(text):
		return "Title", nil // some programs keep it here
	case name == "White":
		return "Red", nil
	}
	return name, nil
}

func isXiangqi(text string) bool {
	switch strings.ToLower(text) {
	case "chinese chess", "xiangqi", "象棋", "中国象棋", "中國象棋", "":
		return true
	}
	return false
}

// replay sets the position up and plays the moves.
func replay(g *pgn.Game) error {
	b, err := New(strings.TrimSpace(g.FEN.Text), DefaultOptions(), false)
	if err != nil {
		return g.FEN.Fail("%w", err)
	}
	if b.Initial() != StartFEN {
		g.Record.Initial = b.Initial()
	}
	base := 0
	switch g.Format {
	case "uci", "iccs":
	case "uci10":
		base = 1
	default:
		line := make([]string, len(g.Moves))
		for i, word := range g.Moves {
			line[i] = word.Text
		}
		if base, err = b.DetectRanks(line); errors.Is(err, errRanks) {
			return g.Moves[0].Fail("%w; the tag [Format \"UCI\"] or [Format \"UCI10\"] would tell", err)
		} // of any other error Play says where
	}
	return g.Play(b, func(text string) (game.Move, error) { return b.parseBase(text, base) })
}

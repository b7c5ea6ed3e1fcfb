package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/options"
	_ "qikit.dev/qikit/lib/capturego" // registers "capturego"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku" // registers "gomoku"
	"qikit.dev/qikit/lib/sgf"
	_ "qikit.dev/qikit/lib/weiqi" // registers "go"
)

// ErrOptions is an option that does not exist or is out of range.
var ErrOptions = errors.New("gamefile: wrong option")

// ErrMany is a file of more games than are read at once.
var ErrMany = errors.New("gamefile: too many games")

// MaxGames is how many games are read at once.
const MaxGames = 1_000_000

// ParseReadOptions reads a JSON object of ReadOptions. Errors wrap ErrOptions.
func ParseReadOptions(text []byte) (o ReadOptions, err error) {
	err = options.Wrap(ErrOptions, options.Read(text, &o))
	return o, err
}

// Read reads the games of a file. The error wraps game.ErrRecord and names the game by its number from 1, line and column;
// with o.Skip malformed games are left out, and a file in which no game is whole is still an error. Other errors wrap
// game.ErrUnknownGame, game.ErrNoRecords or ErrMany.
func Read(file []byte, o ReadOptions) ([]Game, error) {
	file = decoded(file)
	format, name, err := o.detect(file)
	if err != nil {
		return nil, err
	}
	if _, known := sgf.Lookup(name); format == "sgf" && (name == "" || known) {
		return o.gather(readSGF(file, name, !o.MainLines), format)
	}
	return o.gather(readOf(file, name, !o.MainLines), format)
}

// gather collects games as the options say.
func (o ReadOptions) gather(all iter.Seq2[Game, error], format string) (games []Game, err error) {
	number := 0
	for g, e := range all {
		number++
		switch {
		case e == nil && len(games) == MaxGames:
			return nil, fmt.Errorf("%w: over %d in one file, expected at most that", ErrMany, MaxGames)
		case e == nil:
			g.Format = format
			games = append(games, g)
			continue
		case err == nil:
			err = fmt.Errorf("game %d: %w", number, e)
		}
		if !o.Skip || !errors.Is(e, game.ErrRecord) {
			return nil, err
		}
	}
	if len(games) > 0 {
		return games, nil
	}
	if err == nil {
		err = fmt.Errorf("%w: no game in the file, expected PGN, DhtmlXQ or SGF", game.ErrRecord)
	}
	return nil, err
}

// readOf reads records in the named game's format.
func readOf(file []byte, name string, variations bool) iter.Seq2[Game, error] {
	read := game.ReadRecords
	if variations {
		read = game.ReadTrees
	}
	return func(yield func(Game, error) bool) {
		for rec, err := range read(name, bytes.NewReader(file)) {
			takeNags(&rec)
			if !yield(Game{Name: name, Record: rec}, err) {
				return
			}
		}
	}
}

// readSGF reads games of SGF, each of the named game; with "" each is what it says, Go where it says nothing.
func readSGF(file []byte, name string, variations bool) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		for root, err := range sgf.Read(bytes.NewReader(file), sgf.DefaultOptions()) {
			g := Game{Name: name}
			reader, _ := sgf.Lookup(name)
			if err == nil && name == "" {
				reader, err = sgf.GameOf(root)
				g.Name = reader.Name
			}
			if err == nil {
				each(root, say)
				if g.Record, err = reader.Record(root, variations); err == nil {
					takeNags(&g.Record)
				}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// detect finds the format, and the game; of SGF "" where each game says it.
func (o ReadOptions) detect(file []byte) (format, name string, err error) {
	start := file[:min(len(file), peek)]
	format = "pgn"
	switch {
	case isSGF(start):
		format = "sgf"
	case bytes.Contains(start, []byte("[DhtmlXQ")):
		format = "dhtmlxq"
	}
	if o.Game != "" {
		v, err := game.Lookup(o.Game)
		if err == nil && v.Records == "" {
			err = fmt.Errorf("%w: %q", game.ErrNoRecords, o.Game)
		}
		if err == nil && (format == "sgf") != (v.Records == "sgf") {
			err = fmt.Errorf("%w: line 1, column 1: a file of the format %s, expected %s for %s", game.ErrRecord, format, v.Records, o.Game)
		}
		return format, o.Game, err
	}
	switch format {
	case "sgf":
		return format, "", nil
	case "pgn":
		if name = named(string(start)); name == "" {
			name, err = tried(file)
		}
		return format, name, err
	}
	for _, v := range written() {
		if slices.Contains(v.RecordFormats, format) {
			return format, v.Name, nil
		}
	}
	return format, "", fmt.Errorf("%w: a file of the format %s", game.ErrNoRecords, format)
}

// written are the games with records in PGN, the usual ones first.
func written() (list []game.Variant) {
	usual := 0
	for _, name := range game.Names() {
		v, err := game.Lookup(name)
		switch {
		case err != nil || v.Records != "pgn":
		case v.RecordUsual:
			list = slices.Insert(list, usual, v)
			usual++
		default:
			list = append(list, v)
		}
	}
	return list
}

// named is the game that the first tags of a PGN file name, by the tag Game or Variant or by the rows of FEN.
func named(start string) string {
	games := written()
	for line := range strings.Lines(start) {
		tag, value, _ := strings.Cut(strings.TrimLeft(line, "\uFEFF \t"), `"`)
		value, _, _ = strings.Cut(value, `"`)
		switch name := strings.ToLower(strings.TrimSpace(tag)); name {
		case "[game", "[variant":
			word := strings.ToLower(value)
			for _, v := range games {
				if v.Name == word || slices.Contains(v.RecordWords, word) {
					return v.Name
				}
			}
		case "[fen":
			placement, _, _ := strings.Cut(value, " ")
			for _, v := range games {
				if rowsOf(&v) == 1+strings.Count(placement, "/") {
					return v.Name
				}
			}
		default:
			for _, v := range games {
				if v.RecordTag != "" && name == "["+v.RecordTag {
					return v.Name
				}
			}
		}
	}
	return ""
}

// rowsOf counts the rows of a game's usual board, 0 for one without a grid.
func rowsOf(v *game.Variant) int {
	b, err := v.New(game.Setup{})
	if err != nil {
		return 0
	}
	gridded, ok := b.(game.Gridded)
	if !ok {
		return 0
	}
	return gridded.Grid().Rows
}

// tried is the first game as which the first record can be played.
func tried(file []byte) (name string, err error) {
	var names []string
	for _, v := range written() {
		names = append(names, v.Name)
	}
	for _, name := range names {
		for _, e := range game.ReadRecords(name, bytes.NewReader(file)) {
			if e == nil {
				return name, nil
			}
			if err == nil {
				err = e
			}
			break // the first one tells
		}
	}
	if err == nil && len(names) > 0 {
		return names[0], nil // no record at all, which its reader says
	}
	if err == nil {
		return "", fmt.Errorf("%w: no game with records in PGN is registered", game.ErrNoRecords)
	}
	return "", fmt.Errorf("game 1: no game of %s: %w; the option \"game\" would tell which it is", strings.Join(slices.Sorted(slices.Values(names)), ", "), err)
}

// takeNags takes the glyphs out of the comments of all lines, as say puts them there.
func takeNags(rec *game.Record) {
	for line := 0; line <= len(rec.Variations); line++ {
		said, start := rec.Comments, 0
		if line > 0 {
			said, start = rec.Variations[line-1].Comments, rec.Variations[line-1].Ply
		}
		for ply, comment := range said {
			if ply == start || !strings.Contains(comment, "[%nag ") {
				continue
			}
			text := commands(comment, func(name, value string) bool {
				nag, err := strconv.Atoi(value)
				if name != "nag" || err != nil || nag < 1 || nag > NagMax {
					return false
				}
				rec.AddNag(line, ply, nag)
				return true
			})
			if said[ply] = text; text == "" {
				delete(said, ply)
			}
		}
	}
}

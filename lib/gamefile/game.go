package gamefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Game is one game as a file holds it.
type Game struct {
	Name   string // of the game's rules: "xiangqi"
	Format string // in which it was read: "pgn", "dhtmlxq", "sgf"; "" for a game that was made
	Record game.Record
}

// ErrPly is a move that a game does not have.
var ErrPly = errors.New("gamefile: no such move")

// Board is the board after so many moves of the game.
func (g *Game) Board(ply int) (game.Board, error) {
	if ply < 0 || ply > len(g.Record.Moves) {
		return nil, fmt.Errorf("%w: after move %d, expected 0 to %d", ErrPly, ply, len(g.Record.Moves))
	}
	b, err := game.New(g.Name, game.Setup{Position: g.Record.Initial, Rules: g.rules()})
	if err != nil {
		return nil, err
	}
	for _, m := range g.Record.Moves[:ply] {
		b.Play(m)
	}
	return b, nil
}

// rules are those that the headers state; positions state the others.
func (g *Game) rules() json.RawMessage {
	if g.Name != "go" {
		return nil
	}
	rules := map[string]any{}
	if komi, err := strconv.ParseFloat(strings.TrimSpace(g.Record.Tag("KM")), 64); err == nil {
		rules["komi"] = komi
	}
	if scoring := map[string]string{"chinese": "area", "seed": "seed", "seed+komi": "seed+komi"}[strings.ToLower(g.Record.Tag("RU"))]; scoring != "" {
		rules["scoring"] = scoring
	}
	return game.MustJSON(rules)
}

// Note is what is said of a game after so many moves.
type Note struct {
	Ply     int    `json:"ply" range:"0.."`
	Comment string `json:"comment"`
}

// form is a game as JSON.
type form struct {
	Schema  string   `json:"schema"`
	Game    string   `json:"game" required:"true"`
	Format  string   `json:"format"`
	Headers headers  `json:"headers"`
	Initial string   `json:"initial"`
	Moves   []string `json:"moves"`
	Notes   []Note   `json:"notes"`
	Result  string   `json:"result" words:"- 1-0 0-1 1/2-1/2 *"`
}

const schema = "qikit/game/1"

// JSON is the game in the form "qikit/game/1".
func (g *Game) JSON() ([]byte, error) {
	b, err := g.Board(len(g.Record.Moves))
	if err != nil {
		return nil, err
	}
	f := form{Schema: schema, Game: g.Name, Format: g.Format, Headers: g.Record.Tags, Initial: b.Initial(),
		Moves: game.PlayedTexts(b), Notes: []Note{}, Result: g.Record.Result}
	if f.Moves == nil {
		f.Moves = []string{}
	}
	for _, ply := range slices.Sorted(maps.Keys(g.Record.Comments)) {
		f.Notes = append(f.Notes, Note{Ply: ply, Comment: g.Record.Comments[ply]})
	}
	return game.MustJSON(f), nil
}

// ParseGames reads a game in the form of Game.JSON, or a list of them. Moves may be in any notation of the game's; the
// position "" is the start position, and the result "" is game.ResultNone. Errors wrap ErrOptions, or say which move of
// which game is not legal.
func ParseGames(text []byte) ([]Game, error) {
	all := []json.RawMessage{text}
	if start := bytes.TrimLeft(text, " \t\r\n"); bytes.HasPrefix(start, []byte("[")) {
		if err := json.Unmarshal(text, &all); err != nil {
			return nil, fmt.Errorf("%w: the list of games: %w", ErrOptions, err)
		}
	}
	if len(all) > MaxGames {
		return nil, fmt.Errorf("%w: %d, expected at most %d", ErrMany, len(all), MaxGames)
	}
	games := make([]Game, len(all))
	for i, text := range all {
		if err := games[i].parse(text); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return games, nil
}

func (g *Game) parse(text []byte) error {
	var f form
	if err := options.Read(text, &f); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	if f.Schema != "" && f.Schema != schema {
		return options.Wrap(ErrOptions, options.Wrong("schema", f.Schema, schema))
	}
	*g = Game{Name: f.Game, Format: f.Format, Record: game.Record{Tags: f.Headers, Initial: f.Initial, Result: f.Result}}
	if g.Record.Result == "" {
		g.Record.Result = game.ResultNone
	}
	b, err := g.Board(0)
	if err != nil {
		return err
	}
	for i, text := range f.Moves {
		m, err := b.Parse(text)
		if err != nil {
			return fmt.Errorf("moves[%d]: %w", i, err)
		}
		b.Play(m)
		g.Record.Moves = append(g.Record.Moves, m)
	}
	for i, note := range f.Notes {
		if note.Ply > len(f.Moves) {
			return options.Wrap(ErrOptions, options.Wrong("notes["+strconv.Itoa(i)+"].ply", note.Ply, "0 to "+strconv.Itoa(len(f.Moves))))
		}
		if g.Record.Comments == nil {
			g.Record.Comments = map[int]string{}
		}
		g.Record.Comments[note.Ply] = strings.TrimSpace(g.Record.Comments[note.Ply] + " " + note.Comment)
	}
	return nil
}

// headers are tags as a JSON object that keeps their order; of two of a name the first counts.
type headers [][2]string

func (h headers) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, tag := range h {
		if slices.ContainsFunc(h[:i], func(earlier [2]string) bool { return earlier[0] == tag[0] }) {
			continue
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, game.MustJSON(tag[0])...), ':'), game.MustJSON(tag[1])...)
	}
	return append(out, '}'), nil
}

func (h *headers) UnmarshalJSON(text []byte) error {
	*h = nil
	in := json.NewDecoder(bytes.NewReader(text))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return errors.New("expected an object of texts")
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		value, err := in.Token()
		text, ok := value.(string)
		if err != nil || !ok {
			return fmt.Errorf("header %q is no text, expected one", name)
		}
		*h = append(*h, [2]string{name.(string), text}) // the key of an object is a string
	}
	return nil
}

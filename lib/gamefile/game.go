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
	b, err := game.New(g.Name, game.Setup{Position: g.Record.Initial, Rules: g.Rules()})
	if err != nil {
		return nil, err
	}
	for _, m := range g.Record.Moves[:ply] {
		b.Play(m)
	}
	return b, nil
}

// Rules are those that the headers state; positions state the others.
func (g *Game) Rules() json.RawMessage {
	v, err := game.Lookup(g.Name)
	if err != nil || v.StatedRules == nil {
		return nil
	}
	return v.StatedRules(&g.Record)
}

// Note is what is said of a game after so many moves.
type Note struct {
	Ply     int    `json:"ply" range:"0.."`
	Comment string `json:"comment"`
	Values
	Nags []int `json:"nags,omitempty"`
}

// NagMax is the greatest numeric glyph.
const NagMax = 255

// form is a game as JSON.
type form struct {
	Schema     string      `json:"schema"`
	Game       string      `json:"game" required:"true"`
	Format     string      `json:"format"`
	Headers    headers     `json:"headers"`
	Initial    string      `json:"initial"`
	Moves      []string    `json:"moves"`
	Notes      []Note      `json:"notes"`
	Variations []variation `json:"variations"`
	Result     string      `json:"result" words:"- 1-0 0-1 1/2-1/2 *"`
}

// variation is a line of play as JSON.
type variation struct {
	Line  int      `json:"line" range:"0.."`
	Ply   int      `json:"ply" range:"0.."`
	Moves []string `json:"moves"`
	Notes []Note   `json:"notes"`
}

const schema = "qikit/game/1"

// JSON is the game in the form "qikit/game/1".
func (g *Game) JSON() ([]byte, error) {
	b, err := g.Board(0)
	if err != nil {
		return nil, err
	}
	f := form{Schema: schema, Game: g.Name, Format: g.Format, Headers: g.Record.Tags, Initial: b.Initial(),
		Moves: make([]string, len(g.Record.Moves)), Notes: notes(g.Record.Comments, g.Record.Nags), Variations: make([]variation, len(g.Record.Variations)), Result: g.Record.Result}
	for i, v := range g.Record.Variations {
		f.Variations[i] = variation{Line: v.Line, Ply: v.Ply, Moves: make([]string, len(v.Moves)), Notes: notes(v.Comments, v.Nags)}
	}
	err = g.Record.Walk(b, func(line, i int) (m game.Move, err error) {
		if line == 0 {
			m = g.Record.Moves[i]
			f.Moves[i] = b.Text(m)
			return m, nil
		}
		m = g.Record.Variations[line-1].Moves[i]
		f.Variations[line-1].Moves[i] = b.Text(m)
		return m, nil
	})
	return game.MustJSON(f), err
}

// notes are comments, values and glyphs in order of moves.
func notes(comments map[int]string, nags map[int][]int) []Note {
	list := []Note{}
	plies := slices.AppendSeq(slices.Collect(maps.Keys(comments)), maps.Keys(nags))
	slices.Sort(plies)
	for _, ply := range slices.Compact(plies) {
		note := Note{Ply: ply, Nags: nags[ply]}
		note.Comment, note.Values = SplitComment(comments[ply])
		list = append(list, note)
	}
	return list
}

// said keeps notes as comments and glyphs by moves, of a line from one ply to another.
func said(list []Note, at string, from, to int, comments *map[int]string, nags *map[int][]int) error {
	for i, note := range list {
		at := at + "[" + strconv.Itoa(i) + "]"
		if note.Ply < from || note.Ply > to {
			return options.Wrap(ErrOptions, options.Wrong(at+".ply", note.Ply, strconv.Itoa(from)+" to "+strconv.Itoa(to)))
		}
		for j, nag := range note.Nags {
			if nag < 1 || nag > NagMax {
				return options.Wrap(ErrOptions, options.Wrong(at+".nags["+strconv.Itoa(j)+"]", nag, "1 to "+strconv.Itoa(NagMax)))
			}
		}
		switch {
		case note.Eval != nil && note.Mate != nil:
			return options.Wrap(ErrOptions, options.Wrong(at+".mate", *note.Mate, "none beside eval"))
		case note.Depth != nil && note.Eval == nil && note.Mate == nil:
			return options.Wrap(ErrOptions, options.Wrong(at+".depth", *note.Depth, "one beside eval or mate"))
		}
		if len(note.Nags) > 0 && note.Ply == from {
			return options.Wrap(ErrOptions, options.Wrong(at+".nags", note.Nags, "none before the first move of the line"))
		}
		if text := note.Values.Comment(note.Comment); text != "" {
			if *comments == nil {
				*comments = map[int]string{}
			}
			(*comments)[note.Ply] = strings.TrimSpace((*comments)[note.Ply] + " " + text)
		}
		if len(note.Nags) > 0 {
			if *nags == nil {
				*nags = map[int][]int{}
			}
			(*nags)[note.Ply] = append((*nags)[note.Ply], note.Nags...)
		}
	}
	return nil
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
	if err := f.lines(&g.Record); err != nil {
		return err
	}
	return g.Record.Walk(b, func(line, i int) (game.Move, error) {
		texts, to, name := f.Moves, g.Record.Moves, "moves"
		if line > 0 {
			texts, to, name = f.Variations[line-1].Moves, g.Record.Variations[line-1].Moves, "variations["+strconv.Itoa(line-1)+"].moves"
		}
		m, err := b.Parse(texts[i])
		if err != nil {
			return m, fmt.Errorf("%s[%d]: %w", name, i, err)
		}
		to[i] = m
		return m, nil
	})
}

// lines makes room for the moves of all lines, and checks where variations leave theirs.
func (f *form) lines(to *game.Record) (err error) {
	if err = said(f.Notes, "notes", 0, len(f.Moves), &to.Comments, &to.Nags); err != nil {
		return err
	}
	to.Moves = make([]game.Move, len(f.Moves))
	for i, v := range f.Variations {
		at := "variations[" + strconv.Itoa(i) + "]"
		if v.Line > i {
			return options.Wrap(ErrOptions, options.Wrong(at+".line", v.Line, "0 to "+strconv.Itoa(i)))
		}
		first, count := 0, len(f.Moves)
		if v.Line > 0 {
			first, count = f.Variations[v.Line-1].Ply, len(f.Variations[v.Line-1].Moves)
		}
		if v.Ply < first || v.Ply > first+count {
			return options.Wrap(ErrOptions, options.Wrong(at+".ply", v.Ply, strconv.Itoa(first)+" to "+strconv.Itoa(first+count)))
		}
		line := game.Variation{Line: v.Line, Ply: v.Ply, Moves: make([]game.Move, len(v.Moves))}
		if err := said(v.Notes, at+".notes", v.Ply, v.Ply+len(v.Moves), &line.Comments, &line.Nags); err != nil {
			return err
		}
		to.Variations = append(to.Variations, line)
	}
	return nil
}

// headers are tags as a JSON object that keeps their order; of two of a name the first counts.
type headers [][2]string

func (h headers) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	told := make(map[string]bool, len(h))
	for _, tag := range h {
		if told[tag[0]] {
			continue
		}
		told[tag[0]] = true
		if len(out) > 1 {
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

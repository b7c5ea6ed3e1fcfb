package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/weiqi"
)

// session is the conversation with one controller.
type session struct {
	out    *bufio.Writer
	engine engine.Engine
	each   time.Duration // thinking time a move without a clock
	visits int           // playouts a move without a clock

	rules  weiqi.Options
	board  *weiqi.Board
	steps  []int // plies of each move from the controller: 1, or 2 when the other side passed before it
	clocks [2]clock
	quit   bool
}

func newSession(out io.Writer, o engine.Options) (*session, error) {
	e, err := engine.New("go", o)
	if err != nil {
		return nil, err
	}
	s := &session{out: bufio.NewWriter(out), engine: e, rules: weiqi.DefaultOptions()}
	return s, s.clear()
}

// lineMax bounds a line of the controller's, in bytes.
const lineMax = 1 << 16

// run obeys line by line until quit or the end of the input.
func (s *session) run(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, lineMax)
	for !s.quit && lines.Scan() {
		if words := strings.Fields(cleaned(lines.Text())); len(words) > 0 {
			if err := s.obey(words); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

// cleaned removes comments and control characters from a line, as the protocol
// demands.
func cleaned(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 127:
			return -1
		}
		return r
	}, line)
}

// obey answers one command. It returns only errors of writing.
func (s *session) obey(words []string) error {
	id := ""
	if _, err := strconv.ParseUint(words[0], 10, 31); err == nil {
		id, words = words[0], words[1:]
	}
	answer, err := "", errUnknown
	if len(words) > 0 {
		if c, ok := commands[words[0]]; ok {
			if answer, err = "", errSyntax; len(words) > c.least {
				answer, err = c.do(s, words[1:])
			}
		}
	}
	sign := "="
	if err != nil {
		sign, answer = "?", err.Error()
	}
	if answer != "" {
		answer = " " + answer
	}
	// An empty line ends an answer, so it may hold none.
	for strings.Contains(answer, "\n\n") {
		answer = strings.ReplaceAll(answer, "\n\n", "\n")
	}
	fmt.Fprintf(s.out, "%s%s%s\n\n", sign, id, answer)
	return s.out.Flush()
}

// The errors, in the words of the protocol where it has some.
var (
	errUnknown     = errors.New("unknown command")
	errSyntax      = errors.New("syntax error")
	errIllegal     = errors.New("illegal move")
	errVertex      = errors.New("invalid color or coordinate")
	errSize        = errors.New("unacceptable size")
	errUndo        = errors.New("cannot undo")
	errFile        = errors.New("cannot load file")
	errNotEmpty    = errors.New("board not empty")
	errStones      = errors.New("invalid number of stones")
	errVertices    = errors.New("bad vertex list")
	errTime        = errors.New("time settings not supported")
	errFinalStatus = errors.New("invalid status, expected alive, dead or seki")
)

// command is a command of the protocol.
type command struct {
	least int // number of arguments; with fewer the command is a syntax error
	do    func(s *session, args []string) (string, error)
}

// commands by name.
var commands map[string]command

func init() {
	commands = map[string]command{
		"protocol_version":    {0, func(*session, []string) (string, error) { return "2", nil }},
		"name":                {0, func(*session, []string) (string, error) { return "qikit", nil }},
		"version":             {0, func(*session, []string) (string, error) { return host.Version, nil }},
		"known_command":       {1, known},
		"list_commands":       {0, list},
		"quit":                {0, func(s *session, _ []string) (string, error) { s.quit = true; return "", nil }},
		"boardsize":           {1, (*session).boardsize},
		"clear_board":         {0, func(s *session, _ []string) (string, error) { return "", s.clear() }},
		"komi":                {1, (*session).komi},
		"play":                {2, (*session).play},
		"genmove":             {1, func(s *session, args []string) (string, error) { return s.choose(args, true) }},
		"reg_genmove":         {1, func(s *session, args []string) (string, error) { return s.choose(args, false) }},
		"undo":                {0, (*session).undo},
		"fixed_handicap":      {1, func(s *session, args []string) (string, error) { return s.handicap(args, false) }},
		"place_free_handicap": {1, func(s *session, args []string) (string, error) { return s.handicap(args, true) }},
		"set_free_handicap":   {0, (*session).setHandicap},
		"time_settings":       {3, (*session).timeSettings},
		"kgs-time_settings":   {1, (*session).kgsTimeSettings},
		"time_left":           {3, (*session).timeLeft},
		"final_score":         {0, (*session).finalScore},
		"final_status_list":   {1, (*session).finalStatus},
		"showboard":           {0, func(s *session, _ []string) (string, error) { return picture(s.board), nil }},
		"loadsgf":             {1, (*session).loadSGF},
	}
}

func known(_ *session, args []string) (string, error) {
	_, ok := commands[args[0]]
	return strconv.FormatBool(ok), nil
}

func list(*session, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(commands)), "\n"), nil
}

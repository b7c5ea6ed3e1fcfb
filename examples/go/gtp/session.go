package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/weiqi"
)

// session is one controller's talk with us.
type session struct {
	out    *bufio.Writer
	engine engine.Engine
	each   time.Duration // thinking time a move without a clock
	visits int           // playouts a move without a clock

	rules  weiqi.Options
	board  *weiqi.Board
	steps  []int // of each move told: 1, or 2 when a pass of the other side came before
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

// cleaned is a line as the protocol has it read: no comment, no control
// characters.
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

// obey answers one command; the error is that of writing.
func (s *session) obey(words []string) error {
	id := ""
	if _, err := strconv.ParseUint(words[0], 10, 31); err == nil {
		id, words = words[0], words[1:]
	}
	answer, err := "", errUnknown
	if len(words) > 0 {
		if c, ok := commands[words[0]]; ok {
			answer, err = c(s, words[1:])
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

// What the protocol says of bad commands.
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

// commands by name.
var commands map[string]func(s *session, args []string) (string, error)

func init() {
	commands = map[string]func(s *session, args []string) (string, error){
		"protocol_version":    func(*session, []string) (string, error) { return "2", nil },
		"name":                func(*session, []string) (string, error) { return "qikit", nil },
		"version":             version,
		"known_command":       known,
		"list_commands":       list,
		"quit":                func(s *session, _ []string) (string, error) { s.quit = true; return "", nil },
		"boardsize":           (*session).boardsize,
		"clear_board":         func(s *session, _ []string) (string, error) { return "", s.clear() },
		"komi":                (*session).komi,
		"play":                (*session).play,
		"genmove":             (*session).genmove,
		"reg_genmove":         (*session).regGenmove,
		"undo":                (*session).undo,
		"fixed_handicap":      (*session).fixedHandicap,
		"place_free_handicap": (*session).placeHandicap,
		"set_free_handicap":   (*session).setHandicap,
		"time_settings":       (*session).timeSettings,
		"kgs-time_settings":   (*session).kgsTimeSettings,
		"time_left":           (*session).timeLeft,
		"final_score":         (*session).finalScore,
		"final_status_list":   (*session).finalStatus,
		"showboard":           func(s *session, _ []string) (string, error) { return picture(s.board), nil },
		"loadsgf":             (*session).loadSGF,
	}
}

func known(_ *session, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	_, ok := commands[args[0]]
	return strconv.FormatBool(ok), nil
}

func list(*session, []string) (string, error) {
	var names []string
	for name := range commands {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, "\n"), nil
}

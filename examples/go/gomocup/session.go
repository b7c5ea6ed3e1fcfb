package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gomoku"
	"qikit.dev/qikit/lib/host"
)

// session is the conversation with one manager.
type session struct {
	out    *bufio.Writer
	lines  *bufio.Scanner
	engine engine.Engine
	each   time.Duration // thinking time a move without a limit
	nodes  int           // positions a move

	rules gomoku.Options
	board *gomoku.Board
	turn  time.Duration // the manager's limit of a move, -1 for none
	left  time.Duration // of the game, 0 for none
}

func newSession(out io.Writer, o engine.Options) (*session, error) {
	e, err := engine.New("gomoku", o)
	if err != nil {
		return nil, err
	}
	s := &session{out: bufio.NewWriter(out), engine: e, rules: gomoku.DefaultOptions(), turn: -1}
	return s, s.clear()
}

// lineMax bounds a line of the manager's, in bytes.
const lineMax = 1 << 12

var (
	errEnd     = errors.New("end")
	errUnknown = errors.New("unknown")
)

// run obeys line by line until END or the end of the input.
func (s *session) run(in io.Reader) error {
	s.lines = bufio.NewScanner(in)
	s.lines.Buffer(nil, lineMax)
	for s.lines.Scan() {
		words := strings.Fields(s.lines.Text())
		if len(words) == 0 {
			continue
		}
		answer, err := s.obey(strings.ToUpper(words[0]), words[1:])
		switch {
		case errors.Is(err, errEnd):
			return nil
		case errors.Is(err, errUnknown):
			answer = "UNKNOWN " + words[0]
		case err != nil:
			answer = "ERROR " + err.Error()
		}
		if answer != "" {
			fmt.Fprintln(s.out, answer)
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
	}
	return s.lines.Err()
}

// obey does what a command says.
func (s *session) obey(command string, args []string) (answer string, err error) {
	switch command {
	case "START", "RECTSTART":
		return s.start(args)
	case "RESTART":
		return "OK", s.clear()
	case "BEGIN":
		return s.move()
	case "TURN":
		if err := s.play(strings.Join(args, "")); err != nil {
			return "", err
		}
		return s.move()
	case "BOARD":
		if err := s.read(); err != nil {
			return "", err
		}
		return s.move()
	case "SWAP2BOARD":
		return s.swap2()
	case "TAKEBACK":
		return s.takeBack(strings.Join(args, ""))
	case "INFO":
		return s.inform(args)
	case "ABOUT":
		return fmt.Sprintf(`name="qikit", version="%s", author="qikit", country="CN"`, host.Version), nil
	case "END":
		return "", errEnd
	}
	return "", errUnknown
}

// start begins a game on a board of a size, "15" or "15,15".
func (s *session) start(args []string) (string, error) {
	columns, rows, two := strings.Cut(strings.Join(args, ""), ",")
	size, err := strconv.Atoi(columns)
	if err != nil || two && rows != columns || size < gomoku.SizeMin || size > gomoku.SizeMax {
		return "", fmt.Errorf("size %q, expected one of %d to %d for both sides", strings.Join(args, " "), gomoku.SizeMin, gomoku.SizeMax)
	}
	s.rules.Size = size
	return "OK", s.clear()
}

// clear begins a game.
func (s *session) clear() (err error) {
	s.board, err = gomoku.New("", s.rules, false)
	return err
}

// play makes the opponent's move.
func (s *session) play(text string) error {
	m, err := s.board.Parse(text)
	if err == nil {
		s.board.Play(m)
	}
	return err
}

// takeBack takes the last move back, which the manager names.
func (s *session) takeBack(text string) (string, error) {
	m, err := s.board.Arrow(text)
	if err != nil {
		return "", err
	}
	if m != game.Move(s.board.Last()) || !s.board.Undo() {
		return "", fmt.Errorf("%s was not the last move", text)
	}
	return "OK", nil
}

// inform notes what INFO says; unknown keys are passed over, as the protocol demands.
func (s *session) inform(args []string) (string, error) {
	if len(args) < 2 {
		return "", nil
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return "", nil
	}
	switch strings.ToLower(args[0]) {
	case "timeout_turn":
		s.turn = time.Duration(n) * time.Millisecond
	case "time_left":
		s.left = max(time.Duration(n)*time.Millisecond, 0)
		if n > 1<<30 {
			s.left = 0 // no limit
		}
	case "rule":
		return s.rule(n)
	}
	return "", nil
}

// rule takes the rules that a number stands for over, for a board without stones.
func (s *session) rule(n int) (string, error) {
	name, ok := map[int]string{0: gomoku.Freestyle, 1: gomoku.Standard, 4: gomoku.Renju}[n]
	if !ok {
		return fmt.Sprintf("MESSAGE rule %d is not known, expected 0, 1 or 4; this is %s", n, s.rules.Rule), nil
	}
	if name == s.rules.Rule {
		return "", nil
	}
	s.rules.Rule = name
	played := s.board.Played(nil)
	if err := s.clear(); err != nil {
		return "", err
	}
	for _, m := range played {
		if err := s.board.Check(m); err != nil {
			return "", err
		}
		s.board.Play(m)
	}
	return "", nil
}

// margin is what is left of the manager's limit of a move for what is not thinking.
const margin = 30 * time.Millisecond

// limits are those of a move.
func (s *session) limits() engine.Limits {
	l := engine.DefaultLimits()
	l.Time, l.Nodes = s.each, s.nodes
	switch {
	case s.turn == 0:
		l.Time = margin // as fast as possible
	case s.turn > 0:
		l.Time = max(s.turn*9/10-margin, time.Millisecond)
	}
	if s.left > 0 {
		l.Clock = s.left
	}
	return l
}

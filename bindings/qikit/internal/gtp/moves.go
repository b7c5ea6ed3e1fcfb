package gtp

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// clear begins a game by the rules as they are set.
func (s *session) clear() error {
	s.rules.Handicap = 0
	return s.set("")
}

// set begins a game at a position; "" is the start position of the rules.
func (s *session) set(position string) error {
	b, err := weiqi.New(position, s.rules, true)
	if err != nil {
		return err
	}
	s.board, s.steps = b, nil
	for i := range s.clocks {
		s.clocks[i].begin()
	}
	return s.engine.Clear()
}

func (s *session) boardsize(args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	if size < goban.SizeMin || size > goban.SizeMax {
		return "", errSize
	}
	s.rules.Size = size
	return "", s.clear()
}

// komi changes the komi, for the game under way too. It is rounded to half points.
func (s *session) komi(args []string) (string, error) {
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil {
		return "", errSyntax
	}
	rules := s.rules
	if rules.Komi = math.Round(komi*2) / 2; rules.Check() != nil {
		return "", errSyntax
	}
	s.rules = rules
	b, err := weiqi.New(s.board.Initial(), rules, true)
	if err != nil {
		return "", err
	}
	for _, m := range s.board.Played(nil) {
		b.Play(m)
	}
	s.board = b
	return "", nil
}

// color reads a side.
func color(text string) (goban.Color, error) {
	switch strings.ToLower(text) {
	case "b", "black":
		return goban.Black, nil
	case "w", "white":
		return goban.White, nil
	}
	return 0, errVertex
}

// play plays a move of either side. When a side moves twice in a row, the other passes
// in between.
func (s *session) play(args []string) (string, error) {
	side, err := color(args[0])
	if err != nil {
		return "", err
	}
	if strings.EqualFold(args[1], "resign") {
		return "", errVertex
	}
	m, err := s.board.Arrow(args[1])
	if err != nil {
		return "", errVertex
	}
	steps := s.turnTo(side)
	if s.board.Check(m) != nil {
		s.takeBack(steps)
		return "", errIllegal
	}
	s.board.Play(m)
	s.steps = append(s.steps, steps+1)
	return "", nil
}

// turnTo makes a side the one to move, by a pass of the other if need be, and returns
// the number of moves played, 0 or 1.
func (s *session) turnTo(side goban.Color) int {
	if s.board.Turn() == int(side) {
		return 0
	}
	s.board.Play(goban.Pass)
	return 1
}

func (s *session) takeBack(steps int) {
	for range steps {
		s.board.Undo()
	}
}

func (s *session) undo([]string) (string, error) {
	if len(s.steps) == 0 {
		return "", errUndo
	}
	last := len(s.steps) - 1
	s.takeBack(s.steps[last])
	s.steps = s.steps[:last]
	return "", nil
}

// choose finds a side's move, and plays it if play is set.
func (s *session) choose(args []string, play bool) (string, error) {
	side, err := color(args[0])
	if err != nil {
		return "", err
	}
	steps := s.turnTo(side)
	m, began := goban.Pass, time.Now()
	if s.board.Passes() < 2 {
		limits := engine.DefaultLimits()
		if !play || !s.clocks[side].limit(&limits) {
			limits.Time, limits.Visits = s.each, s.visits
		}
		r, err := s.engine.Search(context.Background(), s.board, limits)
		if err != nil {
			s.takeBack(steps)
			return "", err
		}
		m = r.Best
	}
	text := s.board.Text(m)
	if !play {
		s.takeBack(steps)
		return text, nil
	}
	s.clocks[side].spend(time.Since(began))
	s.board.Play(m)
	s.steps = append(s.steps, steps+1)
	return text, nil
}

// picture draws the board as text.
func picture(b *weiqi.Board) string {
	var out strings.Builder
	columns := "  "
	for column := range b.Size() {
		columns += " " + goban.PointAt(column, 0).String()[:1]
	}
	out.WriteString("\n" + columns + "\n")
	for row := b.Size() - 1; row >= 0; row-- {
		label := strconv.Itoa(row + 1)
		out.WriteString(strings.Repeat(" ", 2-len(label)) + label)
		for column := range b.Size() {
			out.WriteString(" " + string(b.Stones().At(goban.PointAt(column, row)).Letter()))
		}
		out.WriteString(" " + label + "\n")
	}
	s := b.Stones()
	out.WriteString(columns + "\n" + b.Sides()[b.Turn()] + " to move; captured by black " + strconv.Itoa(s.Captured(goban.Black)) +
		", by white " + strconv.Itoa(s.Captured(goban.White)))
	return out.String()
}

// text writes a list of vertices.
func text(points []goban.Point) string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = p.String()
	}
	return strings.Join(names, " ")
}

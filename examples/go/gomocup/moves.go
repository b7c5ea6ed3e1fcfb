package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// move chooses a move, plays it and writes it.
func (s *session) move() (string, error) {
	r, err := s.think(s.board, 1)
	if err != nil {
		return "", err
	}
	if r.Best == game.NoMove {
		return "", errors.New("the game is over")
	}
	text := point(s.board, r.Best)
	s.board.Play(r.Best)
	return text, nil
}

// think searches a position in a share of the time for a move.
func (s *session) think(b *gomoku.Board, shares int) (engine.Result, error) {
	l := s.limits()
	l.Time = max(l.Time/time.Duration(shares), time.Millisecond)
	return s.engine.Search(context.Background(), b, l)
}

// point writes a move as the protocol does.
func point(b *gomoku.Board, m game.Move) string {
	text, _ := b.Format(m, "gomocup")
	return text
}

// listed reads the lines of a board up to DONE.
func (s *session) listed() (list []string, err error) {
	for s.lines.Scan() {
		line := strings.Join(strings.Fields(s.lines.Text()), "")
		if strings.EqualFold(line, "DONE") {
			return list, nil
		}
		if line != "" {
			list = append(list, line)
		}
	}
	return nil, errors.New("the board has no DONE")
}

// read sets up the board of BOARD: lines of a column, a row, and 1 for an own stone or 2 for the
// opponent's, in the order of play.
func (s *session) read() error {
	list, err := s.listed()
	if err != nil {
		return err
	}
	empty, err := gomoku.New("", s.rules, true)
	if err != nil {
		return err
	}
	var stones [2][]goban.Point // own, the opponent's
	for _, line := range list {
		i := max(strings.LastIndexByte(line, ','), 0)
		at, whose := line[:i], strings.TrimPrefix(line[i:], ",")
		m, err := empty.Arrow(at)
		if err != nil || whose != "1" && whose != "2" {
			return fmt.Errorf("a stone is %q, expected a column, a row and 1 or 2", line)
		}
		side := whose[0] - '1'
		stones[side] = append(stones[side], goban.Point(m))
	}
	// Who has put one stone more has begun; of equals it is who moves now.
	own := goban.Black
	if len(stones[1]) > len(stones[0]) {
		own = goban.White
	}
	board, err := gomoku.New(position(s.rules.Size, own, stones), s.rules, true)
	if err == nil {
		s.board = board
	}
	return err
}

// position is the text of a board with own stones, whose colour is given, to move.
func position(size int, own goban.Color, stones [2][]goban.Point) string {
	rows := make([][]byte, size)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(".", size))
	}
	for i, points := range stones {
		for _, p := range points {
			rows[size-1-p.Row()][p.Column()] = (own ^ goban.Color(i)).Letter()
		}
	}
	var text strings.Builder
	for i, row := range rows {
		if i > 0 {
			text.WriteByte('/')
		}
		text.Write(row)
	}
	return text.String() + " " + string(own.Letter())
}

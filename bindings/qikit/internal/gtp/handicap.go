package gtp

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// handicap sets up handicap stones on the customary points, and returns these. With
// fewer, it may set fewer stones than asked for, where there are not so many points.
func (s *session) handicap(args []string, fewer bool) (string, error) {
	stones, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	if !s.empty() {
		return "", errNotEmpty
	}
	points := weiqi.HandicapPoints(s.rules.Size, stones)
	for n := min(stones, weiqi.HandicapMax); fewer && points == nil && n >= 2; n-- {
		points = weiqi.HandicapPoints(s.rules.Size, n)
	}
	if stones < 2 || points == nil {
		return "", errStones
	}
	if err := s.place(points); err != nil {
		return "", err
	}
	return text(points), nil
}

// setHandicap sets up stones on the points that the controller names.
func (s *session) setHandicap(args []string) (string, error) {
	if !s.empty() {
		return "", errNotEmpty
	}
	var points []goban.Point
	for _, arg := range args {
		p, err := goban.ParsePoint(arg, s.rules.Size)
		if err != nil || slices.Contains(points, p) {
			return "", errVertices
		}
		points = append(points, p)
	}
	if len(points) < 2 || len(points) >= s.rules.Size*s.rules.Size {
		return "", errVertices
	}
	return "", s.place(points)
}

func (s *session) empty() bool {
	return s.board.Len() == 0 && len(s.board.Stones().Spaces()) == s.rules.Size*s.rules.Size
}

// place sets up black stones, with White to move.
func (s *session) place(points []goban.Point) error {
	var rows []string
	for row := s.rules.Size - 1; row >= 0; row-- {
		line := bytes.Repeat([]byte("."), s.rules.Size)
		for column := range line {
			if slices.Contains(points, goban.PointAt(column, row)) {
				line[column] = 'X'
			}
		}
		rows = append(rows, string(line))
	}
	return s.set(strings.Join(rows, "/") + " O")
}

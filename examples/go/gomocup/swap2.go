package main

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gomoku"
)

// In the opening swap2 one player puts three stones, black, white and black. The other takes White and
// goes on, or takes Black, or puts two more stones and leaves the choice to the first.

// openings are starts to choose among, as steps from the middle to the right and up.
var openings = [][3][2]int{
	{{0, 0}, {1, 1}, {3, -2}},
	{{0, 0}, {2, 1}, {-3, 3}},
	{{0, 0}, {-1, 2}, {4, 1}},
	{{-2, -2}, {1, 3}, {2, -1}},
}

// swap2 answers with three stones, a choice, or a move.
func (s *session) swap2() (string, error) {
	list, err := s.listed()
	if err != nil {
		return "", err
	}
	if err := s.clear(); err != nil {
		return "", err
	}
	for _, text := range list {
		if err := s.play(text); err != nil {
			return "", err
		}
	}
	switch len(list) {
	case 0:
		return s.open()
	case 3, 5:
		return s.choose()
	}
	return "", fmt.Errorf("swap2 with %d stones, expected 0, 3 or 5", len(list))
}

// open chooses the start that is nearest to even.
func (s *session) open() (string, error) {
	best, least := "", engine.Mate+1
	for _, steps := range openings {
		b, err := gomoku.New("", s.rules, false)
		if err != nil {
			return "", err
		}
		var texts []string
		for _, step := range steps {
			m, err := b.Parse(fmt.Sprintf("%d,%d", s.rules.Size/2+step[0], s.rules.Size/2-step[1]))
			if err != nil {
				return "", fmt.Errorf("no room for an opening on size %d", s.rules.Size)
			}
			texts = append(texts, point(b, m))
			b.Play(m)
		}
		r, err := s.think(b, len(openings))
		if err != nil {
			return "", err
		}
		if even := max(r.Score, -r.Score); even < least {
			best, least = strings.Join(texts, " "), even
		}
	}
	return best, nil
}

// choose takes the side that the search prefers: White, to move, with a move, or Black with SWAP.
func (s *session) choose() (string, error) {
	r, err := s.think(s.board, 1)
	switch {
	case err != nil:
		return "", err
	case r.Score < 0 || r.Best == game.NoMove:
		return "SWAP", nil
	}
	text := point(s.board, r.Best)
	s.board.Play(r.Best)
	return text, nil
}

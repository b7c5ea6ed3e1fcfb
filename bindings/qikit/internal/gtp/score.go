package gtp

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
	"qikit.dev/qikit/lib/weiqi"
)

func (s *session) finalScore([]string) (string, error) {
	switch margin := s.board.Count().Margin; {
	case margin > 0:
		return fmt.Sprintf("B+%g", margin), nil
	case margin < 0:
		return fmt.Sprintf("W+%g", -margin), nil
	}
	return "0", nil
}

// finalStatus lists chains, one a line. Chains that are not dead count as alive; seki
// is not detected.
func (s *session) finalStatus(args []string) (string, error) {
	stones := s.board.Stones()
	dead := weiqi.Suggest(stones, weiqi.DefaultSuggest()).Dead
	var lines []string
	for p := range stones.Points() {
		if stones.At(p) == goban.Empty || stones.Chain(p) != p {
			continue
		}
		if slices.Contains(dead, p) == (args[0] == "dead") {
			lines = append(lines, text(slices.Sorted(stones.ChainStones(p))))
		}
	}
	switch args[0] {
	case "dead", "alive":
		return strings.Join(lines, "\n"), nil
	case "seki":
		return "", nil
	}
	return "", errFinalStatus
}

// loadSGF sets up the first game of a file: the whole game, or its position before the
// move of the given number.
func (s *session) loadSGF(args []string) (string, error) {
	file, err := os.ReadFile(args[0])
	if err != nil {
		return "", errFile
	}
	roots, err := sgf.Parse(file, sgf.DefaultOptions())
	if err != nil || len(roots) == 0 {
		return "", errFile
	}
	b, _, err := weiqi.Replay(roots[0], weiqi.DefaultOptions())
	if err != nil {
		return "", errFile
	}
	if len(args) > 1 {
		number, err := strconv.Atoi(args[1])
		if err != nil || number < 1 {
			return "", errSyntax
		}
		for b.Len() >= number {
			b.Undo()
		}
	}
	if moves := b.Played(nil); len(moves) > 0 && moves[len(moves)-1] == weiqi.Resign {
		b.Undo()
	}
	s.rules = b.Rules()
	s.board, s.steps = b, slices.Repeat([]int{1}, b.Len())
	if err := s.engine.Clear(); err != nil {
		return "", err
	}
	return b.Sides()[b.Turn()], nil
}

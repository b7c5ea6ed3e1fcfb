package book

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// remark is a decision as a record's comment on the move that was played: its score in
// units of a pawn, the mover's, and the depth of the search, as tournament programs write
// them; then the best move with its score, where another one was played. It is "" for a
// decision without a score.
func (d *Decision) remark() string {
	score := d.chosen()
	if score == nil {
		return ""
	}
	text := fmt.Sprintf("%+.2f/%d", float64(*score)/100, d.Depth)
	if best := d.Weighed[0]; d.Rank > 1 {
		text += fmt.Sprintf(", best %s %+.2f", best.Move, float64(best.Score)/100)
	}
	return text
}

// remarkForm is what readRemark takes: "+0.12/8", "-M4/20 1.2s", "-0.50/8, best h2e2 +0.12".
var remarkForm = regexp.MustCompile(`^([+-]?)(?:M(\d{1,3})|(\d{1,3}\.\d\d))/(\d{1,3})(?:, best (\S+) ([+-]\d{1,3}\.\d\d))?(?:[\s,]|$)`)

// readRemark is the decision of a comment on the move m of a board that stands before it;
// nil where the comment does not begin with a score and a depth.
func readRemark(b game.Board, m game.Move, text string) *Decision {
	part := remarkForm.FindStringSubmatch(strings.TrimSpace(text))
	if part == nil {
		return nil
	}
	sign, mate, pawns, depth, best, bestScore := part[1], part[2], part[3], part[4], part[5], part[6]
	score := hundredths(sign + pawns)
	if mate != "" {
		score = mateIn(mate, sign == "-")
	}
	d := &Decision{Rank: 1, Weighed: []Weight{{b.Text(m), score}}}
	d.Depth, _ = strconv.Atoi(depth) // of digits
	if best != "" {
		other, err := b.Parse(best)
		if err != nil || other == m {
			return nil
		}
		d.Rank, d.Weighed = 2, []Weight{{b.Text(other), hundredths(bestScore)}, d.Weighed[0]}
	}
	for _, w := range d.Weighed {
		if w.Score < -Mate || w.Score > Mate {
			return nil
		}
	}
	return d
}

// hundredths is a number with two decimals in hundredths.
func hundredths(text string) int {
	n, _ := strconv.Atoi(strings.Replace(text, ".", "", 1)) // of digits
	return n
}

// mateIn is the score of a mate in so many moves of the side that mates: the mover's, or
// against the mover.
func mateIn(moves string, lost bool) int {
	n, _ := strconv.Atoi(moves) // of digits
	if lost {
		return 2*n - Mate
	}
	return Mate - max(0, 2*n-1)
}

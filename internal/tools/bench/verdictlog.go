package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// verdictRow is a line of the log: what was found of the review of a game.
type verdictRow struct {
	day, commit string
	tree        string // hash of what the review consists of
	judge       string // hash of what judged it
	game        int    // in testdata/weak100.sgf, from 0
	size        int
	seconds     float64 // of processor, the review's and the judge's
	claims      []claim
}

// claim is what a review says of a bad move: that it is one, what it loses, and that the
// target is best. The judge's rates, and the best move of its own search, are kept so that
// what a review says of losses can be held against them without another search.
type claim struct {
	number                   int
	move, target             string
	loss                     float64 // in points
	played, aimed, bestOfAll float64 // judged: after the move, the target and the judge's best
	best                     string
	notBad, notBest          bool // contradicted
	doubted                  bool // contradicted by one search of three
}

func (c claim) same(other claim) bool {
	return c.number == other.number && c.move == other.move && c.target == other.target
}

const verdictHeading = "day\tcommit\ttree\tjudge\tgame\tsize\tmoves\tcontradicted\ttargets\tcontradicted\tseconds\tclaims\n"

// contradicted counts the claims by what of them does not stand.
func (r verdictRow) contradicted() (notBad, notBest int) {
	for _, c := range r.claims {
		if c.notBad {
			notBad++
		}
		if c.notBest {
			notBest++
		}
	}
	return notBad, notBest
}

// doubted counts the claims that one search of three contradicted.
func (r verdictRow) doubted() (n int) {
	for _, c := range r.claims {
		if c.doubted {
			n++
		}
	}
	return n
}

func (c claim) String() string {
	text := fmt.Sprintf("%d %s %s %.1f %.3f %.3f %s %.3f", c.number, c.move, c.target, c.loss, c.played, c.aimed, c.best, c.bestOfAll)
	if c.notBad {
		text += " not-bad"
	}
	if c.notBest {
		text += " not-best"
	}
	if c.doubted {
		text += " doubted"
	}
	return text
}

func (r verdictRow) String() string {
	notBad, notBest := r.contradicted()
	var claims []string
	for _, c := range r.claims {
		claims = append(claims, c.String())
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%s\n", r.day, r.commit, r.tree, r.judge, r.game, r.size,
		len(r.claims), notBad, len(r.claims), notBest, r.seconds, strings.Join(claims, "; "))
}

func parseVerdict(line string) (r verdictRow, err error) {
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(fields) != 12 {
		return r, fmt.Errorf("verdicts: %q has %d fields, expected 12", line, len(fields))
	}
	r = verdictRow{day: fields[0], commit: fields[1], tree: fields[2], judge: fields[3]}
	_, err = fmt.Sscan(fields[4]+" "+fields[5]+" "+fields[10], &r.game, &r.size, &r.seconds)
	for _, text := range strings.Split(fields[11], "; ") {
		if text == "" {
			continue
		}
		var c claim
		_, bad := fmt.Sscan(text, &c.number, &c.move, &c.target, &c.loss, &c.played, &c.aimed, &c.best, &c.bestOfAll)
		err = errors.Join(err, bad)
		c.notBad, c.notBest = strings.Contains(text, " not-bad"), strings.Contains(text, " not-best")
		c.doubted = strings.Contains(text, " doubted")
		r.claims = append(r.claims, c)
	}
	if err == nil && r.String() != strings.TrimSuffix(line, "\n")+"\n" {
		err = errors.New("its numbers do not agree with its claims")
	}
	if err != nil {
		err = fmt.Errorf("verdicts: %q: %w", line, err)
	}
	return r, err
}

// readVerdicts reads all rows; a file that is not there has none.
func readVerdicts(path string) (rows []verdictRow, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), verdictHeading)) {
		r, err := parseVerdict(line)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// addVerdict adds a row in one write.
func addVerdict(path string, r verdictRow) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	text := r.String()
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		text = verdictHeading + text
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

// otherGames are the packages, and the beginnings of names of files, that no search of
// Capture Go needs: rules, methods and tables of other games, engines of others, Chinese.
var otherGames = strings.Fields(`alphabeta chess chessterms chinesecheckers external fives fiveterms fixeddepth gomocup gomoku go gorollout gtp
	keyposition ludo maxn nnue pgn phrase pointworth several surakarta tables weiqi xiangqi`)

// ownSources are the files, by name below the working directory, that are not of other games.
func ownSources(paths []string) (own []string) {
	here := must.Get(os.Getwd())
	for _, path := range paths {
		path = filepath.ToSlash(must.Get(filepath.Rel(here, path)))
		dir, file := filepath.Split(path)
		topic := file[:strings.IndexAny(file+".", "_.")]
		of := append(strings.Split(dir, "/"), topic)
		if !slices.ContainsFunc(of, func(part string) bool { return slices.Contains(otherGames, part) }) {
			own = append(own, path)
		}
	}
	slices.Sort(own)
	return own
}

// hashOf hashes files by name and content.
func hashOf(files []string) string {
	sum := sha256.New()
	for _, file := range files {
		text := must.Get(os.ReadFile(file))
		fmt.Fprintf(sum, "%s %d\n", file, len(text))
		sum.Write(text)
	}
	return fmt.Sprintf("%.5x", sum.Sum(nil))
}

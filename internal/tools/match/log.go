package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
)

// log is a match on disk: its conditions, then one line for each game.
type log struct {
	file  *os.File
	games []played
	done  map[[2]int]bool
}

// openLog reads the games played so far; the conditions must be the same. A last
// line that a crash cut short is dropped.
func openLog(path string, c conditions) *log {
	must.Do(os.MkdirAll(filepath.Dir(path), 0o755))
	f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644))
	l := &log{file: f, done: map[[2]int]bool{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	end := int64(0)
	for n := 0; lines.Scan(); n++ {
		if n == 0 {
			var was conditions
			if err := json.Unmarshal(lines.Bytes(), &was); err != nil || was != c {
				must.Fail("%s is the log of another match: %s", path, lines.Text())
			}
		} else {
			var g played
			if json.Unmarshal(lines.Bytes(), &g) != nil {
				break
			}
			l.keep(g)
		}
		end += int64(len(lines.Bytes())) + 1
	}
	must.Do(lines.Err())
	must.Do(f.Truncate(end))
	must.Get(f.Seek(end, 0))
	if end == 0 {
		l.write(c)
	}
	return l
}

func (l *log) keep(g played) {
	l.games = append(l.games, g)
	l.done[[2]int{g.Opening, g.Swapped}] = true
}

func (l *log) has(opening, swapped int) bool { return l.done[[2]int{opening, swapped}] }

func (l *log) add(g played) {
	l.keep(g)
	l.write(g)
}

func (l *log) write(v any) {
	must.Get(l.file.Write(append(must.Get(json.Marshal(v)), '\n')))
}

func (l *log) close() { l.file.Close() }

// score sums the match up: wins, draws and losses of the first engine, and its Elo
// with a 95 % confidence interval.
func (l *log) score() string {
	var wins, draws, losses, plies int
	for _, g := range l.games {
		plies += g.Plies
		switch g.Result {
		case 1:
			wins++
		case 0:
			losses++
		default:
			draws++
		}
	}
	n := float64(len(l.games))
	if n == 0 {
		return "no games"
	}
	p := (float64(wins) + float64(draws)/2) / n
	variance := (float64(wins)*sq(1-p) + float64(draws)*sq(0.5-p) + float64(losses)*sq(p)) / n
	margin := 1.96 * math.Sqrt(variance/n)
	return fmt.Sprintf("%d games: +%d =%d -%d, %s Elo (%s to %s), %.0f plies a game", len(l.games), wins, draws, losses,
		elo(p), elo(p-margin), elo(p+margin), float64(plies)/n)
}

func sq(x float64) float64 { return x * x }

// elo is the difference in rating that a share of the points stands for.
func elo(p float64) string {
	switch {
	case p <= 0:
		return "-inf"
	case p >= 1:
		return "+inf"
	}
	return fmt.Sprintf("%+.0f", 400*math.Log10(p/(1-p)))
}

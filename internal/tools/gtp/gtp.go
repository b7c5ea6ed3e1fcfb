// Package gtp talks to programs that speak the Go Text Protocol.
package gtp

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// GNUGo is Debian's package gnugo.
const GNUGo = "/usr/games/gnugo"

// Program is a running GTP program.
type Program struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Start runs a program. Like all of the package, it ends the work of package must at
// an error.
func Start(path string, args ...string) *Program {
	cmd := exec.Command(path, args...)
	p := &Program{cmd, must.Get(cmd.StdinPipe()), bufio.NewReader(must.Get(cmd.StdoutPipe()))}
	must.Do(cmd.Start())
	return p
}

// Close ends the program.
func (p *Program) Close() {
	p.in.Close()
	p.cmd.Wait() // the end of its input ends it
}

// Ask sends a command and reads its answer, which may have several lines. A refusal
// is an error with the program's text.
func (p *Program) Ask(format string, args ...any) string {
	command := fmt.Sprintf(format, args...)
	must.Get(fmt.Fprintln(p.in, command))
	answer := ""
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			must.Fail("%s: %w", command, err)
		}
		if strings.TrimSpace(line) != "" {
			answer += line
		} else if answer != "" {
			break
		}
	}
	text, ok := strings.CutPrefix(answer, "=")
	if !ok {
		must.Fail("%s: %s", command, strings.TrimSpace(answer))
	}
	return strings.TrimSpace(text)
}

// Margin is Black's margin on the program's board, after komi, by its final_score.
func (p *Program) Margin() (margin float64) {
	score := p.Ask("final_score")
	if score == "0" {
		return 0
	}
	var side rune
	if _, err := fmt.Sscanf(score, "%c+%g", &side, &margin); err != nil || side != 'B' && side != 'W' {
		must.Fail("final_score %q, expected 0, B+ or W+ and the points", score)
	}
	if side == 'W' {
		margin = -margin
	}
	return margin
}

// Show puts a whole game on the program's board.
func (p *Program) Show(b *weiqi.Board) {
	again := must.Get(weiqi.New(b.Initial(), b.Rules(), true))
	p.Ask("boardsize %d", b.Size())
	p.Ask("clear_board")
	p.Ask("komi %g", b.Rules().Komi)
	for row := range b.Size() {
		for column := range b.Size() {
			if q := goban.PointAt(column, row); again.Stones().At(q) != goban.Empty {
				p.Ask("play %v %v", again.Stones().At(q), q)
			}
		}
	}
	for _, m := range b.Played(nil) {
		if m != weiqi.Resign {
			p.Ask("play %s %s", again.Sides()[again.Turn()], again.Text(m))
		}
		again.Play(m)
	}
}

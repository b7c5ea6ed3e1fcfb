// Package gtp talks to programs that speak the Go Text Protocol.
package gtp

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"

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

// Start runs a program.
func Start(path string, args ...string) (*Program, error) {
	p := &Program{cmd: exec.Command(path, args...)}
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, p.cmd.Start()
}

// Close ends the program and returns its error.
func (p *Program) Close() error {
	p.in.Close()
	return p.cmd.Wait() // the end of its input ends it
}

// Ask sends a command and reads its answer, which may have several lines. A refusal
// is an error with the program's text.
func (p *Program) Ask(format string, args ...any) (string, error) {
	command := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		return "", err
	}
	var answer strings.Builder
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("%s: %w", command, err)
		}
		if strings.TrimRight(line, "\r\n") == "" {
			if answer.Len() > 0 {
				break
			}
			continue
		}
		answer.WriteString(line)
	}
	text, ok := strings.CutPrefix(answer.String(), "=")
	if !ok {
		return "", fmt.Errorf("%s: %s", command, strings.TrimSpace(answer.String()))
	}
	return strings.TrimSpace(text), nil
}

// Margin is Black's margin on the program's board, after komi, by its final_score.
func (p *Program) Margin() (margin float64, err error) {
	score, err := p.Ask("final_score")
	if err != nil || score == "0" {
		return 0, err
	}
	var side rune
	if _, err := fmt.Sscanf(score, "%c+%g", &side, &margin); err != nil || side != 'B' && side != 'W' {
		return 0, fmt.Errorf("final_score %q, expected 0, B+ or W+ and the points", score)
	}
	if side == 'W' {
		margin = -margin
	}
	return margin, nil
}

// Show puts a whole game on the program's board.
func (p *Program) Show(b *weiqi.Board) error {
	again, err := weiqi.New(b.Initial(), b.Rules(), true)
	if err != nil {
		return err
	}
	orders := []string{fmt.Sprint("boardsize ", b.Size()), "clear_board", fmt.Sprintf("komi %g", b.Rules().Komi)}
	for row := range b.Size() {
		for column := range b.Size() {
			if q := goban.PointAt(column, row); again.Stones().At(q) != goban.Empty {
				orders = append(orders, fmt.Sprintf("play %v %v", again.Stones().At(q), q))
			}
		}
	}
	for _, m := range b.Played(nil) {
		if m != weiqi.Resign {
			orders = append(orders, fmt.Sprintf("play %s %s", again.Sides()[again.Turn()], again.Text(m)))
		}
		again.Play(m)
	}
	for _, order := range orders {
		if _, err := p.Ask("%s", order); err != nil {
			return err
		}
	}
	return nil
}

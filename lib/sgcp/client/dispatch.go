package client

import (
	"errors"
	"fmt"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// line hands a line of the server to the command that awaits its reply, or to the handler
// of pushes. An error ends the link.
func (l *link) line(line sgcp.Line) error {
	n := line.Number
	switch {
	case n.IsPush():
		return l.handle(l, line)
	case n.IsRow():
		return l.row(line)
	case n.IsFault():
		return l.fault(line)
	case n.IsReply():
		return l.reply(line)
	}
	if err := line.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	return fmt.Errorf("%w: a line %v, which servers do not send", ErrProtocol, n)
}

// first is the command whose answer comes next, or nil when none waits.
func (l *link) first() *call {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.since = time.Now()
	if len(l.pending) == 0 {
		return nil
	}
	return l.pending[0]
}

// finish ends the first command with its answer, or with an error.
func (l *link) finish(c *call, err error) {
	l.mu.Lock()
	mine := len(l.pending) > 0 && l.pending[0] == c // false when fail was faster
	if mine {
		l.pending[0] = nil
		l.pending = l.pending[1:]
	}
	l.mu.Unlock()
	if !mine {
		return
	}
	c.err = err
	if err == nil && c.then != nil {
		c.then(c.answer)
	}
	close(c.done)
}

func (l *link) row(line sgcp.Line) error {
	c := l.first()
	if c == nil || c.row != line.Number {
		return fmt.Errorf("%w: a row %v outside its list", ErrProtocol, line.Number)
	}
	if len(c.answer.Rows) >= rowsMax {
		return fmt.Errorf("%w: a list %v of more than %d rows", ErrProtocol, line.Number, rowsMax)
	}
	m, err := message(line)
	if err != nil {
		return err
	}
	c.answer.Rows = append(c.answer.Rows, m)
	return nil
}

// message reads a line that the client must understand.
func message(line sgcp.Line) (sgcp.Message, error) {
	if err := line.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	m, err := sgcp.Parse(line.Number, line.Param)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	return m, nil
}

// fault ends the command that it names. A fault that names none belongs to the first
// command when it is about a line that was sent, otherwise to the connection.
func (l *link) fault(line sgcp.Line) error {
	m, err := message(line)
	if err != nil {
		return err
	}
	f := m.(*sgcp.Fault)
	c := l.first()
	aboutLine := f.Code == sgcp.FaultSyntax || f.Code == sgcp.FaultTooLong || f.Code == sgcp.FaultCharset
	switch {
	case c != nil && (f.Command == c.number || f.Command == 0 && aboutLine):
		l.finish(c, f)
		return nil
	case f.Command == 0:
		return l.handle(l, line)
	}
	return fmt.Errorf("%w: %v, expected the answer to another command", ErrProtocol, f)
}

func (l *link) reply(line sgcp.Line) error {
	c := l.first()
	if c == nil || line.Number != c.number.Reply() {
		return fmt.Errorf("%w: a reply %v that nobody awaits", ErrProtocol, line.Number)
	}
	c.answer.Number, c.answer.Param = line.Number, string(line.Param)
	m, err := message(line)
	if errors.Is(err, sgcp.ErrUnknownNumber) {
		err = nil // a command of a later version, sent by its number
	}
	c.answer.Reply = m
	if err == nil {
		err = checkRows(c.answer)
	}
	l.finish(c, err)
	return nil
}

// checkRows compares the rows of a list with the count in its reply.
func checkRows(a Answer) error {
	want, got := 0, len(a.Rows)
	switch m := a.Reply.(type) {
	case *sgcp.ListWaitingReply:
		want = m.Rows
	case *sgcp.ListGamesReply:
		want = m.Rows
	case *sgcp.ListPeopleReply:
		want = m.Rows
	case *sgcp.ListSettingsReply:
		want = m.Rows
	case *sgcp.GameInfoReply:
		want = m.Moves
		got = 0
		for _, row := range a.Rows {
			moves := row.(*sgcp.Moves)
			if moves.From != got+1 {
				return fmt.Errorf("%w: a row of moves from %d, expected from %d", ErrProtocol, moves.From, got+1)
			}
			got += len(moves.Moves)
		}
	}
	if got != want {
		return fmt.Errorf("%w: a list %v of %d, its reply says %d", ErrProtocol, a.Number, got, want)
	}
	return nil
}

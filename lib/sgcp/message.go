package sgcp

// Message is a line with its meaning: a pointer to one of this package's
// structs, each of which belongs to one number (Fault to all of 5nn).
type Message interface {
	// Number is the number of the message's line.
	Number() Number

	// param reads or writes the fields.
	param(c *codec)
}

// Fault is the reply to a command that failed, "5nn <cmd> <text>", or says
// that the connection is about to be closed.
type Fault struct {
	Code    Number // 500 to 599
	Command Number // 0 when there was no command
	Text    string // for people
}

// Number is the fault's code.
func (m *Fault) Number() Number { return m.Code }

func (m *Fault) param(c *codec) {
	if c.writing && !m.Code.IsFault() {
		c.fail(m.Code.digits(nil), "a fault, 500 to 599")
	}
	field(c, &numberKind, &m.Command)
	c.text(&m.Text)
}

// Error makes a fault the error of the call that met it.
func (m *Fault) Error() string {
	text := m.Text
	if text == "" {
		if row, ok := Lookup(m.Code); ok {
			text = row.Meaning
		}
	}
	return "sgcp: " + m.Command.String() + " answered " + m.Code.String() + ": " + text
}

// Messages without a parameter have this for a body. The server ignores what
// a client sends along with such a command, as sections 4 and 5.1 have it.
type empty struct{}

func (empty) param(c *codec) { c.ignore() }

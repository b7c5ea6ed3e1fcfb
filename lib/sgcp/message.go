package sgcp

// Message is the meaning of a line: a pointer to one of this package's structs. Each
// struct belongs to one number, Fault to all from 500 to 599.
type Message interface {
	// Number is the number of the message's line.
	Number() Number

	// param reads or writes the fields.
	param(c *codec)
}

// Fault is the reply "5nn <cmd> <text>" to a command that failed. A server also sends
// one before it closes the connection.
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

// Error makes a fault an error, for the caller whose command it answers.
func (m *Fault) Error() string {
	text := m.Text
	if text == "" {
		if row, ok := Lookup(m.Code); ok {
			text = row.Meaning
		}
	}
	return "sgcp: " + m.Command.String() + " answered " + m.Code.String() + ": " + text
}

// empty is the body of messages without a parameter. A parameter that stands there all
// the same is ignored (sections 4 and 5.1).
type empty struct{}

func (empty) param(c *codec) { c.ignore() }

package sgcptable

import (
	"fmt"
	"strings"
)

// Sender says who sends a line. An AI platform is a client of the gateway and a
// server for its own clients.
func (m *message) Sender() string {
	switch {
	case m.Sort != "Command":
		return "server"
	case m.Number >= 400:
		return "terminal"
	}
	return "client"
}

// Says is the meaning of a line and of its fields.
func (m *message) Says() string {
	text := strings.ToUpper(m.Meaning[:1]) + m.Meaning[1:] + "."
	switch {
	case m.Sort == "Reply":
		text = "Done."
	case m.Line == "ignored":
		text += " A parameter is ignored."
	}
	if m.Doc != "" {
		text += " " + m.Doc
	}
	for _, f := range m.Fields {
		if f.kind == nil || f.Name == "" {
			continue
		}
		text += fmt.Sprintf("<br>%s: %s", strings.ToLower(f.Name), f.Is)
		if f.Doc != "" {
			text += ", " + f.Doc
		}
	}
	return text
}

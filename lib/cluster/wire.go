package cluster

import (
	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/lib/sgcp"
)

// A message about compute terminals is the line of SGCP that says it.

// line is a message as octets; nil when the protocol cannot say it, which never
// happens to those that hosts and terminals exchange.
func line(m sgcp.Message) []byte {
	text, err := sgcp.Append(nil, m)
	if err != nil {
		return nil
	}
	return text
}

// messages reads the lines of a NATS message; what is no message is passed over.
func messages(m *nats.Msg, each func(sgcp.Message)) {
	d := sgcp.NewDecoder(sgcp.ComputeLineMax)
	d.Feed(m.Data)
	for l, ok := d.Next(); ok; l, ok = d.Next() {
		if l.Fault != 0 {
			continue
		}
		if said, err := sgcp.Parse(l.Number, l.Param); err == nil {
			each(said)
		}
	}
}

// isAbsentNote is the server's word that nobody listens at a subject.
func isAbsentNote(m *nats.Msg) bool {
	return len(m.Data) == 0 && m.Header.Get("Status") == "503"
}

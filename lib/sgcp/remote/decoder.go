package remote

import (
	"bytes"
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// UnreadMax is how many octets a decoder keeps that were fed and not read.
const UnreadMax = 64 << 20

// ErrUnread is more octets fed than UnreadMax.
var ErrUnread = fmt.Errorf("sgcp: too many octets fed and not read, expected at most %d", UnreadMax)

// Decoder gives lines as text. Use it from one goroutine at a time.
type Decoder struct {
	lines  *sgcp.Decoder
	unread int    // octets fed since Read last found no other line
	items  []byte // of a Read whose taker refused them
}

// NewDecoder reads lines of at most limit octets with their end, as
// sgcp.NewDecoder has it; sgcp.ByNumber is by number.
func NewDecoder(limit int, c sgcp.Charset) *Decoder {
	d := &Decoder{lines: sgcp.NewDecoder(limit)}
	d.lines.SetCharset(c)
	return d
}

// Set changes limit and charset, from the next line on that Read gives.
func (d *Decoder) Set(limit int, c sgcp.Charset) {
	d.lines.SetLimit(limit)
	d.lines.SetCharset(c)
}

// Feed gives the decoder the next octets, which it keeps. ErrUnread.
func (d *Decoder) Feed(octets []byte) error {
	if d.unread += len(octets); d.unread > UnreadMax {
		d.unread -= len(octets)
		return ErrUnread
	}
	d.lines.Feed(octets)
	return nil
}

// Read hands at most `most` items (0: all) to take: one a line, "321 Q16", with
// '!' before a fault that was found, and "!!" before one after which the
// connection is to be closed; what stands behind is the line to answer it with,
// "505 303 bad text". No item holds an LF. Items that take returns an error for
// are what the next Read begins and ends with.
func (d *Decoder) Read(most uint32, take func(items []byte) error) error {
	if len(d.items) == 0 {
		d.decode(most)
	}
	if err := take(bytes.TrimSuffix(d.items, []byte("\n"))); err != nil {
		return err
	}
	d.items = d.items[:0]
	return nil
}

func (d *Decoder) decode(most uint32) {
	for n := uint32(0); most == 0 || n < most; n++ {
		line, ok := d.lines.Next()
		if !ok {
			d.unread = 0
			return
		}
		if line.Fault == 0 {
			d.items = append(append(d.items, line.Number.String()...), ' ')
			d.items = append(append(d.items, line.Param...), '\n')
			continue
		}
		d.items = append(d.items, '!')
		if line.Close {
			d.items = append(d.items, '!')
		}
		d.items = fmt.Appendf(d.items, "%v %v %s\n", line.Fault, line.Number, strings.TrimPrefix(line.Err().Error(), "sgcp: "))
	}
}

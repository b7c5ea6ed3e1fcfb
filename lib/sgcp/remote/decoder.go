package remote

import (
	"bytes"
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// UnreadMax is how many octets that were fed and not read a decoder keeps.
const UnreadMax = 64 << 20

// ErrUnread is a decoder that was fed more than UnreadMax octets without being read.
var ErrUnread = fmt.Errorf("sgcp: too many octets fed and not read, expected at most %d", UnreadMax)

// Decoder gives lines as text. Use it from one goroutine at a time.
type Decoder struct {
	lines  *sgcp.Decoder
	unread int    // octets fed since Read last found no other line
	items  []byte // what the taker of the last Read refused
}

// NewDecoder makes a decoder with the limit that sgcp.NewDecoder takes.
func NewDecoder(limit int, c sgcp.Charset) *Decoder {
	d := &Decoder{lines: sgcp.NewDecoder(limit)}
	d.lines.SetCharset(c)
	return d
}

// Set changes limit and charset, beginning with the next line that Read gives.
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

// Read hands at most `most` items (0: all) to take, with an LF between two. An item is a
// line, "321 Q16", or a fault, which is '!' and the line to answer with, "!505 303 bad
// text"; with "!!" the connection is to be closed. When take returns an error, the next
// Read hands it the same items again.
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

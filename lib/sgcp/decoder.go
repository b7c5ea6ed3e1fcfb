package sgcp

import (
	"bytes"
	"fmt"
)

// Line is one line as it was read: a number and its parameter, or a fault.
type Line struct {
	// Number is the number that the line begins with, which "5nn <cmd>" names in
	// the answer to a fault. It is 0 for a line that begins with none.
	Number Number
	// Param is the text after the first space, in UTF-8 (NFC), or empty. It is a
	// view of the decoder's octets: see Decoder.Feed.
	Param []byte
	// Fault is 0, FaultSyntax, FaultTooLong or FaultCharset.
	Fault Number
	// Close says that the sender's connection is to be closed, because too many of
	// its lines were too long.
	Close bool
}

// Err says what is wrong with the line. It is nil for a line without a fault.
func (l Line) Err() error {
	switch l.Fault {
	case 0:
		return nil
	case FaultTooLong:
		return fmt.Errorf("%w (%v), expected a line's end sooner", ErrTooLong, l.Number)
	case FaultCharset:
		return fmt.Errorf("%w (%v), expected UTF-8 in NFC without control characters", ErrCharset, l.Number)
	}
	return fmt.Errorf("%w (%v), expected three digits, then nothing or a space and a parameter", ErrSyntax, l.Number)
}

// Decoder splits a stream of octets into lines. The lines and faults are the same
// however the stream is cut into pieces. A decoder keeps no more octets than its limit
// of a line and, once warm, does not allocate. Use it from one goroutine.
type Decoder struct {
	limit   int
	charset Charset
	long    int  // lines that were too long
	skip    bool // the rest of a line that was too long is still to come

	in     []byte // fed and not read yet: the caller's octets, or queue
	held   []byte // the beginning of a line whose end has not come
	joined []byte // the last line that began in held
	queue  []byte // what was unread when Feed was called
	text   []byte // parameters that were transcoded since Feed
}

// lineMin is the shortest line with its end. With a lower limit a line would be too
// long before its number is known, which the fault names.
const lineMin = 5

// ByNumber is the limit for a decoder that reads the lines of either side: each line
// has the limit that LimitOf gives for its number.
const ByNumber = 0

// NewDecoder makes a decoder of UTF-8 lines that have at most limit octets with their
// end: RequestMax, ServerLineMax, ComputeLineMax or ByNumber. Any other limit under 5
// counts as 5.
func NewDecoder(limit int) *Decoder {
	d := new(Decoder)
	d.SetLimit(limit)
	return d
}

// SetLimit changes the limit, beginning with the next line that Next returns.
func (d *Decoder) SetLimit(limit int) {
	if limit != ByNumber {
		limit = max(limit, lineMin)
	}
	d.limit = limit
}

// SetCharset changes the charset, beginning with the next line that Next returns.
func (d *Decoder) SetCharset(c Charset) { d.charset = c }

// Feed gives the decoder the next octets of the stream. It does not copy them: they,
// and the views of them that Next returns, are valid until the caller changes them or
// calls Feed again. Feed keeps octets that have not been read by then, so a caller who
// reads until Next returns false never makes the decoder hold more than one line.
func (d *Decoder) Feed(p []byte) {
	d.text = d.text[:0]
	if len(d.in) == 0 {
		d.in = p
		return
	}
	d.queue = append(append(d.queue[:0], d.in...), p...)
	d.in = d.queue
}

// Next returns the next line, or false when the octets fed so far hold no other whole
// line. It takes about 80 ns for a usual line.
func (d *Decoder) Next() (Line, bool) {
	for len(d.in) > 0 {
		end := bytes.IndexByte(d.in, '\n')
		if d.skip {
			d.skip = end < 0
			d.drop(end)
			continue
		}
		upTo := end + 1
		if end < 0 {
			upTo = len(d.in)
		}
		if size := len(d.held) + upTo; size > d.limit && (d.limit != ByNumber || size > LimitOf(d.number())) {
			return d.tooLong(end), true
		}
		if end < 0 {
			d.held = append(d.held, d.in...)
			d.in = nil
			break
		}
		raw := d.in[:end]
		d.drop(end)
		if len(d.held) > 0 {
			// The two buffers take turns, so that the view of this line stays valid
			// while the beginning of the next is held.
			d.held = append(d.held, raw...)
			d.joined, d.held = d.held, d.joined[:0]
			raw = d.joined
		}
		return d.line(raw), true
	}
	return Line{}, false
}

// drop discards the unread octets up to the line's end at in[end], or all of them
// when end is negative.
func (d *Decoder) drop(end int) {
	if end < 0 {
		d.in = nil
		return
	}
	d.in = d.in[end+1:]
}

func (d *Decoder) number() Number {
	var begin [3]byte
	n := copy(begin[:], d.held)
	copy(begin[n:], d.in)
	number, _ := leading(begin[:])
	return number
}

// tooLong gives up a line that is over the limit. The line ends at in[end], or has not
// ended when end is negative: the fault does not wait for an end that may never come.
func (d *Decoder) tooLong(end int) Line {
	number := d.number()
	d.held = d.held[:0]
	d.skip = end < 0
	d.drop(end)
	d.long++
	return Line{Number: number, Fault: FaultTooLong, Close: d.long >= TooLongMax}
}

// line reads a line without its LF.
func (d *Decoder) line(raw []byte) Line {
	if n := len(raw); n > 0 && raw[n-1] == '\r' {
		raw = raw[:n-1]
	}
	number, numeric := leading(raw)
	text, clean := raw, true
	switch classify(raw) {
	case textDirty:
		clean = false
	case textWide:
		text, clean = d.wide(raw)
	}
	switch {
	case !clean:
		return Line{Number: number, Fault: FaultCharset}
	case !numeric || len(text) > 3 && text[3] != ' ':
		return Line{Number: number, Fault: FaultSyntax}
	case len(text) <= 4:
		return Line{Number: number}
	}
	return Line{Number: number, Param: text[4:]}
}

// wide checks a line with octets over 127 and turns it into UTF-8.
func (d *Decoder) wide(raw []byte) (text []byte, ok bool) {
	if d.charset == UTF8 {
		return raw, clean(raw)
	}
	start := len(d.text)
	d.text, ok = appendFromGB18030(d.text, raw)
	return d.text[start:], ok
}

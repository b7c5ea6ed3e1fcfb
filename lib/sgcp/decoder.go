package sgcp

import (
	"bytes"
	"fmt"
)

// Line is one line read: a number and its parameter, or a fault.
type Line struct {
	// Number is the line's number. With a fault it is the number the line
	// began with, 0 when it began with none: what "5nn <cmd>" answers.
	Number Number
	// Param is what stands after the first space, in UTF-8 (NFC), empty when
	// there is none. It is a view: see Decoder.Feed.
	Param []byte
	// Fault is 0, FaultSyntax, FaultTooLong or FaultCharset.
	Fault Number
	// Close says that the sender's connection is to be closed: too many lines
	// were too long.
	Close bool
}

// Err is nil for a line without a fault, otherwise what is wrong with it.
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

// Decoder splits a stream of octets into lines: the same lines and faults for
// any split of the stream into pieces. It keeps at most one line's limit of
// octets and, once warm, does not allocate. Use it from one goroutine.
type Decoder struct {
	limit   int
	charset Charset
	long    int  // lines that were too long
	skip    bool // the rest of such a line is still to come

	in     []byte // fed and not read yet: the caller's, or queue
	held   []byte // the beginning of a line whose end has not come
	joined []byte // the last line that began in held
	queue  []byte // what was unread when Feed came
	text   []byte // parameters that had to be transcoded since Feed
}

// lineMin is the shortest line with its end. A limit under it would be passed
// before the number is known that the fault names.
const lineMin = 5

// ByNumber is the limit of a decoder that reads lines of either side: what
// LimitOf says of each line's number.
const ByNumber = 0

// NewDecoder reads lines of at most limit octets with their end (RequestMax,
// ServerLineMax, ComputeLineMax or ByNumber; another limit under 5 is 5), in
// UTF-8.
func NewDecoder(limit int) *Decoder {
	d := new(Decoder)
	d.SetLimit(limit)
	return d
}

// SetLimit changes the limit of lines, SetCharset their charset, from the next
// line on that Next returns.
func (d *Decoder) SetLimit(limit int) {
	if limit != ByNumber {
		limit = max(limit, lineMin)
	}
	d.limit = limit
}

// SetCharset changes the charset.
func (d *Decoder) SetCharset(c Charset) { d.charset = c }

// Feed gives the decoder the next octets of the stream. They are not copied:
// they, and the views that Next returns of them, hold until the caller changes
// them or calls Feed again. What has not been read by then is kept, so a
// caller who reads until Next returns false never makes the decoder hold more
// than a line.
func (d *Decoder) Feed(p []byte) {
	d.text = d.text[:0]
	if len(d.in) == 0 {
		d.in = p
		return
	}
	d.queue = append(append(d.queue[:0], d.in...), p...)
	d.in = d.queue
}

// Next is the next line; false when the octets fed so far hold no other. About
// 80 ns for a usual line.
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
			// The two buffers take turns, so that the view of the last line
			// outlives the beginning of the next.
			d.held = append(d.held, raw...)
			d.joined, d.held = d.held, d.joined[:0]
			raw = d.joined
		}
		return d.line(raw), true
	}
	return Line{}, false
}

// drop takes a line's end at in[end], and all before it, off what is unread;
// everything when end is negative.
func (d *Decoder) drop(end int) {
	if end < 0 {
		d.in = nil
		return
	}
	d.in = d.in[end+1:]
}

// number is what the line under way begins with, 0 for no number.
func (d *Decoder) number() Number {
	var begin [3]byte
	n := copy(begin[:], d.held)
	copy(begin[n:], d.in)
	number, _ := leading(begin[:])
	return number
}

// tooLong gives up the line that ends at in[end], or has not ended if negative.
// The fault comes as soon as the limit is passed: its sender may never end it.
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

package sgcp

import (
	"bytes"
	"fmt"
	"sync"
	"unicode/utf8"
)

// A codec goes through the parameter of a message field by field, to read it or to
// write it. The method param of a message names its fields once for both, so what is
// written is what is read. After the first failure the codec does nothing more.
type codec struct {
	writing bool
	number  Number
	in      []byte // reading: what is left
	out     []byte // writing: the parameter so far
	fields  int    // how many were read or written so far
	err     error
}

// A kind says how one sort of field is read and written. Both functions return false
// for a value that the protocol does not have. A codec gives parse one octet or more,
// without a space.
type kind[T any] struct {
	parse    func(text []byte) (T, bool)
	append   func(dst []byte, v T) ([]byte, bool)
	expected string
}

// field reads the next field into v, or writes v as the next field.
func field[T any](c *codec, k *kind[T], v *T) {
	if c.err != nil {
		return
	}
	if c.writing {
		out, ok := k.append(c.space(), *v)
		if !ok {
			c.fail(out[len(c.out):], k.expected)
			return
		}
		c.out = out
		c.fields++
		return
	}
	word := c.word()
	if len(word) == 0 {
		c.missing(k.expected)
		return
	}
	x, ok := k.parse(word)
	if !ok {
		c.fail(word, k.expected)
		return
	}
	*v = x
	c.fields++
}

// word cuts the next word, with any spaces before it, off what is left to read.
func (c *codec) word() []byte {
	c.skipSpaces()
	end := bytes.IndexByte(c.in, ' ')
	if end < 0 {
		end = len(c.in)
	}
	word := c.in[:end]
	c.in = c.in[min(end+1, len(c.in)):]
	return word
}

func (c *codec) skipSpaces() { c.in = bytes.TrimLeft(c.in, " ") }

// space is the parameter written so far, ready for the next field.
func (c *codec) space() []byte {
	if len(c.out) == 0 {
		return c.out
	}
	return append(c.out, ' ')
}

// more tells whether an optional field follows: a reader looks whether any text is
// left, a writer passes whether the message has the field.
func (c *codec) more(present bool) bool {
	if c.writing {
		return present
	}
	c.skipSpaces()
	return len(c.in) > 0
}

// ignore skips the rest of the parameter when reading.
func (c *codec) ignore() { c.in = nil }

// literal reads or writes a word that is always the same.
func (c *codec) literal(word string) {
	if c.err != nil {
		return
	}
	if c.writing {
		c.out = append(c.space(), word...)
	} else if got := c.word(); string(got) != word {
		c.fail(got, word)
		return
	}
	c.fields++
}

// text reads or writes the rest of the parameter, with the spaces in it.
func (c *codec) text(s *string) {
	switch {
	case c.err != nil:
	case !c.writing:
		*s = string(c.in)
		c.in = nil
	case *s != "":
		c.out = append(c.space(), *s...)
	}
}

func (c *codec) missing(expected string) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: %v, field %d is missing, expected %s", ErrParameter, c.number, c.fields+1, expected)
	}
}

func (c *codec) fail(got []byte, expected string) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: %v, field %d is %q, expected %s", ErrParameter, c.number, c.fields+1, clip(bytes.TrimLeft(got, " ")), expected)
	}
}

var codecs = sync.Pool{New: func() any { return new(codec) }}

// ParseInto reads a parameter into a message of the line's number. Fields that hold no
// text or list are read without allocating. Text after the last field is an error in a
// command; in a server's line it is ignored, so that a newer server can say more.
// ErrParameter, ErrNick.
func ParseInto(m Message, param []byte) error {
	c := codecs.Get().(*codec)
	*c = codec{number: m.Number(), in: param, out: c.out}
	m.param(c)
	if c.err == nil && c.number.IsCommand() && c.more(false) {
		c.fail(c.in, "nothing more")
	}
	err := c.err
	*c = codec{out: c.out}
	codecs.Put(c)
	return err
}

// Parse reads the parameter of a line as the message that the number stands for.
// ErrUnknownNumber, ErrParameter, ErrNick.
func Parse(n Number, param []byte) (Message, error) {
	m := New(n)
	if m == nil {
		return nil, fmt.Errorf("%w: %v", ErrUnknownNumber, n)
	}
	if err := ParseInto(m, param); err != nil {
		return nil, err
	}
	return m, nil
}

// Append appends a message as a line in UTF-8. ErrParameter for a field whose value
// the protocol cannot say, otherwise the errors of AppendLine; dst is then returned as
// it was.
func Append(dst []byte, m Message) ([]byte, error) { return UTF8.Append(dst, m) }

// AppendFor appends a command about one game of several, as a peer with the
// capability "multi" sends 303, 311, 321 and 327. CutGtoken is the way back.
func AppendFor(dst []byte, game Gtoken, m Message) ([]byte, error) {
	return UTF8.appendFor(dst, &game, m)
}

// Append is the function Append for a line in the charset.
func (c Charset) Append(dst []byte, m Message) ([]byte, error) { return c.appendFor(dst, nil, m) }

func (c Charset) appendFor(dst []byte, game *Gtoken, m Message) ([]byte, error) {
	w := codecs.Get().(*codec)
	*w = codec{writing: true, number: m.Number(), out: w.out[:0]}
	if game != nil {
		field(w, &gameKind, game)
	}
	m.param(w)
	err, out := w.err, w.out
	if err == nil {
		dst, err = c.AppendLine(dst, w.number, out)
	}
	*w = codec{out: out[:0]}
	codecs.Put(w)
	return dst, err
}

// appendWord appends a word, which must not be empty or have a space in it. AppendLine
// looks for control characters.
func appendWord[T ~string](dst []byte, word T) ([]byte, bool) {
	for i := range len(word) {
		if word[i] == ' ' {
			return append(dst, word...), false
		}
	}
	return append(dst, word...), word != "" && utf8.ValidString(string(word))
}

// optional is field for one that may be left out. A zero value is not written.
func optional[T comparable](c *codec, k *kind[T], v *T) {
	var zero T
	if c.more(*v != zero) {
		field(c, k, v)
	} else if !c.writing {
		*v = zero
	}
}

// repeated is field for the rest of the parameter; it reads so many at most.
func repeated[T any](c *codec, k *kind[T], list *[]T, most int) {
	if !c.writing {
		var none T
		*list = (*list)[:0]
		for c.more(false) && c.err == nil && len(*list) < most {
			*list = append(*list, none)
			field(c, k, &(*list)[len(*list)-1])
		}
		if len(*list) == 0 {
			*list = nil
		}
		return
	}
	for i := range *list {
		field(c, k, &(*list)[i])
	}
}

// flag reads or writes an optional word, which sets the flag by being there.
func (c *codec) flag(set *bool, word string) {
	if !c.writing {
		*set = c.more(false)
	}
	if *set {
		c.literal(word)
	}
}

// either reads or writes one of two words, and returns whether it is the first.
func (c *codec) either(first bool, one, other string) bool {
	if c.err != nil {
		return first
	}
	if !c.writing {
		word := c.word()
		first = string(word) == one
		switch {
		case len(word) == 0:
			c.missing(one + " or " + other)
		case !first && string(word) != other:
			c.fail(word, one+" or "+other)
		}
	} else if first {
		c.out = append(c.space(), one...)
	} else {
		c.out = append(c.space(), other...)
	}
	c.fields++
	return first
}

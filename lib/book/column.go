package book

import (
	"encoding/binary"
	"math"
	"slices"
)

// column is a field of many records, as Columns describes it. A column of lists has one
// part, of their items; one of structs has one for each field.
type column struct {
	kind  columnKind
	some  bool   // values may be missing
	valid []byte // a byte for each value, where they may be missing
	data  []byte // numbers, places of names, or ends of texts and lists

	text  []byte // all texts, or all names
	names map[string]int32
	last  string // the name given last, and its place
	at    int32
	ends  []byte // of the names
	parts []column

	// The list of names given last and what was written for it: one path leads to many
	// records.
	path   *string
	places []byte
}

type columnKind byte

const (
	kindNumber columnKind = iota
	kindText
	kindName
	kindList
	kindStruct
)

func columnOf(kind columnKind, parts ...column) column { return column{kind: kind, parts: parts} }

// reserve makes room for so many values.
func (c *column) reserve(values int) {
	if c.some {
		c.valid = make([]byte, 0, values)
	}
	if c.kind != kindStruct {
		c.data = make([]byte, 0, 8*values)
	}
	if c.kind != kindList {
		for i := range c.parts {
			c.parts[i].reserve(values)
		}
	}
}

// grow makes room for the values of so many records, where it holds those of some: lists
// and texts will need as much for each.
func (c *column) grow(most, some int) {
	more := func(list []byte) []byte { return slices.Grow(list, len(list)/some*(most-some)*9/8) }
	c.data = more(c.data)
	if c.kind == kindText {
		c.text = more(c.text)
	}
	for i := range c.parts {
		c.parts[i].grow(most, some)
	}
}

// missing is the column with values that may be missing.
func missing(c column) column {
	c.some = true
	return c
}

var low = binary.LittleEndian

func (c *column) int(v int64) { c.data = low.AppendUint64(c.data, uint64(v)) }

func (c *column) real(v float64) { c.data = low.AppendUint64(c.data, math.Float64bits(v)) }

func (c *column) bool(v bool) {
	bit := byte(0)
	if v {
		bit = 1
	}
	c.data = append(c.data, bit)
}

// has says whether the next value is there.
func (c *column) has(there bool) bool {
	bit := byte(0)
	if there {
		bit = 1
	}
	c.valid = append(c.valid, bit)
	return there
}

func (c *column) optionalInt(v *int) {
	if c.has(v != nil) {
		c.int(int64(*v))
	} else {
		c.int(0)
	}
}

func (c *column) optionalReal(v *float64) {
	if c.has(v != nil) {
		c.real(*v)
	} else {
		c.real(0)
	}
}

func (c *column) string(v string) {
	c.text = append(c.text, v...)
	c.data = low.AppendUint32(c.data, uint32(len(c.text)))
}

// name adds a text of which there are few.
func (c *column) name(v string) { c.data = low.AppendUint32(c.data, uint32(c.place(v))) }

func (c *column) place(v string) int32 {
	if v == c.last && len(c.names) > 0 {
		return c.at
	}
	at, ok := c.names[v]
	if !ok {
		if c.names == nil {
			c.names = map[string]int32{}
		}
		at = int32(len(c.names))
		c.names[v] = at
		c.text = append(c.text, v...)
		c.ends = low.AppendUint32(c.ends, uint32(len(c.text)))
	}
	c.last, c.at = v, at
	return at
}

func (c *column) optionalName(v *string) {
	if v != nil {
		c.name(*v)
	} else {
		c.data = low.AppendUint32(c.data, math.MaxUint32)
	}
}

// list adds a list of so many items, which the caller adds to parts[0].
func (c *column) list(items int) {
	end := uint32(items)
	if len(c.data) > 0 {
		end += low.Uint32(c.data[len(c.data)-4:])
	}
	c.data = low.AppendUint32(c.data, end)
}

// way adds a list of names that mostly continues the list before it.
func (c *column) way(moves []string) {
	c.list(len(moves))
	if len(moves) == 0 {
		return
	}
	if c.path != &moves[0] {
		c.path, c.places = &moves[0], c.places[:0]
	}
	items := &c.parts[0]
	for i := len(c.places) / 4; i < len(moves); i++ {
		c.places = low.AppendUint32(c.places, uint32(items.place(moves[i])))
	}
	items.data = append(items.data, c.places[:4*len(moves)]...)
}

func (c *column) candidates(list []Candidate) {
	c.list(len(list))
	moves, scores := &c.parts[0].parts[0], &c.parts[0].parts[1]
	for i := range list {
		moves.name(list[i].Move)
		scores.int(int64(list[i].Score))
	}
}

func (c *column) search(s *Search) {
	if !c.has(s != nil) {
		s = &Search{}
	}
	c.parts[0].int(int64(s.Depth))
	c.parts[1].optionalInt(s.Nodes)
	c.parts[2].name(s.Engine)
	c.parts[3].candidates(s.Candidates)
}

func (c *column) balance(b *Balance) {
	if !c.has(b != nil) {
		b = &Balance{}
	}
	c.parts[0].list(len(b.Evals))
	for _, v := range b.Evals {
		c.parts[0].parts[0].real(v)
	}
	c.parts[1].list(len(b.Offsets))
	for _, v := range b.Offsets {
		c.parts[1].parts[0].int(int64(v))
	}
	adjusted := &c.parts[2]
	adjusted.bool(adjusted.has(b.Adjusted != nil) && *b.Adjusted)
}

// room is at least what write appends.
func (c *column) room() int {
	size := len(c.valid) + len(c.data) + len(c.ends) + len(c.text) + 48
	for i := range c.parts {
		size += c.parts[i].room()
	}
	return size
}

// write appends the column's arrays, each from a multiple of 8 bytes on.
func (c *column) write(dst []byte) []byte {
	if c.some {
		dst = aligned(append(dst, c.valid...))
	}
	switch c.kind {
	case kindText:
		dst = c.appendEnds(dst, c.data)
		return aligned(append(dst, c.text...))
	case kindName:
		dst = aligned(append(dst, c.data...))
		dst = low.AppendUint64(dst, uint64(len(c.names)))
		dst = c.appendEnds(dst, c.ends)
		return aligned(append(dst, c.text...))
	case kindList:
		dst = c.appendEnds(dst, c.data)
	case kindNumber:
		dst = aligned(append(dst, c.data...))
	}
	for i := range c.parts {
		dst = c.parts[i].write(dst)
	}
	return dst
}

// appendEnds appends a 0 and the ends.
func (c *column) appendEnds(dst, ends []byte) []byte {
	return aligned(append(low.AppendUint32(dst, 0), ends...))
}

// aligned fills up with zeros to a multiple of 8 bytes.
func aligned(dst []byte) []byte {
	var zeros [8]byte
	return append(dst, zeros[:-len(dst)&7]...)
}

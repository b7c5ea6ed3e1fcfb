package sgcp

import "slices"

// Entry describes one number. The methods of Number tell commands, replies, rows, pushes
// and faults apart.
type Entry struct {
	Number  Number
	Meaning string // a few words
	Syntax  string // of the parameter; empty for none
	Reply   Number // of a command: its success reply
	Row     Number // of a command: the rows before the reply, or 0
	Seed    bool   // one of the system's own twelve commands (section 4)
	Commits bool   // see Number.Commits

	new func() Message
}

// Table lists every number, in ascending order.
func Table() []Entry { return slices.Clone(table) }

// Lookup returns the entry of a number, or false when the number stands for nothing.
func Lookup(n Number) (Entry, bool) {
	i, ok := find(n)
	if !ok {
		return Entry{}, false
	}
	return table[i], true
}

func find(n Number) (i int, ok bool) {
	return slices.BinarySearchFunc(table, n, func(e Entry, n Number) int { return int(e.Number) - int(n) })
}

// New is an empty message of a number, or nil when the number stands for none. Every
// number from 500 to 599 stands for a Fault.
func New(n Number) Message {
	if n.IsFault() {
		return &Fault{Code: n}
	}
	e, ok := Lookup(n)
	if !ok {
		return nil
	}
	return e.new()
}

func message[T any, P interface {
	*T
	Message
}]() Message {
	return P(new(T))
}

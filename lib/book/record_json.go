package book

import (
	"reflect"
	"slices"
	"strconv"
)

// JSON writes the record as an object on one line, of the schema
// qikit/record/1. Records are many, so none has a field schema.
func (r Record) JSON() []byte { return appendRecord(nil, &r, allFields) }

// recordFields are the fields of a record in their order, as JSON lines name them.
var recordFields = func() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}()

// recordWriters write the fields of a record in their order, as encoding/json would but
// without reflection.
var recordWriters = [...]func(dst []byte, r *Record) []byte{
	func(dst []byte, r *Record) []byte { return appendText(dst, r.FEN) },
	func(dst []byte, r *Record) []byte { return strconv.AppendBool(dst, r.Flipped) },
	func(dst []byte, r *Record) []byte { return appendText(dst, r.Initial) },
	func(dst []byte, r *Record) []byte { return appendList(dst, r.Moves, appendText) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Eval, appendEval) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Score, appendInt) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.WinRate, appendReal) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Proven, appendText) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Result, appendReal) },
	func(dst []byte, r *Record) []byte { return appendText(dst, string(r.Reason)) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Best, appendText) },
	func(dst []byte, r *Record) []byte { return appendList(dst, r.Candidates, appendCandidate) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Move, appendText) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Depth, appendInt) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Nodes, appendInt) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Engine, appendText) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Search, appendSearch) },
	func(dst []byte, r *Record) []byte { return appendOptional(dst, r.Balance, appendBalance) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Game, 10) },
	func(dst []byte, r *Record) []byte { return appendInt(dst, r.Ply) },
	func(dst []byte, r *Record) []byte { return strconv.AppendUint(dst, r.Seed, 10) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Count, 10) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Wins, 10) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Draws, 10) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Losses, 10) },
	func(dst []byte, r *Record) []byte { return strconv.AppendInt(dst, r.Unknown, 10) },
}

// allFields are the indices of all fields.
var allFields = fieldsAt(recordFields)

// fieldsAt are the indices of fields of a record.
func fieldsAt(names []string) (at []int) {
	for _, name := range names {
		at = append(at, slices.Index(recordFields, name))
	}
	return at
}

// appendRecord writes some of a record's fields as an object.
func appendRecord(dst []byte, r *Record, fields []int) []byte {
	open := byte('{')
	for _, i := range fields {
		dst = append(append(append(dst, open, '"'), recordFields[i]...), `":`...)
		dst = recordWriters[i](dst, r)
		open = ','
	}
	return append(dst, '}')
}

func appendEval(dst []byte, e Eval) []byte {
	dst = appendReal(append(dst, `{"mover":`...), e.Mover)
	dst = appendReal(append(dst, `,"opponent":`...), e.Opponent)
	return append(dst, '}')
}

func appendCandidate(dst []byte, c Candidate) []byte {
	dst = appendText(append(dst, `{"move":`...), c.Move)
	dst = appendInt(append(dst, `,"score":`...), c.Score)
	return append(dst, '}')
}

func appendSearch(dst []byte, s Search) []byte {
	dst = appendInt(append(dst, `{"depth":`...), s.Depth)
	dst = appendOptional(append(dst, `,"nodes":`...), s.Nodes, appendInt)
	dst = appendText(append(dst, `,"engine":`...), s.Engine)
	dst = appendList(append(dst, `,"candidates":`...), s.Candidates, appendCandidate)
	return append(dst, '}')
}

func appendBalance(dst []byte, b Balance) []byte {
	dst = appendList(append(dst, `{"evals":`...), b.Evals, appendReal)
	dst = appendList(append(dst, `,"offsets":`...), b.Offsets, appendInt)
	dst = appendOptional(append(dst, `,"adjusted":`...), b.Adjusted, strconv.AppendBool)
	return append(dst, '}')
}

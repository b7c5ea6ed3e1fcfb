// Package keyposition is the static evaluation of Surakarta by key positions,
// and the plain one it replaces: strategies 106 and 101 of the Surakarta document, the
// published Chinese patent application CN106022479A (numbers in [brackets] are its
// paragraphs). Where its scan is misread the tables are completed by their
// left-right and up-down symmetry.
//
//	t := keyposition.Document().Evaluate(b, b.Side(), keyposition.RoleOf(b))
//	t.Total // t.Extent*k1 + t.Position*k2 + t.Dynamic*k3 + t.Potential*k4
//
// The tables, marks and prizes are the document's own integers; Values are those that
// it leaves to the reader, with its choice as Document. Every term is what one side has less what the
// other has: for the other side it has the opposite sign, as long as the role is the
// same.
package keyposition

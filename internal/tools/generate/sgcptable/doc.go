// Package sgcptable generates the messages of package sgcp and the protocol's part
// of the C manual from the one table lib/sgcp/messages.json. Its only function is
// [Files]; the table explains its own form.
//
// What it writes: in lib/sgcp the constants (numbers_gen.go), the kinds of
// fields (kinds_gen.go), the table of entries (table_gen.go) and, a file for each
// family, the message types with their codecs; and include/sgcp.md, the same for
// readers of other languages.
//
// It writes no codec for a message that is marked by_hand, and does not know how a
// kind of field is parsed: package sgcp does.
package sgcptable

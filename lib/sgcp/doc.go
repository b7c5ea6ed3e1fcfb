// Package sgcp is the line protocol of the Go human-computer system: its framing, its
// numbers, and a typed message for each of them. It opens no sockets, starts no
// goroutines and has no clock; package sgcp/client is a client on top.
//
// A [Decoder] splits a stream of octets into [Line] values, [Parse] makes a [Message] of
// a line, and [Append] a line of a message. [Table] lists every [Number] with its parameter and its reply.
//
// All numbers, names, fields and limits come from one file, messages.json.
// internal/tools/generate writes the files ..._gen.go from it, and include/sgcp.md, the
// same table for readers of other languages. A reply has no constant of its own: it is
// the [Number.Reply] of its command.
//
//	d := sgcp.NewDecoder(sgcp.RequestMax)
//	d.Feed(octets)
//	for line, ok := d.Next(); ok; line, ok = d.Next() {
//		if err := line.Err(); err != nil {
//			// answer line.Fault; hang up when line.Close
//		}
//		m, err := sgcp.Parse(line.Number, line.Param)
//		switch m := m.(type) {
//		case *sgcp.Play:
//			// m.Coord
//		}
//	}
//
// # Lines
//
// A line is three digits, then nothing or one space and a parameter, then CRLF or LF.
// Only the first space splits. Text is UTF-8 in the normal form C, or GB18030 for peers
// that asked for it ([Charset]), without characters of control, of lines' ends and of
// direction, C1 and U+2028 included. A line that is too long
// (504), has other octets (505) or does not begin with a number (500) is a fault, and the
// lines after it are read as if it had not been there.
//
// Every command gets exactly one final reply, in the order of the commands: its own
// number and 500, or a [Fault]. The rows of a list come before its reply. Pushes may come
// at any time.
//
// # What the specification leaves open
//
// Where the specification is silent this package decides, and the documentation of each
// place says so: how pushes are counted for 105 ([Number.IsCounted]), what is hashed for
// 326 ([HashOf]), the values of settings ([Propose]), nicks that look alike ([NickKey]),
// scores of games that nobody counted ("- -", [Score]), and that the fields of 850 stand
// in order, followed by pairs ([Started]).
//
// "605 resync" goes beyond the specification: it names nick and game, without which a
// client that was started again cannot ask for its game ([ResumeReply]). The bare form is
// read too.
//
// # Cost
//
// Decoding allocates nothing and takes about 80 ns for a line of mixed traffic: over ten
// million lines a second on one core (BenchmarkDecoder). A decoder holds one line at most.
package sgcp

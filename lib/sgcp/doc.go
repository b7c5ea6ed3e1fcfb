// Package sgcp is the line protocol of the Go human-computer system: framing,
// the numbers, and a typed message for each of them. It opens no sockets,
// starts no goroutines and has no clock; package sgcp/client is a client on top.
//
// A [Decoder] splits a stream of octets into [Line] values, whatever pieces the
// stream comes in; [Parse] makes a [Message] of a line, and [Append] a line of a
// message. [Table] lists every [Number] with its parameter and its reply.
//
// All numbers, names and fields come from one file, messages.json. The files
// named ..._gen.go are written from it by internal/tools/generate, and so is
// include/sgcp.md, the same table for readers of other languages. Replies have no
// constants of their own: they are their commands' [Number.Reply].
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
// A line is three digits, then nothing or one space and a parameter, then CRLF
// or LF. Only the first space splits. Text is UTF-8 in the normal form C, or
// GB18030 for peers that asked for it ([Charset]); it holds no control
// characters. A line that is longer than its limit, has other octets, or does
// not begin with a number is a fault (504, 505, 500) and the next line is read
// as if it had not been there.
//
// Every command gets exactly one terminal reply, its own number and 500 or a
// [Fault], in the order of the commands; rows of lists come before it, pushes
// may come at any time.
//
// # What the specification leaves open
//
// Where it does, this package decides, and says so at the place: how pushes are
// counted for 105 ([Number.IsCounted]), what is hashed for 326 ([HashOf]), the
// values of settings ([Settings]), nicks that look alike ([NickKey]), scores of
// games that nobody counted ("- -", [Score]), and that the fields of 850 are in order,
// followed by pairs ([Started]).
//
// "605 resync" goes beyond the specification: it names nick and game, without
// which a client that was started again can not ask for its game
// ([ResumeReply]). The bare form is read too.
//
// # Cost
//
// Decoding allocates nothing and takes about 80 ns a line of mixed traffic, that
// is over ten million lines a second on one core (BenchmarkDecoder). A decoder
// holds one line at most.
package sgcp

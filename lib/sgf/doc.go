// Package sgf reads and writes records of games of Go in SGF, FF[4]: the tree of
// a file with every property as it stands there, text in the charsets that files
// come in, annotations, marks and win rates.
//
// A [Node] is a node of a record: [Parse] or [Read] give a file's roots, [Write]
// writes them. A [Property] is a name with values as they stand in the file;
// methods of the node read and write what they mean. [Options] bound what is
// read.
//
//	roots, err := sgf.Parse(file, sgf.DefaultOptions())
//	roots[0].MainLine()[4].Annotate(sgf.BadMove)
//	err = sgf.Write(os.Stdout, roots...)
//
// Which game a record is of, and whether its moves are legal, is the games' to
// say: see weiqi.Replay and capturego.Replay. What both need for it is here:
// [Replay], [Of], [Node.Record].
package sgf

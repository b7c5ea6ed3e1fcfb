// Package netfile reads and writes .qnet files, which carry a network's weights
// from the trainer to the library.
//
// A [File] is the content: the game, the [Arch] (what the trainer and the user of a
// network must agree on), free remarks and [Tensor]s. [Decode] reads a file and
// refuses one that has been changed; [File.Encode] writes one.
//
//	f, err := netfile.Decode(bytes)
//	w, err := f.Floats("stem.w", 48, 32, 3, 3)
//
// # Layout
//
// Numbers are little-endian and not aligned.
//
//	 0  4 bytes   "QNET"
//	 4  uint16    version of this layout, 1 or 2
//	 6  uint16    game: 0 none, 1 xiangqi, 2 surakarta, 3 weiqi (capture Go), 4 chess
//	 8  uint32    hash of the architecture
//	12  uint32    bytes of the header
//	16            header, then payload
//	-32 32 bytes  SHA-256 of all bytes before it
//
// The header is JSON in canonical form: sorted keys, no white space, UTF-8, no
// needless escapes.
//
//	{"arch":{"features":"capture/1","kind":"convnet/1","sizes":{"blocks":6,"channels":48}},
//	 "deflate":true,"meta":{"date":"2026-11-22","name":"a"},
//	 "tensors":[{"dtype":"f16","name":"stem.b","offset":0,"shape":[48]}]}
//
// (in one line), which is what Python's json.dumps writes with sort_keys,
// separators (",", ":") and ensure_ascii off. Sizes are whole numbers, remarks are
// texts. The architecture's hash is the first four bytes of the SHA-256 of the
// value of "arch" as it stands there. The payload holds the tensors one after the
// other, each in row-major order, at its offset; "deflate" says that it is one raw
// DEFLATE stream (RFC 1951).
//
// Layout 2 is for deflated files and holds small whole numbers in less: before a tensor is
// deflated each whole number x becomes 2x, or -2x-1 below zero, and of all numbers, of
// whatever type, the lowest bytes come first, then the next ones.
//
// The first eight bytes of the file's SHA-256 as hexadecimal digits identify the
// network: [File.ID].
package netfile

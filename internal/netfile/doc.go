// Package netfile is the container in which a network's numbers travel, from
// the trainer that wrote them to the library that runs them: a .qnet file.
//
// A [File] is what is inside: the game, the [Arch] (what has to agree between
// those who trained the numbers and those who use them), free remarks and
// [Tensor]s. [Decode] reads one and refuses whatever is not exactly as it was
// written; [File.Encode] writes one.
//
//	f, err := netfile.Decode(bytes)
//	w, err := f.Floats("stem.w", 48, 32, 3, 3)
//
// # Layout
//
// Numbers are little-endian, nothing is aligned.
//
//	 0  4 bytes   "QNET"
//	 4  uint16    version of this layout, 1
//	 6  uint16    game: 0 none, 1 xiangqi, 2 surakarta, 3 weiqi (capture Go)
//	 8  uint32    hash of the architecture
//	12  uint32    bytes of the header
//	16            header, then payload
//	-32 32 bytes  SHA-256 of all bytes before it
//
// The header is JSON in canonical form: keys in order, no white space, UTF-8,
// nothing escaped that need not be.
//
//	{"arch":{"features":"capture/1","kind":"convnet/1","sizes":{"blocks":6,"channels":48}},
//	 "deflate":true,"meta":{"date":"2026-11-22","name":"a"},
//	 "tensors":[{"dtype":"f16","name":"stem.b","offset":0,"shape":[48]}]}
//
// (in one line), which is what Python's json.dumps writes with sort_keys,
// separators (",", ":") and ensure_ascii off. Sizes are whole numbers, remarks
// are texts. The architecture's hash is the first four bytes of the SHA-256 of
// the value of "arch" as it stands there. The payload is the tensors one after
// the other, each in row-major order, beginning at its offset; "deflate" says
// that it is one raw DEFLATE stream (RFC 1951).
//
// The first eight bytes of the file's SHA-256 as hexadecimal digits are its
// name wherever a network is named: [File.ID].
package netfile

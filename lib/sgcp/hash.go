package sgcp

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"qikit.dev/qikit/internal/rng"
)

// Hash is the 64-bit Zobrist hash of a position (section 5.4): the exclusive or of the
// keys of all stones on the board. It does not depend on the side to move or on the
// history. The hash of the empty board is 0.
type Hash uint64

// stoneKeys are the SplitMix64 stream from seed 0: a black key and a white key for each
// point, from A1 along the rows.
var stoneKeys = func() (keys [2 * SizeMax * SizeMax]Hash) {
	stream := rng.New(0)
	for i := range keys {
		keys[i] = Hash(stream.Uint64())
	}
	return keys
}()

// Toggle is the hash after a stone is put on a point, or taken off it. index is the
// point's Coord.Index on a board of its size; c is Black or White.
func (h Hash) Toggle(index int, c Color) Hash { return h ^ stoneKeys[2*index+int(c)] }

// HashOf is the hash of a position with these stones. For 326 it is the hash of marks:
// the stones are then those that are marked dead, which is this package's reading of
// the specification's "hash of the marking". ErrOffBoard.
func HashOf(size int, black, white []Coord) (Hash, error) {
	var h Hash
	for color, stones := range [][]Coord{Black: black, White: white} {
		for _, c := range stones {
			on, err := c.On(size)
			if err != nil {
				return 0, err
			}
			if on == Pass {
				return 0, fmt.Errorf("%w: a pass among the stones", ErrOffBoard)
			}
			h = h.Toggle(on.Index(size), Color(color))
		}
	}
	return h, nil
}

// String is the hash as sixteen hexadecimal digits in lower case.
func (h Hash) String() string { return written(appendHash(nil, h)) }

func appendHash(dst []byte, h Hash) ([]byte, bool) {
	var octets [8]byte
	binary.BigEndian.PutUint64(octets[:], uint64(h))
	return hex.AppendEncode(dst, octets[:]), true
}

// ParseHash reads sixteen hexadecimal digits in any case. ErrParameter.
func ParseHash(text string) (Hash, error) { return parse(&hashKind, text) }

func parseHash(text []byte) (h Hash, ok bool) {
	var octets [8]byte
	if len(text) != hex.EncodedLen(len(octets)) {
		return 0, false
	}
	_, err := hex.Decode(octets[:], text)
	return Hash(binary.BigEndian.Uint64(octets[:])), err == nil
}

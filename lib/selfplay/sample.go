package selfplay

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"qikit.dev/qikit/internal/captureplanes"
)

// A file of samples is a head of [HeadBytes], text, and then records of
// [RecordBytes] each, so that it can be mapped into memory as an array. Numbers
// are little endian; points are row*size+column, rows from the bottom.
const (
	HeadBytes   = 4096
	RecordBytes = 1072
	points      = captureplanes.PackedSize * captureplanes.PackedSize
)

// Offsets of a record's fields. What is "own" is the side to move's.
const (
	atPlanes  = 0    // 32 planes of 22 bytes, as captureplanes.Packed
	atPolicy  = 704  // 169 bytes: the search's share of each point, the largest 255
	atFate    = 873  // 169 bytes: see Fate
	atSize    = 1042 // points along a side
	atTurn    = 1043 // 0 black, 1 white
	atOwn     = 1044 // stones that the own side must still capture
	atEnemy   = 1045 // that the enemy must
	atPly     = 1046 // uint16: moves made since the start of the game
	atLeft    = 1048 // uint16: moves to the end of the game, this one included
	atMove    = 1050 // uint16: the point that was played
	atFlags   = 1052 // see Flag
	atOutcome = 1053 // 0 lost, 1 drawn, 2 won
	atValue   = 1056 // float32: win rate after the search
	atGame    = 1060 // uint32: index of the game
	atVisits  = 1064 // uint32: visits of the search
	atCheck   = 1068 // uint32: CRC-32 (IEEE) of all before
)

// Flags of a record.
const (
	FlagLast   = 1 // the last record of its game
	FlagProven = 2 // the search proved the win rate
	FlagPolicy = 4 // the policy is worth learning: some move is better than others
)

// Fates of a point: what it holds at the end of the game, and whether its stone
// goes in the next capture.
const (
	FateNone  = 0
	FateOwn   = 1
	FateEnemy = 2
	FateTaken = 4 // added: the chain on it is captured by the next capture
)

// sample is a position searched in a game.
type sample struct {
	planes  captureplanes.Packed
	policy  [points]uint8
	fate    [points]uint8
	size    int
	turn    int
	own     int
	enemy   int
	ply     int
	left    int
	move    int
	flags   uint8
	outcome uint8
	value   float32
	game    uint32
	visits  uint32
}

// append encodes a sample.
func (s *sample) append(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, RecordBytes)...)
	r := dst[at:]
	for i := range s.planes {
		copy(r[i*len(s.planes[i]):], s.planes[i][:])
	}
	copy(r[atPolicy:], s.policy[:])
	copy(r[atFate:], s.fate[:])
	r[atSize], r[atTurn], r[atOwn], r[atEnemy] = uint8(s.size), uint8(s.turn), uint8(s.own), uint8(s.enemy)
	binary.LittleEndian.PutUint16(r[atPly:], uint16(s.ply))
	binary.LittleEndian.PutUint16(r[atLeft:], uint16(s.left))
	binary.LittleEndian.PutUint16(r[atMove:], uint16(s.move))
	r[atFlags], r[atOutcome] = s.flags, s.outcome
	binary.LittleEndian.PutUint32(r[atValue:], math.Float32bits(s.value))
	binary.LittleEndian.PutUint32(r[atGame:], s.game)
	binary.LittleEndian.PutUint32(r[atVisits:], s.visits)
	binary.LittleEndian.PutUint32(r[atCheck:], crc32.ChecksumIEEE(r[:atCheck]))
	return dst
}

// whole says whether a record is as it was written.
func whole(r []byte) bool {
	return len(r) == RecordBytes && binary.LittleEndian.Uint32(r[atCheck:]) == crc32.ChecksumIEEE(r[:atCheck])
}

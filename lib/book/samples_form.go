package book

import (
	"fmt"
	"math"

	"qikit.dev/qikit/lib/game"
)

// Sample is a record as numbers, all in the view of the record, where the player to move
// sits in the seat of the preset player, and all the mover's. NaN and game.NoPoint stand
// for what the record does not have.
type Sample struct {
	// Men are the men on the points, row by row from the top: the mover's from 1 on, in
	// the order of SamplesReport.Men, the opponent's from -1 down, 0 for an empty point.
	Men            []int8
	Source, Target int     // of the best move; a stone that is placed has only a Target
	Score          float32 // hundredths of an ordinary piece
	WinRate        float32 // 0 to 1, of a tree search
	Result         float32 // 1, 0.5, 0; NaN where the game has none
	Ply            int     // plies from the initial position
	Depth          int     // that the search behind Score and the best move reached, -1 for none
	Count          int     // how often the position was on the board
	Side           int     // index of the player who was to move in the game
	Game           int64   // number of the game
}

// SampleColumn is one column that Fill writes: so many numbers of a type for each sample.
type SampleColumn struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // "int8", "int16", "int32", "int64" or "float32"
	Width int    `json:"width"`
}

// sampleForm is how the samples of a book are packed and written.
type sampleForm struct {
	grid  game.Grid
	codes [256]int8 // of men by letters
}

// sampleForm fails for a game whose positions are no men on points.
func (b *Book) sampleForm() (f sampleForm, err error) {
	board, err := b.Board("")
	if err != nil {
		return f, err
	}
	g, ok := board.(game.Gridded)
	if !ok {
		return f, fmt.Errorf("%w: samples do not serve %s", ErrFormat, b.job.Game)
	}
	f.grid = g.Grid()
	if kinds := len(f.grid.Men[b.job.Preset]); kinds > kindsMost {
		return f, fmt.Errorf("%w: samples do not serve %s: it has %d kinds of men, at most %d are packed", ErrFormat, b.job.Game, kinds, kindsMost)
	}
	f.codes = f.grid.Codes(b.job.Preset)
	return f, nil
}

// kindsMost is how many kinds of men half a byte can tell, of two players.
const kindsMost = 7

// layout is what Fill writes.
func (f *sampleForm) layout() []SampleColumn {
	return []SampleColumn{
		{"positions", "int8", f.grid.Points()}, {"moves", "int16", 2}, {"scores", "float32", 1}, {"results", "float32", 1},
		{"win_rates", "float32", 1}, {"sides", "int8", 1}, {"plies", "int32", 1}, {"depths", "int16", 1}, {"counts", "int32", 1}, {"games", "int64", 1},
	}
}

// size is how many bytes the column takes for so many samples.
func (c SampleColumn) size(most int) int {
	width := map[string]int{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "float32": 4}[c.Type]
	return (c.Width*width*most + 7) &^ 7
}

// Places of a packed sample; the men follow, two to a byte.
const (
	packedGame   = 0
	packedScore  = 8
	packedRate   = 12
	packedPly    = 16
	packedCount  = 20
	packedDepth  = 24
	packedSource = 26
	packedTarget = 28
	packedSide   = 30
	packedResult = 31 // 0, 1, 2 half points; 3 for none
	packedMen    = 32
)

// pack appends a sample in packed form.
func (f *sampleForm) pack(row []byte, s *Sample) []byte {
	row = low.AppendUint64(row, uint64(s.Game))
	row = low.AppendUint32(row, math.Float32bits(s.Score))
	row = low.AppendUint32(row, math.Float32bits(s.WinRate))
	row = low.AppendUint32(row, uint32(s.Ply))
	row = low.AppendUint32(row, uint32(s.Count))
	row = low.AppendUint16(row, uint16(s.Depth))
	row = low.AppendUint16(row, uint16(s.Source))
	row = low.AppendUint16(row, uint16(s.Target))
	result := byte(3)
	if s.Result == s.Result { // no NaN
		result = byte(2 * s.Result)
	}
	row = append(row, byte(s.Side), result)
	for i := 0; i+1 < len(s.Men); i += 2 {
		row = append(row, byte(s.Men[i]+8)|byte(s.Men[i+1]+8)<<4)
	}
	if len(s.Men)%2 == 1 {
		row = append(row, byte(s.Men[len(s.Men)-1]+8))
	}
	return row
}

var resultOf = [4]float32{0, 0.5, 1, float32(math.NaN())}

// unpack is the opposite of pack.
func (f *sampleForm) unpack(row []byte, s *Sample) {
	s.Game = int64(low.Uint64(row[packedGame:]))
	s.Score = math.Float32frombits(low.Uint32(row[packedScore:]))
	s.WinRate = math.Float32frombits(low.Uint32(row[packedRate:]))
	s.Ply = int(low.Uint32(row[packedPly:]))
	s.Count = int(low.Uint32(row[packedCount:]))
	s.Depth = int(int16(low.Uint16(row[packedDepth:])))
	s.Source = int(int16(low.Uint16(row[packedSource:])))
	s.Target = int(int16(low.Uint16(row[packedTarget:])))
	s.Side = int(row[packedSide])
	s.Result = resultOf[row[packedResult]&3]
	points := f.grid.Points()
	if cap(s.Men) < points+1 {
		s.Men = make([]int8, points+1)
	}
	s.Men = s.Men[:points+1] // one more for the second half of the last byte
	for i, two := range row[packedMen:] {
		s.Men[2*i], s.Men[2*i+1] = int8(two&15)-8, int8(two>>4)-8
	}
	s.Men = s.Men[:points]
}

package xiangqi

// NoLimit turns a counted limit off.
const NoLimit = 0

// Ways to judge a repeated position, for [Options].
const (
	RepetitionAXF    = "axf"    // the rules of the Asian Xiangqi Federation, see the package comment
	RepetitionSimple = "simple" // the third occurrence is a draw, whoever caused it
	RepetitionOff    = "off"    // a game may repeat for ever
)

// Options are the rules that differ between events.
type Options struct {
	// Plies without a capture after which the game is drawn; 0 for no limit. 0 to 9999;
	// default 120.
	NaturalLimit int `json:"natural_limit" range:"0..9999"`
	// How the third occurrence of a position is judged: by the rules of the Asian Xiangqi
	// Federation ("axf"), as a draw whoever caused it ("simple"), or not at all ("off").
	// "axf" (default), "simple" or "off".
	Repetition string `json:"repetition" words:"axf simple off"`
}

// DefaultOptions are the rules that Chinese engines and servers play by.
func DefaultOptions() Options {
	return Options{NaturalLimit: 120, Repetition: RepetitionAXF}
}

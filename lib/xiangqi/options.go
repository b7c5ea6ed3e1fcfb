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
	// NaturalLimit is the number of plies without a capture that end the game
	// as a draw: default 120 (sixty moves), 1 to 9999, or NoLimit.
	NaturalLimit int `json:"natural_limit" range:"0..9999"`
	// Repetition is how the third occurrence of a position is judged: default
	// RepetitionAXF.
	Repetition string `json:"repetition" words:"axf simple off"`
}

// DefaultOptions are the rules that Chinese engines and servers play by.
func DefaultOptions() Options {
	return Options{NaturalLimit: 120, Repetition: RepetitionAXF}
}

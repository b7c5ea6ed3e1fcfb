package xiangqi

// NoLimit turns a counted limit off.
const NoLimit = 0

// Ways to judge a repeated position, for [Options].
const (
	RepetitionAXF    = "axf"    // the rules of the Asian Xiangqi Federation, see the package comment
	RepetitionSimple = "simple" // the third occurrence is a draw, whoever caused it
	RepetitionOff    = "off"    // a game may repeat for ever
)

// DefaultOptions are the rules that Chinese engines and servers play by.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
}

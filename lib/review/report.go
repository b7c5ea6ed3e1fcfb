package review

import (
	"slices"

	"qikit.dev/qikit/lib/capturego/reason"
)

// Report is a reviewed game. All that it says of chances is for the user unless
// stated otherwise; win rates are 0 to 1, losses are in points of win rate, 0 to
// 100. The json tags are the keys of review.json.
type Report struct {
	Schema   string `json:"schema"`   // "qikit/review/1"
	Checksum string `json:"checksum"` // of everything else; see Report.JSON
	Language string `json:"language"`
	Game     Game   `json:"game"`
	Search   Search `json:"search"`

	// Complete is false for a review that was cancelled or whose time was over;
	// Ended is "complete", "cancelled" or "time".
	Complete bool   `json:"complete"`
	Ended    string `json:"ended"`
	// Repeatable says that the same record, options and seed give the same report
	// wherever Search.Tier is the same: no clock ended a search, and no question was
	// answered by another network.
	Repeatable bool `json:"repeatable"`

	Moves    []Move    `json:"moves"` // all of the user's, in order
	BadMoves []BadMove `json:"bad_moves"`
	Worst    []int     `json:"worst"` // numbers of the worst bad moves, the worst first
	Accuracy *float64  `json:"accuracy"`
	Classes  Classes   `json:"classes"`
	// Graph is the win rate after each ply, as far as it is known.
	Graph     []GraphPoint `json:"graph"`
	Exercises []Exercise   `json:"exercises"`
	Text      string       `json:"text"`   // the review in words
	Record    string       `json:"record"` // the game in SGF, as it was read

	Opponent []OpponentMove `json:"opponent_moves,omitzero"` // with Options.Opponent: the opponent's mistakes
	Answers  []Answer       `json:"answers,omitzero"`        // to what was asked since, in order
}

// Game is what was reviewed.
type Game struct {
	Size     int    `json:"size"`
	Target   [2]int `json:"target"` // black's and white's
	Pass     string `json:"pass"`
	NoMove   string `json:"no_move"`
	Position string `json:"position"` // at the start
	Plies    int    `json:"plies"`
	Black    string `json:"black"` // names of the players, "" when not known
	White    string `json:"white"`
	Result   string `json:"result"` // as RE says it, "" when not known
	User     string `json:"user"`   // "black" or "white"
	Moves    int    `json:"moves"`  // of the user's
	Range    [2]int `json:"range"`  // those that were to be analysed
}

// Search is how the game was searched.
type Search struct {
	Version           string     `json:"version"` // of the library
	Engine            string     `json:"engine"`  // "mcts"
	Net               string     `json:"net"`     // the network's id; "" for playouts and the solver alone
	Note              string     `json:"note"`    // why there was no network, in words
	Tier              string     `json:"tier"`    // the kernels that the network ran on: "generic" (plain Go), "avx2", "avx512", "neon"; "" for none
	Deterministic     bool       `json:"deterministic"`
	Effort            string     `json:"effort"`
	Visits            int        `json:"visits"`
	SearchTime        float64    `json:"search_time"`
	TargetVisits      int        `json:"target_visits"`
	TargetTime        float64    `json:"target_time"`
	DemonstrateVisits int        `json:"demonstrate_visits"`
	DemonstrateTime   float64    `json:"demonstrate_time"`
	ProofNodes        int        `json:"proof_nodes"`
	Time              float64    `json:"time"`
	EarlyStop         float64    `json:"gap"`
	EarlyStopVisits   int        `json:"gap_visits"`
	Width             float64    `json:"width"`
	Recommended       int        `json:"recommended"`
	Plies             int        `json:"plies"`
	Level             int        `json:"level"`
	FirstMove         bool       `json:"first_move"`
	Value             string     `json:"value"`
	Select            string     `json:"select"`
	Threshold         float64    `json:"threshold"`
	Lowest            int        `json:"lowest"`
	ClearLoss         float64    `json:"clear_loss"`
	Losses            [3]float64 `json:"losses"` // least ones of inaccuracy, mistake, blunder
	Worst             int        `json:"worst"`
	Demonstrate       []int      `json:"demonstrate"` // nil for all
	Order             string     `json:"order"`
	Seed              uint64     `json:"seed"`
	Opponent          *bool      `json:"opponent,omitzero"` // nil in reports of older versions
}

// Move is one of the user's moves.
type Move struct {
	Number   int    `json:"number"` // among the user's, from 1
	Ply      int    `json:"ply"`    // among all, from 1
	Move     string `json:"move"`
	Analysed bool   `json:"analysed"` // what follows says nothing otherwise

	Status  Status    `json:"status"`
	Cleared Clearance `json:"cleared"`
	Class   Class     `json:"class"`

	Degree  float64 `json:"degree"`  // how much the move is recommended
	ValueA  float64 `json:"value_a"` // degree over the sum of the better ones; 1 when there are none
	ValueB  float64 `json:"value_b"` // degree over the highest one
	WinRate float64 `json:"win_rate"`
	Proven  Verdict `json:"proven"` // of the move played

	Best        string  `json:"best"`
	BestWinRate float64 `json:"best_win_rate"`
	BestProven  Verdict `json:"best_proven"`
	Loss        float64 `json:"loss"`     // of the move played against the best, in points
	Accuracy    float64 `json:"accuracy"` // 0 to 100

	Recommended []Candidate `json:"recommended"` // by degree; the move played is among them
	Degrees     [][]float64 `json:"degrees"`     // of all points, rows from the top; they sum to 1
	Policy      [][]float64 `json:"policy"`      // the same before the search
	Visits      int         `json:"visits"`
	Stop        string      `json:"stop"` // of the recommendation search
	Text        string      `json:"text"`

	// Reasons are what is good of a good move, and bad of another one, the most
	// important first. Text says the first of them.
	Reasons []Reason `json:"reasons,omitzero"`
}

// Reason is a fact of the board, by the rules: see package reason, whose Fact has the
// same fields. Reports of older versions have none.
type Reason struct {
	Kind    reason.Kind `json:"kind"`
	Side    string      `json:"side"` // "black" or "white"; "" when nobody's
	Move    string      `json:"move"` // "" when there is none
	Points  []string    `json:"points"`
	Chain   []string    `json:"chain"`
	Other   []string    `json:"other"`
	Count   int         `json:"count"`
	Missing int         `json:"missing"`
	Text    string      `json:"text"`
}

// Candidate is a recommended point, or the move played.
type Candidate struct {
	Move    string  `json:"move"`
	Degree  float64 `json:"degree"`
	Prior   float64 `json:"prior"`
	WinRate float64 `json:"win_rate"`
	Visits  int     `json:"visits"`
	Proven  Verdict `json:"proven"`
}

// BadMove is a move that was bad, where it should have gone, and how the game
// would have gone on.
type BadMove struct {
	Number  int     `json:"number"`
	Move    string  `json:"move"`
	Value   float64 `json:"value"` // the recommendation value that decided
	Target  string  `json:"target"`
	Loss    float64 `json:"loss"`
	Class   Class   `json:"class"`
	Proven  Verdict `json:"proven"` // of the move played
	WinRate float64 `json:"win_rate"`

	TargetWinRate float64     `json:"target_win_rate"`
	TargetProven  Verdict     `json:"target_proven"`
	Candidates    []Candidate `json:"candidates"` // by win rate, the target first
	Visits        int         `json:"visits"`
	Stop          string      `json:"stop"` // of the target search: "gap" (the early stop), "time", "visits", "proven", "cancelled"

	Demonstration []string `json:"demonstration"` // moves from the target on; empty when not asked for
	Line          []Ply    `json:"line"`          // the same with what the search said of each
	Ends          bool     `json:"ends"`          // the game ends with the demonstration
	Text          string   `json:"text"`

	TargetReasons []Reason `json:"target_reasons,omitzero"` // what is good of the target
	EndReasons    []Reason `json:"end_reasons,omitzero"`    // what the demonstration comes to: its last move, and how things stand
}

// OpponentMove is a mistake of the opponent's: a move after which the user's win
// rate is higher than before, by as much as a mistake or a blunder loses. It is
// found in the win rates and proofs of the user's moves before and behind it, and has
// not been searched itself.
type OpponentMove struct {
	Ply     int      `json:"ply"`
	Move    string   `json:"move"`
	Class   Class    `json:"class"`
	Gain    float64  `json:"gain"`   // of the user's, in points
	Before  float64  `json:"before"` // the user's win rate
	After   float64  `json:"after"`
	Proven  Verdict  `json:"proven,omitzero"` // of the move, for the opponent; "" for nothing
	Reasons []Reason `json:"reasons"`         // what is bad of the move for the opponent
	Text    string   `json:"text"`
}

// Ply is a move of a demonstration.
type Ply struct {
	Move    string  `json:"move"`
	Side    string  `json:"side"`
	WinRate float64 `json:"win_rate"` // the user's, after the move
	Proven  Verdict `json:"proven"`   // for the user
	Visits  int     `json:"visits"`
	Stop    string  `json:"stop"`
}

// Classes counts the analysed moves by class.
type Classes struct {
	Good       int `json:"good"`
	Inaccuracy int `json:"inaccuracy"`
	Mistake    int `json:"mistake"`
	Blunder    int `json:"blunder"`
}

// GraphPoint is a point of the win-rate curve.
type GraphPoint struct {
	Ply    int     `json:"ply"`    // moves made, from 0
	Move   string  `json:"move"`   // the last of them; "" at the start
	Black  float64 `json:"black"`  // black's win rate
	User   float64 `json:"user"`   // the user's
	Number int     `json:"number"` // of the move among the user's, 0 for the opponent's
}

// Exercise asks for the right move where the user made a wrong one.
type Exercise struct {
	Number   int    `json:"number"`   // of the bad move
	Position string `json:"position"` // with the user to move
	Side     string `json:"side"`
	Played   string `json:"played"` // what not to play again
	// Accepted are the right answers, the target first; Refused are wrong ones, the
	// move played first. Where the target is proven to win every legal
	// move was tried to be proven, too; elsewhere only the candidates of the bad
	// move were looked at. Nothing is known of the other moves.
	Accepted []string `json:"accepted"`
	Refused  []string `json:"refused"`
	Text     string   `json:"text"`
}

// Accepts says whether a move, "C5" in either case, is among the right answers.
// One that it does not accept is wrong only if Refuses says so.
func (e Exercise) Accepts(move string) bool { return hasFold(e.Accepted, move) }

// Refuses says whether a move is among the wrong answers.
func (e Exercise) Refuses(move string) bool { return hasFold(e.Refused, move) }

func hasFold(list []string, move string) bool {
	return slices.ContainsFunc(list, func(m string) bool { return equalFold(m, move) })
}

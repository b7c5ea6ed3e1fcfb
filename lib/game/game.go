package game

// Move is a move in a game's own code. A code means something only together
// with a board on which the move is legal; [Board.Text] makes it readable.
type Move uint32

// NoMove is never a move of any game.
const NoMove Move = 0

// Board is a position of some game with its rules and the history that led to
// it. A Board is not safe for use by several goroutines; give each a Copy.
type Board interface {
	// Game is the name under which the game is registered.
	Game() string
	// Sides names the players in the order in which they move ("red", "black"), two or
	// more of them. Everywhere else a player is an index into it. The board's rules may
	// say how many they are; they stay the same while the game lasts.
	Sides() []string
	// Turn is the index of the player to move. The turn goes round, but a player may be
	// left out of it: nobody may take the player after this one to be the next to move.
	Turn() int

	// Moves appends the legal moves to dst. It considers only how the pieces move:
	// a game that ended by repetition or by a count still has moves; one that ended
	// by mate has none.
	Moves(dst []Move) []Move
	// Play makes a move, which must come from Moves or Parse in this position.
	Play(m Move)
	// Undo takes back the last move and reports whether there was one.
	Undo() bool
	// Outcome is how the game ended; ok is false while it goes on.
	Outcome() (o Outcome, ok bool)

	// Text writes a legal move in the game's first notation.
	Text(m Move) string
	// Parse reads a legal move in any notation that the game knows. Its error
	// wraps ErrMoveText (not a move) or ErrIllegalMove (a move, not legal).
	Parse(text string) (Move, error)
	// Notations lists the names that Format takes; the first one is the notation of Text.
	Notations() []string
	// Format writes a legal move in the named notation.
	Format(m Move, notation string) (string, error)

	// Position is the text form: placement, side to move and counters, but not
	// the history.
	Position() string
	// Initial is the text of the position at which the history starts.
	Initial() string
	// Played appends the moves made since Initial to dst.
	Played(dst []Move) []Move
	// Copy is an independent board with the same history.
	Copy() Board

	// Key is a 64-bit hash of placement and side to move: equal positions have
	// equal keys.
	Key() uint64
	// Symmetries counts the ways in which the board maps onto itself with the
	// same rules, the identity included: 2 for Xiangqi (left and right), 8 for
	// a square board.
	Symmetries() int
	// View writes the position as Position does, seen through v.
	View(v View) string
	// ViewText writes a legal move as Text does, seen through v.
	ViewText(v View, m Move) string
	// Identity is the position without counters, seen through v: two boards
	// are the same position exactly when their identities are equal. A book reads it as a
	// position, if it is the text of one, to see whether a game is over by it alone.
	Identity(v View) string
	// Sane is an error when the position cannot occur in a game in progress, for
	// example without a king.
	Sane() error

	// SVG draws the board.
	SVG(o SVGOptions) string
}

// View is a symmetry of a game: seen through it, a position stays the same
// position. The zero View changes nothing.
type View struct {
	// Turn is the number of seats by which the players are shifted, 0 to players-1:
	// with two players, 1 is a half rotation of the board with the colours
	// exchanged. A shift under which the board does not map onto itself, of one seat with
	// four players on a star, counts as the next smaller one under which it does.
	Turn int
	// Symmetry is one of the board's symmetries, 0 to Symmetries()-1; 0 is the
	// identity.
	Symmetry int
}

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // index into Sides, or Draw
	Reason string // the rule that ended it, a lower-case phrase: "checkmate"
}

// ChanceSide is the name of the side that moves for chance, the last one of Sides.
const ChanceSide = "chance"

// Chancy is a Board of a game in which chance has moves, such as the rolls of a die. They are
// moves of the side ChanceSide, which wins and loses nothing. A board never draws by itself: its host does, or who
// plays by a seed.
type Chancy interface {
	// Weights appends the probabilities of the moves of chance, in order of Moves; it is
	// asked when chance is to move.
	Weights(dst []float64) []float64
}

// Players counts the sides of a board that can win: all but chance.
func Players(b Board) int { return len(PlayersOf(b.Sides())) }

// PlayersOf are the sides that can win: all but chance.
func PlayersOf(sides []string) []string {
	if n := len(sides); n > 0 && sides[n-1] == ChanceSide {
		return sides[:n-1]
	}
	return sides
}

// ChanceMoves says whether chance is to move.
func ChanceMoves(b Board) bool { return b.Turn() == Players(b) }

// Ranked is a Board of a game in which players take places.
type Ranked interface {
	// Ranks are the places by player, 1 the best; players may share one. While the game
	// goes on, those who are still in it share the best place that they can reach.
	Ranks() []int
}

// Draw is the Winner of a game that nobody won.
const Draw = -1

// Result is what the game counts for a player: 1 for a win, 0.5 for a draw, 0 for a loss.
func (o Outcome) Result(player int) float64 {
	switch o.Winner {
	case Draw:
		return 0.5
	case player:
		return 1
	}
	return 0
}

// SVGOptions say how a board is drawn.
type SVGOptions struct {
	Size   int               `json:"size" range:"64..4096"` // width in pixels, 64 to 4096
	Flip   bool              `json:"flip"`                  // the second player at the bottom
	Last   Move              // highlighted; NoMove for none
	Arrows []Move            // drawn over the board, the first one strongest
	Marks  map[string]string `json:"marks"`  // point ("e4") to a short label
	Coords bool              `json:"coords"` // files and ranks at the edge
	// Heat shades points by weight, 0 to 1; games that draw none ignore it.
	Heat map[string]float64 `json:"heat" range:"0..1"`
	// Style is one of the Style constants; "" is StyleClassic.
	Style string `json:"style" words:"classic flat print"`
	// Letters draws men as capital letters; games of stones ignore it.
	Letters bool `json:"letters"`
}

// Styles of a drawing: wood with light and shade; plain colours; black on white, for paper.
const (
	StyleClassic = "classic"
	StyleFlat    = "flat"
	StylePrint   = "print"
)

// DefaultSVG draws 400 pixels wide with coordinates.
func DefaultSVG() SVGOptions { return SVGOptions{Size: 400, Coords: true, Style: StyleClassic} }

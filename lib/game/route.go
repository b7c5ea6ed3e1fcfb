package game

import (
	"encoding/json"
	"errors"
	"fmt"
)

// What can go wrong with routes and targets.
var (
	ErrNoRoutes  = errors.New("game: moves of this game travel no routes")
	ErrNoTargets = errors.New("game: no piece of this game moves from point to point")
)

// Route is the way that a move travels over the board, for display.
type Route struct {
	// Circuit is the line it follows, by the game's own name: "inner" or
	// "outer" in Surakarta.
	Circuit string `json:"circuit"`
	// Points are the points that the piece passes, its start first and its target last.
	Points []string `json:"points"`
	// Loops are indices into Points: the piece travels a corner loop between
	// Points[Loops[i]] and the next point.
	Loops []int `json:"loops"`
}

// Router is a Board on which some moves travel a route.
type Router interface {
	// RouteTexts lists the routes that a legal move can travel, shortest first. The
	// error wraps ErrIllegalMove when the move travels none.
	RouteTexts(m Move) ([]Route, error)
}

// Targeter is a Board whose pieces move from point to point.
type Targeter interface {
	// TargetTexts lists the points to which the piece on a point can step and those
	// where it can capture, in order of point; none when no piece of the side to
	// move stands there. The error wraps ErrMoveText when there is no such point.
	TargetTexts(point string) (steps, captures []string, err error)
}

// RouteReport writes the routes of a legal move, in any notation, as a JSON object:
// schema, move, the circuit, points and loops of the shortest route, and routes,
// which lists the same for every route. The error wraps ErrNoRoutes, ErrMoveText or
// ErrIllegalMove; the last one also when the move travels no route. b is left as it
// was.
func RouteReport(b Board, move string) ([]byte, error) {
	router, ok := b.(Router)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoRoutes, b.Game())
	}
	m, err := b.Parse(move)
	if err != nil {
		return nil, err
	}
	routes, err := router.RouteTexts(m)
	if err != nil {
		return nil, err
	}
	return MustJSON(struct {
		Schema string `json:"schema"`
		Move   string `json:"move"`
		Route
		Routes []Route `json:"routes"`
	}{"qikit/route/1", b.Text(m), routes[0], routes}), nil
}

// TargetsReport writes where the piece on a point can go as a JSON object:
// schema, point, steps and captures. The error wraps ErrNoTargets or
// ErrMoveText.
func TargetsReport(b Board, point string) ([]byte, error) {
	targeter, ok := b.(Targeter)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoTargets, b.Game())
	}
	steps, captures, err := targeter.TargetTexts(point)
	if err != nil {
		return nil, err
	}
	return MustJSON(struct {
		Schema   string   `json:"schema"`
		Point    string   `json:"point"`
		Steps    []string `json:"steps"`
		Captures []string `json:"captures"`
	}{"qikit/targets/1", point, append([]string{}, steps...), append([]string{}, captures...)}), nil
}

// MustJSON writes a value as JSON that has no other than texts, numbers and lists of
// them.
func MustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

package book

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Game is a game of a book: a row of the table games.
type Game struct {
	ID        int64
	Initial   string // position text
	Moves     string // texts, a space between
	Decisions string // JSON, a list of Decision, null where there is none; or ""
	Winner    int    // index of the player, game.Draw for nobody; see Ended
	Reason    Reason // how it ended
	Engines   string // JSON, their names by player
	Seed      uint64
	Failure   string // of the engine that ended it; "" for none: it then has no positions
	Tags      string // JSON, pairs, of people's games; or ""
}

// noGame leaves positions alone out, in SQL.
const noGame = " AND reason NOT IN ('" + string(ReasonPosition) + "', '" + string(ReasonSample) + "')"

// Ended says whether the game has a result: a game that was cut off has none.
func (g *Game) Ended() bool { return g.Winner != game.Draw || !g.Reason.cutOff() }

// result is what the game counts for a player; nil when it has none.
func (g *Game) result(player int) *float64 {
	if !g.Ended() {
		return nil
	}
	r := game.Outcome{Winner: g.Winner}.Result(player)
	return &r
}

// alone says whether it stands for a position whose game is not known.
func (g *Game) alone() bool { return g.Reason == ReasonPosition || g.Reason == ReasonSample }

// steps is how many of the game's moves lead to a position of a ply: none to one alone.
func (g *Game) steps(ply int) int {
	if g.alone() {
		return 0
	}
	return ply
}

// moves are the texts of the moves.
func (g *Game) moves() []string { return strings.Fields(g.Moves) }

// decisions are those of the game by ply, nil where there is none.
func (g *Game) decisions() (list []*Decision, err error) {
	if g.Decisions == "" {
		return nil, nil
	}
	if list, ok := readDecisions(g.Decisions); ok {
		return list, nil
	}
	if err := json.Unmarshal([]byte(g.Decisions), &list); err != nil {
		return nil, fmt.Errorf("decisions: %w", err)
	}
	return list, nil
}

// given counts the moves that were given with the initial position.
func given(decisions []*Decision) (n int) {
	for n < len(decisions) && decisions[n] != nil && decisions[n].Given {
		n++
	}
	return n
}

// sideTag is the tag that names a side's player.
func sideTag(side string) string { return strings.ToUpper(side[:1]) + side[1:] }

// named is a hash of all that a game of people's is known by: where it began, its moves,
// its result and all its tags. It is not ok where the tags do not name every player:
// nothing tells such a game from another with the same moves.
func (g *Game) named(sides []string) (key int64, ok bool) {
	var tags [][2]string
	if g.Tags == "" || json.Unmarshal([]byte(g.Tags), &tags) != nil {
		return 0, false
	}
	names := []string{"Red", "Black", "White"} // whatever the game calls its sides
	for _, side := range sides {
		names = append(names, sideTag(side))
	}
	named := 0
	for _, t := range tags {
		if slices.Contains(names, t[0]) && t[1] != "" && t[1] != "?" {
			named++
		}
	}
	if named < len(sides) {
		return 0, false
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%d\n%s\n%s", g.Initial, g.Moves, g.Winner, g.Reason, g.Tags)
	return int64(h.Sum64()), true
}

// same says whether two games of people's are one.
func (g *Game) same(h *Game) bool {
	return g.Initial == h.Initial && g.Moves == h.Moves && g.Winner == h.Winner && g.Reason == h.Reason && g.Tags == h.Tags
}

// engine is the name of a player's engine, "" for people.
func (g *Game) engine(player int) string { return nameOf(g.engineNames(), player) }

// engineNames are the names of the engines by player; none where they cannot be read.
func (g *Game) engineNames() (names []string) {
	if json.Unmarshal([]byte(g.Engines), &names) != nil {
		return nil
	}
	return names
}

func nameOf(names []string, player int) string {
	if player >= len(names) {
		return ""
	}
	return names[player]
}

const (
	gameColumns = "id, initial, moves, decisions, winner, reason, engines, seed, failure, tags"
	addGame     = "INSERT INTO games (" + gameColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
	findGame    = "SELECT " + gameColumns + " FROM games WHERE id = ?"
	nextGames   = "SELECT " + gameColumns + " FROM games WHERE id >= ? ORDER BY id LIMIT ?"
)

// columns lists where the columns of a row go. SQLite knows no unsigned numbers:
// seed takes the column, for Seed.
func (g *Game) columns(seed *int64) []any {
	return []any{&g.ID, &g.Initial, &g.Moves, &g.Decisions, &g.Winner, &g.Reason, &g.Engines, seed, &g.Failure, &g.Tags}
}

// chunkSize is how many rows are read at once.
const chunkSize = 256

// games goes through the games from a number on that pass a filter of SQL.
func games(ctx context.Context, q querier, path string, from int64, filter string) iter.Seq2[*Game, error] {
	query := "SELECT " + gameColumns + " FROM games WHERE id >= ?" + filter + " ORDER BY id LIMIT ?"
	return func(yield func(*Game, error) bool) {
		for from := from; ; {
			var list []*Game
			var g Game
			var seed int64
			err := context.Cause(ctx)
			if err == nil {
				err = each(ctx, q, query, []any{from, chunkSize}, g.columns(&seed), func() error {
					read := g
					read.Seed = uint64(seed)
					list = append(list, &read)
					return nil
				})
			}
			if err != nil {
				yield(nil, requestError(ctx, path, err))
				return
			}
			if len(list) == 0 {
				return
			}
			from = list[len(list)-1].ID + 1 // the caller may give the game another number
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

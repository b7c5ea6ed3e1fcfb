//go:build wasip1

package main

import (
	"bytes"
	"encoding/binary"

	"qikit.dev/qikit/lib/gamefile"
)

// gamesUse are the games of a file.
type gamesUse struct{ all []gamefile.Game }

var games = table[*gamesUse]{name: "games"}

func (g *gamesUse) at(number uint64) (*gamefile.Game, error) {
	if number >= uint64(len(g.all)) {
		return nil, fault(errNotFound, "no game %d, expected 0 to %d", number, len(g.all)-1)
	}
	return &g.all[number], nil
}

// board is the board of one of the games after so many moves.
func (g *gamesUse) board(number, ply uint64) (*board, error) {
	one, err := g.at(number)
	if err != nil {
		return nil, err
	}
	b, err := one.Board(int(ply))
	return &board{b, string(one.Rules()), false}, err
}

var gamesFunctions = map[string]function{
	"qk_games_read": {2, func(c call) ([]byte, error) {
		o, err := gamefile.ParseReadOptions(c.args[1])
		if err != nil {
			return nil, err
		}
		all, err := gamefile.Read(c.args[0], o)
		return games.made(&gamesUse{all}, err)
	}},
	"qk_games_parse": {1, func(c call) ([]byte, error) {
		all, err := gamefile.ParseGames(c.args[0])
		return games.made(&gamesUse{all}, err)
	}},
	"qk_games_free": frees(&games),
	"qk_games_count": on(&games, 1, func(g *gamesUse, _ call) ([]byte, error) {
		return binary.LittleEndian.AppendUint64(nil, uint64(len(g.all))), nil
	}),
	"qk_games_json": texts(&games, 3, func(g *gamesUse, c call) ([]byte, error) {
		one, err := g.at(c.number(1))
		if err != nil {
			return nil, err
		}
		return one.JSON()
	}),
	"qk_games_board": on(&games, 3, func(g *gamesUse, c call) ([]byte, error) {
		return boards.made(g.board(c.number(1), c.number(2)))
	}),
	"qk_games_write": texts(&games, 3, func(g *gamesUse, c call) ([]byte, error) {
		o, err := gamefile.ParseWriteOptions(c.args[1])
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err = gamefile.Write(&out, g.all, o)
		return out.Bytes(), err
	}),
}

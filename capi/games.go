//go:build !slim

package main

// #include "jobs.h"
import "C"

import (
	"bytes"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
)

// gamesUse are the games of a file.
type gamesUse struct{ all []gamefile.Game }

var games = table[*gamesUse]{name: "games", tag: typeGames, most: handlesMax}

func gamesRead(file, options string) (*gamesUse, error) {
	o, err := gamefile.ParseReadOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	all, err := gamefile.Read([]byte(file), o)
	if err != nil {
		return nil, err
	}
	return &gamesUse{all}, nil
}

func gamesParse(report string) (*gamesUse, error) {
	all, err := gamefile.ParseGames([]byte(report))
	if err != nil {
		return nil, err
	}
	return &gamesUse{all}, nil
}

func gamesCount(g *gamesUse) (int64, error) { return int64(len(g.all)), nil }

func (g *gamesUse) at(number uint64) (*gamefile.Game, error) {
	if number >= uint64(len(g.all)) {
		return nil, fault(C.QK_ERR_NOT_FOUND, "no game %d, expected 0 to %d", number, len(g.all)-1)
	}
	return &g.all[number], nil
}

func gamesJson(g *gamesUse, number uint64) ([]byte, error) {
	one, err := g.at(number)
	if err != nil {
		return nil, err
	}
	return one.JSON()
}

func gamesBoard(g *gamesUse, number uint64, ply uint32) (game.Board, error) {
	one, err := g.at(number)
	if err != nil {
		return nil, err
	}
	return one.Board(int(ply))
}

func gamesWrite(g *gamesUse, options string) ([]byte, error) {
	o, err := gamefile.ParseWriteOptions([]byte(options))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = gamefile.Write(&out, g.all, o)
	return out.Bytes(), err
}

package platform

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// What a memory bank that is rebuilt is called until it is whole, and until it takes the
// place of the damaged one. So a rebuilding that is interrupted begins again.
const (
	rebuilding = ".rebuilding"
	rebuilt    = ".rebuilt"
)

// openBank opens the memory bank. It keeps a damaged one aside under another name,
// and begins a new one from the games in the profiles.
func (p *Platform) openBank() (*MemoryBank, error) {
	path := p.options.Bank
	if path == "" {
		return OpenMemoryBank(path)
	}
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		// The process was killed between the two renames.
		if err := moveBank(path+rebuilt, path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%w: %w", ErrBank, err)
		}
	}
	bank, err := OpenMemoryBank(path)
	if !dbfile.Damaged(err) {
		return bank, err
	}
	p.options.Log.Error("the memory bank is damaged, another one is begun", "error", err)
	games, bad := p.rebuild(path + rebuilding)
	if bad != nil {
		return nil, errors.Join(err, bad)
	}
	aside, bad := replaceBank(path)
	if bad != nil {
		return nil, errors.Join(err, fmt.Errorf("%w: %w", ErrBank, bad))
	}
	p.options.Log.Info("the memory bank is rebuilt", "games", games, "kept", aside)
	return OpenMemoryBank(path)
}

// rebuild makes a memory bank of the games in the profiles, and returns how many they are.
func (p *Platform) rebuild(path string) (replayed int, err error) {
	if err := removeBank(path); err != nil { // it was interrupted
		return 0, fmt.Errorf("%w: %w", ErrBank, err)
	}
	bank, err := OpenMemoryBank(path)
	if err != nil {
		return 0, err
	}
	games, err := p.users.games("ORDER BY seen, game")
	if err != nil {
		return 0, errors.Join(err, bank.Close())
	}
	for i := range games {
		switch err := bank.replay(&games[i]); {
		case errors.Is(err, errUnreadable):
			p.options.Log.Warn("rebuilding", "error", err)
		case err != nil:
			return 0, errors.Join(err, bank.Close())
		default:
			replayed++
		}
	}
	return replayed, bank.Close()
}

// replaceBank puts the bank that was rebuilt in the place of the damaged one, and returns
// the name under which it keeps that.
func replaceBank(path string) (aside string, err error) {
	if err := removeBank(path + rebuilt); err != nil {
		return "", err
	}
	if err := moveBank(path+rebuilding, path+rebuilt); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		aside = fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
			break
		} else if err != nil {
			return "", err
		}
	}
	if err := moveBank(path, aside); err != nil {
		return "", err
	}
	return aside, moveBank(path+rebuilt, path)
}

// logs are the ends of the names of files that SQLite keeps beside another.
var logs = []string{"-wal", "-shm", "-journal"}

// moveBank renames a file, after the logs that SQLite keeps beside it.
func moveBank(from, to string) error {
	for _, tail := range logs {
		if err := os.Rename(from+tail, to+tail); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return os.Rename(from, to)
}

// removeBank removes a file, if it is there, and the logs beside it.
func removeBank(path string) error {
	for _, tail := range append([]string{""}, logs...) {
		if err := os.Remove(path + tail); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// replay saves what is known from a stored game: the positions in which the platform
// was to move, and what conclude saves.
func (m *MemoryBank) replay(g *GameData) error {
	err := g.each(func(board *weiqi.Board, _ game.Move) error {
		if board.Turn() != int(g.Color) {
			return nil
		}
		return m.meet(board, nil)
	})
	if err != nil {
		return err
	}
	return m.conclude(g)
}

// conclude saves what a finished game teaches. The shapes of the corners learn the
// moves of both sides, by who won; without a result a move counts as half a win. The
// positions that the platform met learn its own moves, when its level is known.
func (m *MemoryBank) conclude(g *GameData) error {
	winner := sgcp.Neither
	if r, err := sgcp.ParseResult(g.Result); err == nil {
		winner = r.Winner
	}
	err := g.each(func(board *weiqi.Board, move game.Move) error {
		if move == goban.Pass {
			return nil
		}
		worth := 0.5
		if winner != sgcp.Neither {
			worth = 0
			if board.Turn() == int(winner) {
				worth = 1
			}
		}
		return m.db.write(func(tx *sql.Tx) error {
			if winner != sgcp.Neither && board.Turn() == int(g.Color) && g.Level > 0 {
				if err := saveResult(tx, board, move, g.Level, worth); err != nil {
					return err
				}
			}
			return saveShapes(tx, board, evidence{move: {Visits: 1, Wins: worth}}, 1)
		})
	})
	if err != nil {
		return err
	}
	if err := m.learnLines(g, winner); err != nil {
		return err
	}
	return m.forget()
}

// Learn takes a finished game into the bank, as if the platform had played it.
func (m *MemoryBank) Learn(g *GameData) error { return m.replay(g) }

// learnLines adds what the game played in its corners.
func (m *MemoryBank) learnLines(g *GameData, winner sgcp.Color) error {
	board, moves, err := g.replay()
	if err != nil {
		return err // it was replayed before
	}
	worth := 0.5
	if winner != sgcp.Neither {
		worth = 0
		if winner == sgcp.Black {
			worth = 1
		}
	}
	return m.db.write(func(tx *sql.Tx) error { return saveLines(tx, board, moves, worth) })
}

// each calls f with every position of the game and the move made there.
func (g *GameData) each(f func(board *weiqi.Board, move game.Move) error) error {
	board, moves, err := g.replay()
	if err != nil {
		return fmt.Errorf("%w: %v: %w", errUnreadable, g.Game, err)
	}
	for _, move := range moves {
		if err := f(board, move); err != nil {
			return err
		}
		board.Play(move)
	}
	return nil
}

// replay returns the game's first position and its moves.
func (g *GameData) replay() (*weiqi.Board, []game.Move, error) {
	settings, err := sgcp.ParseSettings(g.Settings)
	if err != nil {
		return nil, nil, err
	}
	board, err := weiqi.New("", sgcpgo.Rules(&settings), false)
	if err != nil {
		return nil, nil, err
	}
	var moves []game.Move
	try := board.Clone()
	for _, text := range strings.Fields(g.Line) {
		m, err := try.Parse(text)
		if err != nil {
			return nil, nil, err
		}
		try.Play(m)
		moves = append(moves, m)
	}
	return board, moves, nil
}

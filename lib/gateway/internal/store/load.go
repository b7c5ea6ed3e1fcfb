package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// asideTable holds rows that could not be read, for people to look at: each as the
// values of the row it was, as SQL writes them.
const asideTable = `
CREATE TABLE aside (
	what TEXT    NOT NULL, -- the table it is from
	row  TEXT    NOT NULL,
	why  TEXT    NOT NULL,
	at   INTEGER NOT NULL  -- milliseconds since 1970
)`

// hashedColumn says of a session whether its token is a hash of the secret: in files
// of before it is the secret itself.
const hashedColumn = "ALTER TABLE sessions ADD COLUMN hashed INTEGER NOT NULL DEFAULT 0"

// renewedColumns are the hashes of a session's token in use and of its next one, after
// a token was changed by 106: the column token is that of the first one, which names it.
const renewedColumns = `ALTER TABLE sessions ADD COLUMN now  BLOB NOT NULL DEFAULT (zeroblob(16));
ALTER TABLE sessions ADD COLUMN next BLOB NOT NULL DEFAULT (zeroblob(16))`

// Aside is what was set aside: a session, or a game with its moves.
type Aside struct {
	What string // "session", "game", or "moves" of no game
	Why  error
}

// Load reads what is stored. Rows that cannot be read are set aside: one that is
// damaged costs one session or one game.
func (s *Store) Load() (sessions []hall.SessionRecord, games []hall.GameRecord, aside []Aside, err error) {
	defer func() { err = s.error(err) }()
	l := loading{store: s, lines: map[string]*line{}}
	for _, step := range []func() error{l.sessions, l.moves, l.games, l.orphans} {
		if err := step(); err != nil {
			return nil, nil, nil, err
		}
	}
	for _, b := range l.bad {
		if err := s.setAside(b.what, b.key, b.why); err != nil {
			return nil, nil, nil, err
		}
		aside = append(aside, Aside{b.what, b.why})
	}
	return l.readSessions, l.readGames, aside, nil
}

// loading is a Load under way. Values come as they are, whatever their type.
type loading struct {
	store        *Store
	readSessions []hall.SessionRecord
	readGames    []hall.GameRecord
	lines        map[string]*line // by the text of the game's key
	bad          []bad
}

// line is the moves of a game.
type line struct {
	key   any
	moves []hall.MoveRecord
	why   error // nil when they can be read
	known bool  // there is such a game
}

type bad struct {
	what string
	key  any
	why  error
}

func (l *loading) rows(query string, dest []any, f func() error) error {
	return dbfile.Rows(context.Background(), l.store.conn, query, nil, dest, f)
}

func (l *loading) sessions() error {
	var token, nick, account, marking, waits, hashed, now, next any
	return l.rows("SELECT token, nick, account, marking, waits, hashed, now, next FROM sessions", []any{&token, &nick, &account, &marking, &waits, &hashed, &now, &next}, func() error {
		var r hall.SessionRecord
		var mark, hash int64
		if err := errors.Join(key(token, (*[16]byte)(&r.ID)), as(nick, &r.Nick), as(account, &r.Account), as(marking, &mark), as(waits, &r.Waits), as(hashed, &hash),
			key(now, (*[16]byte)(&r.Token)), key(next, (*[16]byte)(&r.Next)), sgcp.CheckNick(r.Nick)); err != nil {
			l.bad = append(l.bad, bad{"session", token, err})
			return nil
		}
		r.Marking, r.Plain = mark != 0, hash == 0
		l.readSessions = append(l.readSessions, r)
		return nil
	})
}

func (l *loading) moves() error {
	var game, seq, coord, left, periods any
	return l.rows("SELECT game, seq, coord, left, periods FROM moves ORDER BY game, seq", []any{&game, &seq, &coord, &left, &periods}, func() error {
		of := l.lines[fmt.Sprint(game)]
		if of == nil {
			of = &line{key: game}
			l.lines[fmt.Sprint(game)] = of
		}
		var number, at, nanoseconds, byo int64
		err := errors.Join(as(seq, &number), as(coord, &at), as(left, &nanoseconds), as(periods, &byo))
		if err == nil && number != int64(len(of.moves)+1) {
			err = fmt.Errorf("move %d follows move %d", number, len(of.moves))
		}
		if of.why == nil && err != nil {
			of.why = err
		}
		of.moves = append(of.moves, hall.MoveRecord{At: sgcp.Coord(at), Left: time.Duration(nanoseconds), Periods: int(byo)})
		return nil
	})
}

func (l *loading) games() error {
	var token, status any
	return l.rows("SELECT token, status FROM games", []any{&token, &status}, func() error {
		var g hall.GameRecord
		var text string
		err := errors.Join(key(token, (*[16]byte)(&g.Game)), as(status, &text))
		if err == nil {
			err = json.Unmarshal([]byte(text), &g.Status)
		}
		if of := l.lines[fmt.Sprint(token)]; of != nil {
			of.known = true
			g.Moves = of.moves
			err = errors.Join(err, of.why)
		}
		if err != nil {
			l.bad = append(l.bad, bad{"game", token, err})
			return nil
		}
		l.readGames = append(l.readGames, g)
		return nil
	})
}

// orphans are moves of no game.
func (l *loading) orphans() error {
	for _, of := range l.lines {
		if !of.known {
			l.bad = append(l.bad, bad{"moves", of.key, errors.New("there is no such game")})
		}
	}
	return nil
}

// key takes a key of 16 octets from a value.
func key(v any, to *[16]byte) error {
	octets, ok := v.([]byte)
	if !ok || len(octets) != len(to) {
		return fmt.Errorf("the key %.40q, expected 16 octets", fmt.Sprint(v))
	}
	copy(to[:], octets)
	return nil
}

// as takes a value that is to have a type.
func as[T any](v any, to *T) error {
	is, ok := v.(T)
	if !ok {
		return fmt.Errorf("the value %.40q, expected one of type %T", fmt.Sprint(v), *to)
	}
	*to = is
	return nil
}

// SetAside sets a game aside that could be read, but not be gone on with.
func (s *Store) SetAside(game sgcp.Gtoken, why error) error {
	return s.error(s.setAside("game", game[:], why))
}

// moveRows are the statements that move rows of a key into the table aside.
var moveRows = map[string][]string{
	"session": {
		"INSERT INTO aside SELECT 'sessions', quote(token) || ', ' || quote(nick) || ', ' || quote(account) || ', ' || quote(marking) || ', ' || quote(waits), ?2, ?3 FROM sessions WHERE token IS ?1",
		"DELETE FROM sessions WHERE token IS ?1",
	},
	"game": {
		"INSERT INTO aside SELECT 'games', quote(token) || ', ' || quote(status), ?2, ?3 FROM games WHERE token IS ?1",
		"DELETE FROM games WHERE token IS ?1",
	},
	"moves": {
		"INSERT INTO aside SELECT 'moves', quote(game) || ', ' || quote(seq) || ', ' || quote(coord) || ', ' || quote(left) || ', ' || quote(periods), ?2, ?3 FROM moves WHERE game IS ?1 ORDER BY seq",
		"DELETE FROM moves WHERE game IS ?1",
	},
}

func (s *Store) setAside(what string, key any, why error) error {
	tx, err := s.conn.BeginTx(background, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing is left of it after Commit
	statements := moveRows[what]
	if what == "game" {
		statements = append(statements[:len(statements):len(statements)], moveRows["moves"]...)
	}
	for i, statement := range statements {
		args := []any{key}
		if i%2 == 0 {
			args = append(args, why.Error(), time.Now().UnixMilli())
		}
		if _, err := tx.ExecContext(background, statement, args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

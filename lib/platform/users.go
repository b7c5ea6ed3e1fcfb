package platform

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/sgcp"
)

// usersSchema describes the multi-user manager's file. A Client's rows are reached
// through its profile only.
var usersSchema = dbfile.Schema{Application: 0x514B5055, Version: 1, Whole: true, Later: []string{accountsTables}, Tables: `
CREATE TABLE IF NOT EXISTS profiles (
	client TEXT PRIMARY KEY, -- the nick, case folded
	nick   TEXT NOT NULL     -- as it was first seen
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (
	client TEXT NOT NULL,
	key    TEXT NOT NULL,
	value  TEXT NOT NULL,
	PRIMARY KEY (client, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
	client   TEXT    NOT NULL,
	game     TEXT    NOT NULL, -- Gtoken
	settings TEXT    NOT NULL, -- pairs, as 206 has them
	color    TEXT    NOT NULL, -- the platform's
	line     TEXT    NOT NULL, -- the moves so far, as 861 has them
	result   TEXT    NOT NULL, -- "" while it is played
	seen     INTEGER NOT NULL, -- milliseconds since 1970
	PRIMARY KEY (client, game)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS slots (
	gateway TEXT    NOT NULL,
	slot    INTEGER NOT NULL,
	session TEXT    NOT NULL,
	nick    TEXT    NOT NULL, -- that the gateway gave
	last    INTEGER NOT NULL, -- push acted on
	game    TEXT    NOT NULL, -- Gtoken or ""
	PRIMARY KEY (gateway, slot)
) WITHOUT ROWID`}

// MultiUserManager keeps the profiles of all Clients, each with its own settings
// and game-process data, in one SQLite file. Its methods may be called from any
// goroutine.
type MultiUserManager struct {
	db    *database
	level int // of new profiles
	now   func() time.Time

	mu       sync.Mutex
	profiles map[string]*Profile // in use of late, by their keys

	hashing sync.Mutex // around a claim
	guesses guesses
	looked  atomic.Uint64 // for the profile of a person
}

// Profile holds one Client's parameters and its games with the platform.
type Profile struct {
	manager *MultiUserManager
	client  string // the key
	nick    string // "" of a guest
	person  string // of a guest
	editor  *ParameterEditor
	used    time.Time
}

// GameData is a game of a Client's with the platform, as far as it has come.
type GameData struct {
	Game     sgcp.Gtoken
	Settings string // pairs: "size=9 komi=7.5 ..."
	Color    sgcp.Color
	Line     string // moves, a space between
	Result   string // "" while it is played
	Seen     int64  // milliseconds since 1970
	Level    int    // at which the platform played; 0 is not known: it is not stored
}

// OpenMultiUserManager opens the file or makes it; "" keeps all in memory. level, 1 to
// 10, is the level of Clients that have set none. ErrStore: the file is damaged or
// another program's. It is left as it is.
func OpenMultiUserManager(path string, level int) (*MultiUserManager, error) {
	db, err := openDatabase(path, ErrStore, usersSchema)
	if err != nil {
		return nil, err
	}
	m := &MultiUserManager{db: db, level: level, now: time.Now, profiles: map[string]*Profile{}, guesses: guesses{}}
	if err := m.forgetGuests(); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return m, nil
}

// Close closes the file.
func (m *MultiUserManager) Close() error { return m.db.close() }

// Profile returns the profile of a name, whatever its case, and makes it when there is
// none. It asks for no password: that is for Clients, who have one by 124. A stored value
// out of its range, perhaps of an older version, counts as not set.
func (m *MultiUserManager) Profile(name string) (*Profile, error) {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' }) {
		return nil, fmt.Errorf("%w: the Client %.40q, expected a nick", ErrStore, name)
	}
	key := sgcp.NickKey(name)
	if err := m.db.exec("INSERT OR IGNORE INTO profiles (client, nick) VALUES (?, ?)", key, name); err != nil {
		return nil, err
	}
	err := m.db.rows("SELECT nick FROM profiles WHERE client = ?", []any{key}, []any{&name}, func() error { return nil })
	if err != nil {
		return nil, err
	}
	return m.profile(key, func(p *Profile) { p.nick = name })
}

// profilesHeld is how many profiles, of some 5 KB each, stay in memory when nobody has used them for profileRest.
const (
	profilesHeld = 128
	profileRest  = 10 * time.Minute
)

// profile returns the profile of a key; begin completes a new one, which is read without
// the lock, so that nobody else waits for the file.
func (m *MultiUserManager) profile(key string, begin func(p *Profile)) (*Profile, error) {
	if p := m.held(key, nil); p != nil {
		return p, nil
	}
	p := &Profile{manager: m, client: key}
	begin(p)
	p.editor = NewParameterEditor(p.keepSetting)
	p.editor.set(keyLevel, float64(m.level))
	if err := p.load(); err != nil {
		return nil, err
	}
	return m.held(key, p), nil
}

// held returns the profile of a key that is in memory. When there is none it holds fresh,
// unless that is nil, and returns it.
func (m *MultiUserManager) held(key string, fresh *Profile) *Profile {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.profiles[key]
	if p == nil && fresh != nil {
		if len(m.profiles) >= profilesHeld {
			maps.DeleteFunc(m.profiles, func(_ string, p *Profile) bool { return m.now().Sub(p.used) > profileRest })
		}
		m.profiles[key], p = fresh, fresh
	}
	if p != nil {
		p.used = m.now()
	}
	return p
}

// load takes the settings that are stored.
func (p *Profile) load() error {
	var name, value string
	return p.manager.db.rows("SELECT key, value FROM settings WHERE client = ? ORDER BY key", []any{p.client}, []any{&name, &value}, func() error {
		if s, err := p.editor.Setting(name); err == nil {
			if v, err := s.Parse(value); err == nil {
				p.editor.set(name, v)
			}
		}
		return nil
	})
}

// Clients returns the nicks of all profiles, sorted.
func (m *MultiUserManager) Clients() (nicks []string, err error) {
	var nick string
	err = m.db.rows("SELECT nick FROM profiles", nil, []any{&nick}, func() error {
		nicks = append(nicks, nick)
		return nil
	})
	slices.Sort(nicks)
	return nicks, err
}

// Nick returns the profile's name as it was first seen, "" for a guest's.
func (p *Profile) Nick() string { return p.nick }

// Editor returns the Client's parameter editor.
func (p *Profile) Editor() *ParameterEditor { return p.editor }

func (p *Profile) keepSetting(key, value string) error {
	return p.manager.db.write(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT OR REPLACE INTO settings (client, key, value) VALUES (?, ?, ?)", p.client, key, value)
		return errors.Join(err, p.seen(tx))
	})
}

// keepGame stores how far a game has come.
func (p *Profile) keepGame(g *GameData) error {
	p.manager.mu.Lock()
	p.used = p.manager.now() // who plays stays
	p.manager.mu.Unlock()
	return p.manager.db.write(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT OR REPLACE INTO games (client, game, settings, color, line, result, seen) VALUES (?, ?, ?, ?, ?, ?, ?)",
			p.client, g.Game.String(), g.Settings, g.Color.String(), g.Line, g.Result, g.Seen)
		return errors.Join(err, p.seen(tx))
	})
}

// Games returns the Client's games with the platform, the latest first, so many at
// most.
func (p *Profile) Games(most int) ([]GameData, error) {
	return p.manager.games("WHERE client = ? ORDER BY seen DESC, game LIMIT ?", p.client, most)
}

func (m *MultiUserManager) games(where string, args ...any) (list []GameData, err error) {
	var g GameData
	var game, color string
	err = m.db.rows("SELECT game, settings, color, line, result, seen FROM games "+where, args, []any{&game, &g.Settings, &color, &g.Line, &g.Result, &g.Seen}, func() error {
		var err error
		g.Game, err = sgcp.ParseGtoken(game)
		if g.Color = sgcp.Black; color == sgcp.White.String() {
			g.Color = sgcp.White
		}
		list = append(list, g)
		return err
	})
	return list, err
}

// game returns a game of the Client's; the zero value for an unknown one.
func (p *Profile) game(token sgcp.Gtoken) (g GameData, err error) {
	list, err := p.manager.games("WHERE client = ? AND game = ?", p.client, token.String())
	if err != nil || len(list) == 0 {
		return g, err
	}
	return list[0], nil
}

// place is what the store keeps of a slot: enough to resume its session.
type place struct {
	session sgcp.Session
	nick    string
	last    uint64
	game    sgcp.Gtoken
}

func (m *MultiUserManager) keepPlace(gateway string, slot int, p place) error {
	game := ""
	if p.game != (sgcp.Gtoken{}) {
		game = p.game.String()
	}
	return m.db.exec("INSERT OR REPLACE INTO slots (gateway, slot, session, nick, last, game) VALUES (?, ?, ?, ?, ?, ?)",
		gateway, slot, p.session.Text(), p.nick, int64(p.last), game)
}

// renewPlace stores the new token of a slot's session, before the old one ends.
func (m *MultiUserManager) renewPlace(gateway string, slot int, session sgcp.Session) error {
	return m.db.exec("UPDATE slots SET session = ? WHERE gateway = ? AND slot = ?", session.Text(), gateway, slot)
}

// place returns what is kept of a slot; the zero value for an unknown one.
func (m *MultiUserManager) place(gateway string, slot int) (p place, err error) {
	var session, game string
	var last int64
	err = m.db.rows("SELECT session, nick, last, game FROM slots WHERE gateway = ? AND slot = ?", []any{gateway, slot}, []any{&session, &p.nick, &last, &game}, func() error {
		var err error
		if p.session, err = sgcp.ParseSession(session); err == nil && game != "" {
			p.game, err = sgcp.ParseGtoken(game)
		}
		p.last = uint64(last)
		return err
	})
	return p, err
}

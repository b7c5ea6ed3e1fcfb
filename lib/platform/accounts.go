package platform

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"maps"
	"strings"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// accountsTables say whose profiles are. A guest's key begins with guestKey, which no
// nick does.
const accountsTables = `
CREATE TABLE accounts (
	client TEXT    PRIMARY KEY, -- of the profile
	salt   BLOB    NOT NULL,
	hash   BLOB    NOT NULL, -- PBKDF2 with SHA-256 of the password
	rounds INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE people (
	person TEXT    PRIMARY KEY, -- the gateway and its word for a session
	client TEXT    NOT NULL,    -- whose profile the session has
	made   INTEGER NOT NULL,    -- it was the first to claim a name
	seen   INTEGER NOT NULL     -- milliseconds since 1970
) WITHOUT ROWID`

const (
	// passwordRounds make a guess cost some 0.1 s of a processor. The count is stored with
	// each hash, so that a later version may raise it.
	passwordRounds = 600_000
	saltOctets     = 16
	hashOctets     = 32

	accountsMost = 1_000_000
	guestKey     = "guest "
	guestKept    = 24 * time.Hour // without a move or a setting

	lookedBetween = 1024 // times between two of forgetGuests
)

// newRounds are for new passwords; tests have fewer.
var newRounds = passwordRounds

var (
	errPassword  = errors.New("platform: the password is not the one with which the name was claimed")
	errHurry     = errors.New("platform: too many wrong passwords for this name, try again later")
	errClaimed   = errors.New("platform: this session has claimed a name before")
	errCrowded   = errors.New("platform: no more names can be claimed")
	errForbidden = errors.New("platform: names with " + sgcp.AIPrefix + " cannot be claimed")
)

// guest returns the profile of a person, which is a claimed one when the person has shown
// its password.
func (m *MultiUserManager) guest(person string) (*Profile, error) {
	nick, seen := "", int64(0)
	err := m.db.rows("SELECT q.nick, p.seen FROM people p JOIN profiles q USING (client) WHERE person = ?", []any{person}, []any{&nick, &seen}, func() error { return nil })
	if err != nil {
		return nil, err
	}
	if m.looked.Add(1)%lookedBetween == 0 {
		if err := m.forgetGuests(); err != nil {
			return nil, err
		}
	}
	if nick == "" {
		return m.profile(guestKey+person, func(p *Profile) { p.person = person })
	}
	if now := m.now(); now.Sub(time.UnixMilli(seen)) > guestKept/24 {
		if err := m.db.exec("UPDATE people SET seen = ? WHERE person = ?", now.UnixMilli(), person); err != nil {
			return nil, err
		}
	}
	return m.Profile(nick)
}

// ofGame returns the profile that has a game, nil when none has it or nobody claimed it.
func (m *MultiUserManager) ofGame(game sgcp.Gtoken) (p *Profile, err error) {
	var client, nick string
	err = m.db.rows("SELECT g.client, coalesce(q.nick, '') FROM games g LEFT JOIN profiles q USING (client) LEFT JOIN accounts a USING (client) WHERE game = ? AND (a.client IS NOT NULL OR q.client IS NULL)",
		[]any{game.String()}, []any{&client, &nick}, func() error { return nil })
	switch person, isGuest := strings.CutPrefix(client, guestKey); {
	case err != nil:
		return nil, err
	case isGuest:
		return m.guest(person)
	case nick != "":
		return m.Profile(nick)
	}
	return nil, nil
}

// seen notes that a guest was here.
func (p *Profile) seen(tx *sql.Tx) error {
	if p.person == "" {
		return nil
	}
	_, err := tx.Exec("INSERT INTO people (person, client, made, seen) VALUES (?1, ?2, 0, ?3) ON CONFLICT DO UPDATE SET seen = ?3 WHERE client = ?2", p.person, p.client, p.manager.now().UnixMilli())
	return err
}

// forgetGuests drops what sessions of long ago have set. Their games stay for the memory
// bank, under keys that come to nobody again.
func (m *MultiUserManager) forgetGuests() error {
	return m.db.write(func(tx *sql.Tx) error {
		before := m.now().Add(-guestKept).UnixMilli()
		_, err := tx.Exec("DELETE FROM settings WHERE substr(client, 1, 6) = ? AND client IN (SELECT client FROM people WHERE seen < ?)", guestKey, before)
		if err == nil {
			_, err = tx.Exec("DELETE FROM people WHERE seen < ?", before)
		}
		return err
	})
}

// claim gives a person the profile of a name: the first one to claim it, or who has the
// password of then. first says which.
func (m *MultiUserManager) claim(person, name, password string) (p *Profile, first bool, err error) {
	m.hashing.Lock() // one at a time: it costs a processor
	defer m.hashing.Unlock()
	if sgcp.IsAINick(name) {
		return nil, false, errForbidden
	}
	key, now := sgcp.NickKey(name), m.now()
	if !m.guesses.may(key, now) {
		return nil, false, errHurry
	}
	var salt, hash []byte
	var rounds, accounts, made int
	err = m.db.rows("SELECT salt, hash, rounds FROM accounts WHERE client = ?", []any{key}, []any{&salt, &hash, &rounds}, func() error { return nil })
	if err == nil {
		err = m.db.rows("SELECT (SELECT count(*) FROM accounts), coalesce((SELECT made FROM people WHERE person = ?), 0)", []any{person}, []any{&accounts, &made}, func() error { return nil })
	}
	switch first = hash == nil; {
	case err != nil:
	case first && made != 0:
		err = errClaimed
	case first && accounts >= accountsMost:
		err = errCrowded
	case first:
		salt, rounds = make([]byte, saltOctets), newRounds
		rand.Read(salt) // it never fails
	}
	if err != nil {
		return nil, false, err
	}
	given, err := pbkdf2.Key(sha256.New, password, salt, rounds, hashOctets)
	if err != nil {
		return nil, false, m.db.error(err)
	}
	if !first && subtle.ConstantTimeCompare(given, hash) != 1 {
		m.guesses.wrong(key, now)
		return nil, false, errPassword
	}
	delete(m.guesses, key)
	if err := m.give(person, key, name, salt, given, first); err != nil {
		return nil, false, err
	}
	if p, err = m.Profile(name); err == nil {
		err = p.load() // what the guest has set
	}
	return p, first, err
}

// give stores that a person has a profile, with the games of the session so far, and for
// the first one the settings.
func (m *MultiUserManager) give(person, key, name string, salt, hash []byte, first bool) error {
	guest, made := guestKey+person, 0
	steps := []step{
		{"INSERT OR IGNORE INTO profiles (client, nick) VALUES (?, ?)", []any{key, name}},
		{"UPDATE OR REPLACE games SET client = ? WHERE client = ?", []any{key, guest}},
	}
	if first {
		made = 1
		steps = append(steps,
			step{"INSERT INTO accounts (client, salt, hash, rounds) VALUES (?, ?, ?, ?)", []any{key, salt, hash, newRounds}},
			step{"UPDATE OR REPLACE settings SET client = ? WHERE client = ?", []any{key, guest}})
	}
	steps = append(steps,
		step{"DELETE FROM settings WHERE client = ?", []any{guest}},
		step{"INSERT INTO people (person, client, made, seen) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET client = ?2, made = max(made, ?3), seen = ?4", []any{person, key, made, m.now().UnixMilli()}})
	return m.db.write(func(tx *sql.Tx) error {
		for _, s := range steps {
			if _, err := tx.Exec(s.query, s.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

type step struct {
	query string
	args  []any
}

// guesses counts wrong passwords in a row, by the key of the name, for the time that the
// platform runs.
type guesses map[string]tries

type tries struct {
	wrong int
	last  time.Time
}

const (
	guessesFree = 5 // wrong ones in a row; from then on each doubles the wait
	guessWait   = time.Minute
	guessesHeld = 10_000 // names
)

func (g guesses) may(key string, now time.Time) bool {
	n := g[key]
	return n.wrong < guessesFree || now.Sub(n.last) >= min(time.Second<<min(n.wrong-guessesFree, 10), guessWait)
}

func (g guesses) wrong(key string, now time.Time) {
	if len(g) >= guessesHeld {
		maps.DeleteFunc(g, func(_ string, n tries) bool { return now.Sub(n.last) > guessWait })
	}
	g[key] = tries{g[key].wrong + 1, now}
}

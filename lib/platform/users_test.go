package platform

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

func openUsers(t testing.TB, path string) *MultiUserManager {
	t.Helper()
	m, err := OpenMultiUserManager(path, 5)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func profile(t testing.TB, m *MultiUserManager, nick string) *Profile {
	t.Helper()
	p, err := m.Profile(nick)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each Client has settings and games of its own, and they are there again after a
// start.
func TestMultiUserManager_profilesAreApart(t *testing.T) {
	path := t.TempDir() + "/users"
	m := openUsers(t, path)
	amy, bob := profile(t, m, "Amy"), profile(t, m, "bob")
	set(t, amy.Editor(), "mc.seconds", "0.5", "level", "7")
	set(t, bob.Editor(), "mc.seconds", "3")
	g := GameData{Game: sgcp.Gtoken{7}, Settings: "size=9 komi=7.5 rule=area main=600 byo=30x3", Color: sgcp.White, Line: "E5 C3", Seen: 1000}
	if err := amy.keepGame(&g); err != nil {
		t.Fatal(err)
	}
	g.Line, g.Result, g.Seen = "E5 C3 PASS", "B+3.5", 2000
	if err := amy.keepGame(&g); err != nil {
		t.Fatal(err)
	}
	if profile(t, m, "AMY") != amy {
		t.Error("a nick in capitals is another Client")
	}
	m.Close()
	m = openUsers(t, path)
	amy, bob = profile(t, m, "amy"), profile(t, m, "bob")
	for _, row := range []struct {
		p    *Profile
		key  string
		want float64
	}{{amy, "mc.seconds", 0.5}, {amy, "level", 7}, {bob, "mc.seconds", 3}, {bob, "level", 5}, {profile(t, m, "carl"), "mc.seconds", 2}} {
		if s, err := row.p.Editor().Setting(row.key); err != nil || s.Value != row.want {
			t.Errorf("%s: %s is %v, %v; want %v", row.p.Nick(), row.key, s.Value, err, row.want)
		}
	}
	games, err := amy.Games(10)
	if err != nil || len(games) != 1 || games[0] != g {
		t.Errorf("games %+v, %v; want %+v", games, err, g)
	}
	if games, err := bob.Games(10); err != nil || len(games) != 0 {
		t.Errorf("bob's games %+v, %v", games, err)
	}
	kept, err := amy.game(g.Game)
	settings, bad := sgcp.ParseSettings(kept.Settings)
	if err != nil || bad != nil || settings.Size != 9 || settings.Main != 600 || settings.ByoYomi != (sgcp.ByoYomi{Seconds: 30, Periods: 3}) {
		t.Errorf("settings %+v, %v, %v", settings, err, bad)
	}
	if nicks, err := m.Clients(); err != nil || fmt.Sprint(nicks) != "[Amy bob carl]" {
		t.Errorf("Clients %v, %v", nicks, err)
	}
	for _, bad := range []string{"", "a b", "a\x00b"} {
		if _, err := m.Profile(bad); !errors.Is(err, ErrStore) {
			t.Errorf("the nick %q: %v", bad, err)
		}
	}
}

// A password is kept as PBKDF2 has it, with a salt of its own and the rounds that the
// package tells; a file whose hashes have other rounds is read too.
func TestMultiUserManager_hashes(t *testing.T) {
	m := openUsers(t, "")
	for i, rounds := range []int{passwordRounds, 1000} {
		newRounds = rounds
		name := fmt.Sprint("amy", i)
		if _, first, err := m.claim(fmt.Sprint("hall ", i), name, "a password"); !first || err != nil {
			t.Fatal(first, err)
		}
		var salt, hash []byte
		var stored int
		if err := m.db.db.QueryRow("SELECT salt, hash, rounds FROM accounts WHERE client = ?", name).Scan(&salt, &hash, &stored); err != nil {
			t.Fatal(err)
		}
		want, err := pbkdf2.Key(sha256.New, "a password", salt, rounds, 32)
		if err != nil || stored != rounds || len(salt) != 16 || string(hash) != string(want) {
			t.Errorf("%d rounds, %d octets of salt, hash %x, want %x; %v", stored, len(salt), hash, want, err)
		}
	}
	if _, first, err := m.claim("hall 3", "AMY0", "a password"); first || err != nil {
		t.Errorf("with the rounds of before: %v, %v", first, err)
	}
	var salts int
	if err := m.db.db.QueryRow("SELECT count(DISTINCT salt) FROM accounts").Scan(&salts); err != nil || salts != 2 {
		t.Errorf("%d salts, %v", salts, err)
	}
}

// After five wrong passwords in a row nobody may try for a while, twice as long after each
// further one, and the right one ends that.
func TestMultiUserManager_guesses(t *testing.T) {
	m := openUsers(t, "")
	now := time.Unix(1_700_000_000, 0)
	m.now = func() time.Time { return now }
	try := func(password string, want error) {
		t.Helper()
		if _, _, err := m.claim("hall 1", "Amy", password); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", password, err, want)
		}
	}
	try("a password", nil)
	for range 4 {
		try("a wrong one", errPassword)
	}
	try("a password", nil)
	for range 5 {
		try("a wrong one", errPassword)
	}
	for _, wait := range []time.Duration{time.Second, 2 * time.Second} {
		now = now.Add(wait - time.Millisecond)
		try("a password", errHurry)
		now = now.Add(time.Millisecond)
		try("a wrong one", errPassword)
	}
	m.guesses["amy"] = tries{1000, now}
	now = now.Add(guessWait)
	try("a password", nil)
}

// A stored value out of its range, or for a key that there is not any more, counts
// as not set.
func TestMultiUserManager_staleSettings(t *testing.T) {
	m := openUsers(t, "")
	for _, row := range []string{"'amy', 'level', '77'", "'amy', 'mc.seconds', 'x'", "'amy', 'gone', '1'", "'amy', 'weight.mc', '3'"} {
		if _, err := m.db.db.Exec("INSERT INTO settings VALUES (" + row + ")"); err != nil {
			t.Fatal(err)
		}
	}
	v := profile(t, m, "amy").Editor().effective()
	if v["level"] != 5 || v["mc.seconds"] != 2 || v["weight.mc"] != 3 {
		t.Errorf("values %v", v)
	}
}

func TestMultiUserManager_places(t *testing.T) {
	m := openUsers(t, "")
	if p, err := m.place("here:1", 0); err != nil || p != (place{}) {
		t.Errorf("at first %+v, %v", p, err)
	}
	want := place{session: sgcp.Session{1, 2}, nick: "AI-tian_", last: 1<<63 + 5, game: sgcp.Gtoken{3}}
	for _, p := range []place{{session: sgcp.Session{9}}, want} {
		if err := m.keepPlace("here:1", 0, p); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := m.place("here:1", 0); err != nil || p != want {
		t.Errorf("%+v, %v; want %+v", p, err, want)
	}
	if _, err := m.db.db.Exec("UPDATE slots SET session = 'nonsense'"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.place("here:1", 0); !errors.Is(err, ErrStore) {
		t.Errorf("a session that makes no sense: %v", err)
	}
}

// A damaged file of profiles is refused and left as it is.
func TestOpenMultiUserManager_refuses(t *testing.T) {
	path := t.TempDir() + "/users"
	text := []byte("SQLite format 3\x00 and then nothing that makes sense")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenMultiUserManager(path, 5); !errors.Is(err, ErrStore) {
		t.Errorf("%v, want ErrStore", err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(text) {
		t.Errorf("the file has changed to %q, %v", now, err)
	}
	if _, err := OpenMultiUserManager(t.TempDir(), 5); !errors.Is(err, ErrStore) {
		t.Errorf("a directory: %v", err)
	}
}

// Of profiles that rest few stay in memory; who plays stays.
func TestMultiUserManager_restingProfiles(t *testing.T) {
	m, err := OpenMultiUserManager("", 5)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	now := time.Unix(1_700_000_000, 0)
	m.now = func() time.Time { return now }
	player, err := m.guest("the player")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 * profilesHeld {
		if i%profilesHeld == 0 {
			now = now.Add(profileRest + time.Second)
			if err := player.keepGame(&GameData{}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := m.guest(fmt.Sprint("guest ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(m.profiles); n > profilesHeld+1 {
		t.Errorf("%d profiles in memory, expected %d at most", n, profilesHeld+1)
	}
	if again, err := m.guest("the player"); err != nil || again != player {
		t.Errorf("the player's profile is another one, %v", err)
	}
}

// A profile in memory is there at once while another one is read from the file; and who
// reads the same one at once gets the same one.
func TestProfile_isReadWithoutTheLock(t *testing.T) {
	m := openUsers(t, "")
	amy := profile(t, m, "amy")
	busy, goOn := make(chan struct{}), make(chan struct{})
	written := make(chan error, 1)
	go func() {
		written <- m.db.write(func(*sql.Tx) error { close(busy); <-goOn; return nil })
	}()
	<-busy
	const all = 3
	reading := make(chan struct{}, all)
	read := make(chan *Profile, all)
	for range all {
		go func() {
			p, err := m.profile("bob", func(*Profile) { reading <- struct{}{} })
			if err != nil {
				t.Error(err)
			}
			read <- p
		}()
	}
	<-reading
	got := make(chan *Profile, 1)
	go func() {
		p, err := m.profile("amy", nil)
		if err != nil {
			t.Error(err)
		}
		got <- p
	}()
	if await.From(t, got) != amy { // a profile in memory does not wait for the file
		t.Error("another profile than before")
	}
	close(goOn)
	if err := <-written; err != nil {
		t.Error(err)
	}
	bob := <-read
	for range all - 1 {
		if <-read != bob {
			t.Error("two profiles of one name")
		}
	}
}

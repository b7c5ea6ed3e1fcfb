package sgcp_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

// Every point of every board in its notations, the letters spelt out by hand.
func TestCoord_everyPoint(t *testing.T) {
	const letters = "ABCDEFGHJKLMNOPQRST"
	for size := 1; size <= sgcp.SizeMax; size++ {
		index := 0
		for row := range size {
			for column := range size {
				want := sgcp.At(column, row)
				vertex := fmt.Sprint(letters[column:column+1], row+1)
				pair := string([]byte{'a' + byte(column), 'a' + byte(size-1-row)})
				for _, text := range []string{vertex, strings.ToLower(vertex), pair, strings.ToUpper(pair)} {
					c, err := sgcp.ParseCoord(text)
					if err != nil {
						t.Fatal(err)
					}
					on, err := c.On(size)
					if err != nil || on != want || on.String() != vertex || on.Column() != column || on.Row() != row || on.Index(size) != index {
						t.Fatalf("%s on %d: %v (index %d), %v; want %s (index %d)", text, size, on, on.Index(size), err, vertex, index)
					}
					if again, err := on.On(size); err != nil || again != on {
						t.Fatalf("%v on %d twice is %v, %v", on, size, again, err)
					}
				}
				index++
			}
		}
		for _, text := range []string{fmt.Sprintf("A%d", size+1), "Z1", "A25", "zz", string([]byte{'a', 'a' + byte(size)}), string([]byte{'a' + byte(size), 'a'})} {
			c, err := sgcp.ParseCoord(text)
			if err != nil {
				t.Fatal(err)
			}
			if on, err := c.On(size); !errors.Is(err, sgcp.ErrOffBoard) {
				t.Errorf("%s on %d is %v, %v; want ErrOffBoard", text, size, on, err)
			}
		}
	}
	for _, text := range []string{"", "A", "5", "I5", "i9", "A0", "A00", "A26", "A100", "AAA", "pas", "passs", "a-1", "a+1", "Ａ1", " A1", "1A", "[a", "a["} {
		if c, err := sgcp.ParseCoord(text); !errors.Is(err, sgcp.ErrParameter) {
			t.Errorf("ParseCoord(%q) = %v, %v; want ErrParameter", text, c, err)
		}
	}
	if on, err := sgcp.Pass.On(9); err != nil || on != sgcp.Pass || on.String() != "PASS" {
		t.Errorf("a pass on 9 is %v, %v", on, err)
	}
	if _, err := sgcp.At(0, 0).On(20); !errors.Is(err, sgcp.ErrOffBoard) {
		t.Errorf("A1 on 20: %v, want ErrOffBoard", err)
	}
}

func TestTokens(t *testing.T) {
	g, err := sgcp.ParseGtoken(strings.ToLower(gtoken))
	if err != nil || g.String() != gtoken || string(g[:]) != "This is a Gtoken" {
		t.Errorf("%q, %v: want the 16 octets of %q", g[:], err, "This is a Gtoken")
	}
	if text := (sgcp.Gtoken{}).String(); text != "-" {
		t.Errorf("no game is %q, want -", text)
	}
	if _, err := sgcp.ParseGtoken(strings.Repeat("A", 26)); !errors.Is(err, sgcp.ErrParameter) {
		t.Errorf("the zero Gtoken: %v, want ErrParameter", err)
	}
	for _, last := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" { // 26 characters hold two bits to spare
		_, err := sgcp.ParseGtoken(gtoken[:25] + string(last))
		if ok := strings.ContainsRune("AEIMQUY4", last); (err == nil) != ok {
			t.Errorf("a token that ends with %c: %v", last, err)
		}
	}
	s, err := sgcp.ParseSession(gtoken)
	if err != nil || s.Text() != gtoken {
		t.Errorf("session %q, %v", s.Text(), err)
	}
	if text := fmt.Sprintf("%v %+v", s, &sgcp.LoginReply{Session: s}); strings.Contains(text, gtoken[:8]) {
		t.Errorf("printed, a session shows its secret: %s", text)
	}
	if _, err := sgcp.ParseSession(gtoken + "A"); !errors.Is(err, sgcp.ErrParameter) || strings.Contains(err.Error(), gtoken) {
		t.Errorf("a bad session: %v, want ErrParameter without the text", err)
	}
}

// The keys by the published SplitMix64, written out here once more, and its
// well-known first numbers.
func TestHash_keysAreSplitMix64FromSeedZero(t *testing.T) {
	var state uint64
	next := func() sgcp.Hash {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return sgcp.Hash(z ^ z>>31)
	}
	known := []sgcp.Hash{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec}
	for point := range sgcp.SizeMax * sgcp.SizeMax {
		for _, color := range []sgcp.Color{sgcp.Black, sgcp.White} {
			want := next()
			if i := 2*point + int(color); i < len(known) && want != known[i] {
				t.Fatalf("number %d of the stream is %v, want %v", i, want, known[i])
			}
			if got := sgcp.Hash(0).Toggle(point, color); got != want {
				t.Fatalf("the key of point %d, %v is %v, want %v", point, color, got, want)
			}
		}
	}
	for _, text := range []string{"e220a8397b1dcdaf", "E220A8397B1DCDAF"} {
		if h, err := sgcp.ParseHash(text); err != nil || h != known[0] || h.String() != "e220a8397b1dcdaf" {
			t.Errorf("ParseHash(%q) = %v, %v", text, h, err)
		}
	}
	for _, text := range []string{"", "e220a8397b1dcda", "e220a8397b1dcdaff", "g220a8397b1dcdaf", "-220a8397b1dcdaf"} {
		if h, err := sgcp.ParseHash(text); !errors.Is(err, sgcp.ErrParameter) {
			t.Errorf("ParseHash(%q) = %v, %v; want ErrParameter", text, h, err)
		}
	}
	pd, _ := sgcp.ParseCoord("pd") // Q16 on 19x19: row 16, column 16
	if h, err := sgcp.HashOf(19, nil, []sgcp.Coord{pd}); err != nil || h != sgcp.Hash(0).Toggle(15*19+15, sgcp.White) {
		t.Errorf("white at pd is %v, %v", h, err)
	}
	for _, c := range []sgcp.Coord{sgcp.Pass, sgcp.At(9, 0)} {
		if _, err := sgcp.HashOf(9, []sgcp.Coord{c}, nil); !errors.Is(err, sgcp.ErrOffBoard) {
			t.Errorf("HashOf with %v: %v, want ErrOffBoard", c, err)
		}
	}
}

func TestPointsAndResults(t *testing.T) {
	for text, want := range map[string]sgcp.Points{"0": 0, "7.5": 750, "184.25": 18425, "-0.25": -25, "00.50": 50, "361": 36100, "99999.99": 9999999} {
		p, err := sgcp.ParsePoints(text)
		if err != nil || p != want || sgcp.PointsOf(p.Float()) != want {
			t.Errorf("ParsePoints(%q) = %d, %v; want %d", text, p, err, want)
		}
		if back, err := sgcp.ParsePoints(p.String()); err != nil || back != p {
			t.Errorf("%d is written %q and read %d, %v", p, p.String(), back, err)
		}
	}
	for _, text := range []string{"", "-", ".", ".5", "5.", "1.234", "1,5", "+1", "--1", "1.2.3", "100000", "1e3", "٣"} {
		if p, err := sgcp.ParsePoints(text); !errors.Is(err, sgcp.ErrParameter) {
			t.Errorf("ParsePoints(%q) = %v, %v; want ErrParameter", text, p, err)
		}
	}
	for text, want := range map[string]sgcp.Result{
		"B+3.5": {Winner: sgcp.Black, Margin: 350}, "W+R": {Winner: sgcp.White, Reason: sgcp.ByResignation},
		"W+T": {Winner: sgcp.White, Reason: sgcp.ByTime}, "B+F": {Winner: sgcp.Black, Reason: sgcp.ByForfeit},
		"0": {Winner: sgcp.Neither}, "Void": {Winner: sgcp.Neither, Reason: sgcp.Void},
	} {
		if r, err := sgcp.ParseResult(text); err != nil || r != want || r.String() != text {
			t.Errorf("ParseResult(%q) = %+v, %v, written %q; want %+v", text, r, err, r.String(), want)
		}
	}
	for _, text := range []string{"", "B", "B+", "B+0", "B+-1", "X+R", "b+r", "B-R", "B+Z", "00", "Draw"} {
		if r, err := sgcp.ParseResult(text); !errors.Is(err, sgcp.ErrParameter) {
			t.Errorf("ParseResult(%q) = %v, %v; want ErrParameter", text, r, err)
		}
	}
}

func TestNick_rules(t *testing.T) {
	for _, nick := range []string{"b", "bob", "bob_", "bob________", "何天一", "Ünal", "नमस्ते", "٣", strings.Repeat("天", 16), "AI-tian", "ai-x_", "player1"} {
		if err := sgcp.CheckNick(nick); err != nil {
			t.Errorf("CheckNick(%q) = %v", nick, err)
		}
	}
	for name, nick := range map[string]string{
		"empty": "", "underscores only": "__", "an underscore within": "a_b", "an underscore first": "_a", "space": "a b", "no-break space": "a\u00a0b",
		"control": "a\x00", "C1": "a\u0085", "hyphen": "a-b", "17": strings.Repeat("a", 17), "25 in all": "a" + strings.Repeat("_", 24), "52 octets": strings.Repeat("𠀀", 13),
		"not UTF-8": "a\xff", "not NFC": "u\u0308nal", "mark first": "\u0308a", "filler": "\u3164", "joiner": "a\u200db", "direction": "a\u202eb",
		"variation": "a\ufe0f", "emoji": "a😀", "symbol": "a+b", "roman numeral": "Ⅷ", "prefix only": "AI-", "prefix twice": "AI-AI-x", "replacement": "\ufffd",
	} {
		if err := sgcp.CheckNick(nick); !errors.Is(err, sgcp.ErrNick) {
			t.Errorf("%s: CheckNick(%q) = %v, want ErrNick", name, nick, err)
		}
	}
	if !sgcp.IsAINick("ai-Tian") || sgcp.IsAINick("aitian") || sgcp.IsAINick("AI") {
		t.Error("IsAINick does not see the prefix")
	}
	nick := strings.Repeat("天", 16)
	for range 8 {
		next, err := sgcp.NextNick(nick)
		if err != nil || next != nick+"_" || sgcp.CheckNick(next) != nil {
			t.Fatalf("NextNick(%q) = %q, %v", nick, next, err)
		}
		nick = next
	}
	if next, err := sgcp.NextNick(nick); !errors.Is(err, sgcp.ErrNick) {
		t.Errorf("NextNick(%q) = %q, %v; want ErrNick", nick, next, err)
	}
}

func TestNickKey(t *testing.T) {
	for _, same := range [][]string{
		{"bob", "Bob", "BOB", "ｂｏｂ", "ВOB", "bоb"}, // full width; Cyrillic В, о
		{"paypal", "раураl"}, {"ÜNAL", "ünal"}, {"kim", "\u212aim"}, {"Σας", "σασ"}, {"nikos", "ΝΙΚΟs"},
	} {
		for _, nick := range same {
			if sgcp.NickKey(nick) != sgcp.NickKey(same[0]) {
				t.Errorf("NickKey(%q) = %q, of %q it is %q; want the same", nick, sgcp.NickKey(nick), same[0], sgcp.NickKey(same[0]))
			}
		}
	}
	different := []string{"bob", "bob_", "rob", "bob1", "何天一", "何天二", "unal", "ünal", "жук", "лук"}
	keys := map[string]string{}
	for _, nick := range different {
		if other, ok := keys[sgcp.NickKey(nick)]; ok {
			t.Errorf("%q and %q have one key", nick, other)
		}
		keys[sgcp.NickKey(nick)] = nick
	}
}

func TestSettings(t *testing.T) {
	s := sgcp.DefaultSettings()
	pairs, err := s.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	want := sgcp.Pairs{{"size", "19"}, {"komi", "7.5"}, {"rule", "area"}, {"handicap", "0"}, {"colour", "nigiri"}, {"main", "0"}, {"byo", "+0"}}
	if !slices.Equal(pairs, want) {
		t.Errorf("the defaults are %v, want %v", pairs, want)
	}
	others, err := s.Apply(sgcp.Pairs{{"size", "9"}, {"new", "1"}, {"colour", "white"}, {"byo", "30x3"}, {"rated", ""}})
	full := sgcp.Settings{Size: 9, Komi: 750, Rule: sgcp.RuleArea, Color: sgcp.White, ByoYomi: sgcp.ByoYomi{Seconds: 30, Periods: 3}}
	if err != nil || s != full || !slices.Equal(others, sgcp.Pairs{{"new", "1"}, {"rated", ""}}) {
		t.Errorf("applied: %+v, others %v, %v; want %+v", s, others, err, full)
	}
	pairs, err = s.Pairs()
	var back sgcp.Settings
	if _, err2 := back.Apply(pairs); err != nil || err2 != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("%v reads as %+v, %v, %v; want %+v", pairs, back, err, err2, s)
	}
	for _, p := range []sgcp.Pair{{"size", "20"}, {"size", "0"}, {"komi", "x"}, {"rule", "japanese"}, {"handicap", "1"}, {"handicap", "10"}, {"colour", "red"},
		{"main", "-1"}, {"byo", "x3"}, {"byo", "30x"}, {"byo", "30x0"}, {"byo", "+"}, {"byo", "99999"}, {"byo", "86401x1"}, {"byo", "86400x367"}, {"byo", "1x86401"}, {"byo", "+86401"},
		{"main", "31622401"}, {"main", "2147483647"}, {"a b", "1"}} {
		now := s
		if _, err := now.Apply(sgcp.Pairs{{"komi", "0.5"}, p}); !errors.Is(err, sgcp.ErrParameter) || now != s {
			t.Errorf("%v applied: %v, %+v; want ErrParameter and no change", p, err, now)
		}
	}
	for byo, want := range map[string]sgcp.ByoYomi{"30": {30, 1}, "30x5": {30, 5}, "+10": {10, 0}, "86400x366": {86400, 366}, "+86400": {86400, 0}} {
		if _, err := s.Apply(sgcp.Pairs{{"byo", byo}}); err != nil || s.ByoYomi != want {
			t.Errorf("byo=%s is %+v, %v; want %+v", byo, s.ByoYomi, err, want)
		}
	}
	if _, err := (&sgcp.Settings{}).Pairs(); !errors.Is(err, sgcp.ErrParameter) {
		t.Errorf("a board of size 0: %v, want ErrParameter", err)
	}
}

func TestCharset(t *testing.T) {
	for _, row := range []struct {
		name, text, legacy string
		err                error
	}{
		{"ASCII", "hi", "hi", nil},
		{"Chinese", "围棋", "\xce\xa7\xc6\xe5", nil},
		{"four octets", "𠀀", "\x95\x32\x82\x36", nil},
		{"decomposed is composed", "e\u0301", "\xa8\xa6", nil},
		{"not text", "\xff", "", sgcp.ErrCharset},
		{"control", "a\tb", "", sgcp.ErrCharset},
	} {
		line, err := sgcp.GB18030.AppendLine([]byte("x"), 303, []byte(row.text))
		want := "x303 " + row.legacy + "\r\n"
		if row.err != nil {
			want = "x"
		}
		if string(line) != want || !errors.Is(err, row.err) {
			t.Errorf("%s: %q, %v; want %q, %v", row.name, line, err, want, row.err)
		}
	}
	for _, c := range []sgcp.Charset{sgcp.UTF8, sgcp.GB18030} {
		if back, ok := sgcp.ParseCharset(c.String()); !ok || back != c {
			t.Errorf("ParseCharset(%q) = %v, %v", c, back, ok)
		}
	}
	if _, ok := sgcp.ParseCharset("koi8-r"); ok {
		t.Error("koi8-r is known")
	}
}

func TestColor(t *testing.T) {
	if sgcp.Black.Other() != sgcp.White || sgcp.White.Other() != sgcp.Black || sgcp.Neither.Other() != sgcp.Neither {
		t.Error("Other does not give the opponent")
	}
	if text := fmt.Sprint(sgcp.Black, sgcp.White, sgcp.Neither); text != "b w -" {
		t.Errorf("the colours are %q", text)
	}
}

// Who comes later under a nick that looks like another's gets an underscore, so nicks
// that look alike must share a look, and others must not.
func TestNickLooks(t *testing.T) {
	shared := func(a, b string) bool {
		return slices.ContainsFunc(sgcp.NickLooks(a), func(look string) bool { return slices.Contains(sgcp.NickLooks(b), look) })
	}
	for _, c := range []struct{ nick, like string }{
		{"admin", "admın"}, {"admin", "ɑdmin"}, {"admin", "ᴀdmin"}, {"admin", "ADMIN"}, {"admin", "adrnin"}, {"bob", "ВОВ"}, {"nikos", "ΝΙΚΟs"}, {"van", "νan"},
		{"bill", "biII"}, {"paul", "pau1"}, {"Olga", "0lga"}, {"scope", "ѕсоре"}, {"oga", "օgа"}, {"uma", "սmа"}, {"dora", "ᑯora"}, {"lolo", "ꓡoꓡo"},
		{"二", "ニ"}, {"口", "ロ"}, {"ЖУК", "жук"},
	} {
		if !shared(c.nick, c.like) {
			t.Errorf("%q and %q: looks %q and %q", c.nick, c.like, sgcp.NickLooks(c.nick), sgcp.NickLooks(c.like))
		}
	}
	different := []string{"bob", "bob_", "rob", "bob1", "何天一", "何天二", "unal", "ünal", "жук", "лук", "van", "nan", "ivan", "amy", "c0a", "c1a", "c10b"}
	for i, a := range different {
		for _, b := range different[:i] {
			if shared(a, b) {
				t.Errorf("%q and %q share one of %q and %q", a, b, sgcp.NickLooks(a), sgcp.NickLooks(b))
			}
		}
	}
}

func TestLines_misleading(t *testing.T) {
	for _, r := range []rune{0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069} {
		text := "a" + string(r) + "b"
		if _, err := sgcp.Append(nil, &sgcp.Chat{Text: text}); !errors.Is(err, sgcp.ErrCharset) {
			t.Errorf("%q is written: %v, want ErrCharset", text, err)
		}
		d := sgcp.NewDecoder(sgcp.RequestMax)
		d.Feed([]byte("303 " + text + "\r\n"))
		if line, ok := d.Next(); !ok || line.Fault != sgcp.FaultCharset {
			t.Errorf("%q is read as %q, fault %v, want FaultCharset", text, line.Param, line.Fault)
		}
	}
	for _, text := range []string{"naïve", "围棋 😀", "zero\u200djoiner", "\u00a0", "שלום"} {
		d := sgcp.NewDecoder(sgcp.RequestMax)
		d.Feed([]byte("303 " + text + "\r\n"))
		if line, ok := d.Next(); !ok || line.Fault != 0 || string(line.Param) != text {
			t.Errorf("%q is read as %q, fault %v", text, line.Param, line.Fault)
		}
	}
}

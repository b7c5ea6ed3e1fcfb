package hall_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// lobby is a world with so many players in the lobby, p0 the first.
func lobby(t testing.TB, players int) *world {
	w := newWorld(t, options())
	for i := range players {
		if said := w.step(fmt.Sprintf("p%d> 101 p%d", i, i)); !strings.Contains(strings.Join(said, "\n"), "601") {
			t.Fatalf("p%d is told %q", i, said)
		}
	}
	return w
}

// However many talk in the lobby, the hall delivers no more than it can pay.
func TestChat_costsABoundedNumberOfLines(t *testing.T) {
	const players, seconds = 300, 60
	w := lobby(t, players)
	delivered, refused := 0, 0
	for tick := range seconds * 2 { // everybody says two lines a second
		for range 50 {
			w.now = w.now.Add(time.Second / 100)
			for _, l := range w.Pass(w.now).Lines {
				if _, ok := l.Message.(*sgcp.Said); ok {
					delivered++
				}
			}
		}
		for i := range players {
			out := w.Obey(w.peer(fmt.Sprint("p", i)), &sgcp.Chat{Text: fmt.Sprint("line ", tick)}, w.now)
			for _, l := range out.Lines {
				switch m := l.Message.(type) {
				case *sgcp.Said:
					delivered++
				case *sgcp.Fault:
					refused++
					if m.Code != sgcp.FaultRate || !strings.Contains(m.Text, "speak again in ") {
						t.Fatalf("a line is refused with %+v", m)
					}
				}
			}
		}
	}
	most := (seconds + 1) * (options().Limits.ChatWork + players)
	if delivered > most || delivered < most/2 {
		t.Errorf("%d lines were delivered in %d s, want at most %d and at least half of that", delivered, seconds, most)
	}
	if refused == 0 {
		t.Error("nobody was told that there is too much talk")
	}
}

// A line to very many is told to some at a time, so that nobody's move waits for it; each
// hears it once, the speaker at once, and the lines come in their order.
func TestChat_aLineToManyIsToldBitByBit(t *testing.T) {
	const players = 1000
	w := lobby(t, players)
	limit := options().Limits.ChatWork/100 + 1
	heard := map[*hall.Peer]string{}
	hear := func(out *hall.Outcome) (n int) {
		for _, l := range out.Lines {
			if said, ok := l.Message.(*sgcp.Said); ok {
				heard[l.To] += said.Text
				n++
			}
		}
		return n
	}
	pass := func(times int) {
		for range times {
			w.now = w.now.Add(10 * time.Millisecond)
			if n := hear(w.Pass(w.now)); n > limit {
				t.Fatalf("%d lines were delivered in one entry, want at most %d", n, limit)
			}
		}
	}
	for i, text := range []string{"a", "b", "c"} {
		p := w.peer(fmt.Sprint("p", i))
		if n := hear(w.Obey(p, &sgcp.Chat{Text: text}, w.now)); n != 1 || !strings.HasSuffix(heard[p], text) {
			t.Fatalf("%s: %d lines at once, the speaker has heard %q", text, n, heard[p])
		}
		if i == 1 {
			w.now = w.now.Add(time.Second) // the next line is said while this one is on its way
		}
	}
	w.Left(w.peer("p999"), w.now) // somebody leaves meanwhile
	pass(200)
	for i := range players {
		want := "abc"
		switch i {
		case 1:
			want = "bac"
		case 2:
			want = "cab"
		case 999:
			want = ""
		}
		if got := heard[w.peer(fmt.Sprint("p", i))]; got != want {
			t.Errorf("p%d heard %q, want %q", i, got, want)
		}
	}
}

// In a flooded lobby those speak who were silent, not those who came to flood it.
func TestChat_floodedLobbyIsSlow(t *testing.T) {
	o := options()
	o.Limits.ChatWork = 4
	newWorld(t, o).play(`
		amy> 101 amy
		amy< 601 amy $1
		bob> 101 bob
		bob< 601 bob $2
		wait 20s
		amy> 303 one
		amy< 803
		amy< 853 - amy one
		bob< 853 - amy one
		amy> 303 two
		amy< 803
		amy< 853 - amy two
		bob< 853 - amy two
		amy> 303 three
		amy< 506 303 the lobby is full of talk: speak again in 1 s
		wait 2s
		amy> 303 three
		amy< 506 303 the lobby is full of talk: speak again in 8 s
		eve> 101 eve
		eve< 601 eve $3
		eve> 303 I am new
		eve< 506 303 the lobby is full of talk: speak again in 10 s
		bob> 303 I was silent
		amy< 853 - bob I was silent
		bob< 803
		bob< 853 - bob I was silent
		eve< 853 - bob I was silent
		wait 9s
		amy> 303 four
		amy< 803
		amy< 853 - amy four
		bob< 853 - amy four
		eve< 853 - amy four`)
}

// Players at a table hear each other in any flood; those who watch may miss a line.
func TestChat_flooded(t *testing.T) {
	o := options()
	o.Limits.ChatWork = 1
	newWorld(t, o).play(seated + `
		eve> 101 eve
		eve< 601 eve $4
		eve> 304 $3
		eve< 804 $3
		amy> 303 one
		amy< 803
		amy< 853 $3 amy one
		bob< 853 $3 amy one
		eve< 853 $3 amy one
		amy> 303 two
		amy< 803
		amy< 853 $3 amy two
		bob< 853 $3 amy two
		wait 2s
		bob> 303 three
		amy< 853 $3 bob three
		bob< 803
		bob< 853 $3 bob three
		eve< 853 $3 bob three`)
}

func TestMute(t *testing.T) {
	newWorld(t, options()).play(`
		amy> 101 amy
		amy< 601 amy $1
		bob> 101 bob
		bob< 601 bob $2
		amy> 305 BOB
		amy< 805 BOB
		bob> 303 hello
		bob< 803
		bob< 853 - bob hello
		amy> 305 amy
		amy< 522 305 that is yourself
		amy> 305 bob off
		amy< 805 bob off
		bob> 303 hello
		amy< 853 - bob hello
		bob< 803
		bob< 853 - bob hello
		amy> 305 *
		amy< 805 *
		bob> 303 anybody?
		bob< 803
		bob< 853 - bob anybody?
		amy> 303 me
		amy< 803
		amy< 853 - amy me
		bob< 853 - amy me`)
}

// A muted opponent is not heard at the table, a muted lobby is no table.
func TestMute_atATable(t *testing.T) {
	newWorld(t, options()).play(seated + `
		amy> 305 *
		amy< 805 *
		bob> 303 hello
		amy< 853 $3 bob hello
		bob< 803
		bob< 853 $3 bob hello
		amy> 305 bob
		amy< 805 bob
		bob> 303 rude words
		bob< 803
		bob< 853 $3 bob rude words`)
	w := lobby(t, 1)
	for i := range 65 {
		said := w.step(fmt.Sprintf("p0> 305 q%d", i))
		want := fmt.Sprintf("p0< 805 q%d", i)
		if i == 64 {
			want = "p0< 507 305 64 players are muted already"
		}
		if len(said) != 1 || said[0] != want {
			t.Errorf("the %d. to be muted: %q, want %q", i+1, said, want)
		}
	}
}

func TestNick_lookAlikes(t *testing.T) {
	newWorld(t, options()).play(`
		amy> 101 admin
		amy< 601 admin $1
		bob> 101 admın
		bob< 601 admın_ $2
		eve> 101 ɑdmin
		eve< 601 ɑdmin__ $3
		amy> 103
		amy< 603
		zoe> 101 ᴀdmin
		zoe< 601 ᴀdmin $4`)
}

// Lists are short while the hall has sent too many rows of late, and nobody who
// waits costs the others time.
func TestWaiting_listsAreBounded(t *testing.T) {
	o := options()
	o.Limits.ListWork = 100
	w := newWorld(t, o)
	for i := range 150 {
		w.step(fmt.Sprintf("p%d> 101 p%d", i, i))
		w.step(fmt.Sprintf("p%d> 201", i))
	}
	for _, c := range []struct {
		after time.Duration
		rows  int
	}{{0, 150}, {0, 20}, {0, 20}, {3 * time.Second, 150}} {
		w.now = w.now.Add(c.after)
		said := w.step("p0> 202")
		if len(said) != c.rows+1 {
			t.Errorf("%d rows, want %d", len(said)-1, c.rows)
		}
	}
}

// So are those of people: who asks again and again is told what the first was told.
func TestPeople_listsAreBounded(t *testing.T) {
	o := options()
	o.Limits.ListWork = 100
	w := newWorld(t, o)
	for i := range 250 {
		w.step(fmt.Sprintf("p%d> 101 p%d", i, i))
	}
	for _, c := range []struct {
		after time.Duration
		rows  int
	}{{0, 200}, {0, 20}, {time.Second, 20}, {3 * time.Second, 200}} {
		w.now = w.now.Add(c.after)
		said := w.step("p0> 209")
		if want := fmt.Sprintf("p0< 709 %d more", c.rows); len(said) != c.rows+1 || said[c.rows] != want {
			t.Errorf("%d rows and %q, want %q", len(said)-1, said[len(said)-1], want)
		}
	}
}

func TestWatch_isBounded(t *testing.T) {
	o := options()
	o.Limits.Watchers = 1
	newWorld(t, o).play(seated + `
		eve> 101 eve
		eve< 601 eve $4
		eve> 304 $3
		eve< 804 $3
		zoe> 101 zoe
		zoe< 601 zoe $5
		zoe> 304 $3
		zoe< 507 304 too many watch it
		eve> 304 $3
		eve< 804 $3
		zoe> 304 $3
		zoe< 804 $3`)
}

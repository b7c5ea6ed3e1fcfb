package hall_test

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// seated begins a game $3 of amy, who has black, and bob.
const seated = `
	amy> 101 amy
	amy< 601 amy $1
	bob> 101 bob
	bob< 601 bob $2
	amy> 206 bob colour=black
	amy< 706 #1
	bob< 756 #1 amy size=5 komi=7.5 rule=area handicap=0 colour=black main=0 byo=+0
	bob> 206 #1
	amy< 751 $3 amy bob
	bob< 706 #1
	bob< 751 $3 amy bob
	amy> 311
	amy< 811
	bob> 311
	amy< 850 $3 amy bob 5 7.5 area
	bob< 811
	bob< 850 $3 amy bob 5 7.5 area
`

func TestHall_scripts(t *testing.T) {
	for _, c := range []struct {
		name, script string
	}{
		{"who is not logged in", `
			amy> 201
			amy< 510 201 log in first
			amy> 203
			amy< 510 203 log in first
			amy> 101
			amy< 511 101 ...
			amy> 109 hello
			amy< 609 hello
			wait 30s
			amy< 510 000 nobody logged in (closed)`},
		{"nicks are unique", `
			amy> 101 amy
			amy< 601 amy $1
			eve> 101 AMY
			eve< 601 AMY_ $2
			eve> 101 eve
			eve< 503 101 logged in already
			bob> 101 AI-bob
			bob< 512 101 nicks with AI- need 102 first
			bob> 102 key wrong
			bob< 512 102 no such key
			bob> 102 key secret
			bob< 602 ok lab
			bob> 101 AI-bob
			bob< 601 AI-bob $3`},
		{"waiting is consent", `
			amy> 101 amy
			amy< 601 amy $1
			bob> 101 bob
			bob< 601 bob $2
			amy> 203 bob
			amy< 521 203 bob is not waiting
			bob> 201
			bob< 701
			bob> 201
			bob< 523 201 waiting already
			wait 7s
			amy> 202
			amy< 752 bob 7 human
			amy< 702 1
			amy> 204
			amy< 704 online=2 waiting=1 games=0 terminals=0 uptime=7 rule=area
			amy> 203 amy
			amy< 522 203 that is yourself
			amy> 203 bob
			amy< 703 $3
			amy< 751 $3 bob amy
			bob< 751 $3 bob amy
			amy> 203 bob
			amy< 521 203 bob is not waiting`},
		{"who is there, and what is played", seated + `
			zoe> 208
			zoe< 510 208 log in first
			zoe> 101 zoe
			zoe< 601 zoe $4
			bob> 209
			bob< 754 amy human plays
			bob< 754 bob human plays
			bob< 754 zoe human free
			bob< 709 3
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 b C3 0 ...
			bob< 851 $3 1 b C3 0 ...
			zoe> 208
			zoe< 753 $3 amy bob 5 playing 1 0
			zoe< 708 1
			zoe> 304 $3
			zoe< 804 $3
			zoe> 208
			zoe< 753 $3 amy bob 5 playing 1 0
			zoe< 708 1
			leaves amy
			wait 1s
			zoe> 208
			zoe< 753 $3 amy bob 5 playing 1 1
			zoe< 708 1
			zoe> 209
			zoe< 754 bob human plays
			zoe< 754 zoe human watches
			zoe< 709 2
			bob> 323
			bob< 823
			bob< 855 $3 B+R - - resignation
			zoe< 855 $3 B+R - - resignation
			wait 1s
			zoe> 208
			zoe< 708 0
			bob> 302 $3
			bob< 802
			bob< 856 $3 bob left
			zoe< 856 $3 bob left
			bob> 201
			bob< 701
			zoe> 209
			zoe< 754 bob human waits
			zoe< 754 zoe human watches
			zoe< 709 2`},
		{"an AI on another board", `
			tian> 102 key secret
			tian< 602 ok lab
			tian> 101 AI-tian
			tian< 601 AI-tian $1
			tian> 201
			tian< 701
			amy> 101 amy
			amy< 601 amy $2
			amy> 207 3 size=20
			amy< 502 207 ...
			amy> 207 3 main=60
			amy< 502 207 the clock of a game with an AI is the hall's
			amy> 207 3 speed=9
			amy< 502 207 unknown setting speed
			amy> 207 3 size=7 colour=black
			amy< 707 $3
			amy< 751 $3 amy AI-tian
			tian< 757 $3 amy 3
			tian< 751 $3 amy AI-tian
			amy> 301 $3
			amy< 801 $3 size=7 ...`},
		{"moves are judged", seated + `
			bob> 321 C3
			bob< 533 321 it is not your turn
			amy> 321 F6
			amy< 537 321 ...
			amy> 321 C3 2
			amy< 533 321 another move has that number
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 b C3 0 ...
			bob< 851 $3 1 b C3 0 ...
			amy> 321 C3 1
			amy< 821 1
			bob> 321 C3
			bob< 534 321 there is a stone
			bob> 322 1
			amy< 858 $3 bob undo 1
			bob< 822 pending
			bob< 858 $3 bob undo 1
			amy> 322 1
			amy< 822
			amy< 859 $3 0
			bob< 859 $3 0
			bob> 323
			amy< 855 $3 B+R - - resignation
			bob< 823
			bob< 855 $3 B+R - - resignation
			amy> 321 C3
			amy< 538 321 the game is over`},
		{"the time for a move", seated + `
			wait 10m
			wait 2s
			amy< 855 $3 W+T - - time
			bob< 855 $3 W+T - - time`},
		{"the answer waits for the count", seated + `
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 ...
			bob< 851 $3 1 ...
			bob> 321 PASS
			amy< 851 $3 2 w PASS ...
			bob< 821 2
			bob< 851 $3 2 w PASS ...
			amy> 327
			amy< 851 $3 3 b PASS ...
			amy< 857 $3 amy count
			bob< 851 $3 3 b PASS ...
			bob< 857 $3 amy count
			bob> 323
			bob< 503 323 the board is being counted
			wait 11m
			counted
			amy< 827 scored
			amy< 855 $3 B+17.5 25 0 area
			bob< 855 $3 B+17.5 25 0 area`},
		{"pushes are told again", seated + `
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 ...
			bob< 851 $3 1 ...
			leaves bob
			amy> 303 are you there?
			amy< 803
			amy< 853 $3 amy are you there?
			again> 105 $2 3
			again< 605 bob $3 2
			again< 851 $3 1 ...
			again< 853 $3 amy are you there?
			newer> 105 $2 99
			again< 514 000 a newer connection took the session up (closed)
			newer< 605 resync bob $3
			newer> 105 $2 0
			newer< 503 105 logged in already`},
		{"a token changes when the new one is used", seated + `
			leaves bob
			again> 105 $2 3
			again< 605 bob $3 0
			again> 106
			again< 606 $4
			again> 106
			again< 606 $5
			leaves again
			lost> 105 $4 3
			lost< 513 105 no such session
			lost> 105 $2 3
			lost< 605 bob $3 0
			lost> 106 $1
			lost< 513 106 no token of this session
			lost> 106
			lost< 606 $6
			leaves lost
			bob> 105 $6 3
			bob< 605 bob $3 0
			thief> 105 $2 3
			thief< 513 105 no such session
			bob> 106
			bob< 606 $7
			bob> 106 $7
			bob< 606 $7
			thief> 105 $6 3
			thief< 513 105 no such session
			restart
			thief> 105 $2 0
			thief< 513 105 no such session
			thief> 105 $6 0
			thief< 513 105 no such session
			bob> 105 $7 0
			bob< 605 resync bob $3`},
		{"who stays away forfeits", seated + `
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 ...
			bob< 851 $3 1 ...
			leaves bob
			wait 119s
			wait 1s
			amy< 855 $3 B+F - - forfeit
			amy< 856 $3 bob left
			again> 105 $2 0
			again< 513 105 no such session`},
		{"an AI platform is asked", `
			ai> 102 key secret
			ai< 602 ok lab
			ai> 101 AI-tian
			ai< 601 AI-tian $1
			bob> 101 bob
			bob< 601 bob $2
			bob> 121
			bob< 503 121 no AI platform: play one, or name one by 207
			bob> 207 AI-tian
			bob< 521 207 no AI is free: AI-tian is between games
			bob> 121
			ai< 673 1712345678902 bob
			ai> 123 1712345678902 row a 1 0 2 1
			ai< 623
			ai> 123 1712345678902 end 1
			ai< 623
			bob< 671 a 1 0 2 1
			bob< 621 1
			bob> 122 a 2
			ai< 673 1712345678903 bob a 2
			wait 10s
			bob< 508 122 the AI platform does not answer
			bob> 121
			ai< 673 1712345678904 bob
			leaves ai
			bob< 508 121 the AI platform is gone`},
		{"the lobby tells what the computer does", `
			bob> 101 bob
			bob< 601 bob $1
			bob> 207 3
			bob< 521 207 no AI is free: none has logged in
			bob> 204
			bob< 704 online=1 waiting=0 games=0 terminals=0 uptime=0 rule=area
			ai> 102 key secret
			ai< 602 ok lab
			ai> 101 AI-tian
			ai< 601 AI-tian $2
			ai> 201
			ai< 701
			bob> 204
			bob< 704 online=2 waiting=1 games=0 terminals=0 uptime=0 rule=area ai=AI-tian:free
			bob> 207 AI-none
			bob< 521 207 no AI is called AI-none
			amy> 101 amy
			amy< 601 amy $3
			amy> 207 AI-tian
			ai< 751 $4 ...
			amy< 707 $4
			amy< 751 $4 ...
			bob> 204
			bob< 704 online=3 waiting=0 games=0 terminals=0 uptime=0 rule=area ai=AI-tian:amy
			bob> 207 3
			bob< 521 207 no AI is free: AI-tian plays amy
			leaves ai
			bob> 204
			bob< 704 online=3 waiting=0 games=0 terminals=0 uptime=0 rule=area ai=AI-tian:away
			bob> 207 3
			bob< 521 207 no AI is free: AI-tian has lost its connection`},
		{"a silent peer is asked and cut", `
			amy> 101 amy
			amy< 601 amy $1
			amy> 104 ping compute charset=klingon
			amy< 604 ping
			wait 60s
			amy< 659
			wait 60s
			wait 30s
			amy< 508 000 silent (closed)`},
		{"what was stored goes on", seated + `
			amy> 321 C3
			amy< 821 1
			amy< 851 $3 1 ...
			bob< 851 $3 1 ...
			restart
			amy> 105 $1 3
			amy< 605 resync amy $3
			amy> 301 $3
			amy< 861 1 C3
			amy< 801 $3 size=5 komi=7.5 rule=area black=amy white=bob state=playing turn=w moves=1 seq=1 ...
			bob> 105 $2 0
			bob< 605 resync bob $3
			bob> 321 D4
			amy< 851 $3 2 w D4 ...
			bob< 821 2
			bob< 851 $3 2 w D4 ...`},
		{"the time of an undone move stays spent", `
			amy> 101 amy
			amy< 601 amy $1
			amy> 104 clocks
			amy< 604 clocks
			bob> 101 bob
			bob< 601 bob $2
			amy> 206 bob main=600 colour=black byo=+5
			amy< 706 #1
			bob< 756 #1 amy ...
			bob> 206 #1
			amy< 751 $3 amy bob
			bob< 706 #1
			bob< 751 $3 amy bob
			amy> 311
			amy< 811
			bob> 311
			amy< 850 $3 amy bob 5 7.5 area main=600 byo=+5
			amy< 674 $3 0 0 600000 0 600000 0
			bob< 811
			bob< 850 $3 amy bob 5 7.5 area main=600 byo=+5
			amy> 321 A1
			amy< 821 1
			amy< 851 $3 1 ...
			amy< 674 $3 1 0 605000 0 600000 0
			bob< 851 $3 1 ...
			wait 500s
			bob> 321 B1
			amy< 851 $3 2 ...
			amy< 674 $3 2 0 605000 0 105000 0
			bob< 821 2
			bob< 851 $3 2 ...
			bob> 322 1
			amy< 858 $3 bob undo 1
			bob< 822 pending
			bob< 858 $3 bob undo 1
			amy> 322 1
			amy< 822
			amy< 859 $3 1
			amy< 674 $3 1 0 605000 0 105000 0
			bob< 859 $3 1
			restart
			amy> 105 $1 3
			amy< 605 resync amy $3
			amy> 104 clocks
			amy< 604 clocks
			amy< 674 $3 1 0 605000 0 105000 0`},
		{"the end", seated + `
			dismiss
			amy< 658 5
			bob< 658 5
			dismiss
			eve> 101 eve
			eve< 509 101 the server goes down
			clear
			amy< 509 000 the server goes down (closed)
			bob< 509 000 the server goes down (closed)
			eve< 509 000 the server goes down (closed)`},
		{"after the end nobody is awaited", `
			amy> 101 amy
			amy< 601 amy $1
			amy> 103
			amy< 603
			wait 30s
			amy> 201
			amy< 510 201 log in first`},
	} {
		t.Run(c.name, func(t *testing.T) { newWorld(t, options()).play(c.script) })
	}
}

// A line that tells of a change has a number that commits; what changes nothing is
// told at once.
func TestHall_changesAreToldByLinesThatCommit(t *testing.T) {
	w := newWorld(t, options())
	w.play(seated)
	for _, c := range []struct {
		command string
		changes bool
	}{
		{"amy> 321 C3", true}, {"bob> 327", true}, {"amy> 104 marking", true}, {"amy> 303 hello", false}, {"amy> 109", false}, {"amy> 204", false},
		{"amy> 302 $3", true},
	} {
		w.step(c.command)
		if w.changed != c.changes || w.commits != c.changes {
			t.Errorf("%s: it changes something: %v, it is told by lines that wait for a commit: %v; want both %v", c.command, w.changed, w.commits, c.changes)
		}
	}
}

// A connection that has left is not kept in memory until the times have come at which it
// would have been looked after: those who come and go would take as much as they like.
func TestHall_letsGoOfThoseWhoLeft(t *testing.T) {
	now := time.UnixMilli(1_712_345_678_901)
	h := hall.New(options(), now)
	gone := func() (left []weak.Pointer[hall.Peer]) {
		for range 10 {
			p := &hall.Peer{}
			h.Joined(p, nil, now)
			h.Obey(p, &sgcp.Announce{Capabilities: sgcp.Pairs{{Key: sgcp.CanPing}}}, now)
			h.Left(p, now)
			left = append(left, weak.Make(p))
		}
		return left
	}()
	stays := &hall.Peer{}
	h.Joined(stays, nil, now) // takes the place of the last one in what is used again
	runtime.GC()
	for i, p := range gone {
		if p.Value() != nil {
			t.Errorf("the connection %d has left and is still kept", i)
		}
	}
	if out := h.Pass(now.Add(time.Hour)); len(out.Lines) != 1 || out.Lines[0].To != stays {
		t.Errorf("after an hour %d lines are said, expected one to the connection that stays", len(out.Lines))
	}
}

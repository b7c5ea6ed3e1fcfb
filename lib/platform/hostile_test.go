package platform_test

import (
	"bufio"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/platform"
)

// fake is a gateway that lets anybody in, answers what it must, and says lines of its
// own choice once the platform waits.
type fake struct {
	net.Listener
	t      *testing.T
	script [][]string // of one connection after the other
	info   string     // the answer to 301
	all    sync.WaitGroup
	said   chan int // connections that have ended
}

const (
	gtoken  = "KRUGS4ZANFZSAYJAI52G623FNY"
	session = "ONSWG4TFOQQHGZLTONUW63RAGE"
)

func (f *fake) serve() {
	for n := 0; ; n++ {
		conn, err := f.Accept()
		if err != nil {
			return
		}
		f.all.Go(func() { f.talk(conn, n) })
	}
}

// talk answers commands; what it is told to say follows the answer to 201.
func (f *fake) talk(conn net.Conn, n int) {
	defer conn.Close()
	conn.SetDeadline(await.End(f.t))
	lines := bufio.NewReader(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("650 SGCP/1 fake 1712345678901")
	spoke := false
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			f.said <- n
			return
		}
		command := line[:3]
		switch command {
		case "102":
			say("602 ok tian")
		case "101":
			say("601 AI-qikit " + session)
		case "104":
			say("604 ping marking")
		case "105":
			say("605 resync")
		case "205":
			say("705")
		case "301":
			for _, line := range strings.Split(f.info, "\n") {
				say(line)
			}
		case "201":
			say("701")
			if !spoke && n < len(f.script) {
				for _, line := range f.script[n] {
					say(line)
				}
			}
			spoke = true
			say("659")
		case "109":
			say("609 " + strings.TrimSpace(line[3:]))
			if spoke {
				conn.Close() // it lives, and has read all that came before
			}
		default:
			say("503 " + command + " no")
		}
	}
}

// Whatever a gateway says, the platform lives and comes back, and ends when it is
// told to.
func TestPlatform_hostileLines(t *testing.T) {
	game := func(lines ...string) []string {
		return append([]string{"751 " + gtoken + " AI-qikit bob", "850 " + gtoken + " AI-qikit bob 9 7.5 area"}, lines...)
	}
	scripts := [][]string{
		{"nonsense", "", "999", "\x00\x01", strings.Repeat("x", 5000)},
		{"751 " + gtoken + " amy bob", "850 " + gtoken + " amy bob 9 7.5 area"},
		{"751 " + gtoken + " AI-qikit AI-qikit"},
		{"850 " + gtoken + " AI-qikit bob 99 7.5 area"},
		{"850 " + gtoken + " AI-qikit bob 9 7.5 nonsense"},
		{"850 " + gtoken + " AI-qikit bob 9 7.25 area handicap=1 main=-5"},
		{"854 " + gtoken + " 60", "860 " + gtoken + " bob T19 dead", "856 " + gtoken + " bob left"},
		{"757 " + gtoken + " bob 99999999", "757 x", "673 1 bob", "673 18446744073709551615 bob level -1", "673 2 bob " + strings.Repeat("k", 900), "673 3 bo\x7fb level"},
		game("851 "+gtoken+" 1 b T19 0 0000000000000000", "851 "+gtoken+" 9999999 w PASS 0 0000000000000000"),
		game("851 "+gtoken+" 1 b E5 0 0000000000000000", "851 "+gtoken+" 2 w E5 0 0000000000000000"),
		game("858 "+gtoken+" bob undo 1000000", "858 "+gtoken+" bob draw", "859 "+gtoken+" 5"),
		game("854 "+gtoken+" 60", "860 "+gtoken+" bob A1 dead", "860 "+gtoken+" - PASS dead", "862 "+gtoken+" bob resume"),
		game("855 "+gtoken+" B+R - - resignation", "855 "+gtoken+" W+R - - resignation", "854 "+gtoken+" 60"),
		{"514 000 replaced"}, {"508 000 slow"}, {"658 0"}, {"756 #1 bob size=9 komi=-1000", "756 #2 bob size=1", "756 #3 bob nonsense=1"},
	}
	for _, info := range []string{
		"530 301 no such game",
		"801 " + gtoken,
		"861 1 E5 E5\n801 " + gtoken + " size=9 komi=7.5 rule=area black=AI-qikit white=bob state=playing turn=b moves=2",
		"801 " + gtoken + " size=9 komi=7.5 rule=area black=amy white=bob state=playing moves=0",
		"861 5 E5\n801 " + gtoken + " moves=1",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f := &fake{Listener: listener, t: t, script: scripts, info: info, said: make(chan int, 1000)}
		f.all.Go(f.serve)
		before := runtime.NumGoroutine()
		o := options()
		o.Gateways = []platform.Endpoint{{Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, Key: key, Slots: 1}}
		o.Backoff = time.Millisecond
		p := start(t, o)
		began := time.Now()
		timeout := await.Over(t)
		for done := 0; done < len(scripts); {
			select {
			case done = <-f.said:
				done++
			case <-timeout:
				t.Fatalf("with %.40q: nobody came after script %d", info, done)
			}
		}
		t.Logf("%.40q: %v", info, time.Since(began))
		if err := p.Close(); err != nil {
			t.Errorf("with %.40q: %v", info, err)
		}
		listener.Close()
		f.all.Wait()
		await.Goroutines(t, before+2)
	}
}

package platform_test

import (
	"runtime"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

// The trees of a game, 64 MB and more, are given back when it is over: a platform at rest is small.
func TestPlatform_restsInLittleMemory(t *testing.T) {
	inUse := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc >> 20)
	}
	g := hall(t, 7, nil)
	o := options(g)
	o.TableMB = 64
	start(t, o)
	h := enter(t, g, "bob")
	before := inUse()
	h.sit(&sgcp.PlayAI{})
	plies := 0
	h.finish(func() sgcp.Message {
		if plies++; plies < 3 {
			return h.simple()
		}
		if during := inUse(); during < before+60 {
			t.Errorf("%d MB in use while a game is played, %d before; want the tree's 64 more", during, before)
		}
		return &sgcp.Resign{}
	})
	for wait := await.End(t); ; time.Sleep(10 * time.Millisecond) {
		after := inUse()
		if after < before+16 {
			break
		}
		if time.Now().After(wait) {
			t.Fatalf("%d MB in use after the game, %d before", after, before)
		}
	}
}

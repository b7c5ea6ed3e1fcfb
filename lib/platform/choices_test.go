package platform

import (
	"fmt"
	"testing"
)

// However many come, the choices of the last ones are kept, and not many more.
func TestLastChoices_areBounded(t *testing.T) {
	const most = 10
	c := lastChoices{most: most}
	for n := range 1000 {
		c.put(fmt.Sprint(n), Explanation{Searched: n})
		c.put("stays", Explanation{Searched: n})
		if kept := len(c.recent) + len(c.older); kept > 2*most {
			t.Fatalf("%d choices are kept, want %d at most", kept, 2*most)
		}
		for back := range min(n, most-1) {
			if e, ok := c.of(fmt.Sprint(n - back)); !ok || e.Searched != n-back {
				t.Fatalf("after %d: the choice of %d is %v, %v", n, n-back, e.Searched, ok)
			}
		}
		if e, ok := c.of("stays"); !ok || e.Searched != n {
			t.Fatalf("who plays on has the choice %v, %v, want %d", e.Searched, ok, n)
		}
	}
	if _, ok := c.of("0"); ok {
		t.Error("the first choice is still kept")
	}
}

package weiqi

import "testing"

// A server starts games on boards that had others, many a second.
func TestRestart_isCheap(t *testing.T) {
	o := DefaultOptions()
	o.Size = 9
	var b Board
	if err := b.Restart(Options{}); err == nil {
		t.Error("a new board takes options of size 0")
	}
	if err := b.Restart(o); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := b.Restart(o); err != nil {
			t.Error(err)
		}
	}); n > 0 {
		t.Errorf("starting again allocates %v times, want 0", n)
	}
	o.Size = 1
	if err := b.Restart(o); err == nil {
		t.Error("a board that had a game takes options of size 1")
	}
	if b.Size() != 9 {
		t.Errorf("refused options leave a board of size %d, want 9", b.Size())
	}
}

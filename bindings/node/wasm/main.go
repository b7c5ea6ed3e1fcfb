//go:build wasip1

package main

import (
	"runtime"
	"time"
	"unsafe"

	"qikit.dev/qikit/internal/pool"
	_ "qikit.dev/qikit/lib/capturego"       // registers "capturego"
	_ "qikit.dev/qikit/lib/chess"           // registers "chess"
	_ "qikit.dev/qikit/lib/chinesecheckers" // registers "chinesecheckers"
	_ "qikit.dev/qikit/lib/gomoku"          // registers "gomoku"
	_ "qikit.dev/qikit/lib/surakarta"       // registers "surakarta"
	_ "qikit.dev/qikit/lib/weiqi"           // registers "go"
	_ "qikit.dev/qikit/lib/xiangqi"         // registers "xiangqi"
)

// There is one thread: what is called runs until it waits or pauses, and nothing here needs a lock.
var (
	inbox    []byte   // where JavaScript writes a call
	outbox   answer   // of the last call, or taken by qkw_take
	answers  []answer // of calls that were begun
	begun    int      // calls without an answer
	sliceEnd time.Time
)

func init() { pool.SetPause(pause) }

// pause lets others run once the slice is over; outside of slices at once.
func pause() {
	if !time.Now().Before(sliceEnd) {
		runtime.Gosched()
	}
}

// room is where a call of so many octets is to be written.
//
//go:wasmexport qkw_room
func room(size uint32) unsafe.Pointer {
	if uint32(cap(inbox)) < size || cap(inbox) > 1<<20 {
		inbox = make([]byte, max(size, 4096))
	}
	inbox = inbox[:cap(inbox)]
	return unsafe.Pointer(unsafe.SliceData(inbox))
}

// callNow makes the call that was written, and returns its status.
//
//go:wasmexport qkw_call
func callNow(size uint32) uint32 {
	c, err := parse(inbox[:size])
	if err != nil {
		outbox = failed(err)
	} else {
		outbox = c.do()
	}
	return uint32(outbox.status)
}

// text is where the answer is.
//
//go:wasmexport qkw_text
func text() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(outbox.text)) }

// textSize is how long the answer is.
//
//go:wasmexport qkw_text_size
func textSize() uint32 { return uint32(len(outbox.text)) }

// begin begins the call that was written; qkw_take brings its answer.
//
//go:wasmexport qkw_begin
func begin(id uint64, size uint32) {
	c, err := parse(inbox[:size])
	if err != nil {
		a := failed(err)
		a.id = id
		answers = append(answers, a)
		return
	}
	begun++
	pool.Go(func() error {
		a := c.do()
		a.id = id
		answers = append(answers, a)
		begun--
		return nil
	})
}

// step runs what was begun, and the jobs, for so many milliseconds, or until a call has an answer or a job has ended. It
// returns whether there is more to run.
//
//go:wasmexport qkw_step
func step(milliseconds uint32) bool {
	sliceEnd = time.Now().Add(time.Duration(milliseconds) * time.Millisecond)
	running := busy()
	for time.Now().Before(sliceEnd) {
		runtime.Gosched()
		if now := busy(); now < running || now == 0 {
			break
		}
	}
	sliceEnd = time.Time{}
	return busy() > 0
}

// busy counts what runs: calls and jobs.
func busy() int {
	n := begun
	for _, j := range jobs.live {
		select {
		case <-j.Done():
		default:
			n++
		}
	}
	return n
}

// take takes the next answer of a call that was begun, and returns the call's number; 0 when there is none.
//
//go:wasmexport qkw_take
func take() uint64 {
	if len(answers) == 0 {
		return 0
	}
	outbox = answers[0]
	answers = answers[1:]
	return outbox.id
}

// takenStatus is the status of the answer that was taken.
//
//go:wasmexport qkw_status
func takenStatus() uint32 { return uint32(outbox.status) }

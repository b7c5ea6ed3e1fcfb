package gateway

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// outbox holds what waits to be written to one connection, and counts its octets
// and lines. It has no goroutine of its own: whoever adds to it writes, unless
// somebody is writing already.
type outbox struct {
	mu       sync.Mutex
	moved    sync.Cond // something was written, released or closed
	queue    []byte
	holds    []hold // from which places of queue on a commit is waited for
	lines    int    // in queue and being written
	writing  int    // octets taken out of queue that are being written
	flushing bool
	charset  sgcp.Charset
	shaking  bool // TLS has not been agreed on: nothing can be written yet
	closing  bool // close when all is written
	closed   bool
	asked    time.Time // when the move was read whose answer waits, zero for none
	ahead    int       // octets up to the end of that answer

	// What writeNow hands to the system, and what became of it. These are fields,
	// and the function is made once, because a closure for each write was what a
	// busy hall allocated most.
	now    []byte
	wrote  int
	failed error
	write  func(fd uintptr) (done bool)
}

// hold says that what stands in the queue from start on leaves only when the batch
// is in the store.
type hold struct {
	start int
	batch uint64
}

// buffers are free buffers for outboxes and readers. A sync.Pool would be emptied at
// every garbage collection, in the busiest moment.
var buffers struct {
	mu     sync.Mutex
	free   [][]byte
	octets int // of them all
}

const (
	newBuffer  = 512     // octets: most connections are told a line or two at a time
	keptBuffer = 4096    // octets of the largest buffer that is kept
	keptOctets = 8 << 20 // of all that are kept: a burst of ten thousand lines leaves that many
)

func takeBuffer() []byte {
	buffers.mu.Lock()
	defer buffers.mu.Unlock()
	n := len(buffers.free)
	if n == 0 {
		return make([]byte, 0, newBuffer)
	}
	b := buffers.free[n-1]
	buffers.free[n-1] = nil
	buffers.free = buffers.free[:n-1]
	buffers.octets -= cap(b)
	return b
}

func giveBack(buffer []byte) {
	if cap(buffer) > keptBuffer || cap(buffer) < newBuffer {
		return
	}
	buffers.mu.Lock()
	defer buffers.mu.Unlock()
	if buffers.octets+cap(buffer) <= keptOctets {
		buffers.free = append(buffers.free, buffer[:0])
		buffers.octets += cap(buffer)
	}
}

// add appends a line that may leave once the batch is in the store, 0 for at once.
// When the outbox would exceed that many octets or lines, fits is false and nothing
// is appended.
func (o *outbox) add(l line, batch uint64, octets, lines int) (fits bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.closing {
		return true, nil
	}
	if o.charset != sgcp.UTF8 {
		l.octets, err = transcode(l, o.charset)
	}
	if len(o.queue)+o.writing+len(l.octets) > octets || o.lines >= lines {
		return false, err
	}
	if o.queue == nil {
		o.queue = takeBuffer()
	}
	if n := len(o.holds); batch > 0 && (n == 0 || o.holds[n-1].batch < batch) {
		o.holds = append(o.holds, hold{len(o.queue), batch})
	}
	o.queue = append(o.queue, l.octets...)
	o.lines++
	if !l.asked.IsZero() && o.asked.IsZero() {
		o.asked, o.ahead = l.asked, o.writing+len(o.queue)
	}
	return true, err
}

// transcode writes a line in another charset, with ? for characters that it lacks.
func transcode(l line, charset sgcp.Charset) ([]byte, error) {
	octets := bytes.TrimSuffix(l.octets, []byte("\r\n"))
	param := octets[min(4, len(octets)):]
	if out, err := charset.AppendLine(nil, l.number, param); err == nil {
		return out, nil
	}
	plain := bytes.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, param)
	out, err := charset.AppendLine(nil, l.number, plain)
	if err != nil {
		err = fmt.Errorf("transcoding %q: %w", octets, err)
	}
	return out, err
}

func (o *outbox) setCharset(charset sgcp.Charset) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.charset = charset
}

// shakenHands opens the outbox once TLS has been agreed on.
func (o *outbox) shakenHands() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shaking = false
}

// What giveUp leaves to do.
const (
	over    = iota // nothing: the outbox was closed
	stuck          // close: a write is stuck, and no line can follow half a line
	parting        // flush: the peer is told why
)

// giveUp drops what a peer does not read, and queues a last line that says so.
func (o *outbox) giveUp() (left int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closed:
		return over
	case o.flushing:
		o.drop()
		o.closed = true
		return stuck
	}
	o.drop()
	o.queue = append(o.queue, "508 000 slow\r\n"...)
	o.lines, o.closing = 1, true
	return parting
}

// finish closes the outbox once everything in it is written.
func (o *outbox) finish() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closing = true
}

// take hands over what may leave now, nil when there is nothing. The caller gives
// the buffer back.
func (o *outbox) take(committed uint64) []byte {
	released := 0
	for released < len(o.holds) && o.holds[released].batch <= committed {
		released++
	}
	o.holds = slices.Delete(o.holds, 0, released)
	n := len(o.queue)
	if len(o.holds) > 0 {
		n = o.holds[0].start
	}
	if n == 0 {
		return nil
	}
	taken := o.queue
	o.queue = nil
	if n < len(taken) {
		o.queue = append(takeBuffer(), taken[n:]...)
		taken = taken[:n]
		for i := range o.holds {
			o.holds[i].start -= n
		}
	} else {
		o.holds = o.holds[:0]
	}
	o.writing = n
	return taken
}

// flush writes what may leave now, and waits for the peer to take it. While another
// goroutine writes, it leaves the work to that one.
func (c *conn) flush() { c.write(nil, true) }

// nudge is flush without waiting: a goroutine writes what the system does not take at
// once. So a slow peer costs nobody else time.
func (c *conn) nudge() { c.write(nil, false) }

// write writes rest, which a write before has left over, or else what may leave now.
func (c *conn) write(rest []byte, wait bool) {
	o := &c.out
	o.mu.Lock()
	defer o.mu.Unlock()
	if rest == nil && !c.mayWrite() {
		return
	}
	for !o.closed {
		octets := rest
		if rest = nil; octets == nil {
			octets = o.take(c.g.desk.committed.Load())
		}
		if octets == nil {
			break
		}
		o.mu.Unlock()
		n, err := c.put(octets, wait)
		lines := bytes.Count(octets[:n], []byte("\n"))
		c.g.figures.octetsOut.Add(uint64(n))
		c.g.figures.linesOut.Add(uint64(lines))
		o.mu.Lock()
		o.writing -= n
		o.lines -= lines
		if o.ahead -= n; o.ahead <= 0 && !o.asked.IsZero() {
			c.g.figures.moveTimes.add(time.Since(o.asked))
			o.asked = time.Time{}
		}
		o.moved.Broadcast()
		if err != nil {
			o.closed = true
		} else if n < len(octets) {
			left := octets[n:]
			c.g.spawn(c.net, func() { c.write(left, true) })
			return // flushing stays set: that goroutine goes on
		}
		giveBack(octets)
	}
	o.flushing = false
	if o.closing && len(o.queue) == 0 {
		o.closed = true
	}
	if o.closed {
		o.drop()
		c.net.Close() // it is given up, so the error does not matter
	}
}

// mayWrite reserves the writing for the caller, unless somebody else is writing.
func (c *conn) mayWrite() bool {
	o := &c.out
	switch {
	case o.flushing || o.closed:
		return false
	case o.shaking && o.closing:
		o.closed = true
		o.drop()
		c.net.Close() // it is given up, so the error does not matter
		return false
	case o.shaking:
		return false
	}
	o.flushing = true
	return true
}

// put hands octets to the system: all of them, or without waiting.
func (c *conn) put(octets []byte, wait bool) (n int, err error) {
	if !wait {
		return c.writeNow(octets)
	}
	if err := c.net.SetWriteDeadline(time.Now().Add(c.g.options.Limits.Write)); err != nil {
		return 0, err
	}
	if n, err = c.net.Write(octets); err != nil {
		return n, err
	}
	// A deadline that has passed would make writeNow fail.
	return n, c.net.SetWriteDeadline(time.Time{})
}

// drop forgets what is queued.
func (o *outbox) drop() {
	if o.queue != nil {
		giveBack(o.queue)
	}
	o.queue, o.holds, o.asked = nil, nil, time.Time{}
	if !o.flushing {
		o.lines = 0
	}
	o.moved.Broadcast()
}

// close ends the outbox: nothing is written after it.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.drop()
}

// drain flushes and waits until at most that many lines are left.
func (c *conn) drain(lines int) {
	c.flush()
	o := &c.out
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.lines > lines && !o.closed {
		o.moved.Wait()
	}
}

// crowded tells that more lines wait than may before the next command is read.
func (o *outbox) crowded() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.lines > linesAhead && !o.closed
}

package book

import "time"

// Progress is how far a generation, an export, an import or a merge has come.
type Progress struct {
	// Phase names what is being done: "expand", "play" and "evaluate" of a
	// generation, or "export", "import", "merge".
	Phase string `json:"phase"`
	// Done and Total count steps. A generation takes three for each game: one
	// when it has been played, one when its positions are in the book, one when
	// they have been evaluated afresh. A breadth-first job adds one for each
	// decision of its tree. Total is 0 while it is not known.
	Done  int64 `json:"done"`
	Total int64 `json:"total"`
	// Rate is in records a second, in this phase.
	Rate float64 `json:"rate"`
	// Left is an estimate in seconds, negative while there is none.
	Left float64 `json:"left"`
}

// tellEvery is the least time between two calls of a progress function.
const tellEvery = 100 * time.Millisecond

// Clock counts the steps of long work at a book and reports them as Progress, at
// most ten times a second. It is one goroutine's.
type Clock struct {
	progress func(Progress)
	phase    string

	steps, total int64 // of the whole job
	first        int64 // steps when this run began
	records      int64 // in this phase
	begun        time.Time
	phaseBegun   time.Time
	told         time.Time
}

// NewClock starts a clock that reports to a function; nil for nobody.
func NewClock(progress func(Progress)) *Clock {
	now := time.Now()
	return &Clock{progress: progress, begun: now, phaseBegun: now}
}

// Start sets where the work stands when a run begins.
func (c *Clock) Start(steps, total int64) { c.steps, c.first, c.total = steps, steps, total }

// Enter begins a phase.
func (c *Clock) Enter(phase string) {
	c.phase, c.records, c.phaseBegun = phase, 0, time.Now()
	c.tell(true)
}

// Step counts steps and the records made in them.
func (c *Clock) Step(steps, records int64) {
	c.steps += steps
	c.records += records
	c.tell(false)
}

// Reach is Step up to a number of steps in all.
func (c *Clock) Reach(steps, records int64) { c.Step(steps-c.steps, records) }

// Steps are the steps done so far, of the whole work.
func (c *Clock) Steps() int64 { return c.steps }

// Left are the steps still to be done.
func (c *Clock) Left() int64 { return c.total - c.steps }

// Expect sets how many steps are left.
func (c *Clock) Expect(left int64) { c.total = c.steps + left }

// Finish reports that all is done.
func (c *Clock) Finish() {
	c.total = c.steps
	c.tell(true)
}

// tell calls the progress function when it is due, or at once.
func (c *Clock) tell(now bool) {
	if c.progress == nil || !now && time.Since(c.told) < tellEvery {
		return
	}
	c.told = time.Now()
	p := Progress{Phase: c.phase, Done: c.steps, Total: c.total, Left: -1}
	if elapsed := time.Since(c.phaseBegun).Seconds(); elapsed > 0 {
		p.Rate = float64(c.records) / elapsed
	}
	if made := c.steps - c.first; made > 0 && p.Total > 0 {
		p.Left = time.Since(c.begun).Seconds() / float64(made) * float64(p.Total-p.Done)
	}
	c.progress(p)
}

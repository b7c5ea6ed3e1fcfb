package book

import "time"

// Phases of a generation.
const (
	PhaseExpand   = "expand"
	PhasePlay     = "play"
	PhaseEvaluate = "evaluate"
)

// Progress is how far a generation or an export has come.
type Progress struct {
	// Phase is one of the Phase constants, or the name of another job.
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

// clock counts a job's steps and tells of them.
type clock struct {
	progress func(Progress)
	phase    string

	steps, total int64 // of the whole job
	first        int64 // steps when this run began
	records      int64 // in this phase
	begun        time.Time
	phaseBegun   time.Time
	told         time.Time
}

func newClock(progress func(Progress)) *clock {
	now := time.Now()
	return &clock{progress: progress, begun: now, phaseBegun: now}
}

// start sets where the job stands when a run begins.
func (c *clock) start(steps, total int64) { c.steps, c.first, c.total = steps, steps, total }

// enter begins a phase.
func (c *clock) enter(phase string) {
	c.phase, c.records, c.phaseBegun = phase, 0, time.Now()
	c.tell(true)
}

// finish tells that all is done.
func (c *clock) finish() {
	c.total = c.steps
	c.tell(true)
}

// step counts steps and the records made in them.
func (c *clock) step(steps, records int64) {
	c.steps += steps
	c.records += records
	c.tell(false)
}

// tell calls the progress function when it is due, or at once.
func (c *clock) tell(now bool) {
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

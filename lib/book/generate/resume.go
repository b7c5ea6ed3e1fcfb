package generate

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// openFile makes the book file, or opens the one with the job to resume, whose seed
// the plan then takes. A plan that is larger has the job grow.
func openFile(p *plan) (*book.Writer, error) {
	if _, err := os.Stat(p.options.Out); !p.options.Resume || errors.Is(err, os.ErrNotExist) {
		if err := p.refuseFinished(0); err != nil {
			return nil, err
		}
	}
	if !p.options.Resume {
		return book.NewWriter(p.options.Out, p.job, p.initials)
	}
	w, fresh, err := book.ResumeWriter(p.options.Out, p.job, p.initials)
	if err != nil || fresh {
		return w, err
	}
	if err := goOn(p, w); err != nil {
		w.Close()
		return nil, err
	}
	p.job.Seed = w.Job().Seed
	return w, nil
}

// refuseFinished is an error where games would start at positions, from a number on, at
// which the game is over: nothing could be played. Books of before may have such.
func (p *plan) refuseFinished(from int) error {
	over, first, reason := 0, 0, ""
	for i := from; i < len(p.initials); i++ {
		b, err := p.board(p.initials[i])
		if err != nil {
			return err
		}
		if o, ended := b.Outcome(); ended {
			if over++; over == 1 {
				first, reason = i, o.Reason
			}
		}
	}
	if over == 0 {
		return nil
	}
	return fmt.Errorf("%w: initial: the game is over (%s) at %q, position %d; %d of %d are over, expected positions with something to play",
		game.ErrPosition, reason, p.initials[first], first, over, len(p.initials))
}

// goOn is ErrResume, with the differences, when a plan is not that of the job in
// the file, nor one to which it can grow.
func goOn(p *plan, w *book.Writer) error {
	job := w.Job()
	if job.Options == "" {
		return fmt.Errorf("%w: %s was not made by a generation", ErrResume, w.Path())
	}
	if p.options.Seed != nil && *p.options.Seed != job.Seed {
		return fmt.Errorf("%w: seed is %d, expected %d or none", ErrResume, *p.options.Seed, job.Seed)
	}
	was, err := readStored(job.Options)
	if err != nil {
		return fmt.Errorf("%w: %s: options of the job: %v", book.ErrCorrupt, w.Path(), err)
	}
	if !job.Complete && job.Repeatable && was.searches != engine.Searches {
		return otherSearches(w)
	}
	was.goOnAsThen(p)
	if err := was.agree(&p.options); err != nil {
		return err
	}
	have, err := w.Initials()
	if err != nil {
		return err
	}
	if err := agreeInitials(p, have); err != nil {
		return err
	}
	if err := p.refuseFinished(len(have)); err != nil {
		return err
	}
	p.earlier = was.earlier && (p.options.Breadth != nil || len(have) > 1)
	return grow(p, w, &was.Options, was.searches == engine.Searches, len(have))
}

// stored are the options of a job in a file.
type stored struct {
	Options
	given    map[string]any // as the file has them
	earlier  bool           // than books that grow: random streams go by numbers of games and nodes
	searches int            // engine.Searches of who began the job; 0 where the file is older
}

func readStored(text string) (*stored, error) {
	s := &stored{Options: DefaultOptions()}
	if err := json.Unmarshal([]byte(text), &s.given); err != nil {
		return nil, err
	}
	_, known := s.given["initial_ply"]
	s.earlier = !known
	if n, ok := s.given["searches"].(float64); ok {
		s.searches = int(n)
	}
	delete(s.given, "searches") // no option
	return s, options.Fill(mustJSON(s.given), &s.Options)
}

// goOnAsThen takes the defaults of then for a job that was begun before some changed.
func (s *stored) goOnAsThen(p *plan) {
	// Before games were adjudicated by default.
	if reflect.DeepEqual(p.options.Stop, DefaultOptions().Stop) && s.Stop == (Stop{}) {
		p.options.Stop = Stop{}
	}
	// Before fresh searches went by the depths drawn.
	then, ok := s.given["reevaluate"].(map[string]any)
	if _, went := then["deeper"]; ok && !went && p.options.Reevaluate != nil && p.options.Reevaluate.Depth == 0 {
		r := *p.options.Reevaluate
		r.Depth = s.Reevaluate.Depth
		p.options.Reevaluate = &r
	}
	defer func() { p.job.Options = begunBy(p.options.canonical()) }()
	// Before leads were held.
	then, ok = s.given["balance"].(map[string]any)
	if _, held := then["band"]; !ok || held || p.options.Balance == nil {
		return
	}
	b := *p.options.Balance
	if b.holds() {
		b.Depth = AdjustBoth
	}
	p.options.Balance, s.Balance.Band = &b, b.Band
}

// agree compares options with those asked for: what grows may be larger, all else has
// to be equal.
func (s *stored) agree(asked *Options) error {
	now := *asked
	now.Games = s.Games
	if asked.Breadth != nil && s.Breadth != nil {
		b := *asked.Breadth
		b.Plies, b.Width, b.Positions, b.Cap = s.Breadth.Plies, s.Breadth.Width, s.Breadth.Positions, s.Breadth.Cap
		now.Breadth = &b
	}
	var differ []string
	have, want := plain(now).(map[string]any), plain(s.Options).(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if !reflect.DeepEqual(have[key], want[key]) {
			differ = append(differ, fmt.Sprintf("%s is %s, the book has %s", key, mustJSON(have[key]), mustJSON(want[key])))
		}
	}
	for _, n := range growing(asked, &s.Options) {
		if n.asked < n.has {
			differ = append(differ, fmt.Sprintf("%s is %d, the book has %d and can only grow", n.key, n.asked, n.has))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%w: %s", ErrResume, strings.Join(differ, "; "))
	}
	return nil
}

// plain are options as a file has them, for the comparison.
func plain(o Options) (read any) {
	if json.Unmarshal(o.canonical(), &read) != nil {
		return nil
	}
	return read
}

// agreeInitials wants the initial positions of the file to be the first ones of the plan.
func agreeInitials(p *plan, have []string) error {
	for i, position := range have {
		if i >= len(p.initials) {
			return fmt.Errorf("%w: initial has %d positions, the book has %d and can only grow", ErrResume, len(p.initials), len(have))
		}
		if p.initials[i] != position {
			return fmt.Errorf("%w: initial[%d] is %q, the book has %q; new positions come after those of the book", ErrResume, i, p.initials[i], position)
		}
	}
	return nil
}

package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/book"
)

// openFile makes the book file, or opens the one with the job to resume, whose seed
// the plan then takes.
func openFile(p *plan) (*book.Writer, error) {
	if !p.options.Resume {
		return book.NewWriter(p.options.Out, p.job, p.initials)
	}
	w, fresh, err := book.ResumeWriter(p.options.Out, p.job, p.initials)
	if err != nil || fresh {
		return w, err
	}
	if err := agree(p, w); err != nil {
		w.Close()
		return nil, err
	}
	p.job.Seed = w.Job().Seed
	return w, nil
}

// agree is ErrResume, with the differences, when a plan is not that of the job in
// the file.
func agree(p *plan, w *book.Writer) error {
	job := w.Job()
	if job.Options == "" {
		return fmt.Errorf("%w: %s was not made by a generation", ErrResume, w.Path())
	}
	if p.options.Seed != nil && *p.options.Seed != job.Seed {
		return fmt.Errorf("%w: seed is %d, expected %d or none", ErrResume, *p.options.Seed, job.Seed)
	}
	var have, want map[string]any
	if err := json.Unmarshal([]byte(job.Options), &want); err != nil {
		return fmt.Errorf("%w: %s: options of the job: %v", book.ErrCorrupt, w.Path(), err)
	}
	if err := json.Unmarshal([]byte(p.job.Options), &have); err != nil {
		return err
	}
	// A job that was begun when no games were adjudicated by default goes on so.
	if reflect.DeepEqual(p.options.Stop, DefaultOptions().Stop) && reflect.DeepEqual(want["stop"], plain(Stop{})) {
		p.options.Stop, have["stop"] = Stop{}, want["stop"]
	}
	goOnAsThen(p, have, want)
	var differ []string
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if !reflect.DeepEqual(have[key], want[key]) {
			differ = append(differ, fmt.Sprintf("%s is %s, expected %s", key, mustJSON(have[key]), mustJSON(want[key])))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%w: %s", ErrResume, strings.Join(differ, "; "))
	}
	return agreeInitials(p, w)
}

// goOnAsThen takes the default of then for a job from before leads were held.
func goOnAsThen(p *plan, have, want map[string]any) {
	then, ok := want["balance"].(map[string]any)
	if _, held := then["band"]; !ok || held || p.options.Balance == nil {
		return
	}
	b := *p.options.Balance
	if b.holds() {
		b.Depth = AdjustBoth
	}
	now := plain(b).(map[string]any)
	delete(now, "band")
	p.options.Balance, have["balance"] = &b, now
}

// plain is a value as JSON has it.
func plain(v any) (read any) {
	if json.Unmarshal(mustJSON(v), &read) != nil {
		return nil
	}
	return read
}

func agreeInitials(p *plan, w *book.Writer) error {
	list, err := w.Initials()
	if err != nil {
		return err
	}
	for i, position := range list {
		if i >= len(p.initials) || p.initials[i] != position {
			return fmt.Errorf("%w: initial position %d of the file is %q", ErrResume, i, position)
		}
	}
	if len(list) != len(p.initials) {
		return fmt.Errorf("%w: %d initial positions, expected %d", ErrResume, len(p.initials), len(list))
	}
	return nil
}

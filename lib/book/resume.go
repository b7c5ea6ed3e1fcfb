package book

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
)

// openFile makes the book file, or finds the job to resume in it.
func (j *job) openFile() error {
	if !j.options.Resume {
		return j.create()
	}
	info, err := os.Stat(j.options.Out)
	if errors.Is(err, os.ErrNotExist) {
		return j.create()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	if info.IsDir() {
		return fmt.Errorf("%w: %s is a directory, expected a book file", ErrNoBook, j.options.Out)
	}
	var fresh bool
	if j.store, fresh, err = resumeStore(j.options.Out, info.Size(), j.row(), j.initials); err != nil || fresh {
		return err
	}
	if err := j.agree(); err != nil {
		j.store.close()
		return err
	}
	j.seed = j.store.job.Seed
	return nil
}

func (j *job) create() error {
	s, err := createStore(j.options.Out, j.row(), j.initials)
	j.store = s
	return err
}

// row is the table row of a new job.
func (j *job) row() jobRow {
	o := &j.options
	planned := int64(len(j.initials)) * int64(o.Games)
	if o.Breadth != nil {
		planned = 0 // known when the tree is complete
	}
	return jobRow{
		Game: o.Game, Rules: string(o.Rules), Options: string(o.canonical()), Preset: j.preset, Seed: j.seed,
		Repeatable: o.Repeatable, Dedupe: o.Dedupe, Mirror: o.Mirror, Sanity: o.Sanity, Planned: planned,
	}
}

// agree says how the options differ from those of the job in the file.
func (j *job) agree() error {
	row := j.store.job
	if row.Options == "" {
		return fmt.Errorf("%w: %s was not made by a generation", ErrResume, j.store.path)
	}
	if j.options.Seed != nil && *j.options.Seed != row.Seed {
		return fmt.Errorf("%w: seed is %d, expected %d or none", ErrResume, *j.options.Seed, row.Seed)
	}
	var have, want map[string]any
	if err := json.Unmarshal([]byte(row.Options), &want); err != nil {
		return fmt.Errorf("%w: %s: options of the job: %v", ErrCorrupt, j.store.path, err)
	}
	if err := json.Unmarshal(j.options.canonical(), &have); err != nil {
		return err
	}
	var differ []string
	for _, key := range slices.Sorted(maps.Keys(have)) {
		if !reflect.DeepEqual(have[key], want[key]) {
			differ = append(differ, fmt.Sprintf("%s is %s, expected %s", key, brief(have[key]), brief(want[key])))
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%w: %s", ErrResume, strings.Join(differ, "; "))
	}
	return j.agreeInitials()
}

func brief(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

func (j *job) agreeInitials() error {
	var position string
	n := 0
	err := j.store.rows("SELECT position FROM initials ORDER BY id", nil, []any{&position}, func() error {
		if n >= len(j.initials) || j.initials[n] != position {
			return fmt.Errorf("%w: initial position %d of the file is %q", ErrResume, n, position)
		}
		n++
		return nil
	})
	if err == nil && n != len(j.initials) {
		err = fmt.Errorf("%w: %d initial positions, expected %d", ErrResume, len(j.initials), n)
	}
	return fileError(j.store.path, err)
}

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// visited is what the page's test tells of a visit. A task is long from 50 ms on.
var visited = regexp.MustCompile(`a legal first move after (\d+) ms; long tasks: (\[.*?\]) ms`)

// pageBars visit the page with an empty cache, several times, and let it think with its best lines shown. The median of
// the times to a legal first move counts, and the longest of all tasks; the first visit warms the disk.
func pageBars(m *meter) {
	const visits = 5
	var ready, tasks []float64
	for i := range visits + 1 {
		cmd := exec.Command("node", "--test", "--test-reporter=tap", "--test-name-pattern=never blocked", "test/page.test.mjs")
		cmd.Dir = filepath.Join("examples", "web")
		out := must.Get(step.Output(cmd))
		told := visited.FindStringSubmatch(out)
		if told == nil {
			must.Fail("the page's test tells no times:\n%s", out)
		}
		if i == 0 {
			continue
		}
		var long []float64
		must.Do(json.Unmarshal([]byte(told[2]), &long))
		ready, tasks = append(ready, must.Get(strconv.ParseFloat(told[1], 64))/1e3), append(tasks, long...)
	}
	slices.Sort(ready)
	m.put("first visit to a legal first move", ready[visits/2], fmt.Sprintf("%.2f to %.2f s in %d visits", ready[0], ready[visits-1], visits))
	longest := 0.0
	if len(tasks) > 0 {
		longest = slices.Max(tasks)
	}
	m.put("longest time that the page is blocked", longest, fmt.Sprintf("%d tasks of 50 ms or more", len(tasks)))
}

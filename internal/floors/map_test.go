package floors

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var mapped = regexp.MustCompile("`([^`]+)`")

// Every file that the map of ARCHITECTURE.md names is there.
func TestMap_filesExist(t *testing.T) {
	_, rest, _ := strings.Cut(string(read(t, "ARCHITECTURE.md")), "\n## Where things are\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	files := 0
	for row := range strings.Lines(section) {
		cells := strings.Split(row, "|")
		if len(cells) != 4 {
			continue
		}
		for _, m := range mapped.FindAllStringSubmatch(cells[2], -1) {
			files++
			if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(cells[1]), err)
			}
		}
	}
	if files < 20 {
		t.Errorf("the map names %d files, expected 20 or more", files)
	}
}

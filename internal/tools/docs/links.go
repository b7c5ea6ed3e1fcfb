package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

var (
	linkForm = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	idForm   = regexp.MustCompile(` id="([^"]*)"`)
)

// deadLinks are the links of the site that lead to no file or no place in it, as
// "page: link". Links to other sites are not looked at.
func deadLinks(site string) (dead []string) {
	places := map[string][]string{} // by file
	var pages []string
	must.Do(filepath.WalkDir(site, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		places[path] = nil
		if strings.HasSuffix(path, ".html") {
			pages = append(pages, path)
			for _, m := range idForm.FindAllStringSubmatch(read(path), -1) {
				places[path] = append(places[path], m[1])
			}
		}
		return nil
	}))
	for _, path := range pages {
		for _, m := range linkForm.FindAllStringSubmatch(read(path), -1) {
			if strings.HasPrefix(m[1], "https://") || strings.HasPrefix(m[1], "data:") {
				continue
			}
			file, place, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			known, found := places[target]
			moves := strings.HasPrefix(file, playFolder) // what follows the address there
			if !found || place != "" && !moves && !slices.Contains(known, place) {
				dead = append(dead, path+": "+m[1])
			}
		}
	}
	return dead
}

func read(path string) string { return string(must.Get(os.ReadFile(path))) }

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
)

// Every page fits a phone and a desktop in Chromium, searches, and logs no error.
func TestChromium(t *testing.T) {
	site := t.TempDir()
	if err := must.Run(func() {
		build(root, site)
		put(filepath.Join(site, "probe.html"), []byte(read(filepath.Join("testdata", "probe.html"))))
		put(filepath.Join(site, "en", "wide.html"), []byte(`<!doctype html><div style="width: 700px">wide</div>`))
		names := []string{"en/wide"}
		for _, w := range languages {
			for _, path := range must.Get(filepath.Glob(filepath.Join(site, w.Lang, "*.html"))) {
				if name := w.Lang + "/" + strings.TrimSuffix(filepath.Base(path), ".html"); name != "en/wide" {
					names = append(names, name)
				}
			}
		}
		profile := must.Get(os.MkdirTemp("", "docs-"))
		defer os.RemoveAll(profile) // Chromium's helpers may outlive it a little
		cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--user-data-dir="+profile,
			"--virtual-time-budget=600000", "--enable-logging=stderr", "--dump-dom", "file://"+filepath.Join(site, "probe.html")+"?"+strings.Join(names, ","))
		var log strings.Builder
		cmd.Stderr = &log
		out := must.Get(cmd.Output())
		_, told, _ := strings.Cut(string(out), "<pre>")
		told, _, _ = strings.Cut(told, "</pre>")
		const want = "en/wide at 390: too wide\nen/wide at 390: finds no board\nen/wide at 1280: finds no board\ndone"
		if told != want {
			t.Errorf("Chromium says\n%s\nwant\n%s", told, want)
		}
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, ":CONSOLE") {
				t.Error(line)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
}

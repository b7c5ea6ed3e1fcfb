package floors

import (
	"regexp"
	"testing"

	"qikit.dev/qikit/lib/host"
)

func TestVersion_isOne(t *testing.T) {
	for file, pattern := range map[string]string{
		"capi/version.h":                 `QK_VERSION "([^"]+)"`,
		"bindings/python/pyproject.toml": `(?m)^version = "([^"]+)"`,
		"bindings/node/package.json":     `"version": "([^"]+)"`,
		"bindings/unity/package.json":    `"version": "([^"]+)"`,
		"CHANGELOG.md":                   `(?m)^## (\S+)`,
	} {
		m := regexp.MustCompile(pattern).FindSubmatch(read(t, file))
		if m == nil || string(m[1]) != host.Version {
			t.Errorf("%s states %q, lib/host %q", file, m, host.Version)
		}
	}
}

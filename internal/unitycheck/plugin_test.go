package unitycheck

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plugin is how Unity imports a library: for one player, and for the editor
// where the editor runs on the same system.
type plugin struct {
	player string // the group and target of the player
	cpu    string
	editor string // the editor's operating system; empty: not for the editor
}

// plugins are the libraries that a release puts into the package.
var plugins = map[string]plugin{
	"Plugins/Linux/x86_64/libqikit.so":      {"Standalone: Linux64", "x86_64", "Linux"},
	"Plugins/Windows/x86_64/qikit.dll":      {"Standalone: Win64", "x86_64", "Windows"},
	"Plugins/macOS/libqikit.dylib":          {"Standalone: OSXUniversal", "AnyCPU", "OSX"},
	"Plugins/Android/arm64-v8a/libqikit.so": {"Android: Android", "ARM64", ""},
	"Plugins/iOS/libqikit.a":                {"iPhone: iOS", "ARM64", ""},
}

var players = []string{"Android: Android", "Standalone: Linux64", "Standalone: OSXUniversal", "Standalone: Win64", "iPhone: iOS"}

func (p plugin) meta() string {
	var b strings.Builder
	b.WriteString(`PluginImporter:
  externalObjects: {}
  serializedVersion: 2
  iconMap: {}
  executionOrder: {}
  defineConstraints: []
  isPreloaded: 0
  isOverridable: 0
  isExplicitlyReferenced: 0
  validateReferences: 1
  platformData:
  - first:
      : Any
    second:
      enabled: 0
      settings:
`)
	for _, player := range players {
		_, target, _ := strings.Cut(player, ": ")
		fmt.Fprintf(&b, "        Exclude %s: %d\n", target, off(player == p.player))
	}
	fmt.Fprintf(&b, "        Exclude Editor: %d\n", off(p.editor != ""))
	system, cpu := p.editor, p.cpu
	if system == "" {
		system, cpu = "AnyOS", "AnyCPU"
	}
	fmt.Fprintf(&b, "  - first:\n      Editor: Editor\n    second:\n      enabled: %d\n      settings:\n        CPU: %s\n        DefaultValueInitialized: true\n        OS: %s\n",
		1-off(p.editor != ""), cpu, system)
	for _, player := range players {
		fmt.Fprintf(&b, "  - first:\n      %s\n    second:\n      enabled: %d\n      settings:\n        CPU: %s\n", player, 1-off(player == p.player), cpuOn(player, p))
	}
	return b.String() + userData
}

func cpuOn(player string, p plugin) string {
	if player == p.player {
		return p.cpu
	}
	return "None"
}

// off is what Unity's Exclude says.
func off(included bool) int {
	if included {
		return 0
	}
	return 1
}

// A library that is imported for a second platform breaks that one's build.
func TestPlugins_areForTheirPlatformOnly(t *testing.T) {
	for name, p := range plugins {
		text, err := os.ReadFile(filepath.Join(root, name+".meta"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, player := range append([]string{"Editor: Editor"}, players...) {
			_, section, ok := strings.Cut(string(text), "      "+player+"\n")
			if !ok {
				t.Errorf("%s.meta says nothing of %s", name, player)
				continue
			}
			want := player == p.player || player == "Editor: Editor" && p.editor != ""
			if enabled := strings.HasPrefix(section, "    second:\n      enabled: 1\n"); enabled != want {
				t.Errorf("%s.meta: %s enabled %v, want %v", name, player, enabled, want)
			}
		}
		if strings.Contains(string(text), "isPreloaded: 1") {
			t.Errorf("%s is preloaded: loading it costs a game its start", name)
		}
	}
}

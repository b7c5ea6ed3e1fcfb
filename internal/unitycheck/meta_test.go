package unitycheck

import (
	"crypto/md5"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the .meta files that are missing")

// root is the package's folder.
var root = filepath.Join("..", "..", "bindings", "unity")

// hidden says what Unity does not import: names that begin with a dot or end
// with a tilde.
func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") }

// assets lists what needs a .meta, with slashes from root: the files and
// folders that are there, and the libraries that a release puts there.
func assets(t *testing.T) []string {
	var names []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		if hidden(d.Name()) {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if _, isPlugin := plugins[name]; !isPlugin && !strings.HasSuffix(name, ".meta") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range plugins {
		names = append(names, name)
	}
	return names
}

func TestMeta_ofEveryFileAndFolder(t *testing.T) {
	wanted := map[string]bool{}
	for _, name := range assets(t) {
		wanted[name+".meta"] = true
		meta := filepath.Join(root, filepath.FromSlash(name)+".meta")
		text, err := os.ReadFile(meta)
		if os.IsNotExist(err) && *update {
			text = []byte(metaOf(name))
			err = os.MkdirAll(filepath.Dir(meta), 0o755)
			if err == nil {
				err = os.WriteFile(meta, text, 0o644)
			}
		}
		if err != nil {
			t.Errorf("%v: go test ./internal/unitycheck -update writes it", err)
			continue
		}
		if want := importerOf(name); !strings.Contains(string(text), "\n"+want+":\n") {
			t.Errorf("%s.meta: no %s", name, want)
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if name = filepath.ToSlash(name); err == nil && strings.HasSuffix(name, ".meta") && !wanted[name] {
			t.Errorf("%s belongs to nothing", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

var guidLine = regexp.MustCompile(`(?m)^guid: ([0-9a-f]{32})$`)

// A scene refers to a script by its GUID: one that changes, or that two files
// share, breaks the scenes of those who use the package.
func TestGUIDs_areThereOnce(t *testing.T) {
	seen := map[string]string{}
	for _, name := range assets(t) {
		text, err := os.ReadFile(filepath.Join(root, name+".meta"))
		if err != nil {
			t.Error(err)
			continue
		}
		m := guidLine.FindSubmatch(text)
		if m == nil {
			t.Errorf("%s.meta has no guid of 32 hex digits", name)
			continue
		}
		if other, ok := seen[string(m[1])]; ok {
			t.Errorf("%s and %s share the guid %s", name, other, m[1])
		}
		seen[string(m[1])] = name
	}
	if len(seen) < 30 {
		t.Errorf("%d guids were read, expected every file's", len(seen))
	}
}

// guidOf makes the GUID of a new file from its first name, so that it is the
// same wherever it is made.
func guidOf(name string) string {
	sum := md5.Sum([]byte("com.qikit.core/" + name))
	return hex.EncodeToString(sum[:])
}

func importerOf(name string) string {
	if _, ok := plugins[name]; ok {
		return "PluginImporter"
	}
	switch filepath.Ext(name) {
	case ".cs":
		return "MonoImporter"
	case ".asmdef":
		return "AssemblyDefinitionImporter"
	case ".md":
		return "TextScriptImporter"
	case ".json":
		return "PackageManifestImporter"
	}
	return "DefaultImporter"
}

const userData = "  userData: \n  assetBundleName: \n  assetBundleVariant: \n"

// metaOf is the .meta of a new file as Unity 2021.3 writes it.
func metaOf(name string) string {
	importer := importerOf(name)
	head := fmt.Sprintf("fileFormatVersion: 2\nguid: %s\n", guidOf(name))
	body := "  externalObjects: {}\n"
	switch importer {
	case "PluginImporter":
		return head + plugins[name].meta()
	case "MonoImporter":
		body += "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n"
	case "DefaultImporter":
		head += "folderAsset: yes\n"
	}
	return head + importer + ":\n" + body + userData
}

package main

import (
	"bytes"
	"debug/macho"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
)

var root = filepath.Join("..", "..", "..")

// A library of a release is linked as the one that the tests run.
func TestLinker_isThatOfTheBuild(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, "build.sh"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`-extldflags '([^']*)'`).FindSubmatch(script)
	if m == nil {
		t.Fatal("build.sh has no -extldflags")
	}
	want := strings.ReplaceAll(string(m[1]), "$root", "/q") + " -Wl,-s"
	if got := platforms[0].linker("/q", ""); got != want {
		t.Errorf("linker flags\n%s\nwant\n%s", got, want)
	}
}

// Every licence demands to be named: of the library, and of the program.
func TestNotices_nameWhatIsLinked(t *testing.T) {
	notices, err := os.ReadFile(filepath.Join(root, "THIRD_PARTY_NOTICES.md"))
	if err != nil {
		t.Fatal(err)
	}
	library, _, _ := strings.Cut(string(notices), "What programs on")
	program, _, _ := strings.Cut(string(notices), "What the Node binding")
	for _, row := range []struct{ dir, named string }{{"./capi", library}, {"./bindings/qikit", program}} {
		cmd := exec.Command("go", "list", "-tags", "csqlite", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", row.dir)
		cmd.Dir = root
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		modules := strings.Fields(string(out))
		if len(modules) < 5 {
			t.Errorf("%s links %v, expected more", row.dir, modules)
		}
		for _, module := range modules {
			if !strings.Contains(row.named, module) {
				t.Errorf("THIRD_PARTY_NOTICES.md does not name %s, which %s links", module, row.dir)
			}
		}
	}
}

// A licence is in a package by its text, not by its name.
func TestLicences_areThereInFull(t *testing.T) {
	dir := t.TempDir()
	put(filepath.Join(dir, "LICENSE"), []byte("Permission is granted.\nAS IS.\n"))
	put(filepath.Join(dir, "NOTICE.txt"), []byte("Made by many."))
	put(filepath.Join(dir, "main.go"), []byte("package main"))
	line := strings.Repeat("=", 80)
	want := line + "\na.example/b: LICENSE\n" + line + "\n\nPermission is granted.\nAS IS.\n" +
		line + "\na.example/b: NOTICE.txt\n" + line + "\n\nMade by many.\n"
	if got := string(licencesIn("a.example/b", dir)); got != want {
		t.Errorf("licences\n%s\nwant\n%s", got, want)
	}
	if err := must.Run(func() { licencesIn("a.example/b", t.TempDir()) }); err == nil {
		t.Error("a module without a licence was not noticed")
	}
}

func compiled(t *testing.T, source string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lib.so")
	cmd := exec.Command("gcc", "-shared", "-fPIC", "-x", "c", "-o", file, "-")
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

func TestCheck_refusesOtherExportsAndNewSystems(t *testing.T) {
	dir := t.TempDir()
	put(filepath.Join(dir, "include", "qikit.h"), []byte("QK_API int qk_one(void);\nQK_API int qk_two(void);\n"))
	w := &work{root: dir}
	const two = "#include <string.h>\nint qk_one(void) { return (int)strlen((char *)&qk_one); }\nint qk_two(void) { return 2; }\n"
	for _, c := range []struct{ source, want string }{
		{two, ""},
		{two + "int qkgo_one(void) { return 1; }\n", "exports qkgo_one"},
		{"#include <string.h>\nint qk_one(void) { return (int)strlen((char *)&qk_one); }\n", "qk_two"},
		{two + "__asm__(\".symver one, one@GLIBC_2.17\");\n", ""},
		{"extern int pthread_create(); __asm__(\".symver pthread_create, pthread_create@GLIBC_2.34\");\nint qk_two(void) { return pthread_create(0, 0, 0, 0); }\n" + strings.Replace(two, "int qk_two(void) { return 2; }\n", "", 1), "pthread_create needs glibc 2.34"},
	} {
		err := must.Run(func() { w.check(platforms[0], compiled(t, c.source)) })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s\nerror %v, want one that says %q", c.source, err, c.want)
		}
	}
}

func TestChosen_saysWhatAnotherPlatformNeeds(t *testing.T) {
	for name, want := range map[string]string{"android-arm64": "NDK", "ios-arm64": "Xcode", "plan9-386": "expected one of linux-amd64"} {
		err := must.Run(func() { chosen([]string{name}) })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want one that says %q", name, err, want)
		}
	}
	if some := chosen([]string{"linux-arm64"}); len(some) != 1 || some[0].goarch != "arm64" {
		t.Errorf("chosen %v", some)
	}
}

func TestArchive_holdsWhatItWasGiven(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "thing")
	put(filepath.Join(folder, "lib", "a.so.1"), []byte("library"))
	put(filepath.Join(folder, "README"), bytes.Repeat([]byte("text "), 10_000))
	for _, suffix := range []string{".zip", ".tar.gz"} {
		if suffix == ".tar.gz" {
			if err := os.Symlink("a.so.1", filepath.Join(folder, "lib", "a.so")); err != nil {
				t.Fatal(err)
			}
		}
		file, again := filepath.Join(dir, "one"+suffix), filepath.Join(dir, "two"+suffix)
		archive(file, folder)
		archive(again, folder)
		if a, b := must.Get(os.ReadFile(file)), must.Get(os.ReadFile(again)); !bytes.Equal(a, b) {
			t.Errorf("two archives of one folder differ")
		}
		out := filepath.Join(dir, "out"+suffix)
		unpack(file, out)
		for _, name := range []string{"lib/a.so.1", "README"} {
			if a, b := must.Get(os.ReadFile(filepath.Join(folder, name))), must.Get(os.ReadFile(filepath.Join(out, "thing", name))); !bytes.Equal(a, b) {
				t.Errorf("%s: %s differs", suffix, name)
			}
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "out.tar.gz", "thing", "lib", "a.so")); err != nil || to != "a.so.1" {
		t.Errorf("the link is to %q, %v", to, err)
	}
}

func TestUniversal_holdsBothProcessors(t *testing.T) {
	var libraries [][]byte
	for _, cpu := range []macho.Cpu{macho.CpuAmd64, macho.CpuArm64} {
		var file bytes.Buffer
		header := macho.FileHeader{Magic: macho.Magic64, Cpu: cpu, SubCpu: 3, Type: macho.TypeDylib}
		if err := binary.Write(&file, binary.LittleEndian, header); err != nil {
			t.Fatal(err)
		}
		libraries = append(libraries, append(file.Bytes(), make([]byte, 20_000)...))
	}
	fat, err := macho.NewFatFile(bytes.NewReader(universal(libraries)))
	if err != nil {
		t.Fatal(err)
	}
	if len(fat.Arches) != 2 || fat.Arches[0].Cpu != macho.CpuAmd64 || fat.Arches[1].Cpu != macho.CpuArm64 || fat.Arches[1].Offset%(1<<14) != 0 {
		t.Errorf("%+v", fat.Arches)
	}
}

// Unity wants a meta for each file and complains of one without: a package with the libraries of some platforms has
// neither too many nor too few.
func TestPruned_leavesNoMetaWithoutItsFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "package")
	copyTo(folder, filepath.Join(root, "bindings", "unity"))
	if err := os.Remove(filepath.Join(folder, ".gitignore")); err != nil {
		t.Fatal(err)
	}
	for _, there := range []string{macPlugin, platforms[0].plugin} {
		put(filepath.Join(folder, filepath.FromSlash(there)), []byte("a library"))
	}
	for pruned(folder) {
	}
	if err := must.Run(func() { metas(folder) }); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]bool{macPlugin + ".meta": true, platforms[0].plugin + ".meta": true, "Plugins/Android.meta": false, "Plugins/iOS": false, "Plugins/Windows/x86_64/qikit.dll.meta": false} {
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name))); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Remove(filepath.Join(folder, filepath.FromSlash(macPlugin)+".meta")); err != nil {
		t.Fatal(err)
	}
	if err := must.Run(func() { metas(folder) }); err == nil {
		t.Error("a library without its meta was not noticed")
	}
}

func TestTypes_nameEverySuffixOnce(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"LICENSE", "a.so", "b/c.so", "d.json"} {
		put(filepath.Join(folder, filepath.FromSlash(name)), nil)
	}
	got := types(folder)
	for _, want := range []string{`PartName="/LICENSE"`, `Extension="so"`, `Extension="json"`} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%s has %s %d times, want once", got, want, strings.Count(got, want))
		}
	}
}

// Each platform's packages are tried on a machine of its own.
func TestWorkflow_triesEveryPlatform(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, ".github", "workflows", "release.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		if want := "archive: " + p.name + ", npm: " + p.node + " }"; !strings.Contains(string(text), want) {
			t.Errorf("release.yml has no row %q", want)
		}
	}
}

// The documentation of each package has an example that a newcomer can copy, and that is what release test runs.
func TestFirst_documentationHasAnExample(t *testing.T) {
	dotnet := filepath.Join(t.TempDir(), "README.md")
	put(dotnet, []byte(netReadme))
	bindings := filepath.Join(root, "bindings")
	for _, row := range []struct{ file, language, want string }{
		{filepath.Join(bindings, "python", "README.md"), "python", ".search("},
		{filepath.Join(bindings, "node", "README.md"), "js", ".search("},
		{filepath.Join(bindings, "unity", "README.md"), "csharp", "class Player : MonoBehaviour"},
		{dotnet, "csharp", ".SearchAsync("},
	} {
		if got := blockOf(row.file, row.language); !strings.Contains(got, row.want) {
			t.Errorf("%s: the first block is\n%s\nwant one with %s", row.file, got, row.want)
		}
	}
	want := "\nexport PKG_CONFIG_PATH=$PWD/lib/pkgconfig\ncc examples/search.c -o search $(pkg-config --cflags --libs qikit)\n./search h2e2"
	if got := indentedOf(filepath.Join(root, "capi", "package", "README.md.in")); got != want {
		t.Errorf("the first indented block is %q, want %q", got, want)
	}
}

func TestFirst_wantsAMove(t *testing.T) {
	p := &place{}
	for said, ok := range map[string]bool{"炮二平五\n": true, "马２进３ -26\n": true, `{"best":"h2e2"}`: true, "44\nTrue 6\n": true, "": false, "False 6": false, "done\n": false} {
		err := must.Run(func() { p.first(func() string { return said }) })
		if (err == nil) != ok {
			t.Errorf("%q: %v", said, err)
		}
	}
}

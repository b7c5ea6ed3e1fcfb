package main

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
)

// note is what the NDK r27c leaves in a library for Android 7.
const note = `__asm__(".pushsection .note.android.ident,\"a\",%note; .long 8, 132, 1; .asciz \"Android\"; .long 24;` +
	` .asciz \"r27c\"; .zero 59; .asciz \"12479018\"; .zero 55; .popsection");`

// standIn is a library of this machine with the marks of one for Android, as there is no NDK here: the note, the name, the
// alignment; of the other processor it has the number only.
func standIn(t *testing.T, path, source string, machine elf.Machine, flags ...string) {
	t.Helper()
	must.Do(os.MkdirAll(filepath.Dir(path), 0o755))
	cmd := exec.Command("gcc", append([]string{"-shared", "-fPIC", "-nostdlib", "-x", "c", "-o", path, "-Wl,-soname,libqikit.so", "-Wl,-z,max-page-size=16384"}, append(flags, "-")...)...)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := must.Get(os.ReadFile(path))
	text[18], text[19] = byte(machine), byte(machine>>8)
	put(path, text)
}

const exported = "int qk_one(void) { return 1; }\n"

// empty is a release of a header with one function.
func empty(t *testing.T) *work {
	dir := t.TempDir()
	put(filepath.Join(dir, "include", "qikit.h"), []byte("QK_API int qk_one(void);\n"))
	return &work{root: dir, temp: t.TempDir(), packages: t.TempDir(), version: "0.1.0"}
}

func TestAAR_isWhatAndroidReads(t *testing.T) {
	w, licences := empty(t), t.TempDir()
	put(filepath.Join(licences, "LICENSE"), []byte("a licence"))
	libraries := slices.Clone(androids)
	for i := range libraries {
		libraries[i].path = filepath.Join(t.TempDir(), "libqikit.so")
		standIn(t, libraries[i].path, exported+note, libraries[i].machine)
		w.checkAndroid(&libraries[i])
	}
	w.aar("qikit-android", libraries, licences)
	z, err := zip.OpenReader(filepath.Join(w.packages, "qikit-android-0.1.0.aar"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	want := []string{
		"AndroidManifest.xml", "LICENSE", "R.txt", "classes.jar", "jni/arm64-v8a/libqikit.so", "jni/x86_64/libqikit.so",
		"prefab/modules/qikit/include/qikit.h", "prefab/modules/qikit/libs/android.arm64-v8a/abi.json", "prefab/modules/qikit/libs/android.arm64-v8a/libqikit.so",
		"prefab/modules/qikit/libs/android.x86_64/abi.json", "prefab/modules/qikit/libs/android.x86_64/libqikit.so",
		"prefab/modules/qikit/module.json", "prefab/prefab.json", "proguard.txt",
	}
	if !slices.Equal(names, want) {
		t.Errorf("entries\n%q\nwant\n%q", names, want)
	}
	var manifest struct {
		XMLName xml.Name `xml:"manifest"`
		Package string   `xml:"package,attr"`
		SDK     struct {
			Least int `xml:"http://schemas.android.com/apk/res/android minSdkVersion,attr"`
		} `xml:"uses-sdk"`
	}
	if err := xml.Unmarshal(entry(t, z, "AndroidManifest.xml"), &manifest); err != nil || manifest.Package != "dev.qikit" || manifest.SDK.Least != 24 {
		t.Errorf("manifest %+v, %v", manifest, err)
	}
	jar := entry(t, z, "classes.jar")
	if inner, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar))); err != nil || len(inner.File) != 1 || inner.File[0].Name != "META-INF/MANIFEST.MF" {
		t.Errorf("classes.jar: %v, %v", inner, err)
	}
	for _, a := range libraries {
		library := must.Get(os.ReadFile(a.path))
		for _, name := range []string{"jni/" + a.abi + "/libqikit.so", "prefab/modules/qikit/libs/android." + a.abi + "/libqikit.so"} {
			if !bytes.Equal(entry(t, z, name), library) {
				t.Errorf("%s is another file", name)
			}
		}
		var abi struct {
			ABI, STL string
			API, NDK int
		}
		err := json.Unmarshal(entry(t, z, "prefab/modules/qikit/libs/android."+a.abi+"/abi.json"), &abi)
		if said := fmt.Sprint(abi, err); said != "{"+a.abi+" none 24 27} <nil>" {
			t.Errorf("abi.json of %s says %s", a.abi, said)
		}
	}
}

func entry(t *testing.T, z fs.FS, name string) []byte {
	t.Helper()
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return must.Get(io.ReadAll(f))
}

func TestCheckAndroid_refusesWhatAndroidWouldNotLoad(t *testing.T) {
	w, dir := empty(t), t.TempDir()
	for i, c := range []struct {
		name, source string
		machine      elf.Machine
		flags        []string
		want         string
	}{
		{"what is right", exported + note, elf.EM_X86_64, nil, ""},
		{"another processor", exported + note, elf.EM_AARCH64, nil, "is for EM_AARCH64, expected EM_X86_64"},
		{"pages of 4 KB", exported + note, elf.EM_X86_64, []string{"-Wl,-z,max-page-size=4096"}, "aligned to 4096 octets, expected 16384"},
		{"the name of Linux", exported + note, elf.EM_X86_64, []string{"-Wl,-soname,libqikit.so.1"}, `calls itself ["libqikit.so.1"]`},
		{"an export too many", exported + "int qkgo_one(void) { return 1; }\n" + note, elf.EM_X86_64, nil, "exports qkgo_one"},
		{"made by another compiler", exported, elf.EM_X86_64, nil, "expected a note of the NDK"},
	} {
		a := android{abi: "x86_64", machine: elf.EM_X86_64, path: filepath.Join(dir, fmt.Sprint(i), "libqikit.so")}
		standIn(t, a.path, c.source, c.machine, c.flags...)
		err := must.Run(func() { w.checkAndroid(&a) })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.want)
		}
	}
}

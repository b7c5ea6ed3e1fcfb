package main

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// android is a library for a processor of Android.
type android struct {
	abi, arch string // as Android and as Go call the processor
	machine   elf.Machine
	path      string
	api, ndk  int // the oldest version of Android that it runs on, and the NDK that made it
}

var androids = []android{{abi: "arm64-v8a", arch: "arm64", machine: elf.EM_AARCH64}, {abi: "x86_64", arch: "amd64", machine: elf.EM_X86_64}}

// androidPage is the page size of processors from 2025 on, by which a library must be aligned.
const androidPage = 16 << 10

// aars makes the Android archives of the libraries in a folder: arm64-full/libqikit.so and so on, as the workflow makes
// them where the NDK is.
func (w *work) aars(from string) {
	must.Do(os.MkdirAll(w.packages, 0o755))
	for flavour, name := range map[string]string{"full": "qikit-android", "slim": "qikit-android-slim"} {
		libraries := slices.Clone(androids)
		for i := range libraries {
			libraries[i].path = filepath.Join(from, libraries[i].arch+"-"+flavour, "libqikit.so")
			w.checkAndroid(&libraries[i])
		}
		w.aar(name, libraries, w.licences(libraries[0].path))
	}
	w.sum()
}

// checkAndroid fails unless the file is the library for the processor, exports the header's functions and nothing else, and
// can be loaded with pages of 16 KB. It notes which Android the library needs.
func (w *work) checkAndroid(a *android) {
	f := must.Get(elf.Open(a.path))
	defer f.Close()
	if f.Machine != a.machine {
		must.Fail("%s is for %v, expected %v", a.path, f.Machine, a.machine)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && (p.Align < androidPage || (p.Vaddr-p.Off)%androidPage != 0) {
			must.Fail("%s has a segment aligned to %d octets, expected %d", a.path, p.Align, androidPage)
		}
	}
	if names, err := f.DynString(elf.DT_SONAME); err != nil || !slices.Equal(names, []string{"libqikit.so"}) {
		must.Fail("%s calls itself %q, expected libqikit.so: Android loads no other name", a.path, names)
	}
	w.checkExports(a.path, exportsELF(f))
	a.api, a.ndk = madeFor(f)
	if a.api == 0 {
		must.Fail("%s does not say for which Android it is made, expected a note of the NDK", a.path)
	}
}

var ndkVersion = regexp.MustCompile(`^r(\d+)`)

// madeFor reads the note that the NDK leaves in what it links: the oldest Android, and its own version. 0: there is none.
func madeFor(f *elf.File) (api, ndk int) {
	section := f.Section(".note.android.ident")
	if section == nil {
		return 0, 0
	}
	const head = 12 + len("Android\x00") // three sizes and the owner's name
	note := must.Get(section.Data())
	if len(note) < head+4+64 {
		return 0, 0
	}
	version, _, _ := strings.Cut(string(note[head+4:head+4+64]), "\x00")
	if m := ndkVersion.FindStringSubmatch(version); m != nil {
		ndk = must.Get(strconv.Atoi(m[1]))
	}
	return int(binary.LittleEndian.Uint32(note[head:])), ndk
}

// aar makes an archive as Android's build tools and Unity read it: libraries that go into an app, in jni/, and for those
// who call them from C or C++ the same with the header, in prefab/. There is no Java code.
func (w *work) aar(name string, libraries []android, licences string) {
	folder := filepath.Join(w.temp, name)
	must.Do(os.CopyFS(folder, os.DirFS(licences)))
	module := filepath.Join(folder, "prefab", "modules", "qikit")
	newest := 0
	for _, a := range libraries {
		newest = max(newest, a.api)
		copyTo(filepath.Join(folder, "jni", a.abi, "libqikit.so"), a.path)
		place := filepath.Join(module, "libs", "android."+a.abi)
		copyTo(filepath.Join(place, "libqikit.so"), a.path)
		put(filepath.Join(place, "abi.json"), object(map[string]any{"abi": a.abi, "api": a.api, "ndk": a.ndk, "stl": "none", "static": false}))
	}
	copyTo(filepath.Join(module, "include", "qikit.h"), filepath.Join(w.root, "include", "qikit.h"))
	put(filepath.Join(module, "module.json"), object(map[string]any{"export_libraries": []string{}, "library_name": "libqikit"}))
	put(filepath.Join(folder, "prefab", "prefab.json"), object(map[string]any{"schema_version": 2, "name": "qikit", "version": w.version, "dependencies": []string{}}))
	put(filepath.Join(folder, "AndroidManifest.xml"), fmt.Appendf(nil, androidManifest, newest))
	put(filepath.Join(folder, "classes.jar"), emptyJar())
	put(filepath.Join(folder, "R.txt"), nil)
	put(filepath.Join(folder, "proguard.txt"), []byte("# There is no Java code to be kept.\n"))
	flat(filepath.Join(w.packages, fmt.Sprintf("%s-%s.aar", name, w.version)), folder)
}

const androidManifest = `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="dev.qikit">
    <uses-sdk android:minSdkVersion="%d" />
</manifest>
`

// emptyJar is a jar without classes.
func emptyJar() []byte {
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	w := must.Get(z.CreateHeader(&zip.FileHeader{Name: "META-INF/MANIFEST.MF", Method: zip.Deflate, Modified: stamp}))
	must.Get(w.Write([]byte("Manifest-Version: 1.0\r\n\r\n")))
	must.Do(z.Close())
	return jar.Bytes()
}

func object(fields map[string]any) []byte { return append(must.Get(json.Marshal(fields)), '\n') }

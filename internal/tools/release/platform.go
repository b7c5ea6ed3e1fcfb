package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// platform is where a library of a release runs, and what it is called there.
type platform struct {
	name         string // "linux-amd64", as Go has it
	goos, goarch string
	target       string // as zig has it, with the oldest system that will do
	file         string // the library in lib/ of the archive
	link         string // what programs are linked by: a link to file, or an import library
	python       string // the library's name in the wheel
	node         string // the npm package @qikit/...
	net          string // the runtime identifier in NuGet packages
	plugin       string // the file in the Unity package; "" on servers only
}

// oldest is the glibc of the oldest systems that the library runs on: CentOS 7, Ubuntu 14.04, Debian 8.
var oldest = [2]int{2, 17}

var platforms = []platform{
	{"linux-amd64", "linux", "amd64", "x86_64-linux-gnu.2.17", "libqikit.so.1", "libqikit.so", "libqikit.so", "linux-x64", "linux-x64", "Plugins/Linux/x86_64/libqikit.so"},
	{"linux-arm64", "linux", "arm64", "aarch64-linux-gnu.2.17", "libqikit.so.1", "libqikit.so", "libqikit.so", "linux-arm64", "linux-arm64", ""},
	{"windows-amd64", "windows", "amd64", "x86_64-windows-gnu", "qikit.dll", "qikit.lib", "qikit.dll", "win32-x64", "win-x64", "Plugins/Windows/x86_64/qikit.dll"},
	{"darwin-amd64", "darwin", "amd64", "x86_64-macos.11.0", "libqikit.1.dylib", "libqikit.dylib", "libqikit.dylib", "darwin-x64", "osx-x64", macPlugin},
	{"darwin-arm64", "darwin", "arm64", "aarch64-macos.11.0", "libqikit.1.dylib", "libqikit.dylib", "libqikit.dylib", "darwin-arm64", "osx-arm64", macPlugin},
}

// macPlugin is one file for both processors.
const macPlugin = "Plugins/macOS/libqikit.dylib"

// buildTags ask for SQLite's own C.
const buildTags = "csqlite,sqlite_omit_load_extension"

// suffix is that of the platform's archives.
func (p platform) suffix() string {
	if p.goos == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// chosen are the platforms of that name; without names, all.
func chosen(names []string) []platform {
	if len(names) == 0 {
		return platforms
	}
	var some []platform
	for _, name := range names {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.name == name })
		if i < 0 {
			must.Fail("%s", noPlatform(name))
		}
		some = append(some, platforms[i])
	}
	return some
}

// noPlatform says what a platform that has no library here would need.
func noPlatform(name string) string {
	switch goos, _, _ := strings.Cut(name, "-"); goos {
	case "android":
		return name + ": the C headers of Android are in Google's NDK only, which is not here"
	case "ios":
		return name + ": the C headers of iOS are in Xcode only, on a Mac"
	}
	var names []string
	for _, p := range platforms {
		names = append(names, p.name)
	}
	return name + " is no platform of a release, expected one of " + strings.Join(names, ", ")
}

// linker is what the linker is told. The flags of Linux are those of build.sh, which a test checks.
func (p platform) linker(root, stubs string) string {
	switch p.goos {
	case "linux":
		return fmt.Sprintf("-Wl,--version-script=%s -Wl,-soname,libqikit.so.1 -Wl,-z,nodelete -Wl,-z,max-page-size=16384 -Wl,-s", filepath.Join(root, "capi", "qikit.map"))
	case "windows":
		return "" // see withoutGoExports
	default:
		return fmt.Sprintf("-F%s -L%s -Wl,-install_name,@rpath/libqikit.1.dylib", stubs, stubs)
	}
}

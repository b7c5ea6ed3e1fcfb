package main

import (
	"debug/macho"
	"encoding/xml"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// upm makes the Unity package with the libraries in Plugins.
func (w *work) upm(libraries []built, licences string) {
	folder := filepath.Join(w.temp, "upm", "package")
	copyTo(folder, filepath.Join(w.root, "bindings", "unity"))
	must.Do(os.Remove(filepath.Join(folder, ".gitignore")))
	var mac [][]byte
	for _, l := range libraries {
		switch l.plugin {
		case "":
		case macPlugin:
			mac = append(mac, must.Get(os.ReadFile(l.path)))
		default:
			copyTo(filepath.Join(folder, filepath.FromSlash(l.plugin)), l.path)
		}
	}
	if len(mac) > 0 {
		put(filepath.Join(folder, filepath.FromSlash(macPlugin)), universal(mac))
	}
	copyTo(filepath.Join(folder, "Documentation~", "schema"), filepath.Join(w.root, "include", "schema"))
	copyTo(filepath.Join(folder, "Documentation~", "games"), filepath.Join(w.root, "examples", "games"))
	notices := must.Get(os.ReadFile(filepath.Join(licences, "THIRD_PARTY_NOTICES.md")))
	texts := must.Get(os.ReadFile(filepath.Join(licences, "THIRD_PARTY_LICENSES.txt")))
	put(filepath.Join(folder, "Third Party Notices.md"), slices.Concat(notices, []byte("\n```\n"), texts, []byte("```\n")))
	for pruned(folder) {
	}
	archive(filepath.Join(w.packages, fmt.Sprintf("com.qikit.core-%s.tgz", w.version)), folder)
}

// pruned removes the metas of libraries that are not there, and folders that are empty then. Unity complains of a meta
// that belongs to nothing.
func pruned(folder string) (changed bool) {
	must.Do(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		must.Do(err)
		gone := false
		if entry.IsDir() {
			gone = len(must.Get(os.ReadDir(path))) == 0
		} else if asset, ok := strings.CutSuffix(path, ".meta"); ok {
			_, err := os.Stat(asset)
			gone = err != nil
		}
		if !gone {
			return nil
		}
		changed = true
		must.Do(os.Remove(path))
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	}))
	return changed
}

// nuspec describes the NuGet package.
const nuspec = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>Qikit</id>
    <version>@VERSION@</version>
    <authors>The qikit authors</authors>
    <license type="expression">Apache-2.0</license>
    <projectUrl>https://qikit.dev</projectUrl>
    <readme>README.md</readme>
    <description>Board games for programs: boards with their rules, engines that search them, and books of game records made by self-play.</description>
    <tags>xiangqi board-game engine self-play</tags>
    <dependencies>
      <group targetFramework=".NETStandard2.0" />
    </dependencies>
  </metadata>
</package>
`

const netReadme = "# qikit for .NET\n\n    dotnet add package Qikit\n\n```csharp\nusing System;\nusing Qikit;\n\npublic static class Program\n{\n    public static void Main()\n    {\n" +
	"        using (var board = new Board(\"xiangqi\"))\n        using (var engine = new Engine(\"xiangqi\"))\n        {\n" +
	"            SearchResult result = engine.SearchAsync(board, new SearchLimits { Depth = 8 }).Result; // or await it\n" +
	"            Console.WriteLine(board.Format(result.Best, \"chinese\"));\n        }\n    }\n}\n```\n\n" +
	"The package has the native library for @RIDS@. Linux needs glibc 2.17 or newer (not musl). `schema/` has the JSON\nSchemas of options and reports, `games/` sample games.\n"

// Every NuGet package has these two: what its files are, and which one describes it.
const (
	contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>@TYPES@</Types>
`
	relationships = `<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Qikit.nuspec" Id="R1"/></Relationships>
`
)

// nuget makes the package for .NET: a zip file of a certain form.
func (w *work) nuget(libraries []built, licences string) {
	folder := filepath.Join(w.temp, "nuget")
	must.Do(os.CopyFS(folder, os.DirFS(licences)))
	var rids []string
	for _, l := range libraries {
		copyTo(filepath.Join(folder, "runtimes", l.net, "native", l.python), l.path)
		rids = append(rids, l.net)
	}
	copyTo(filepath.Join(folder, "schema"), filepath.Join(w.root, "include", "schema"))
	copyTo(filepath.Join(folder, "games"), filepath.Join(w.root, "examples", "games"))
	put(filepath.Join(folder, "README.md"), []byte(strings.ReplaceAll(netReadme, "@RIDS@", strings.Join(rids, ", "))))
	put(filepath.Join(folder, "Qikit.nuspec"), []byte(strings.ReplaceAll(nuspec, "@VERSION@", w.version)))
	put(filepath.Join(folder, "_rels", ".rels"), []byte(relationships))

	version := filepath.Join(w.temp, "Version.cs")
	put(version, fmt.Appendf(nil, "[assembly: System.Reflection.AssemblyVersion(\"%s.0\")]\n", w.version))
	lib := filepath.Join(folder, "lib", "netstandard2.0")
	must.Do(os.MkdirAll(lib, 0o755))
	args := []string{"-target:library", "-optimize", "-warnaserror", "-nowarn:1591", "-doc:" + filepath.Join(lib, "Qikit.xml"), "-out:" + filepath.Join(lib, "Qikit.dll"), version}
	must.Get(step.Output(exec.Command("mcs", append(args, runtimeSources(filepath.Join(w.root, "bindings", "unity"))...)...)))

	put(filepath.Join(folder, "[Content_Types].xml"), []byte(strings.Replace(contentTypes, "@TYPES@", types(folder), 1)))
	file := filepath.Join(w.packages, fmt.Sprintf("Qikit.%s.nupkg", w.version))
	flat(file, folder)
}

// types declares the content of every file, by suffix or, where there is none, by name.
func types(folder string) string {
	seen := map[string]bool{".rels": true}
	var b strings.Builder
	must.Do(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		must.Do(err)
		name, suffix := "/"+filepath.ToSlash(must.Get(filepath.Rel(folder, path))), filepath.Ext(path)
		switch {
		case entry.IsDir() || seen[suffix]:
		case suffix == "":
			fmt.Fprintf(&b, `<Override PartName="%s" ContentType="application/octet-stream"/>`, name)
		default:
			seen[suffix] = true
			fmt.Fprintf(&b, `<Default Extension="%s" ContentType="application/octet-stream"/>`, suffix[1:])
		}
		return nil
	}))
	return b.String()
}

// runtimeSources are the C# files of the package.
func runtimeSources(folder string) []string {
	files := must.Get(filepath.Glob(filepath.Join(folder, "Runtime", "*.cs")))
	if len(files) == 0 {
		must.Fail("%s has no C# files in Runtime", folder)
	}
	return files
}

// tryUnity unpacks the Unity package, looks at its metas and libraries, and compiles and runs the example with its
// sources and its library, under Mono.
func (w *work) tryUnity(some []platform) string {
	at := w.place()
	unpack(w.packaged(fmt.Sprintf("com.qikit.core-%s.tgz", w.version)), at.dir)
	folder := at.in("package")
	metas(folder)
	said := "looked at"
	example := blockOf(filepath.Join(folder, "README.md"), "csharp")
	for _, p := range some {
		if p.plugin == "" {
			continue
		}
		file := filepath.Join(folder, filepath.FromSlash(p.plugin))
		said += " " + p.name
		if p.plugin == macPlugin {
			fat := must.Get(macho.OpenFat(file))
			must.Do(fat.Close())
			continue
		}
		w.check(p, file)
		if p.isHost() {
			at.mono("", file, runtimeSources(folder))
			said += " (used, under Mono), " + at.first(func() string {
				put(at.in("First.cs"), []byte(example))
				put(at.in("Unity.cs"), []byte(unity))
				at.run("mcs", append([]string{"-out:" + at.in("first.exe"), at.in("First.cs"), at.in("Unity.cs")}, runtimeSources(folder)...)...)
				return at.run("mono", at.in("first.exe"))
			})
		}
	}
	return said
}

// metas fails unless each file and folder that Unity imports has its meta.
func metas(folder string) {
	must.Do(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		must.Do(err)
		name := entry.Name()
		switch {
		case path == folder || strings.HasSuffix(name, ".meta"):
			return nil
		case strings.HasSuffix(name, "~"):
			return fs.SkipDir
		}
		must.Get(os.Stat(path + ".meta"))
		return nil
	}))
}

// mono compiles the example with the assembly and the sources, and runs it beside the library.
func (at *place) mono(assembly, library string, sources []string) {
	copyTo(at.in(filepath.Base(library)), library)
	args := []string{"-out:" + at.in("book.exe"), filepath.Join(at.root, "examples", "unity", "Book.cs")}
	if assembly != "" {
		copyTo(at.in(filepath.Base(assembly)), assembly)
		args = append(args, "-r:"+at.in(filepath.Base(assembly)))
	}
	at.run("mcs", append(args, sources...)...)
	at.env = append(at.env, "LD_LIBRARY_PATH="+at.dir)
	at.book("mono", at.in("book.exe"))
}

// tryNuget unpacks the NuGet package, checks its form and libraries, and compiles and runs the example with its assembly,
// under Mono: .NET is not here.
func (w *work) tryNuget(some []platform) string {
	at := w.place()
	unpack(w.packaged(fmt.Sprintf("Qikit.%s.nupkg", w.version)), at.in("package"))
	for _, name := range []string{"Qikit.nuspec", "_rels/.rels", "[Content_Types].xml", "lib/netstandard2.0/Qikit.xml"} {
		var any struct{}
		if err := xml.Unmarshal(must.Get(os.ReadFile(at.in("package", name))), &any); err != nil {
			must.Fail("%s: %w", name, err)
		}
	}
	for _, name := range []string{"LICENSE", "THIRD_PARTY_LICENSES.txt", "README.md", "schema/board.json", "games/xiangqi.pgn"} {
		must.Get(os.Stat(at.in("package", name)))
	}
	said := "looked at"
	for _, p := range some {
		file := at.in("package", "runtimes", p.net, "native", p.python)
		w.check(p, file)
		said += " " + p.net
		if p.isHost() {
			at.mono(at.in("package", "lib", "netstandard2.0", "Qikit.dll"), file, nil)
			said += " (used, under Mono), " + at.first(func() string {
				put(at.in("First.cs"), []byte(blockOf(at.in("package", "README.md"), "csharp")))
				at.run("mcs", "-out:"+at.in("first.exe"), "-r:"+at.in("Qikit.dll"), at.in("First.cs"))
				return at.run("mono", at.in("first.exe"))
			})
		}
	}
	return said
}

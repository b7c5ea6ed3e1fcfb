// Command unitytest tests the Unity package (bindings/unity) under Mono: it
// compiles the shipped files with Debian's mcs, against a stub of Unity, with the
// defines of each of Unity's players; it runs the NUnit tests, and programs that
// must end by themselves. It needs the library that QIKIT_LIBRARY names, or
// build/lib/libqikit.so; outputs go to a folder in build that is gone at the end.
//
//	go run ./internal/tools/unitytest
//
// Debian packages: mono-mcs mono-runtime libmono-system-core4.0-cil
// nunit-console libnunit-cil-dev.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
)

// nunit is where Debian's libnunit-cil-dev puts the framework.
const nunit = "/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll"

func main() {
	status := 1
	must.Main("unitytest", func() {
		b := newBench(must.Get(os.Getwd()))
		defer os.RemoveAll(b.out)
		status = b.run()
	})
	os.Exit(status)
}

// run runs everything and returns the exit status. It prints the counts in NUnit's
// form.
func (b *bench) run() int {
	b.compileForPlayers()
	b.compiles("the tests compile", "Qikit.Tests.dll", nil, []string{"Qikit.dll", nunit}, b.sources("Tests/Runtime"))
	b.programs()
	fmt.Printf("Tests run: %d, Errors: 0, Failures: %d\n", b.passed+b.failed, b.failed)
	unit := b.nunit()
	if unit != nil {
		fmt.Println("unitytest:", unit)
	}
	if b.failed > 0 || unit != nil {
		return 1
	}
	return 0
}

// compileForPlayers compiles the package as for each player. Code that differs by
// platform fails here and not for a user.
func (b *bench) compileForPlayers() {
	stub, both := []string{"UnityStub.dll"}, []string{"UnityStub.dll", "Qikit.dll"}
	b.compiles("Runtime, no defines", "Qikit.dll", nil, nil, b.sources("Runtime"))
	b.compiles("the stub of Unity", "UnityStub.dll", nil, nil, []string{b.file("stub", "UnityEngine.cs"), b.file("stub", "UnityScene.cs"), b.file("stub", "UnityEditor.cs")})
	for _, player := range []string{"UNITY_STANDALONE_LINUX", "UNITY_IOS", "UNITY_ANDROID", "UNITY_EDITOR"} {
		b.compiles("Runtime, "+player, player+".dll", []string{"UNITY_5_3_OR_NEWER", player}, stub, b.sources("Runtime"))
	}
	b.test("iOS calls what is linked into the application, all others a file", func() {
		for player, want := range map[string]string{"UNITY_IOS": "__Internal", "UNITY_ANDROID": "qikit", "UNITY_EDITOR": "qikit"} {
			if !importsModule(must.Get(os.ReadFile(filepath.Join(b.out, player+".dll"))), want) {
				must.Fail("%s does not import %s", player, want)
			}
		}
	})
	// The editor's assembly sees the internals of one named Qikit.
	b.compiles("Editor", "Qikit.Editor.dll", []string{"UNITY_5_3_OR_NEWER", "UNITY_EDITOR"}, both, b.sources("Editor"))
	b.compiles("the sample of a book", "Sample.dll", nil, both, b.sources("Samples~/Book"))
	b.test("the README's example", func() { b.compile("Readme.dll", nil, both, []string{b.readmeExample()}) })
}

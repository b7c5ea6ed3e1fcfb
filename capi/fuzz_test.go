package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"qikit.dev/qikit/lib/host"
)

// exports are the Go sides of all calls of the header. Test files cannot name
// C types, so the fuzzer makes their arguments by reflection.
var exports = []any{
	qkgo_runtime_opts_init, qkgo_runtime_config, qkgo_runtime_stats, qkgo_debug_panic,
	qkgo_board_new, qkgo_board_free, qkgo_board_copy, qkgo_board_position, qkgo_board_side, qkgo_board_moves,
	qkgo_board_play, qkgo_board_undo, qkgo_board_outcome, qkgo_board_report, qkgo_board_format, qkgo_board_view,
	qkgo_board_svg, qkgo_board_perft,
	qkgo_engine_new, qkgo_engine_free, qkgo_search_opts_init, qkgo_engine_search, qkgo_engine_evaluate, qkgo_engine_clear,
	qkgo_job_wait, qkgo_job_cancel, qkgo_job_result, qkgo_job_event, qkgo_job_free,
	qkgo_book_generate, qkgo_book_open, qkgo_book_create, qkgo_book_check, qkgo_book_repair, qkgo_book_free, qkgo_book_count, qkgo_book_lookup,
	qkgo_book_read, qkgo_book_columns, qkgo_book_export, qkgo_book_export_start, qkgo_book_minimax_start, qkgo_book_merge, qkgo_book_prune, qkgo_book_stats, qkgo_book_import,
	qkgo_games_read, qkgo_games_parse, qkgo_games_free, qkgo_games_count, qkgo_games_json, qkgo_games_board, qkgo_games_write,
	qkgo_samples_open, qkgo_samples_free, qkgo_samples_next, qkgo_samples_rewind,
	qkgo_board_route, qkgo_board_targets, qkgo_board_men, qkgo_board_text, qkgo_board_planes, qkgo_board_attackers, qkgo_tables_build,
	qkgo_selfplay_start, qkgo_selfplay_match, qkgo_selfplay_rollout, qkgo_train_start,
	qkgo_review_start, qkgo_review_parse, qkgo_review_load, qkgo_review_free, qkgo_review_save, qkgo_review_json, qkgo_review_sgf, qkgo_review_svg, qkgo_review_ask,
	qkgo_sgcp_decoder_new, qkgo_sgcp_decoder_free, qkgo_sgcp_decoder_set, qkgo_sgcp_decoder_feed, qkgo_sgcp_decoder_read, qkgo_sgcp_encode,
	qkgo_sgcp_client_open, qkgo_sgcp_client_free, qkgo_sgcp_client_send, qkgo_sgcp_client_state,
	qkgo_gateway_start, qkgo_gateway_free, qkgo_gateway_state, qkgo_gateway_metrics, qkgo_gateway_shutdown,
	qkgo_terminal_join,
}

func exportName(f any) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndexByte(name, '.')+1:]
}

func TestExports_areAllFuzzed(t *testing.T) {
	source, err := os.ReadFile("entry.c")
	if err != nil {
		t.Fatal(err)
	}
	fuzzed := map[string]bool{}
	for _, f := range exports {
		fuzzed[exportName(f)] = true
	}
	called := regexp.MustCompile(`qkgo_\w+`).FindAllString(string(source), -1)
	for _, name := range called {
		if name != "qkgo_" && !fuzzed[name] {
			t.Errorf("%s is not in the fuzzer's list", name)
		}
	}
	if len(called) < len(exports) {
		t.Errorf("entry.c calls %d functions of Go, the fuzzer knows %d", len(called), len(exports))
	}
}

// dictionary holds texts that get further than random bytes do.
var dictionary = []string{
	"", "xiangqi", "h2e2", "C2.5", "uci", "wxf", "{}", "jsonl", "pgn", "x.qkb", "y.qkb", ".",
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
	`{"natural_limit": 4, "repetition": "simple"}`, `{"kind": "mcts", "table_mb": 1}`, `{"table_mb": 1, "workers": 2}`,
	`{"size": 99, "flip": true, "last": "h2e2", "marks": {"e4": "<&>"}}`,
	`{"game": "xiangqi", "out": "x.qkb", "games": 1, "max_plies": 3, "depth": {"distribution": "list", "depths": [1, 2]}, "reevaluate": null}`,
	"(;SZ[3]RU[Capture-1];B[bb];W[aa])", `{"user": "black", "effort": "quick", "visits": 16, "target_visits": 16, "demonstrate_visits": 16}`, `{"number": 1}`,
	"capturego", ".X.../OO.../5/.X.../..O.. X 1 1 0 0 -", "C5", "sgf", `{"size": 5, "target": [1, 3], "start": "cross-cut"}`,
	"gomoku", "8/8/8/3O4/3X4/8/8/8 X", "h8", "hh", "7,7", `{"rule": "renju", "size": 8}`,
	"chinesecheckers", "m1-l4", "pass", `{"players": 3, "jumps": "long", "play_on": true, "ply_limit": 9}`,
	"ludo", "b,b,b,t7/s,s,h2,home blue 4", "d6", "b-s", `{"take_off": "5-6"}`,
	"surakarta", "6/6/6/6/b5/1w4 b", "a2xb1", "a2", `{"role": "back"}`, `{"rule_set": "contest", "first": "w"}`,
	`{"port": 1, "nick": "amy", "connect": 0.01, "reply": 0.01, "reconnect": false}`, "303 hi\r\n321 Q1", "6\r\nhello\r\n",
	`{"size": 9, "limits": {"grace": 1}}`,
}

// script is a fuzzer's bytes read as calls.
type script struct {
	data    []byte
	handles []uint64
	drilled bool // qk_debug_panic was called: PANIC is an expected answer
	t       *testing.T
}

func (s *script) byte() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

func (s *script) take(n int) []byte {
	n = min(n, len(s.data))
	b := s.data[:n]
	s.data = s.data[n:]
	return b
}

// number is a handle given out before, a small number, or any.
func (s *script) number() uint64 {
	switch b := s.byte(); {
	case b < 160 && len(s.handles) > 0:
		return s.handles[int(b)%len(s.handles)]
	case b < 224:
		return uint64(b % 32)
	}
	return binary.LittleEndian.Uint64(append(slices.Clone(s.take(8)), make([]byte, 8)...))
}

// text is the memory of a text that goes in, or of a buffer.
func (s *script) text() []byte {
	b := s.byte()
	switch {
	case int(b) < len(dictionary):
		return []byte(dictionary[b])
	case b < 128:
		// No path leads out of the directory.
		return bytes.ReplaceAll(slices.Clone(s.take(int(b)/4)), []byte("/"), []byte("!"))
	}
	return make([]byte, int(b)*16)
}

const (
	canary = 0xA5
	// spare is the memory behind a struct: as much as struct_size may claim.
	spare = 4096
)

// argument makes the value of one parameter; after returns what is to be
// checked when the call is over.
func (s *script) argument(name string, t reflect.Type, size *int) (value reflect.Value, after func(status int)) {
	after = func(int) {}
	if t.Kind() != reflect.Pointer {
		n := uint64(*size) // the length that belongs to the pointer before
		if *size < 0 {
			n = s.number()
			if name == "qkgo_job_wait" && t.Kind() == reflect.Uint32 && n <= 60000 {
				n %= 3
			}
		}
		*size = -1
		value = reflect.New(t).Elem()
		value.SetUint(n & (1<<t.Bits() - 1))
		return value, after
	}
	switch t.Elem().Kind() {
	case reflect.Int8: // char
		if s.byte() == 255 {
			*size = int(s.byte() % 2)
			return reflect.Zero(t), after
		}
		memory := append(s.text(), bytes.Repeat([]byte{canary}, 16)...)
		*size = len(memory) - 16
		whole := memory[*size:]
		return reflect.NewAt(t.Elem(), unsafe.Pointer(&memory[0])), func(int) {
			if !bytes.Equal(whole, bytes.Repeat([]byte{canary}, 16)) {
				s.t.Fatalf("%s wrote behind the end of its buffer", name)
			}
		}
	case reflect.Struct:
		memory := make([]uint64, (int(t.Elem().Size())+spare)/8)
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&memory[0])), len(memory)*8)
		copy(raw, s.take(int(s.byte())%48))
		said := uint32(t.Elem().Size())
		if s.byte() > 200 {
			said = binary.LittleEndian.Uint32(append(slices.Clone(s.take(4)), make([]byte, 4)...))
		}
		binary.NativeEndian.PutUint32(raw, said)
		return reflect.NewAt(t.Elem(), unsafe.Pointer(&memory[0])), after
	}
	if s.byte() == 255 {
		return reflect.Zero(t), after
	}
	place := new(uint64)
	return reflect.NewAt(t.Elem(), unsafe.Pointer(place)), func(status int) {
		if status == 0 && *place>>typeShift != 0 {
			s.handles = append(s.handles, *place)
		}
	}
}

func (s *script) call() {
	f := exports[int(s.byte())%len(exports)]
	name, v := exportName(f), reflect.ValueOf(f)
	size := -1
	var arguments []reflect.Value
	var checks []func(int)
	for i := range v.Type().NumIn() {
		value, after := s.argument(name, v.Type().In(i), &size)
		arguments = append(arguments, value)
		checks = append(checks, after)
	}
	s.drilled = s.drilled || name == "qkgo_debug_panic"
	status := int(v.Call(arguments)[0].Int())
	for _, check := range checks {
		check(status)
	}
	switch {
	case status < 0 || status >= 16:
		s.t.Fatalf("%s returned status %d", name, status)
	case status == 15 && !s.drilled:
		s.t.Fatalf("%s panicked", name)
	}
}

func FuzzCAPI(f *testing.F) {
	f.Chdir(f.TempDir())
	before := host.Current()
	f.Add([]byte{})
	// A board and an engine, then each call with handles and texts, then a search;
	// with a book only for the calls that want one, since making it takes 100 ms.
	word := func(text string) byte { return byte(slices.Index(dictionary, text)) }
	call := func(f any) byte {
		return byte(slices.IndexFunc(exports, func(e any) bool { return exportName(e) == exportName(f) }))
	}
	// What argument reads: two bytes a text, one a place, two a struct (or its
	// own bytes behind their number, and one more).
	search := make([]byte, 64)
	search[4], search[32] = 2, 1 // depth and lines
	for i := range byte(len(exports)) {
		var book []byte
		if strings.HasPrefix(exportName(exports[i]), "qkgo_book") {
			book = []byte{call(qkgo_book_create), 0, word("xiangqi"), 0, word("x.qkb"), 0, 0, 0}
		}
		seed := slices.Concat(
			[]byte{call(qkgo_board_new), 0, word("xiangqi"), 0, word(""), 0, word(""), 160, 0, 0, 0},
			[]byte{call(qkgo_engine_new), 0, word("xiangqi"), 0, word(`{"table_mb": 1, "workers": 2}`), 0, 0, 0},
			[]byte{call(qkgo_engine_search), 1, 0, 64}, search, []byte{0, 0, 0, 0}, book)
		for handle := range byte(4) { // the call itself, on each of them
			for _, text := range []byte{word("h2e2"), 200} {
				seed = append(seed, i, handle, 0, text, 0, text, 0, 0, 0, 0, 0, 0)
			}
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := script{data: data, t: t}
		for calls := 0; len(s.data) > 0 && calls < 40; calls++ {
			s.call()
		}
		for _, id := range s.handles {
			free(id)
		}
		for _, live := range []int64{boards.live.Load(), engines.live.Load(), jobs.live.Load(), books.live.Load(), reviews.live.Load(),
			sgcpDecoders.live.Load(), sgcpClients.live.Load(), gateways.live.Load()} {
			if live != 0 {
				t.Fatalf("%d handles of a type live after all were freed", live)
			}
		}
		if err := host.Set(before); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"x.qkb", "y.qkb"} {
			os.RemoveAll(name) // tables make a folder
		}
	})
}

// free frees a handle of any type.
func free(id uint64) {
	for _, f := range []any{qkgo_job_free, qkgo_board_free, qkgo_engine_free, qkgo_book_free, qkgo_review_free, qkgo_sgcp_decoder_free, qkgo_sgcp_client_free, qkgo_gateway_free} {
		v := reflect.ValueOf(f)
		handle := reflect.New(v.Type().In(0)).Elem()
		handle.SetUint(id)
		v.Call([]reflect.Value{handle})
	}
}

package header

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const small = `#ifndef QIKIT_H
#define QIKIT_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#define QK_MOST 0x10u /* of all */
typedef int32_t qk_status;
typedef const char *qk_str;
typedef struct qk_error {
	uint32_t struct_size;
	qk_status code;
	char message[8];
} qk_error;
typedef uint64_t qk_board;
/* --- board -- */
typedef struct qk_opts {
	uint32_t struct_size;
	uint32_t depth; /* plies */
	/* Of a clock:
	 * two numbers. */
	double left;
} qk_opts;
typedef const qk_opts *qk_opts_in;

/* Makes
 * one. */
QK_API qk_status qk_board_new(qk_str game, size_t game_len, qk_opts_in opts,
                              qk_board *board, qk_error *err);
QK_API qk_status qk_board_read(qk_board board, char *buf, size_t cap, size_t *needed, qk_error *err);
#endif
`

func TestParse_small(t *testing.T) {
	h, err := Parse(small)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Constant{{"QK_MOST", "0x10u", 16, "of all"}}; !reflect.DeepEqual(h.Constants, want) {
		t.Errorf("constants %v, want %v", h.Constants, want)
	}
	opts, _ := h.Struct("qk_opts")
	if want := (Struct{"qk_opts", "", []Field{{"uint32_t", "struct_size", 0, 0, ""}, {"uint32_t", "depth", 0, 4, "plies"}, {"double", "left", 0, 8, ""}}, 16}); !reflect.DeepEqual(opts, want) {
		t.Errorf("struct %v, want %v", opts, want)
	}
	if len(h.Functions) != 2 {
		t.Fatalf("%d functions, want 2", len(h.Functions))
	}
	for i, want := range [][]Kind{{Text, In, Out, Error}, {Handle, Buffer, Error}} {
		var kinds []Kind
		for _, a := range h.Functions[i].Args {
			kinds = append(kinds, a.Kind)
		}
		if !reflect.DeepEqual(kinds, want) {
			t.Errorf("%s: kinds %v, want %v", h.Functions[i].Name, kinds, want)
		}
	}
	if f := h.Functions[0]; f.Section != "board" || f.Doc != "Makes one." || f.Params[3] != (Param{"qk_board *", "board"}) {
		t.Errorf("function %+v", f)
	}
}

func TestParse_refuses(t *testing.T) {
	for _, row := range []struct{ name, old, with, says string }{
		{"an unknown form", "#define QK_MOST", "static int x;\n#define QK_MOST", `line 7: "static int x;"`},
		{"a text without its length", "size_t game_len", "size_t game_size", "line 28: qk_board_new: game is followed by"},
		{"a buffer without needed", "size_t *needed", "size_t *used", "qk_board_read: buf is followed by"},
		{"something behind err", "qk_error *err);\n#endif", "qk_error *err, uint32_t x);\n#endif", "err is followed by x"},
		{"an unknown type", "qk_board board, char", "long board, char", "board has the type long"},
		{"a struct with padding at its end", "\tdouble left;\n", "\tdouble left;\n\tuint32_t more;\n", "qk_opts has 20 bytes and padding"},
		{"a struct without its size", "uint32_t struct_size;\n\tuint32_t depth", "uint32_t size;\n\tuint32_t depth", "qk_opts begins with size"},
		{"a field of no fixed width", "double left", "int left", "qk_opts.left is a int"},
		{"no function", small[strings.Index(small, "QK_API"):], "", "no function"},
	} {
		text := strings.Replace(small, row.old, row.with, 1)
		if text == small {
			t.Fatalf("%s: nothing was changed", row.name)
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want an error with %q", row.name, err, row.says)
		}
	}
}

func TestParse_theHeader(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "include", "qikit.h"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\nQK_API "); len(h.Functions) != n || n < 70 {
		t.Errorf("%d functions, the text has %d", len(h.Functions), n)
	}
	if n := strings.Count(string(text), "\ntypedef struct "); len(h.Structs) != n {
		t.Errorf("%d structs, the text has %d", len(h.Structs), n)
	}
}

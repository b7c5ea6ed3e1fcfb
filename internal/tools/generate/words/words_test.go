package words

import "testing"

func TestWords(t *testing.T) {
	for _, row := range []struct{ name, got, want string }{
		{"camel case", Camel("best_win_rate"), "bestWinRate"},
		{"Pascal case", Pascal("best_win_rate"), "BestWinRate"},
		{"a word of Python's", PythonKey("from"), "from_"},
		{"no word of Python's", PythonKey("form"), "form"},
		{"a choice", Choice([]string{"a", "b", "c"}, `"b"`), `"a", "b" (default) or "c"`},
		{"no choice", Choice(nil, ""), ""},
		{"broken lines", Wrapped(9, "// ", "one two three four-and-five"), "// one\n// two\n// three\n// four-and-five"},
		{"a summary", Summary("  ", "a < b & c"), "  /// <summary>a &lt; b &amp; c</summary>\n"},
	} {
		if row.got != row.want {
			t.Errorf("%s: %q, want %q", row.name, row.got, row.want)
		}
	}
}

package native

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/generate/words"
)

// csharpCall writes a method of C# that calls a function with texts and objects as
// C# has them, and returns its text, handle or number. It writes "" for a function
// that cannot fail with a text, and for those in byHandInCSharp.
func csharpCall(h *header.Header, f header.Function) string {
	if n := len(f.Args); n == 0 || f.Args[n-1].Kind != header.Error || byHandInCSharp[f.Name] {
		return ""
	}
	result, end, done := "void", "", "Call.Check(%s);"
	read := "Call.Text"
	var params, given []string
	var body strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&body, "            "+format+"\n", args...) }
	for i, a := range f.Args {
		p := camel(a.Params[0].Name)
		switch {
		case a.Kind == header.Handle && i == 0:
			p, done, read = "of", "of.Done(%s);", "of.Read"
			params, given = append(params, "NativeObject of"), append(given, "of.Handle")
		case a.Kind == header.Handle:
			params, given = append(params, "NativeObject "+p), append(given, p+".Handle")
			line("if (%s == null) throw new ArgumentNullException(%q);", p, p)
			end = fmt.Sprintf("            GC.KeepAlive(%s);\n", p)
		case a.Kind == header.Text:
			kind, octets := "string", fmt.Sprintf("Call.Bytes(%s, %q)", p, p)
			switch p {
			case "options", "rules":
				kind, octets = "Options", "Call.Bytes(Options.Text("+p+"), \"options\")"
			case "sgf", "octets", "file":
				kind, octets = "byte[]", fmt.Sprintf("Call.Octets(%s, %q)", p, p)
			}
			params, given = append(params, kind+" "+p), append(given, p+"Text", "Call.Length("+p+"Text)")
			line("byte[] %sText = %s;", p, octets)
		case a.Kind == header.Buffer:
			result, given = "string", append(given, "buf", "cap", "out needed")
		case a.Kind == header.Out:
			result, given = "ulong", append(given, "out made")
			line("ulong made;")
		case a.Kind == header.Error && result == "string":
			given = append(given, "err")
		case a.Kind == header.Error:
			given = append(given, "Call.Error()")
		default:
			kind := csharpType(h, f, a, 0)
			params, given = append(params, kind+" "+p), append(given, strings.Repeat("ref ", strings.Count(kind, "ref "))+p)
		}
	}
	if done == "Call.Check(%s);" && !strings.Contains(body.String(), "Call.Bytes") {
		line("Call.CheckVersion();")
	}
	call := "Native." + f.Name + "(" + strings.Join(given, ", ") + ")"
	switch result {
	case "string":
		line("string text = %s((byte[] buf, UIntPtr cap, out UIntPtr needed, byte[] err) => %s);", read, call)
		end += "            return text;\n"
	case "ulong":
		line(done, call)
		end += "            return made;\n"
	default:
		line(done, call)
	}
	return fmt.Sprintf("\n        public static %s %s(%s)\n        {\n%s%s        }\n", result, words.Upper(camel(f.Name)), strings.Join(params, ", "), body.String(), end)
}

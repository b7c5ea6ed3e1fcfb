package native

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/generate/words"
)

// ctypes is what Python's module ctypes calls a type of a field.
var ctypes = map[string]string{
	"uint32_t": "c_uint32", "int32_t": "c_int32", "qk_status": "c_int32", "uint64_t": "c_uint64", "double": "c_double", "char": "c_char",
}

// python writes the row of a function in the table of prototypes.
func python(f header.Function) string {
	result := map[string]string{"qk_status": "_status", "qk_str": "c_char_p", "uint32_t": "c_uint32"}[f.Result]
	var args []string
	for _, a := range f.Args {
		switch a.Kind {
		case header.Number:
			args = append(args, strings.Replace(ctypes[a.Params[0].Type], "c_int32", "_status", 1))
		case header.In, header.Fill:
			args = append(args, "POINTER("+words.Upper(camel(a.Struct))+")")
		default:
			args = append(args, map[header.Kind]string{
				header.Handle: "_handle", header.Text: "*_text", header.Buffer: "*_buffer", header.Out: "_out", header.Error: "_err",
			}[a.Kind])
		}
	}
	list := strings.Join(args, ", ")
	if len(args) == 1 && !strings.HasPrefix(list, "*") {
		list += ","
	}
	return fmt.Sprintf("%q: (%s, (%s)),", f.Name, result, list)
}

// node writes the row of a function in the table of prototypes.
func node(f header.Function) string {
	row := []string{map[string]string{"qk_status": `"int32_t"`, "qk_str": `"str"`, "uint32_t": `"uint32_t"`}[f.Result]}
	for _, a := range f.Args {
		switch a.Kind {
		case header.Number:
			row = append(row, strings.Replace(fmt.Sprintf("%q", a.Params[0].Type), "qk_status", "int32_t", 1))
		default:
			row = append(row, map[header.Kind]string{
				header.Handle: "handle", header.Text: "...text", header.Buffer: "...buffer", header.Out: "out", header.In: "given",
				header.Fill: "out", header.Error: "err",
			}[a.Kind])
		}
	}
	return f.Name + ": [" + strings.Join(row, ", ") + "],"
}

// layout writes the size of a struct and the offsets of its fields.
func layout(s header.Struct) string {
	parts := []string{fmt.Sprintf("size: %d", s.Size)}
	for _, f := range s.Fields[1:] {
		parts = append(parts, fmt.Sprintf("%s: %d", camel(f.Name), f.Offset))
	}
	return strings.Join(parts, ", ")
}

// cstypes is what C# calls a number.
var cstypes = map[string]string{
	"uint32_t": "uint", "int32_t": "int", "qk_status": "int", "uint64_t": "ulong", "double": "double", "size_t": "UIntPtr", "qk_str": "IntPtr",
}

// csharp writes the declaration of a function.
func csharp(h *header.Header, f header.Function) string {
	var params []string
	for _, a := range f.Args {
		for i, p := range a.Params {
			params = append(params, csharpType(h, f, a, i)+" "+camel(p.Name))
		}
	}
	return fmt.Sprintf("public static extern %s %s(%s);", cstypes[f.Result], f.Name, strings.Join(params, ", "))
}

// csharpType is the type of the i-th parameter of an argument. Structs that
// hold text are arrays of bytes, as a struct with text in it is not blittable.
func csharpType(h *header.Header, f header.Function, a header.Arg, i int) string {
	p := a.Params[i]
	switch a.Kind {
	case header.Handle:
		return "ulong"
	case header.Out:
		if inOut[f.Name] == p.Name {
			return "ref ulong"
		}
		return "out ulong"
	case header.Error:
		return "byte[]"
	case header.Text, header.Buffer:
		return []string{"byte[]", "UIntPtr", "out UIntPtr"}[i]
	case header.In, header.Fill:
		if s, _ := h.Struct(a.Struct); hasText(s) {
			return "byte[]"
		}
		return "ref Native" + words.Upper(camel(a.Struct))
	default:
		return cstypes[p.Type]
	}
}

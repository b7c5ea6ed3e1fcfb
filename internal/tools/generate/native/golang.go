package native

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
)

// golang writes the function that Go exports for one of the header: it finds what
// the handle stands for, copies the texts, calls the function of capi that has the
// work (boardPlay for qk_board_play), and gives its answer out. It writes "" for
// those that C answers and those in byHand.
func golang(f header.Function) string {
	if constant[f.Name] != "" || fromC[f.Name] != "" || byHand[f.Name] {
		return ""
	}
	name := "qkgo_" + strings.TrimPrefix(f.Name, "qk_")
	var params, given []string
	var body strings.Builder
	guard, err := "guard(%s, func() error {", "nil"
	first, answer := "", "return %s"
	for i, a := range f.Args {
		p := camel(a.Params[0].Name)
		switch {
		case a.Kind == header.Error:
			p, err = "err", "err"
		case a.Kind == header.Handle && i == 0:
			t := tables[a.Params[0].Type]
			p, guard = "id", "with(&"+t.name+", uint64(id), %s, func(of "+t.of+") error {"
			given = append(given, "of")
		case a.Kind == header.Text:
			fmt.Fprintf(&body, "%sText, e := in(%q, %s, %sLen)\n%s", p, a.Params[0].Name, p, p, failed)
			given = append(given, p+"Text")
		case a.Kind == header.Buffer:
			answer = "answer, e := %s\n" + failed + "return out(answer, buf, capacity, needed)"
		case a.Kind == header.Out:
			give, ok := gives[a.Params[0].Type]
			if !ok {
				give = "give(&" + tables[strings.TrimSuffix(a.Params[0].Type, " *")].name + ", made, to)"
			}
			answer = "made, e := %s\n" + failed + "return " + give
			first = fmt.Sprintf("if e := given(%q, to); e != nil {\nreturn e\n}\n", a.Params[0].Name)
			p = "to"
		case a.Kind == header.Number:
			given = append(given, strings.TrimSuffix(a.Params[0].Type, "_t")+"("+p+")")
		default:
			given = append(given, p)
		}
		params = append(params, declaredInGo(a, p)...)
	}
	head := fmt.Sprintf("//export %s\nfunc %s(%s) C.qk_status {\n", name, name, strings.Join(params, ", "))
	if err == "nil" && len(f.Args) == 1 && f.Args[0].Kind == header.Handle {
		return head + fmt.Sprintf("return release(&%s, uint64(id))\n}\n", tables[f.Params[0].Type].name)
	}
	call := camel(f.Name) + "(" + strings.Join(given, ", ") + ")"
	return head + "return " + fmt.Sprintf(guard, err) + "\n" + first + body.String() + fmt.Sprintf(answer, call) + "\n})\n}\n"
}

// failed hands the error e on.
const failed = "if e != nil {\nreturn e\n}\n"

// declaredInGo are the parameters of an argument as cgo names their types.
func declaredInGo(a header.Arg, name string) (params []string) {
	names := []string{name}
	switch a.Kind {
	case header.Text:
		names = []string{name, name + "Len"}
	case header.Buffer:
		names = []string{"buf", "capacity", "needed"}
	}
	for i, p := range a.Params {
		of, pointer := strings.CutSuffix(p.Type, " *")
		if of = "C." + of; pointer {
			of = "*" + of
		}
		params = append(params, names[i]+" "+of)
	}
	return params
}

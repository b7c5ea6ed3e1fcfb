package native

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
)

const columns = 120

// entry writes the definition of a function in C.
func entry(f header.Function) string {
	body := constant[f.Name]
	if body == "" {
		to, ok := fromC[f.Name]
		if !ok {
			to = "qkgo_" + strings.TrimPrefix(f.Name, "qk_")
		}
		var given []string
		err := "NULL"
		for _, p := range f.Params {
			given = append(given, p.Name)
			if p.Type == "qk_error *" {
				err = p.Name
			}
		}
		body = fmt.Sprintf("CALL(%s, %s(%s));", err, to, strings.Join(given, ", "))
	}
	params := []string{"void"}
	for i, p := range f.Params {
		params = append(params[:i], declared(p))
	}
	return list(f.Result+" "+f.Name+"(", params, ")") + "\n{\n\t" + body + "\n}"
}

// declared is a parameter as C declares it.
func declared(p header.Param) string {
	if strings.HasSuffix(p.Type, "*") {
		return p.Type + p.Name
	}
	return p.Type + " " + p.Name
}

// list writes items between open and end, broken into lines that begin under
// the first item.
func list(open string, items []string, end string) string {
	var out strings.Builder
	out.WriteString(open)
	at := len(open)
	for i, item := range items {
		last := end
		if i < len(items)-1 {
			last = ","
		}
		switch {
		case i == 0:
		case at+1+len(item)+len(last) > columns:
			out.WriteString("\n" + strings.Repeat(" ", len(open)))
			at = len(open)
		default:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(item + last)
		at += len(item) + len(last)
	}
	return out.String()
}

// names writes the names of the statuses, from QK_OK on.
func names(statuses []status) string {
	lines := []string{`"QK_OK",`}
	for _, s := range statuses {
		item := fmt.Sprintf("%q,", s.Name)
		if last := len(lines) - 1; 16+len(lines[last])+1+len(item) <= columns {
			lines[last] += " " + item
		} else {
			lines = append(lines, item)
		}
	}
	return strings.Join(lines, "\n\t")
}

package options

import (
	"qikit.dev/qikit/internal/tools/generate/schema"
)

// Files returns the generated files of the project under root by their paths.
func Files(root string) (map[string][]byte, error) {
	l := schema.Of(root)
	all, err := build(l)
	if err != nil {
		return nil, err
	}
	files, err := goFiles(l)
	if err != nil {
		return nil, err
	}
	files["bindings/python/qikit/_options.py"] = []byte(writePython(all))
	files["bindings/python/qikit/_keywords.py"] = []byte(writeKeywords(all))
	files["bindings/node/src/options.ts"] = []byte(writeTypeScript(all))
	files["bindings/unity/Runtime/OptionClasses.cs"] = []byte(writeCSharp(all))
	return files, nil
}

package options

import (
	"qikit.dev/qikit/internal/tools/generate/schema"
)

// Files returns the generated files of the project under root by their paths.
func Files(root string) (map[string][]byte, error) {
	all, err := build(schema.Of(root))
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"bindings/python/qikit/_options.py":       []byte(writePython(all)),
		"bindings/node/src/options.ts":            []byte(writeTypeScript(all)),
		"bindings/unity/Runtime/OptionClasses.cs": []byte(writeCSharp(all)),
	}, nil
}

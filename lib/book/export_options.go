package book

import "qikit.dev/qikit/internal/options"

// ParseExportOptions reads a JSON object of the fields of ExportOptions, as strictly
// as ParseOptions.
func ParseExportOptions(text []byte) (ExportOptions, error) {
	var o ExportOptions
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}

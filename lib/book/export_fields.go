package book

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
)

// chosen checks the fields that were asked for; all may be asked for by nil.
func (o *ExportOptions) chosen(format string, all []string) error {
	for i, name := range o.Fields {
		if all == nil {
			return options.Wrap(ErrOptions, options.Wrong("fields", o.Fields, "nothing: only jsonl and csv have fields"))
		}
		if !slices.Contains(all, name) {
			return options.Wrap(ErrOptions, options.Wrong(fmt.Sprintf("fields[%d]", i), name, "a field of "+format+": "+strings.Join(all, ", ")))
		}
		if slices.Contains(o.Fields[:i], name) {
			return options.Wrap(ErrOptions, options.Wrong(fmt.Sprintf("fields[%d]", i), name, "each field once"))
		}
	}
	return nil
}

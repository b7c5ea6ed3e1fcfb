package book

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
)

// recordFields are the fields of a record in their order, as JSON lines name them.
var recordFields = func() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}()

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

// picked is a struct type of a record's fields, in the order in which they are named, and
// where each is in a record.
func picked(names []string) (t reflect.Type, at []int) {
	record := reflect.TypeFor[Record]()
	var fields []reflect.StructField
	for _, name := range names {
		i := slices.Index(recordFields, name)
		fields, at = append(fields, record.Field(i)), append(at, i)
	}
	return reflect.StructOf(fields), at
}

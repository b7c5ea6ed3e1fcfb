package book

import "qikit.dev/qikit/internal/options"

// ParseExportOptions reads a JSON object of the fields of ExportOptions, as strictly
// as ParseOptions.
func ParseExportOptions(text []byte) (ExportOptions, error) {
	var o ExportOptions
	err := options.Read(text, &o)
	if err == nil {
		err = o.clash()
	}
	return o, options.Wrap(ErrOptions, err)
}

// check says which option is out of range, or contradicts another one. Notation and
// encoding are left to the game, which knows its own.
func (o ExportOptions) check() error {
	o.Encoding = ""
	err := options.Check(&o)
	if err == nil {
		err = o.clash()
	}
	return options.Wrap(ErrOptions, err)
}

func (o *ExportOptions) clash() error {
	for _, span := range []struct {
		low, high *int
		name      string
	}{{o.MinScore, o.MaxScore, "score"}, {o.MinPly, o.MaxPly, "ply"}} {
		if span.low != nil && span.high != nil && *span.low > *span.high {
			return options.Wrong("min_"+span.name, *span.low, "at most max_"+span.name)
		}
	}
	if o.Unknown && o.SkipUnknown {
		return options.Clash("skip_unknown", "true beside unknown", "one of the two")
	}
	return nil
}

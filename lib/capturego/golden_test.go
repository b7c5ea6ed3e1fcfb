package capturego

import "flag"

// update rewrites the goldens in testdata.
var update = flag.Bool("update", false, "rewrite testdata")

package engine

import "fmt"

// WebAssembly starts no programs, and leaves out the code that would speak to them: 85 kB less to be fetched.
func init() {
	for _, kind := range []string{"uci", "ucci", "gtp", "gomocup"} {
		kinds[kind] = func(*knowledge, Options) (Engine, error) {
			return nil, fmt.Errorf("%w: %s: WebAssembly starts no programs, expected the native library", ErrUnsupported, kind)
		}
	}
}

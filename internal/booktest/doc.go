// Package booktest is what the tests of books share: two small games, an engine
// that is quick and always says the same, and the reading of whole books.
//
//	import "qikit.dev/qikit/internal/booktest" // registers "mnk" and "mnk3"
//
//	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
//
// Only tests import it.
package booktest

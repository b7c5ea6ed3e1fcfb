// Package verb gives every verb of the program qikit one manner: help, flags before and
// behind words, a file of settings, environment variables, exit statuses and completion.
//
//	v := verb.Verb{Name: "perft", Does: "count the lines of play", Flags: func(set *verb.Flags) verb.Run {
//		depth := set.Int("depth", 3, "plies")
//		return func(ctx context.Context, io verb.Streams, words []string) error { … }
//	}}
//
// A Program is the table of verbs. It knows nothing of what they do.
package verb

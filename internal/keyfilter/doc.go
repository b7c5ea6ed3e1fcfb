// Package keyfilter finds out which of many keys may be in a table, by rows that each have a Bloom filter of some keys.
//
// [New] makes the [Filter] of a row. [Sift] reads rows, of keys that follow each other, and gives each sorted key that
// passes the filter of its row, as a [Passed].
//
// SQLite's own C (build tag csqlite) tests the keys where the filters lie, in its pages, by an SQL function that this package adds to
// it. The translation into Go hands over the rows, and the keys are tested in Go. Both pass the same keys.
//
// The package does not know the tables: the caller has the text of the query.
package keyfilter

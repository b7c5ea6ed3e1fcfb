package book

// What the tests see of the inside.
var CSVColumns = csvColumns

// LimitPages makes books opened for writing full at so many pages, 0 for never.
func LimitPages(n int) { pageLimit = n }

// Optional is a number as CSV has it.
func Optional[T any](n *T) string { return optional(n) }

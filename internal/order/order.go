// Package order sorts short lists.
//
//	order.Stable(list, func(a, b move) int { return b.score - a.score })
package order

// Stable sorts a list; what is equal stays as it was. It takes time by the square of the
// length, so it is for short lists: package slices would add some 10 KB to the library for
// each of their types.
func Stable[T any](list []T, compare func(a, b T) int) {
	for n := range list {
		for i := n; i > 0 && compare(list[i], list[i-1]) < 0; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
}

package review

// order sorts a list; what is equal stays as it was. The lists are short, and package
// slices would add some 10 KB to the library for each of their types.
func order[T any](list []T, compare func(a, b T) int) {
	for n := range list {
		for i := n; i > 0 && compare(list[i], list[i-1]) < 0; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
}

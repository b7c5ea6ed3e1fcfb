//go:build wasip1

package main

// table holds what handles of one type stand for. Numbers are not given out twice.
type table[T any] struct {
	name  string
	close func(v T) // nil, or ends what a freed handle stood for
	last  uint64
	live  map[uint64]T
}

func (t *table[T]) put(v T) []byte {
	if t.live == nil {
		t.live = map[uint64]T{}
	}
	t.last++
	t.live[t.last] = v
	return handle(t.last)
}

func (t *table[T]) get(id uint64) (v T, err error) {
	v, ok := t.live[id]
	if !ok {
		return v, fault(errHandle, "handle %#x is freed or was never given out, expected a live handle of type %s", id, t.name)
	}
	return v, nil
}

// made is the answer with a handle for what was made without an error.
func (t *table[T]) made(v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return t.put(v), nil
}

// free ends a handle; 0 is none.
func (t *table[T]) free(id uint64) ([]byte, error) {
	if id == 0 {
		return nil, nil
	}
	v, err := t.get(id)
	if err != nil {
		return nil, err
	}
	delete(t.live, id)
	if t.close != nil {
		t.close(v)
	}
	return nil, nil
}

// on is a function on a live handle, its first argument.
func on[T any](t *table[T], args int, f func(v T, c call) ([]byte, error)) function {
	return function{args, func(c call) ([]byte, error) {
		v, err := t.get(c.number(0))
		if err != nil {
			return nil, err
		}
		return f(v, c)
	}}
}

// texts is a function that writes text into a buffer, whose capacity is its last argument.
func texts[T any, S ~string | ~[]byte](t *table[T], args int, f func(v T, c call) (S, error)) function {
	return on(t, args, func(v T, c call) ([]byte, error) {
		text, err := f(v, c)
		if err != nil {
			return nil, err
		}
		return fits([]byte(text), c.number(args-1))
	})
}

// frees is the function that frees a handle.
func frees[T any](t *table[T]) function {
	return function{1, func(c call) ([]byte, error) { return t.free(c.number(0)) }}
}

package sgcp

import (
	"bytes"
	"math"
	"slices"
)

// Pair is one "key=value" of a list, or a bare "key".
type Pair struct{ Key, Value string }

// Pairs is a list of "key=value" in the order of the line. It keeps unknown keys.
type Pairs []Pair

// Get is the value of a key, empty for a bare one. Of a key that stands there twice the
// last value counts.
func (p Pairs) Get(key string) (value string, ok bool) {
	for _, pair := range slices.Backward(p) {
		if pair.Key == key {
			return pair.Value, true
		}
	}
	return "", false
}

// Has tells whether the key is there, bare or with a value.
func (p Pairs) Has(key string) bool {
	_, ok := p.Get(key)
	return ok
}

// pairs reads or writes the rest of the parameter as a list of pairs.
func (c *codec) pairs(list *Pairs) { repeated(c, &pairKind, (*[]Pair)(list), math.MaxInt) }

var pairKind = kind[Pair]{parsePair, appendPair, "a name, or name=value"}

func parsePair(text []byte) (Pair, bool) {
	key, value, _ := bytes.Cut(text, []byte("="))
	return Pair{string(key), string(value)}, len(key) > 0
}

func appendPair(dst []byte, p Pair) ([]byte, bool) {
	dst, ok := appendWord(dst, p.Key)
	if p.Value == "" {
		return dst, ok && !bytes.ContainsRune([]byte(p.Key), '=')
	}
	dst, fine := appendWord(append(dst, '='), p.Value)
	return dst, ok && fine && !bytes.ContainsRune([]byte(p.Key), '=')
}

// list reads or writes the rest of the parameter as pairs. known goes through the known
// keys by calling keyed for each; all other pairs are others, which are written last.
func (c *codec) list(others *Pairs, known func()) {
	if c.writing {
		known()
		c.pairs(others)
		return
	}
	c.pairs(others)
	known()
	if len(*others) == 0 {
		*others = nil
	}
}

// keyed reads or writes one known key of a list. A reader leaves v as it was when the key
// is absent or bare. A writer leaves the key out when its value has no text.
func keyed[T any](c *codec, others *Pairs, name string, k *kind[T], v *T) {
	if c.err != nil {
		return
	}
	if !c.writing {
		left := (*others)[:0]
		for _, p := range *others {
			if p.Key != name {
				left = append(left, p)
				continue
			}
			x, ok := *v, true
			if p.Value != "" {
				x, ok = k.parse([]byte(p.Value))
			}
			if !ok {
				c.fail([]byte(p.Key+"="+p.Value), k.expected)
				return
			}
			*v = x
		}
		*others = left
		return
	}
	bare := append(append(c.space(), name...), '=')
	text, ok := k.append(bare, *v)
	switch {
	case len(text) == len(bare):
		return
	case !ok:
		c.fail(text[len(c.out):], k.expected)
		return
	}
	c.out = text
}

package cluster

import (
	"bytes"
	"fmt"

	"github.com/nats-io/nkeys"

	"qikit.dev/qikit/internal/plainfile"
)

// Key is a private nkey: who a member is. The server holds its public half only.
type Key struct{ pair nkeys.KeyPair }

// NewKey makes a key.
func NewKey() (Key, error) {
	pair, err := nkeys.CreateUser()
	return Key{pair}, err
}

// ParseKey reads the text of a key, as String gives it: "SU" and 56 more
// characters, with white space around.
func ParseKey(text []byte) (Key, error) {
	pair, err := nkeys.FromSeed(bytes.TrimSpace(text))
	if err == nil {
		if public, perr := pair.PublicKey(); perr != nil || !nkeys.IsValidPublicUserKey(public) {
			err = nkeys.ErrIncompatibleKey
		}
	}
	if err != nil {
		return Key{}, fmt.Errorf("%w: %v, expected the seed of a user, SU…", ErrKey, err)
	}
	return Key{pair}, nil
}

// keyMost is the most bytes that a key's file has, with comments of other programs.
const keyMost = 4096

// ReadKey reads a key from a regular file.
func ReadKey(path string) (Key, error) {
	text, err := plainfile.Read(path, keyMost)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrKey, err)
	}
	key, err := ParseKey(text)
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// Public is what others know the key by: "U" and 55 more characters, empty for
// the zero Key.
func (k Key) Public() string {
	if k.pair == nil {
		return ""
	}
	public, err := k.pair.PublicKey()
	if err != nil {
		return "" // not of a key that we made or read
	}
	return public
}

// String is the secret, for a file that only its owner reads.
func (k Key) String() string {
	if k.pair == nil {
		return ""
	}
	seed, err := k.pair.Seed()
	if err != nil {
		return ""
	}
	return string(seed)
}

// CheckPublic tells whether a text is the public half of a key. ErrKey.
func CheckPublic(text string) error {
	if !nkeys.IsValidPublicUserKey(text) {
		return fmt.Errorf("%w: %q, expected the public key of a user, U…", ErrKey, text)
	}
	return nil
}

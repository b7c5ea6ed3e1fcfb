package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

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

// keys finds this member's key, or makes those of a server within this process.
func (c *Cluster) keys(o *Options) (own Key, err error) {
	switch {
	case o.URL != "" && o.KeyFile != "":
		return ReadKey(o.KeyFile)
	case o.URL != "":
		return o.Key, nil
	}
	host := ""
	if o.Dir != "" {
		if err := os.MkdirAll(o.Dir, 0o700); err != nil {
			return own, fmt.Errorf("%w: %w", ErrStart, err)
		}
		host = filepath.Join(o.Dir, "host.key")
	}
	if len(o.Members) == 0 {
		if o.KeyFile == "" && o.Dir != "" {
			o.KeyFile = filepath.Join(o.Dir, "member.key")
		}
		if c.member, err = keptKey(o.KeyFile); err != nil {
			return own, err
		}
		o.Members = []string{c.member.Public()}
	}
	return keptKey(host)
}

// keyPatience is how long another process may take to make the same key.
const keyPatience = 10 * time.Second

// keptKey reads the key of a file that its owner alone can read, or makes it. An empty
// path is no file. An empty file is no key: a full disk or a kill may have left it.
func keptKey(path string) (Key, error) {
	if path == "" {
		return NewKey()
	}
	if key, err := readKept(path); !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	lock, err := plainfile.Take(path+".lock", keyPatience)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrKey, err)
	}
	defer lock.Release()
	if key, err := readKept(path); !errors.Is(err, fs.ErrNotExist) {
		return key, err // another process has made it meanwhile
	}
	key, err := NewKey()
	if err != nil {
		return Key{}, err
	}
	if err := plainfile.Write(path, []byte(key.String()+"\n"), 0o600); err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return key, nil
}

// readKept reads a key that only its owner can read; fs.ErrNotExist: there is none yet.
func readKept(path string) (Key, error) {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		return Key{}, fs.ErrNotExist
	}
	key, err := ReadKey(path)
	if err != nil {
		return Key{}, err
	}
	return key, checkPrivate(path)
}

// checkPrivate refuses a key that others can read, who could work as its owner.
func checkPrivate(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrKey, err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("%w: %s has the mode %04o, expected 0600: others can read it", ErrKey, path, mode)
	}
	return nil
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

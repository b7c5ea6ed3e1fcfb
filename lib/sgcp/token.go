package sgcp

import (
	"encoding/base32"
	"fmt"
)

// Gtoken names a game: 128 random bits, written as 26 characters of base32 (RFC 4648,
// A-Z and 2-7, without padding). It is not a secret: what a player may do depends on the
// session. The zero Gtoken is no game.
type Gtoken [16]byte

// Session is the secret by which a client takes up its session after a lost connection
// (105). It is written as a Gtoken is.
type Session [16]byte

var tokenText = base32.StdEncoding.WithPadding(base32.NoPadding)

// String is the token's text, or "-" for the zero Gtoken, as lines write it.
func (g Gtoken) String() string {
	if g == (Gtoken{}) {
		return "-"
	}
	return tokenText.EncodeToString(g[:])
}

// ParseGtoken reads 26 characters of base32, in any case. ErrParameter.
func ParseGtoken(text string) (Gtoken, error) { return parse(&gameKind, text) }

// Text is the secret as 105 sends it.
func (s Session) Text() string { return tokenText.EncodeToString(s[:]) }

// String keeps the secret, and shows enough in a log to tell two sessions apart.
func (s Session) String() string { return s.Text()[:4] + "..." }

// ParseSession reads 26 characters of base32, in any case. ErrParameter; the
// error does not quote the text.
func ParseSession(text string) (Session, error) {
	s, ok := parseSession([]byte(text))
	if !ok {
		return s, fmt.Errorf("%w: expected %s", ErrParameter, sessionKind.expected)
	}
	return s, nil
}

func parseToken(text []byte) (token [16]byte, ok bool) {
	if len(text) != tokenLength {
		return token, false
	}
	var upper [tokenLength]byte
	for i, c := range text {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	if _, err := tokenText.Decode(token[:], upper[:]); err != nil {
		return token, false
	}
	// 26 characters hold 130 bits: the two that are left must be zero, so that a token
	// has one text only.
	return token, upper[tokenLength-1] == tokenLast(token)
}

// tokenLast is the last character of a token's text: three bits and two zeros.
func tokenLast(token [16]byte) byte {
	return "AEIMQUY4"[token[15]&7]
}

func parseGame(text []byte) (Gtoken, bool) {
	token, ok := parseToken(text)
	return token, ok && token != [16]byte{}
}

func appendGame(dst []byte, g Gtoken) ([]byte, bool) {
	return tokenText.AppendEncode(dst, g[:]), g != Gtoken{}
}

// parseGameOrNone reads a token, or "-" for no game.
func parseGameOrNone(text []byte) (Gtoken, bool) {
	if len(text) == 1 && text[0] == '-' {
		return Gtoken{}, true
	}
	return parseGame(text)
}

func appendGameOrNone(dst []byte, g Gtoken) ([]byte, bool) {
	if g == (Gtoken{}) {
		return append(dst, '-'), true
	}
	return appendGame(dst, g)
}

func parseSession(text []byte) (Session, bool) {
	token, ok := parseToken(text)
	return token, ok
}

func appendSession(dst []byte, s Session) ([]byte, bool) {
	return tokenText.AppendEncode(dst, s[:]), true
}

// CutGtoken splits the Gtoken off the parameter of a 303, 311, 321 or 327 that a peer
// with the capability "multi" sent. The rest is the parameter as other peers send it.
// ErrParameter. AppendFor is the way back.
func CutGtoken(param []byte) (game Gtoken, rest []byte, err error) {
	c := codec{in: param}
	field(&c, &gameKind, &game)
	return game, c.in, c.err
}

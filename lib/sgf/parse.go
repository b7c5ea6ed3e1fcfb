package sgf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// propertiesMax is the most properties of one node, since their names are searched
// one by one.
const propertiesMax = 256

// Options bound what is read.
type Options struct {
	// Bytes, Nodes and Depth of variations are the most that one game may have:
	// 32 MB, 1,000,000 and 20,000 (some programs open a variation for every
	// move).
	Bytes, Nodes, Depth int
	// Charset is that of files that state none and are not UTF-8;
	// "ISO-8859-1", as FF[4] has it.
	Charset string
}

// DefaultOptions bounds the memory by some hundred megabytes.
func DefaultOptions() Options {
	return Options{Bytes: 32 << 20, Nodes: 1_000_000, Depth: 20_000, Charset: "ISO-8859-1"}
}

// Parse reads a file of one or more games and returns their roots. It is
// FF[4]; older files are read too: lower-case letters in names are passed over,
// and text before the first game. Games other than Go are read as well, as
// trees. The text is decoded by the file's CA.
//
// The error wraps game.ErrRecord and says the line and the column of the first
// fault, what stands there and what was expected.
func Parse(file []byte, o Options) ([]*Node, error) {
	var roots []*Node
	for root, err := range Read(bytes.NewReader(file), o) {
		if err != nil {
			return nil, err
		}
		roots = append(roots, root)
	}
	return roots, nil
}

// Read is Parse of a file of any length, one game at a time. After a
// fault the reading goes on with the next line that begins with "(;". An error
// that does not wrap game.ErrRecord is r's own and the last thing that comes.
func Read(r io.Reader, o Options) iter.Seq2[*Node, error] {
	return func(yield func(*Node, error) bool) {
		in, foreign, err := decoded(r, o.Charset)
		if err != nil {
			yield(nil, err)
			return
		}
		p := &parser{in: in, foreign: foreign, options: o, at: place{1, 0}}
		for first := true; ; first = false {
			root, err := p.game(first)
			if err == io.EOF { // between two games
				return
			}
			if !yield(root, err) {
				return
			}
			if err != nil && (p.failed != nil || !p.resume()) {
				return
			}
		}
	}
}

// parser reads games off a stream of UTF-8.
type parser struct {
	in           *bufio.Reader
	foreign      bool // decoded from another charset: what was no text is U+FFFD
	options      Options
	last, before rune  // the character last read, and the one before
	at, was      place // their places
	failed       error // the stream's own
	opened       bool  // the (; of the next game has been read
	bytes, nodes int   // read of this game
}

// next reads a character; io.EOF at the end.
func (p *parser) next() (rune, error) {
	r, size, err := p.in.ReadRune()
	if err != nil && err != io.EOF {
		p.failed = fmt.Errorf("sgf: reading after line %d: %w", p.at.line, err)
		return 0, p.failed
	}
	p.was = p.at
	if p.last == '\n' || p.last == '\r' && r != '\n' {
		p.at = place{p.at.line + 1, 1}
	} else {
		p.at.column++
	}
	p.before, p.last = p.last, r
	switch {
	case err != nil:
		return 0, err
	case r == utf8.RuneError && (size == 1 || p.foreign):
		return 0, p.at.fail("bytes that are no text in the file's charset, expected UTF-8 or what CA states")
	}
	if p.bytes += size; p.bytes > p.options.Bytes {
		return 0, p.at.fail("a game of over %d bytes, expected at most that", p.options.Bytes)
	}
	return r, nil
}

// unread puts the last character back.
func (p *parser) unread() {
	p.bytes -= utf8.RuneLen(p.last)
	p.at, p.last = p.was, p.before
	// After ReadRune it has no errors.
	_ = p.in.UnreadRune()
}

// token is the next character that is no white space.
func (p *parser) token() (rune, error) {
	for {
		r, err := p.next()
		if err != nil || !unicode.IsSpace(r) && r != '\uFEFF' && r != 0 && r != '\x1A' {
			return r, err
		}
	}
}

// found names what was read, for messages.
func found(r rune, err error) string {
	if err != nil {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", r)
}

// expect reads one of the characters in set.
func (p *parser) expect(set, expected string) (rune, error) {
	r, err := p.token()
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if err != nil || !strings.ContainsRune(set, r) {
		return 0, p.at.fail("%s, expected %s", found(r, err), expected)
	}
	return r, nil
}

// game reads one game; io.EOF when there is none left.
func (p *parser) game(first bool) (*Node, error) {
	p.bytes, p.nodes = 0, 0
	if p.opened {
		p.opened = false
		return p.tree()
	}
	if first {
		// Older files may begin with the headers of a letter.
		for {
			r, err := p.token()
			if err == io.EOF {
				return nil, place{1, 1}.fail("no game in the file, expected (; at its start")
			}
			if err != nil {
				return nil, err
			}
			if r != '(' {
				continue
			}
			switch r, err = p.token(); {
			case err != nil && err != io.EOF:
				return nil, err
			case r == ';':
				return p.tree()
			case r == '(':
				p.unread()
			}
		}
	}
	r, err := p.token()
	if err != nil {
		return nil, err
	}
	if r != '(' {
		return nil, p.at.fail("%q after a game, expected ( or the end of the file", r)
	}
	if _, err := p.expect(";", "; after ("); err != nil {
		return nil, err
	}
	return p.tree()
}

// tree reads a game from behind its first semicolon to its last parenthesis.
func (p *parser) tree() (*Node, error) {
	root := &Node{at: p.at}
	p.nodes = 1
	node, forks, closed := root, []*Node(nil), false
	for {
		r, err := p.token()
		switch {
		case err == io.EOF:
			return nil, p.at.fail("the end of the file inside a game, expected )")
		case err != nil:
			return nil, err
		case r == '(':
			if len(forks)+1 >= p.options.Depth {
				return nil, p.at.fail("variations more than %d deep, expected at most that", p.options.Depth)
			}
			forks = append(forks, node)
			if _, err := p.expect(";", "; after ("); err != nil {
				return nil, err
			}
			closed = false
			node, err = p.child(node)
			if err != nil {
				return nil, err
			}
		case r == ')':
			if len(forks) == 0 {
				return root, nil
			}
			node, forks, closed = forks[len(forks)-1], forks[:len(forks)-1], true
		case closed:
			return nil, p.at.fail("%q after a variation, expected ( or )", r)
		case r == ';':
			if node, err = p.child(node); err != nil {
				return nil, err
			}
		case isLetter(r):
			if err := p.property(node, r); err != nil {
				return nil, err
			}
		default:
			return nil, p.at.fail("%q, expected a property, ; ( or )", r)
		}
	}
}

func isLetter(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }

// child begins a node.
func (p *parser) child(parent *Node) (*Node, error) {
	if p.nodes++; p.nodes > p.options.Nodes {
		return nil, p.at.fail("a game of more than %d nodes, expected at most that", p.options.Nodes)
	}
	n := &Node{at: p.at}
	parent.Children = append(parent.Children, n)
	return n, nil
}

// property reads a property whose name begins with r. One that the node has
// already gets the values in addition.
func (p *parser) property(n *Node, r rune) error {
	at := p.at
	var name []byte
	for ; isLetter(r) || r >= '0' && r <= '9'; r = p.last {
		if r < 'a' {
			name = append(name, byte(r))
		}
		if _, err := p.next(); err == io.EOF {
			return p.at.fail("the end of the file, expected [ and a value of %s", name)
		} else if err != nil {
			return err
		}
	}
	if !isName(string(name)) {
		return at.fail("a property without a capital letter at the start of its name, expected one such as B")
	}
	if unicode.IsSpace(r) {
		var err error
		if r, err = p.expect("[", fmt.Sprintf("[ and a value of %s", name)); err != nil {
			return err
		}
	}
	if r != '[' {
		return p.at.fail("%q, expected [ and a value of %s", r, name)
	}
	into := n.property(string(name))
	if into == nil {
		if len(n.Properties) == propertiesMax {
			return at.fail("a node with more than %d properties, expected at most that", propertiesMax)
		}
		n.Properties = append(n.Properties, Property{Name: string(name), at: at})
		into = &n.Properties[len(n.Properties)-1]
	}
	for {
		value, err := p.value()
		if err != nil {
			return err
		}
		into.Values = append(into.Values, value)
		switch r, err := p.token(); {
		case err == io.EOF:
			return p.at.fail("the end of the file inside a game, expected )")
		case err != nil:
			return err
		case r != '[':
			p.unread()
			return nil
		}
	}
}

// value reads from behind a bracket to the one that closes it.
func (p *parser) value() (string, error) {
	at := p.at
	var out strings.Builder
	for {
		r, err := p.next()
		if err == nil && r == ']' {
			return out.String(), nil
		}
		if err == nil && r == '\\' {
			out.WriteByte('\\')
			r, err = p.next()
		}
		if err == io.EOF {
			return "", at.fail("a value that does not end, expected ]")
		}
		if err != nil {
			return "", err
		}
		out.WriteRune(r)
	}
}

// resume looks for the next line that begins with a game and says whether there
// is one.
func (p *parser) resume() bool {
	for {
		p.bytes = 0
		r, err := p.next()
		if err == io.EOF || p.failed != nil {
			return false
		}
		if err != nil || r != '(' || p.at.column != 1 {
			continue
		}
		if r, err := p.next(); err == nil && r == ';' {
			p.opened = true
			return true
		}
		if p.failed != nil {
			return false
		}
	}
}

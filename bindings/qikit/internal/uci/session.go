package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/lib/book/play"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
)

// session is the conversation with one program.
type session struct {
	mu  sync.Mutex // a search writes while we read
	out *bufio.Writer

	game     string    // one of variants
	chess960 bool      // UCI_Chess960: castling is the king taking the rook
	protocol *protocol // nil until the first word
	options  engine.Options
	engine   engine.Engine // nil until it is needed, and after a change of options
	lines    int
	overhead time.Duration
	ranks10  bool
	seconds  bool // UCCI: times are seconds until usemillisec

	board  game.Board // nil after a position that could not be read
	search *search    // the one under way or last ended; nil before the first
}

func newSession(out io.Writer, game string) *session {
	return &session{game: game, out: bufio.NewWriter(out), options: engine.DefaultOptions(), lines: 1, overhead: 20 * time.Millisecond}
}

// lineMax bounds a line of the other program's, in bytes: a game of a thousand
// moves needs ten thousand.
const lineMax = 1 << 20

// run obeys line by line until quit or the end of the input.
func (s *session) run(in io.Reader) error {
	defer s.close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, lineMax)
	for lines.Scan() {
		words := orders(strings.Fields(lines.Text()))
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		if err := s.obey(words); err != nil {
			s.complain(err)
		}
	}
	return lines.Err()
}

func (s *session) close() {
	s.stop()
	s.forget()
	if s.protocol == &ucci {
		s.say("bye")
	}
}

// say writes lines at once.
func (s *session) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
	s.out.Flush()
}

// complain reports an error in the form that both protocols have for it.
func (s *session) complain(err error) {
	word := "string"
	if s.protocol == &ucci {
		word = "message"
	}
	s.say("info %s %s", word, strings.ReplaceAll(err.Error(), "\n", " "))
}

func (s *session) obey(words orders) error {
	order := words.next()
	switch order {
	case "isready":
		if err := s.prepare(); err != nil {
			s.complain(err)
		}
		s.say("readyok")
		return nil
	case "stop":
		if !s.stop() && s.protocol == &ucci {
			s.say("%s", ucci.none)
		}
		return nil
	case "ponderhit":
		s.search.hit()
		return nil
	}
	s.stop() // what follows is not for a search under way
	switch order {
	case "uci":
		return s.greet(&uci)
	case "ucci":
		return s.greet(&ucci)
	case "setoption":
		return s.setOption(words)
	case "ucinewgame":
		return s.clear()
	case "position":
		return s.position(words)
	case "go":
		return s.think(words)
	}
	return nil // both protocols: what is not understood is passed over
}

func (s *session) greet(p *protocol) error {
	s.protocol, s.seconds = p, p == &ucci
	if p == &ucci {
		s.game = variants[0]
	}
	s.say("id name qikit %s\nid author the qikit authors", host.Version)
	for _, o := range options {
		if p == &uci && o.uci != "" || p == &ucci && o.ucci != "" {
			s.say("%s", p.option(o.of(s)))
		}
	}
	s.say("%s", p.ok)
	return nil
}

// position reads "startpos" or "fen …", then "moves …".
func (s *session) position(words orders) error {
	s.board = nil
	fen := ""
	switch kind := words.next(); kind {
	case "startpos":
		words.until("moves")
	case "fen":
		fen = words.until("moves")
	default:
		return fmt.Errorf("position %q, expected startpos or fen", kind)
	}
	b, err := game.New(s.game, game.Setup{Position: fen, Rules: s.rules(false)})
	if err != nil {
		return err
	}
	for i, text := range words {
		m, err := s.parse(b, text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		b.Play(m)
	}
	s.board = b
	return nil
}

// forget lets the engine go; it is made anew, by the options as they are then, when it
// is next needed.
func (s *session) forget() {
	if s.engine != nil {
		s.engine.Close()
		s.engine = nil
	}
}

// prepare makes the engine if there is none.
func (s *session) prepare() (err error) {
	if s.engine == nil {
		s.engine, err = play.NewEngine(s.game, s.options)
	}
	return err
}

// clear begins a new game.
func (s *session) clear() error {
	if s.engine == nil {
		return nil
	}
	return s.engine.Clear()
}

// useFile opens a book or a network in place of the present one, or none. When it cannot
// be used, play goes on without one.
func (s *session) useFile(option *string, path string) error {
	if path == noFile {
		path = ""
	}
	s.forget()
	*option = path
	err := s.prepare()
	if err != nil {
		*option = ""
	}
	return err
}

// stop ends the running search, which then prints its move, and reports whether
// there was one.
func (s *session) stop() (searching bool) {
	if s.search == nil {
		return false
	}
	searching = !s.search.answered.Load()
	s.search.job.Cancel()
	<-s.search.job.Done()
	_, err := s.search.job.Result()
	s.search = nil
	if err != nil && !errors.Is(err, context.Canceled) {
		s.complain(err)
		s.say("%s", s.protocol.none)
	}
	return searching
}

package xiangqi

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

// ReadRecords reads a file of games in PGN or DhtmlXQ as ReadPGN does. The first 64 KiB
// tell which of the two it is.
func ReadRecords(r io.Reader) iter.Seq2[game.Record, error] { return readGames(r, records.Read, false) }

// readTrees is ReadRecords with variations.
func readTrees(r io.Reader) iter.Seq2[game.Record, error] {
	return readGames(r, records.ReadTrees, true)
}

func readGames(r io.Reader, readPGN func(io.Reader) iter.Seq2[game.Record, error], whole bool) iter.Seq2[game.Record, error] {
	buffered := bufio.NewReaderSize(r, 1<<16)
	return func(yield func(game.Record, error) bool) {
		start, _ := buffered.Peek(1 << 16)
		if !strings.Contains(string(start), dhtmlxqMark) {
			readPGN(buffered)(yield)
			return
		}
		readDhtmlXQs(buffered, whole, yield)
	}
}

// readDhtmlXQs reads records that end with [/DhtmlXQ], the last one also with
// the file.
func readDhtmlXQs(r *bufio.Reader, whole bool, yield func(game.Record, error) bool) {
	s := pgn.Lines{Reader: r}
	var block []byte
	first, tooLong := 1, false
	hand := func() bool {
		raw, long := block, tooLong
		block, tooLong = nil, false
		if long {
			return yield(game.Record{}, pgn.At(first).Fail("a record of over %d bytes, expected at most that", pgn.MaxRecord))
		}
		return !strings.Contains(string(raw), dhtmlxqMark+"_") || yield(dhtmlxq(raw, first, whole))
	}
	for {
		line, err := s.Next()
		if len(block) == 0 && !tooLong {
			first = s.Line
		}
		if tooLong = tooLong || len(block)+len(line) > pgn.MaxRecord; !tooLong {
			block = append(block, line...)
		}
		if strings.Contains(string(line), "[/DhtmlXQ]") && !hand() {
			return
		}
		if err == nil {
			continue
		}
		if hand() && !errors.Is(err, io.EOF) {
			yield(game.Record{}, s.Fail(records.Name, err))
		}
		return
	}
}

// WriteRecord writes a game as PGN in UTF-8, the moves in that notation; "" is
// that of DefaultPGN.
func WriteRecord(w io.Writer, rec game.Record, notation string) error {
	o := DefaultPGN()
	if notation != "" {
		o.Notation = notation
	}
	return WritePGN(w, rec, o)
}

package selfplay

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/plainfile"
)

// magic begins every file of samples.
const magic = "qikit/samples/1\n"

// head is what a file begins with: the magic, the options that its samples
// depend on as JSON, with the network's ID for its path, and spaces up to
// HeadBytes.
func (o Options) head(net *convnet.Net) ([]byte, error) {
	o.Out, o.Games, o.Workers, o.Resume, o.Net = "", 0, 0, false, ""
	if net != nil {
		o.Net = net.ID()
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrOptions, err)
	}
	text = append([]byte(magic), text...)
	if len(text) >= HeadBytes {
		return nil, fmt.Errorf("%w: %d bytes of options, expected under %d", ErrOptions, len(text), HeadBytes)
	}
	text = append(text, bytes.Repeat([]byte(" "), HeadBytes-1-len(text))...)
	return append(text, '\n'), nil
}

// file is a file of samples open for writing. Games are appended in the order
// of their index, each by one write, so that a killed process leaves whole games
// and at most one torn game at the end.
type file struct {
	*os.File
	positions int
	game      int // index of the next game
}

// openFile begins the file or goes on with it.
func openFile(o *Options, net *convnet.Net) (*file, error) {
	head, err := o.head(net)
	if err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_CREATE
	if !o.Resume {
		flags |= os.O_EXCL
	}
	f, err := plainfile.OpenFile(o.Out, flags, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w: %s, expected a new name, or resume", ErrExists, o.Out)
	}
	if err != nil {
		return nil, err
	}
	out := &file{File: f}
	if err := out.take(head); err != nil {
		f.Close()
		return nil, err
	}
	return out, nil
}

// take checks the file's head, writes what it lacks of it, and cuts a torn game off
// its end.
func (f *file) take(head []byte) error {
	found := make([]byte, HeadBytes)
	n, err := io.ReadFull(f, found)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	}
	if found = found[:n]; !bytes.Equal(found, head[:n]) {
		return fmt.Errorf("%w: %s begins with %.300q, expected %.300q", ErrFile, f.Name(), bytes.TrimSpace(found), bytes.TrimSpace(head))
	}
	if n < HeadBytes { // a new file, or killed while the head was written
		_, err := f.WriteAt(head, 0)
		if err == nil {
			_, err = f.Seek(0, io.SeekEnd)
		}
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	records := int((info.Size() - HeadBytes) / RecordBytes)
	r := make([]byte, RecordBytes)
	for ; records > 0; records-- {
		if _, err := f.ReadAt(r, recordAt(records-1)); err != nil {
			return err
		}
		if whole(r) && r[atFlags]&FlagLast != 0 {
			f.game = int(binary.LittleEndian.Uint32(r[atGame:])) + 1
			break
		}
	}
	f.positions = records
	if err := f.Truncate(recordAt(records)); err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekEnd)
	return err
}

func recordAt(i int) int64 { return HeadBytes + int64(i)*RecordBytes }

// append writes a game's samples.
func (f *file) append(samples []sample) error {
	f.game++
	if len(samples) == 0 {
		return nil
	}
	text := make([]byte, 0, len(samples)*RecordBytes)
	for i := range samples {
		text = samples[i].append(text)
	}
	f.positions += len(samples)
	_, err := f.Write(text)
	return err
}

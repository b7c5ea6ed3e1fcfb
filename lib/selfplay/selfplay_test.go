package selfplay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/job"
)

// small is a job of a few seconds at most.
func small(t *testing.T) Options {
	t.Helper()
	o := DefaultOptions()
	o.Out = filepath.Join(t.TempDir(), "a.samples")
	o.Games, o.Visits, o.FastVisits, o.Workers = 8, 12, 4, 1
	o.Starts.Sizes = Weights{7: 1, 8: 0.2}
	return o
}

// net writes a network of random numbers and returns its path.
func net(t *testing.T, seed uint64) string {
	t.Helper()
	f := convnet.Random(seed, convnet.Sizes{Planes: captureplanes.Planes, Channels: 16, Blocks: 1, Pool: 0, Policy: 16, Value: 16}, netfile.F16)
	f.Arch.Features = features
	data, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.qnet")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func played(t *testing.T, o Options) (Summary, []byte) {
	t.Helper()
	sum, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	return sum, data
}

// What is written is one game after the other, each record whole, and agrees
// with the rules.
func TestRun_writesSamples(t *testing.T) {
	for name, path := range map[string]string{"playouts": "", "network": net(t, 1)} {
		o := small(t)
		o.Net = path
		sum, data := played(t, o)
		if sum.Games != o.Games || len(data) != HeadBytes+sum.Positions*RecordBytes || sum.Positions < 3*o.Games {
			t.Fatalf("%s: %+v in %d bytes", name, sum, len(data))
		}
		game := uint32(0)
		for r := data[HeadBytes:]; len(r) > 0; r = r[RecordBytes:] {
			checkRecord(t, name, r[:RecordBytes])
			if g := binary.LittleEndian.Uint32(r[atGame:]); g < game || g > game+1 {
				t.Fatalf("%s: game %d after %d", name, g, game)
			} else {
				game = g
			}
		}
	}
}

func checkRecord(t *testing.T, name string, r []byte) {
	t.Helper()
	if !whole(r) {
		t.Fatalf("%s: a record whose check does not agree", name)
	}
	size := int(r[atSize])
	var planes captureplanes.Packed
	for i := range planes {
		copy(planes[i][:], r[i*len(planes[i]):])
	}
	open := make([]float32, size*size*captureplanes.Planes)
	planes.Unpack(size, open)
	most := byte(0)
	for i := range size * size {
		here := open[i*captureplanes.Planes:]
		legal := here[captureplanes.Liberties]+here[captureplanes.Liberties+1]+here[captureplanes.Liberties+2] > 0
		if r[atPolicy+i] > 0 && !legal {
			t.Errorf("%s: point %d is liked and illegal", name, i)
		}
		most = max(most, r[atPolicy+i])
		if r[atFate+i]&FateTaken != 0 && here[captureplanes.Own]+here[captureplanes.Enemy] == 0 {
			t.Errorf("%s: point %d is taken next and has no stone", name, i)
		}
	}
	move := int(binary.LittleEndian.Uint16(r[atMove:]))
	if most != 255 || move >= size*size {
		t.Errorf("%s: the largest share is %d, the move %d of %d points", name, most, move, size*size)
	}
	if r[atOwn] == 0 || r[atEnemy] == 0 || r[atOutcome] == 1 || binary.LittleEndian.Uint16(r[atLeft:]) == 0 {
		t.Errorf("%s: needs %d and %d, outcome %d", name, r[atOwn], r[atEnemy], r[atOutcome])
	}
}

// The same seed gives the same bytes, whatever the number of workers.
func TestRun_workers(t *testing.T) {
	for name, path := range map[string]string{"playouts": "", "network": net(t, 2)} {
		one := small(t)
		one.Net = path
		three := one
		three.Out, three.Workers = filepath.Join(t.TempDir(), "b.samples"), 3
		_, a := played(t, one)
		_, b := played(t, three)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: three workers write other samples than one", name)
		}
		other := one
		other.Out, other.Seed = filepath.Join(t.TempDir(), "c.samples"), 2
		if _, c := played(t, other); bytes.Equal(a[HeadBytes:], c[HeadBytes:]) {
			t.Errorf("%s: another seed writes the same", name)
		}
	}
}

// A file that was cut anywhere is completed to the same bytes.
func TestRun_resume(t *testing.T) {
	o := small(t)
	sum, want := played(t, o)
	o.Resume = true
	for _, length := range []int{0, 5, HeadBytes - 1, HeadBytes, HeadBytes + 1, HeadBytes + 3*RecordBytes, len(want) - 1,
		len(want) - RecordBytes, len(want) - 5*RecordBytes/2, len(want)} {
		cut := slices.Clone(want[:length])
		if length == len(want)-5*RecordBytes/2 { // what a lost page leaves behind
			cut = append(cut, make([]byte, 2*RecordBytes)...)
		}
		if err := os.WriteFile(o.Out, cut, 0o666); err != nil {
			t.Fatal(err)
		}
		again, got := played(t, o)
		if !bytes.Equal(got, want) || again != sum {
			t.Errorf("cut to %d bytes: resumed to %d bytes %+v, want %d %+v", length, len(got), again, len(want), sum)
		}
	}
	// More games go on where fewer ended.
	longer := o
	longer.Games += 3
	if _, got := played(t, longer); !bytes.Equal(got[:len(want)], want) || len(got) <= len(want) {
		t.Errorf("three more games: %d bytes after %d", len(got), len(want))
	}
	changed := o
	changed.Visits++
	if _, err := Run(context.Background(), changed); !errors.Is(err, ErrFile) {
		t.Errorf("other options: %v", err)
	}
	o.Resume = false
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrExists) {
		t.Errorf("a file that exists: %v", err)
	}
}

// A network of the same path and other numbers is another one.
func TestRun_resumeWithAnotherNet(t *testing.T) {
	o := small(t)
	o.Games, o.Net, o.Resume = 1, net(t, 1), true
	played(t, o)
	data, err := os.ReadFile(net(t, 2))
	if err == nil {
		err = os.WriteFile(o.Net, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrFile) {
		t.Errorf("another network: %v", err)
	}
}

func TestWork_cancel(t *testing.T) {
	o := small(t)
	o.Games, o.Visits = 1e6, 100
	j := job.Start(Work(o))
	for j.Info().Progress.Done < 2 {
		select {
		case <-j.Done():
			t.Fatal(j.Result())
		default:
		}
	}
	j.Cancel()
	<-j.Done()
	text, err := j.Result()
	if !errors.Is(err, context.Canceled) || !strings.Contains(string(text), `"qikit/selfplay/1"`) || j.Info().State != job.Cancelled {
		t.Errorf("cancelled: %s, %v, state %d", text, err, j.Info().State)
	}
}

func TestParseOptions_refuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"out":"a","gmes":1}`:                 "gmes",
		`{}`:                                   "out",
		`[]`:                                   "expected a JSON object",
		`{"out":"a"} {}`:                       "behind",
		`{"out":"a","games":0}`:                "games is 0",
		`{"out":"a","workers":257}`:            "workers",
		`{"out":"a","visits":1}`:               "visits is 1",
		`{"out":"a","fast_visits":1}`:          "fast_visits is 1",
		`{"out":"a","full":0}`:                 "full is 0",
		`{"out":"a","starts":{"unequal":1.5}}`: "unequal",
		`{"out":"a","starts":{"random_stones":0.6,"cross_cut":0.6}}`:  "together",
		`{"out":"a","starts":{"sizes":{"4":1}}}`:                      "starts.sizes is a table with 4, expected numbers from 5 to 13",
		`{"out":"a","starts":{"sizes":{"9":-1}}}`:                     "starts.sizes.9 is -1, expected 0 to 1000000",
		`{"out":"a","starts":{"sizes":{"9":0}}}`:                      "expected a weight over 0",
		`{"out":"a","starts":{"targets":{"21":1}}}`:                   "starts.targets is a table with 21, expected numbers from 1 to 20",
		`{"out":"a","starts":{"opening":101}}`:                        "opening",
		`{"out":"a","varied":-1}`:                                     "varied",
		`{"out":"a","net":5}`:                                         "net",
		`{"out":"a","starts":{"sizes":{"nine":1}}}`:                   "nine",
		`{"out":"a","starts":{"random_stones":0.1,"cross_cut":-0.1}}`: "cross_cut",
	} {
		if _, err := ParseOptions([]byte(text)); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to name %q", text, err, want)
		}
	}
	o, err := ParseOptions([]byte(`{"out":"a","starts":{"sizes":{"7":1}},"net":"x"}`))
	if err != nil || len(o.Starts.Sizes) != 1 || len(o.Starts.Targets) != 5 || o.Visits != 32 || o.FastVisits != 8 {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := ParseMatch([]byte(`{"games":1}`)); !errors.Is(err, ErrOptions) {
		t.Errorf("a match of one game: %v", err)
	}
}

func TestRun_refusesOtherNets(t *testing.T) {
	o := small(t)
	f := convnet.Random(1, convnet.Sizes{Planes: 16, Channels: 16, Blocks: 0, Pool: -1, Policy: 16, Value: 16}, netfile.F16)
	data, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	o.Net = filepath.Join(t.TempDir(), "other.qnet")
	if err := os.WriteFile(o.Net, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrNet) || !strings.Contains(err.Error(), "16") {
		t.Errorf("a net of other planes: %v", err)
	}
	if err := os.WriteFile(o.Net, data[1:], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), o); !errors.Is(err, ErrNet) {
		t.Errorf("a damaged net: %v", err)
	}
	if _, err := os.Stat(o.Out); err == nil {
		t.Error("a file was begun all the same")
	}
	o.Net = o.Net + ".not"
	if _, err := Run(context.Background(), o); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no net: %v", err)
	}
}

// More visits win, playouts against playouts.
func TestMatchWork_moreVisitsWin(t *testing.T) {
	o := DefaultMatch()
	o.Games, o.Visits, o.AgainstVisits, o.Workers = 30, 120, 4, 2
	o.Starts.Sizes, o.Starts.Targets = Weights{7: 1}, Weights{1: 1, 2: 1}
	if testing.Short() {
		o.Games = 10
	}
	sum, err := match(context.Background(), o, reporter(t))
	if err != nil {
		t.Fatal(err)
	}
	if sum.Games != o.Games || sum.Score < 0.7 || sum.Sizes["7"] != sum.Tally || sum.Targets["1"].Games+sum.Targets["2"].Games != sum.Games {
		t.Errorf("%+v", sum)
	}
}

// reporter is a report that a test can hand to work it runs itself.
func reporter(t *testing.T) *job.Report {
	t.Helper()
	got := make(chan *job.Report, 1)
	job.Start(func(_ context.Context, r *job.Report) ([]byte, error) { got <- r; return nil, nil })
	return <-got
}

// searchOf searches a position text.
func searchOf(t *testing.T, s searcher, position string, visits int) found {
	t.Helper()
	b, err := capturego.New(position, capturego.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	from := &table{stones: *b.Stones(), target: [2]int{b.Target(goban.Black), b.Target(goban.White)}}
	return s.search(from, visits, false, newRandom())
}

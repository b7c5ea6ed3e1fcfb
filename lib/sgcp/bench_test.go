package sgcp_test

import (
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

const gtoken = "KRUGS4ZANFZSAYJAI52G623FNY"

// traffic is what a gateway reads from its clients and sends to them: moves,
// chat in Chinese and English, queries.
var traffic = []byte("321 Q16\r\n" + "851 KRUGS4ZANFZSAYJAI52G623FNY 57 b Q16 0 e220a8397b1dcdaf\r\n" + "303 good game, thanks\r\n" +
	"853 KRUGS4ZANFZSAYJAI52G623FNY 天弈 谢谢指教\r\n" + "202\r\n" + "821 57\r\n" + "321 pd 58\r\n" + "109 1712345678901\r\n")

const trafficLines = 8

func decode(d *sgcp.Decoder, octets []byte) (lines int) {
	for len(octets) > 0 {
		n := min(len(octets), 512) // as a gateway's reads come
		d.Feed(octets[:n])
		octets = octets[n:]
		for line, ok := d.Next(); ok; line, ok = d.Next() {
			if line.Fault == 0 {
				lines++
			}
		}
	}
	return lines
}

func BenchmarkDecoder(b *testing.B) {
	var octets []byte
	for range 100 {
		octets = append(octets, traffic...)
	}
	d := sgcp.NewDecoder(sgcp.ServerLineMax)
	b.ReportAllocs()
	b.SetBytes(int64(len(octets)))
	lines := 0
	for b.Loop() {
		lines += decode(d, octets)
	}
	if lines != b.N*100*trafficLines {
		b.Fatalf("%d lines, want %d", lines, b.N*100*trafficLines)
	}
	b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkParse decodes moves and reads them into their message.
func BenchmarkParse(b *testing.B) {
	d := sgcp.NewDecoder(sgcp.RequestMax)
	octets := []byte("321 Q16 57\r\n")
	var play sgcp.Play
	b.ReportAllocs()
	for b.Loop() {
		d.Feed(octets)
		line, _ := d.Next()
		if err := sgcp.ParseInto(&play, line.Param); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

func BenchmarkAppend(b *testing.B) {
	game, _ := sgcp.ParseGtoken(gtoken)
	m := &sgcp.Played{Game: game, Seq: 57, Coord: sgcp.At(15, 15), Hash: 1}
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if line, err = sgcp.Append(line[:0], m); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAllocs(t *testing.T) {
	d := sgcp.NewDecoder(sgcp.ServerLineMax)
	if n := testing.AllocsPerRun(100, func() {
		if decode(d, traffic) != trafficLines {
			t.Fatal("not every line was read")
		}
	}); n != 0 {
		t.Errorf("decoding allocates %v times for %d lines, want 0", n, trafficLines)
	}
	d.SetCharset(sgcp.GB18030)
	legacy := []byte("303 \xce\xa7\xc6\xe5\r\n")
	if n := testing.AllocsPerRun(100, func() { decode(d, legacy) }); n != 0 {
		t.Errorf("decoding GB18030 allocates %v times a line, want 0", n)
	}
	var play sgcp.Play
	line, param := make([]byte, 0, 64), []byte("Q16 57")
	if n := testing.AllocsPerRun(100, func() {
		if err := sgcp.ParseInto(&play, param); err != nil {
			t.Fatal(err)
		}
		line, _ = sgcp.Append(line[:0], &play)
	}); n != 0 && !poolsLeak {
		t.Errorf("reading and writing a move allocates %v times, want 0", n)
	}
	// Lists of pairs, which halls are asked for most, are written so too.
	info := &sgcp.GameInfoReply{Game: sgcp.Gtoken{1}, Size: 19, Komi: 750, Rule: sgcp.RuleArea, Black: "amy", White: "bob", State: sgcp.Playing}
	figures := &sgcp.StatisticsReply{Online: 3, Games: 1, Rule: sgcp.RuleArea}
	long := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		long, _ = sgcp.Append(long[:0], info)
		long, _ = sgcp.Append(long, figures)
	}); n != 0 && !poolsLeak {
		t.Errorf("writing 801 and 704 allocates %v times, want 0", n)
	}
}

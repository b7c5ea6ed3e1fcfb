package charset

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// Every character of Unicode is written as golang.org/x/text writes it, wherever that
// reads back as the same one; no other is written.
func TestAppendGB18030_allCharacters(t *testing.T) {
	encoder, decoder := simplifiedchinese.GB18030.NewEncoder().Transformer, simplifiedchinese.GB18030.NewDecoder().Transformer
	var raw, back [8]byte
	written := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		text := utf8.AppendRune(nil, r)
		n, _, err := encoder.Transform(raw[:], text, true)
		if err != nil {
			t.Fatal(err)
		}
		m, _, _ := decoder.Transform(back[:], raw[:n], true)
		want := bytes.Equal(back[:m], text)
		got, bad, ok := AppendGB18030(nil, text)
		if ok != want || ok && !bytes.Equal(got, raw[:n]) || !ok && bad != r {
			t.Fatalf("%U: % x, %v, %U; want % x, %v", r, got, ok, bad, raw[:n], want)
		}
		if ok {
			written++
		}
	}
	if written < 1_109_000 {
		t.Errorf("%d characters are written", written)
	}
}

func TestAppendGB18030_text(t *testing.T) {
	got, _, ok := AppendGB18030([]byte("<"), []byte("炮二平五 C2=5 😀"))
	back, err := simplifiedchinese.GB18030.NewDecoder().Bytes(got)
	if !ok || err != nil || string(back) != "<炮二平五 C2=5 😀" {
		t.Errorf("%q, %v, %v", back, ok, err)
	}
	if got, bad, ok := AppendGB18030(nil, []byte("a\xff")); ok || bad != utf8.RuneError || string(got) != "a" {
		t.Errorf("no UTF-8: %q, %U, %v", got, bad, ok)
	}
}

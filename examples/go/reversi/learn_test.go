package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// A book has the same bytes from one and two workers, finds its positions through every symmetry, is exported, and
// teaches a network, by which the engine then plays.
func TestBookAndNetwork(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	var files [2][]byte
	for i := range files {
		path := filepath.Join(dir, fmt.Sprintf("%d.qkb", i+1))
		if err := makeBook(ctx, path, i+1); err != nil {
			t.Fatal(err)
		}
		b, err := book.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Export(ctx, path+".jsonl", "", book.ExportOptions{}, nil); err != nil {
			t.Fatal(err)
		}
		b.Close()
		if files[i], err = os.ReadFile(path + ".jsonl"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("one and two workers make different books")
	}
	b, err := book.Open(filepath.Join(dir, "1.qkb"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, position := range []string{"", "8/8/8/3OX3/3XO3/8/8/8 O"} { // its twin is mirrored, with the colours exchanged
		entry, err := b.Lookup(position)
		if err != nil || entry.Count < 16 || len(entry.Moves) < 2 || entry.Wins+entry.Draws+entry.Losses != entry.Count {
			t.Errorf("%q: %s, %v", position, entry.JSON(), err)
		}
	}
	records, err := b.Len()
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"jsonl", "csv", "html"} {
		out, err := b.Export(ctx, filepath.Join(dir, "out."+format), "", book.ExportOptions{}, nil)
		if err != nil || format != "html" && out.Records != records || out.Bytes == 0 {
			t.Errorf("%s: %+v of %d, %v", format, out, records, err)
		}
	}
	net := filepath.Join(dir, "reversi.qnet")
	sum, err := learn(ctx, filepath.Join(dir, "1.qkb"), net)
	if err != nil {
		t.Fatal(err)
	}
	first, last := sum.Losses[0].HeldOut, sum.Losses[len(sum.Losses)-1].HeldOut
	t.Logf("%d positions, loss %.4f, then %.4f", sum.Positions, first, last)
	if sum.Game != "reversi" || last > 0.9*first {
		t.Errorf("%+v: want the loss of positions held out to fall", sum)
	}
	for _, kind := range []string{"alphabeta", "mcts"} {
		plays(t, kind, net)
	}
}

// plays asks an engine that values positions by a network, in both seats.
func plays(t *testing.T, kind, net string) {
	t.Helper()
	o := engine.DefaultOptions()
	o.Kind, o.Net, o.TableMB, o.Workers = kind, net, 1, 2
	e, err := engine.New("reversi", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	limits := engine.DefaultLimits()
	limits.Depth, limits.Visits = 3, 30
	for _, position := range []string{"X7/8/8/3XO3/3OX3/8/8/8 X", "X7/8/8/3XO3/3OX3/8/8/8 O"} {
		b := start(t, position)
		r, err := e.Search(context.Background(), b, limits)
		if err != nil || (r.WinRate > 0.5) != (b.turn == 0) {
			t.Errorf("%s, %s: %s, %v; want Black, who has a corner, ahead", kind, position, r.JSON(b), err)
		}
		if kind == "mcts" {
			continue
		}
		value, ok := engine.NetworkValue(e, b)
		terms, err := engine.Evaluate(e, b)
		if !ok || err != nil || terms[len(terms)-1] != (engine.Term{Name: "network", Value: value}) || (value > 0) != (b.turn == 0) {
			t.Errorf("%s: the network says %d, %v; terms %v, %v", position, value, ok, terms, err)
		}
	}
}

package main

import (
	"context"
	"fmt"
	"time"

	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/weiqi"
)

// All by playouts, so that only the times depend on the machine.

// chooser is a coordinator with what it works by.
type chooser struct {
	*platform.Coordinator
	editor *platform.ParameterEditor
}

func newChooser(bank *platform.MemoryBank, seed uint64, settings ...string) (*chooser, error) {
	mc, err := platform.NewMonteCarlo(1, 32, seed)
	if err != nil {
		return nil, err
	}
	c := &chooser{platform.NewCoordinator(mc, bank, nil, seed), platform.NewParameterEditor(nil)}
	for i := 0; i < len(settings); i += 2 {
		if _, err := c.editor.Set(settings[i], settings[i+1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *chooser) choose(b *weiqi.Board, ahead platform.Evidence) (platform.Explanation, error) {
	return c.Choose(context.Background(), platform.Question{Board: b, Editor: c.editor, Ahead: ahead})
}

// opened is a board of 9x9 after a few moves.
func opened(moves ...string) (*weiqi.Board, error) {
	o := weiqi.DefaultOptions()
	o.Size = 9
	b, err := weiqi.New("", o, false)
	if err != nil {
		return nil, err
	}
	for _, text := range moves {
		m, err := b.Parse(text)
		if err != nil {
			return nil, err
		}
		b.Play(m)
	}
	return b, nil
}

// Playouts of a move in the first two figures.
const platformPlayouts = "4000"

// meetingBars: the second meeting of a position is answered out of the memory bank,
// but for the quarter of the playouts that is always new.
func meetingBars(m *meter) error {
	bank, err := platform.OpenMemoryBank("")
	if err != nil {
		return err
	}
	defer bank.Close()
	var took [2]time.Duration
	for i, moves := range [][]string{{"E5", "C3", "G3"}, {"E5", "C7", "G7"}} { // each other's mirror image
		b, err := opened(moves...)
		if err != nil {
			return err
		}
		c, err := newChooser(bank, 1, "mc.playouts", platformPlayouts, "mc.seconds", "60")
		if err != nil {
			return err
		}
		e, err := c.choose(b, nil)
		if err != nil {
			return err
		}
		took[i] = e.Time
		c.Close()
	}
	m.beside("second meeting of a position", ms(took[1]), ms(took[0]), "")
	return nil
}

// aheadBars: a move that was foreseen is answered at once.
func aheadBars(m *meter) error {
	b, err := opened("E5", "C3", "G3", "C6")
	if err != nil {
		return err
	}
	c, err := newChooser(nil, 1, "mc.playouts", platformPlayouts, "mc.seconds", "60", "background.answers", "3")
	if err != nil {
		return err
	}
	defer c.Close()
	ahead, err := platform.NewBackground(nil, 32, 1)
	if err != nil {
		return err
	}
	defer ahead.Close()
	ahead.Start(context.Background(), b, c.editor)
	if err := ahead.Wait(); err != nil {
		return err
	}
	var slow, quick time.Duration
	hits := 0
	for _, move := range ahead.Predicted() {
		known, hit := ahead.Answer(move)
		if !hit {
			continue
		}
		hits++
		b.Play(move)
		for _, row := range []struct {
			known platform.Evidence
			sum   *time.Duration
		}{{nil, &slow}, {known, &quick}} {
			e, err := c.choose(b, row.known)
			if err != nil {
				return err
			}
			*row.sum += e.Time
		}
		b.Undo()
	}
	if hits == 0 {
		return fmt.Errorf("nothing was foreseen")
	}
	m.beside("an answer that was thought ahead", ms(quick)/float64(hits), ms(slow)/float64(hits), "")
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// levelGames are played between each two levels, half of them with either colour.
const levelGames = 20

// levelBars play each level up to 6 against the one below, on 9x9.
func levelBars(m *meter) error {
	for level := 2; level <= 6; level++ {
		won := 0
		for game := range levelGames {
			margin, err := levelGame(level-game%2, level-1+game%2, uint64(game/2))
			if err != nil {
				return err
			}
			if (margin > 0) == (game%2 == 0) {
				won++
			}
		}
		m.put(fmt.Sprintf("level %d against %d", level, level-1), float64(won), "")
	}
	return nil
}

// levelGame is by how much Black wins.
func levelGame(black, white int, seed uint64) (margin float64, err error) {
	b, err := opened()
	if err != nil {
		return 0, err
	}
	var players [2]*chooser
	for i, level := range []int{black, white} {
		if players[i], err = newChooser(nil, seed*2+uint64(i), "level", fmt.Sprint(level), "mc.seconds", "60"); err != nil {
			return 0, err
		}
		defer players[i].Close()
	}
	for moves := 0; b.Passes() < 2 && moves < 200; moves++ {
		e, err := players[b.Turn()].choose(b, nil)
		if err != nil {
			return 0, err
		}
		b.Play(e.Chosen)
	}
	return b.Count().Margin, nil
}

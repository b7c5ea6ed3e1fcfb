package selfplay

import (
	"context"
	"math"
	"slices"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// player plays games of a job, one after the other.
type player struct {
	options  *Options
	searcher searcher
	filler   captureplanes.Filler
	planes   [points * captureplanes.Planes]float32
}

// pliesMax bounds a game; it is over the area of the largest board and twice
// the largest target, which no game can reach.
const pliesMax = 600

// game plays the game of that index and returns the samples; they depend on
// nothing but options and index.
func (p *player) game(ctx context.Context, index int) ([]sample, error) {
	o := p.options
	r := rng.Of(o.Seed, uint64(index))
	t := o.Starts.deal(r)
	var (
		samples []sample
		frames  []frame
		winner  = goban.Empty
	)
	for ply := 0; ply < pliesMax; ply++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		mover := t.stones.Turn()
		if !t.stones.CanPlay() {
			winner = mover.Other()
			break
		}
		full := r.Float64() < o.Full
		visits := o.FastVisits
		if full {
			visits = o.Visits
		}
		f := p.searcher.search(t, visits, ply < o.Varied || full && o.Net != "", r)
		if full {
			samples = append(samples, p.note(t, &f, ply, index))
		}
		frames = append(frames, frameOf(t))
		if t.play(f.move); t.need(mover) <= 0 {
			winner = mover
			break
		}
	}
	frames = append(frames, frameOf(t))
	settle(samples, frames, winner)
	return samples, nil
}

// note is the sample of a position that has just been searched; what depends on
// the game's end is left to settle.
func (p *player) note(t *table, f *found, ply, game int) sample {
	size := t.stones.Size()
	turn := t.stones.Turn()
	planes := p.planes[:size*size*captureplanes.Planes]
	p.filler.Fill(t.position(), planes)
	s := sample{
		planes: captureplanes.Pack(size, planes), size: size, turn: int(turn), ply: ply, move: index(f.move, size),
		own: t.need(turn), enemy: t.need(turn.Other()),
		value: float32(f.value), game: uint32(game), visits: uint32(f.visits), flags: FlagPolicy,
	}
	if f.proof != 0 {
		s.flags |= FlagProven
	}
	if f.proof < 0 {
		s.flags &^= FlagPolicy
	}
	most := slices.Max(f.shares)
	for i, m := range f.moves {
		s.policy[index(m, size)] = uint8(math.Round(255 * f.shares[i] / most))
	}
	return s
}

func index(p goban.Point, size int) int { return p.Row()*size + p.Column() }

// frame is what lay on the board at a ply.
type frame [points]goban.Color

func frameOf(t *table) (f frame) {
	size := t.stones.Size()
	for i := range size * size {
		f[i] = t.stones.At(goban.PointAt(i%size, i/size))
	}
	return f
}

// settle fills in what only the end of the game shows. frames has the board
// before every ply and at the end.
func settle(samples []sample, frames []frame, winner goban.Color) {
	last := len(frames) - 1
	for i := range samples {
		s := &samples[i]
		own := goban.Color(s.turn)
		s.left = last - s.ply
		switch winner {
		case goban.Empty:
			s.outcome = 1
		case own:
			s.outcome = 2
		}
		for at := range s.size * s.size {
			switch frames[last][at] {
			case own:
				s.fate[at] = FateOwn
			case own.Other():
				s.fate[at] = FateEnemy
			}
		}
		s.markTaken(frames[s.ply:])
	}
	if len(samples) > 0 {
		samples[len(samples)-1].flags |= FlagLast
	}
}

// markTaken marks the stones on the board that the next capture takes. frames
// begins at the sample's ply.
func (s *sample) markTaken(frames []frame) {
	for i := 1; i < len(frames); i++ {
		taken := false
		for at := range s.size * s.size {
			if frames[i-1][at] < goban.Empty && frames[i][at] != frames[i-1][at] {
				taken = true
				if frames[0][at] == frames[i-1][at] {
					s.fate[at] |= FateTaken
				}
			}
		}
		if taken {
			return
		}
	}
}

package generate

// leaning is how the balance of one game stands after its last check. The zero
// leaning is a game not yet checked.
type leaning struct {
	Unbalanced bool `json:"unbalanced"`
	Weaker     int  `json:"weaker"`   // the player behind, while unbalanced or Offset is over 0
	Stronger   int  `json:"stronger"` // the player ahead
	Offset     int  `json:"offset"`   // plies; grows while unbalanced, shrinks afterwards; with AdjustHold 1 above the band
}

// holds says whether the lead is held in the band.
func (b *Balance) holds() bool { return b != nil && b.Depth == AdjustHold }

// held is how a game leans whose lead is held in the band.
func (b *Balance) held(weaker, stronger int, lead float64) leaning {
	l := leaning{Unbalanced: true, Weaker: weaker, Stronger: stronger}
	if lead > float64(b.Band[1]) {
		l.Offset = 1
	}
	return l
}

// ahead says whether the score of a player's own search makes the position unbalanced.
// It is a difference and tells nothing of a ratio.
func (b *Balance) ahead(score int) bool {
	return b.Threshold != nil && score >= *b.Threshold && (b.Ratio == nil || b.Combine != CombineAll)
}

// due says whether the balance is checked before that ply.
func (b *Balance) due(ply int) bool { return b != nil && ply%b.Every == 0 }

// lean compares the players' evaluations and moves the offset by one step
// [152, 154, 160].
func (b *Balance) lean(l leaning, evals []float64) leaning {
	weaker, stronger := 0, 0
	for player, e := range evals {
		if e < evals[weaker] {
			weaker = player
		}
		if e > evals[stronger] {
			stronger = player
		}
	}
	switch unbalanced := b.unbalanced(evals[weaker], evals[stronger]); {
	case b.holds() && unbalanced:
		return b.held(weaker, stronger, evals[stronger]-evals[weaker])
	case b.holds():
		return leaning{}
	case !unbalanced:
		l.Unbalanced = false
		l.Offset = max(0, l.Offset-b.Step)
		return l
	}
	if weaker != l.Weaker || stronger != l.Stronger {
		l.Offset = 0 // another player gets no help any more
	}
	return leaning{Unbalanced: true, Weaker: weaker, Stronger: stronger, Offset: min(b.Max, l.Offset+b.Step)}
}

func (b *Balance) unbalanced(weaker, stronger float64) bool {
	difference := b.Threshold != nil && stronger-weaker >= float64(*b.Threshold)
	// A player with nothing left is behind whatever the ratio.
	ratio := b.Ratio != nil && stronger > weaker && (weaker <= 0 || stronger/weaker >= *b.Ratio)
	if b.Combine == CombineAll && b.Threshold != nil && b.Ratio != nil {
		return difference && ratio
	}
	return difference || ratio
}

// adjust changes the players' depths. While the game is unbalanced the weaker
// player searches deeper than the stronger [160], and deeper than the stronger did
// last time: the offset may have grown since then. AdjustHold does
// nothing else, and only above the band. used is by player, 0 for one who
// has not moved; most is the greatest depth there is.
func (b *Balance) adjust(l leaning, depths, used []int, most int) {
	if b.Depth == AdjustOff || l.Offset == 0 {
		return
	}
	weaker, stronger := &depths[l.Weaker], &depths[l.Stronger]
	if b.Depth == AdjustBoth || b.Depth == AdjustRaise {
		*weaker = min(*weaker+l.Offset, most)
	}
	if b.Depth == AdjustBoth || b.Depth == AdjustLower {
		*stronger = max(*stronger-l.Offset, 1)
	}
	if !l.Unbalanced {
		return
	}
	// At the greatest depth the stronger player has to search less deep instead.
	*stronger = min(*stronger, most-1)
	*weaker = min(max(*weaker, *stronger+1, used[l.Stronger]+1), most)
}

// ranks is the interval of ranks, from 1, from which the player draws; ok is
// false when the choice is not adjusted.
func (b *Balance) ranks(l leaning, player int) (low, high int, ok bool) {
	if b == nil || b.Rank == nil || !l.Unbalanced || b.holds() && l.Offset == 0 {
		return 0, 0, false
	}
	switch player {
	case l.Weaker:
		return b.Rank.Weaker[0], b.Rank.Weaker[1], true
	case l.Stronger:
		return b.Rank.Stronger[0], b.Rank.Stronger[1], true
	}
	return 0, 0, false
}

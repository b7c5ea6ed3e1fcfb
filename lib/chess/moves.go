package chess

import "qikit.dev/qikit/lib/game"

// limits are what the king demands of the moves of all others.
type limits struct {
	king     Square
	checkers Set
	stop     Set // targets that end a check; all squares without one
	pinned   Set // own men that may not leave their line to the king
}

func (l *limits) find(b *Board) {
	us, them := b.turn, b.turn.Other()
	l.king, l.checkers, l.stop, l.pinned = b.kings[us], 0, ^Set(0), 0
	if l.king == NoSquare {
		return
	}
	occupied := b.occupied()
	theirs := them << 3
	straight := b.sets[theirs|Color(Rook)] | b.sets[theirs|Color(Queen)]
	oblique := b.sets[theirs|Color(Bishop)] | b.sets[theirs|Color(Queen)]
	l.checkers = pawnTakes[us][l.king]&b.sets[theirs|Color(Pawn)] | knightJumps[l.king]&b.sets[theirs|Color(Knight)]
	snipers := rookSight(l.king, b.sets[theirs])&straight | bishopSight(l.king, b.sets[theirs])&oblique
	for ; snipers != 0; snipers = snipers.Rest() {
		s := snipers.First()
		switch men := between[l.king][s] & occupied; {
		case men == 0:
			l.checkers |= one(s)
		case men.Rest() == 0:
			l.pinned |= men & b.sets[us<<3]
		}
	}
	if l.checkers != 0 {
		l.stop = 0
		if l.checkers.Rest() == 0 {
			l.stop = between[l.king][l.checkers.First()] | l.checkers
		}
	}
}

// allowed is where a man on s may go.
func (l *limits) allowed(s Square) Set {
	if l.pinned.Has(s) {
		return l.stop & through[l.king][s]
	}
	return l.stop
}

// Moves appends the legal moves to dst.
func (b *Board) Moves(dst []game.Move) []game.Move { return b.list(dst, ^Set(0), ^Set(0), false) }

// Captures appends the legal captures and promotions to a queen.
func (b *Board) Captures(dst []game.Move) []game.Move {
	return b.list(dst, ^Set(0), b.sets[b.turn.Other()<<3], true)
}

// Legal says whether any number is a legal move.
func (b *Board) Legal(m game.Move) bool {
	if m>>16 != 0 || b.cells[Source(m)] == NoPiece || b.cells[Source(m)].Color() != b.turn {
		return false
	}
	var room [128]game.Move
	for _, legal := range b.list(room[:0], one(Source(m)), ^Set(0), false) {
		if legal == m {
			return true
		}
	}
	return false
}

// list appends the legal moves of some men to some targets; tactical adds promotions to a queen, and no others.
func (b *Board) list(dst []game.Move, movers, targets Set, tactical bool) []game.Move {
	var l limits
	l.find(b)
	us := b.turn
	own := us << 3
	free := ^b.sets[own] & targets
	movers &= b.sets[own]
	occupied := b.occupied()
	if l.checkers.Rest() == 0 { // with two checkers, only the king moves
		dst = b.pawnMoves(dst, &l, movers&b.sets[own|Color(Pawn)], targets, tactical)
		for x := movers & b.sets[own|Color(Knight)] &^ l.pinned; x != 0; x = x.Rest() {
			s := x.First()
			dst = add(dst, s, knightJumps[s]&free&l.stop)
		}
		for x := movers & (b.sets[own|Color(Bishop)] | b.sets[own|Color(Queen)]); x != 0; x = x.Rest() {
			s := x.First()
			dst = add(dst, s, bishopSight(s, occupied)&free&l.allowed(s))
		}
		for x := movers & (b.sets[own|Color(Rook)] | b.sets[own|Color(Queen)]); x != 0; x = x.Rest() {
			s := x.First()
			dst = add(dst, s, rookSight(s, occupied)&free&l.allowed(s))
		}
	}
	if l.king != NoSquare && movers.Has(l.king) {
		for x := kingSteps[l.king] & free; x != 0; x = x.Rest() {
			if t := x.First(); b.kingSafe(l.king, t, occupied) {
				dst = append(dst, newMove(l.king, t))
			}
		}
		if l.checkers == 0 && !tactical {
			for side := range 2 {
				if m := b.castle(side, occupied); m != game.NoMove && targets.Has(Target(m)) {
					dst = append(dst, m)
				}
			}
		}
	}
	return dst
}

func add(dst []game.Move, s Square, targets Set) []game.Move {
	for ; targets != 0; targets = targets.Rest() {
		dst = append(dst, newMove(s, targets.First()))
	}
	return dst
}

// kingSafe says whether the king is safe after a step.
func (b *Board) kingSafe(king, t Square, occupied Set) bool {
	return b.attackers(t, b.turn.Other(), occupied&^one(king)) == 0
}

// castle is a castling that is legal when the king is not in check, NoMove otherwise.
func (b *Board) castle(side int, occupied Set) game.Move {
	rook := b.castles[b.turn][side]
	if rook == NoSquare {
		return game.NoMove
	}
	king := b.kings[b.turn]
	m := newMove(king, rook) | castling
	_, kingTo, rookTo := castled(m)
	way := between[king][kingTo] | one(kingTo)
	if (way|between[rook][rookTo]|one(rookTo))&^(one(king)|one(rook))&occupied != 0 {
		return game.NoMove
	}
	them := b.turn.Other()
	for x := way &^ one(king); x != 0; x = x.Rest() {
		if b.attackers(x.First(), them, occupied&^one(king)) != 0 {
			return game.NoMove
		}
	}
	// A rook that leaves may open the king to one behind it.
	if b.attackers(kingTo, them, occupied&^(one(king)|one(rook))|one(rookTo)) != 0 {
		return game.NoMove
	}
	return m
}

// pawns are the moves of all pawns, as sets of targets, before pins are looked at.
type pawns struct {
	up                         int // what a step adds to a square
	single, double, west, east Set
}

// shifted moves squares by a distance.
func shifted(x Set, by int) Set {
	if by >= 0 {
		return x << by
	}
	return x >> -by
}

func (p *pawns) find(us Color, men, empty, enemies, stop Set) {
	third := rankSet(2)
	p.up = 8
	if us == Black {
		third, p.up = rankSet(5), -8
	}
	steps := shifted(men, p.up) & empty
	p.single = steps & stop
	p.double = shifted(steps&third, p.up) & empty & stop
	p.west = shifted(men&^fileA, p.up-1) & enemies & stop
	p.east = shifted(men&^fileH, p.up+1) & enemies & stop
}

func (b *Board) pawnMoves(dst []game.Move, l *limits, men, targets Set, tactical bool) []game.Move {
	us := b.turn
	enemies := b.sets[us.Other()<<3]
	var p pawns
	for _, group := range [2]Set{men &^ l.pinned, men & l.pinned} {
		for group != 0 {
			some, stop := group, l.stop
			group = 0
			if some&l.pinned != 0 { // one by one, each on its line
				one := some & -some
				group = some &^ one
				some, stop = one, l.allowed(one.First())
			}
			p.find(us, some, ^b.occupied(), enemies, stop)
			quiet := targets
			if tactical {
				quiet = rankSet(7) | rankSet(0)
			}
			dst = step1(dst, p.west&targets, p.up-1, tactical)
			dst = step1(dst, p.east&targets, p.up+1, tactical)
			dst = step1(dst, p.single&quiet, p.up, tactical)
			if !tactical {
				dst = step1(dst, p.double&targets, 2*p.up, false)
			}
		}
	}
	if s := b.passed; s != NoSquare && (tactical || targets.Has(s)) {
		for x := pawnTakes[us.Other()][s] & men; x != 0; x = x.Rest() {
			if source := x.First(); b.passant(source, s) {
				dst = append(dst, newMove(source, s))
			}
		}
	}
	return dst
}

// step1 appends moves of pawns that came a distance to their targets.
func step1(dst []game.Move, targets Set, by int, tactical bool) []game.Move {
	for ; targets != 0; targets = targets.Rest() {
		t := targets.First()
		m := newMove(Square(int(t)-by), t)
		if t >= 56 || t < 8 {
			dst = append(dst, m|game.Move(Queen)<<12)
			if !tactical {
				dst = append(dst, m|game.Move(Knight)<<12, m|game.Move(Rook)<<12, m|game.Move(Bishop)<<12)
			}
			continue
		}
		dst = append(dst, m)
	}
	return dst
}

// CountMoves is len(Moves).
func (b *Board) CountMoves() (n int) {
	var l limits
	l.find(b)
	us := b.turn
	own := us << 3
	free := ^b.sets[own]
	occupied := b.occupied()
	if l.king != NoSquare {
		for x := kingSteps[l.king] & free; x != 0; x = x.Rest() {
			if b.kingSafe(l.king, x.First(), occupied) {
				n++
			}
		}
	}
	if l.checkers.Rest() != 0 {
		return n
	}
	if l.checkers == 0 {
		for side := range 2 {
			if b.castle(side, occupied) != game.NoMove {
				n++
			}
		}
	}
	n += b.countPawns(&l, own, occupied)
	for x := b.sets[own|Color(Knight)] &^ l.pinned; x != 0; x = x.Rest() {
		n += (knightJumps[x.First()] & free & l.stop).Len()
	}
	for x := b.sets[own|Color(Bishop)] | b.sets[own|Color(Queen)]; x != 0; x = x.Rest() {
		s := x.First()
		n += (bishopSight(s, occupied) & free & l.allowed(s)).Len()
	}
	for x := b.sets[own|Color(Rook)] | b.sets[own|Color(Queen)]; x != 0; x = x.Rest() {
		s := x.First()
		n += (rookSight(s, occupied) & free & l.allowed(s)).Len()
	}
	return n
}

func (b *Board) countPawns(l *limits, own Color, occupied Set) (n int) {
	us := b.turn
	men := b.sets[own|Color(Pawn)]
	enemies := b.sets[us.Other()<<3]
	last := rankSet(7) | rankSet(0)
	count := func(some, stop Set) {
		var p pawns
		p.find(us, some, ^occupied, enemies, stop)
		n += p.single.Len() + p.double.Len() + p.west.Len() + p.east.Len()
		if (p.single|p.west|p.east)&last != 0 {
			n += 3 * ((p.single & last).Len() + (p.west & last).Len() + (p.east & last).Len())
		}
	}
	count(men&^l.pinned, l.stop)
	for x := men & l.pinned; x != 0; x = x.Rest() {
		count(x&-x, l.allowed(x.First()))
	}
	if s := b.passed; s != NoSquare {
		for x := pawnTakes[us.Other()][s] & men; x != 0; x = x.Rest() {
			if b.passant(x.First(), s) {
				n++
			}
		}
	}
	return n
}

// canMove is CountMoves() > 0, found sooner.
func (b *Board) canMove() bool {
	var l limits
	l.find(b)
	us := b.turn
	own := us << 3
	occupied := b.occupied()
	if l.checkers == 0 {
		// A man that is not pinned needs one free square.
		for x := b.sets[own|Color(Knight)] &^ l.pinned; x != 0; x = x.Rest() {
			if knightJumps[x.First()]&^b.sets[own] != 0 {
				return true
			}
		}
		var p pawns
		p.find(us, b.sets[own|Color(Pawn)]&^l.pinned, ^occupied, b.sets[us.Other()<<3], ^Set(0))
		if p.single|p.west|p.east != 0 {
			return true
		}
	}
	return b.CountMoves() > 0
}

package book

import "container/heap"

// option is a move of a position in the graph of a book: it says what its own search
// says (to is -1), or what the position behind it says.
type option struct {
	to   int32 // the position behind it, -1 where a search has the word
	said known // by that search
}

// place is a position in the graph of a book.
type place struct {
	own     *known // the word of its own search; nil for none
	over    bool   // the game is over here: its word is final
	options []option
	parents []parent

	value    known
	best     int32 // index of the option that gives the value; -1 for the own search's word
	resolved bool
	open     int   // options that have not been found to be worse than all others
	last     int32 // the best of the options that were closed; -1 for none
	lastSaid known
}

// parent is an option that leads to a position.
type parent struct{ place, option int32 }

// solve finds what each position says when both players play their best options, and
// returns how many say what their own search says because they depend on themselves.
//
// It goes through what is said in the order of its size: the greatest advantage that
// is left decides for the player who can have it, and an option with the greatest
// disadvantage is the last that its player takes. Each position is settled once, by a
// way that ends, so cycles neither run for ever nor add to the depth. What is not
// settled then depends on itself: there the searches have the word, because a book
// knows no repetitions.
func solve(places []place) (cycles int64) {
	s := &solver{places: places}
	for i := range places {
		p := &places[i]
		p.best, p.last = -1, -1
		if p.over || len(p.options) == 0 {
			if p.own != nil {
				s.settle(int32(i), *p.own, -1)
			}
			continue
		}
		for j, o := range p.options {
			p.open++
			if o.to < 0 {
				s.say(int32(i), int32(j), o.said)
			} else {
				places[o.to].parents = append(places[o.to].parents, parent{int32(i), int32(j)})
			}
		}
	}
	for i := range places { // parents are known only now
		if places[i].resolved {
			s.tell(int32(i))
		}
	}
	for i := range places {
		if p := &places[i]; !p.resolved && len(p.options) == 0 {
			s.forget(int32(i))
		}
	}
	s.run()
	for {
		core := s.core()
		if len(core) == 0 {
			return cycles
		}
		var settled []int32
		for _, i := range core {
			p := &places[i]
			switch {
			case p.own != nil:
				s.settle(i, *p.own, -1)
			case p.last >= 0:
				s.settle(i, p.lastSaid, p.last)
			default:
				continue
			}
			settled = append(settled, i)
		}
		cycles += int64(len(settled))
		for _, i := range settled {
			s.tell(i)
		}
		if len(settled) == 0 {
			for _, i := range core {
				s.forget(i)
			}
		}
		s.run()
	}
}

// solver is the state of solve.
type solver struct {
	places []place
	said   words
	lost   []bool // positions of which nothing can be known
}

// word is what an option says.
type word struct {
	known
	place, option int32
}

func (s *solver) say(place, option int32, k known) { heap.Push(&s.said, word{k, place, option}) }

// settle gives a position its value.
func (s *solver) settle(i int32, k known, best int32) {
	p := &s.places[i]
	p.value, p.best, p.resolved = k, best, true
}

// tell tells the parents of a position what it says.
func (s *solver) tell(i int32) {
	for _, up := range s.places[i].parents {
		if !s.places[up.place].resolved {
			s.say(up.place, up.option, s.places[i].value.back())
		}
	}
}

// run settles what can be settled.
func (s *solver) run() {
	for len(s.said) > 0 {
		w := heap.Pop(&s.said).(word)
		p := &s.places[w.place]
		if p.resolved {
			continue
		}
		if w.worth() < 0 {
			if p.last < 0 || w.worth() >= p.lastSaid.worth() {
				p.last, p.lastSaid = w.option, w.known
			}
			if p.open--; p.open > 0 {
				continue
			}
			w.known, w.option = p.lastSaid, p.last
		}
		s.settle(w.place, w.known, w.option)
		s.tell(w.place)
	}
}

// forget closes the options that lead to a position of which nothing can be known.
func (s *solver) forget(i int32) {
	if s.lost == nil {
		s.lost = make([]bool, len(s.places))
	}
	s.lost[i] = true
	for lost := []int32{i}; len(lost) > 0; {
		i, lost = lost[len(lost)-1], lost[:len(lost)-1]
		for _, up := range s.places[i].parents {
			p := &s.places[up.place]
			if p.resolved || s.lost[up.place] {
				continue
			}
			if p.open--; p.open > 0 {
				continue
			}
			switch {
			case p.last >= 0:
				s.settle(up.place, p.lastSaid, p.last)
			case p.own != nil:
				s.settle(up.place, *p.own, -1)
			default:
				s.lost[up.place] = true
				lost = append(lost, up.place)
				continue
			}
			s.tell(up.place)
		}
	}
}

// core lists the positions left that depend on themselves, or are left because of
// those: not those that only lead to them.
func (s *solver) core() (core []int32) {
	waiting := func(i int32) bool {
		return !s.places[i].resolved && len(s.places[i].options) > 0 && (s.lost == nil || !s.lost[i])
	}
	into := make(map[int32]int) // options of waiting positions that lead to a waiting position
	for i := range s.places {
		if !waiting(int32(i)) {
			continue
		}
		into[int32(i)] += 0
		for _, o := range s.places[i].options {
			if o.to >= 0 && waiting(o.to) {
				into[o.to]++
			}
		}
	}
	var free []int32
	for i, n := range into {
		if n == 0 {
			free = append(free, i)
		}
	}
	left := len(into) - len(free)
	for ; len(free) > 0 && left > 0; free = free[1:] {
		for _, o := range s.places[free[0]].options {
			if o.to >= 0 && waiting(o.to) {
				if into[o.to]--; into[o.to] == 0 {
					free, left = append(free, o.to), left-1
				}
			}
		}
		into[free[0]] = -1
	}
	for i := range s.places {
		if n, ok := into[int32(i)]; ok && (n > 0) {
			core = append(core, int32(i))
		}
	}
	return core
}

// words are a heap: the greatest advantage or disadvantage first; of equal ones an
// advantage, and then the deepest, so that it is taken, or closed last.
type words []word

func (w words) Len() int { return len(w) }

func (w words) Less(i, j int) bool {
	a, b := w[i], w[j]
	x, y := a.worth(), b.worth()
	switch {
	case max(x, -x) != max(y, -y):
		return max(x, -x) > max(y, -y)
	case x != y:
		return x > y
	case a.depth != b.depth:
		return (a.depth > b.depth) == (x >= 0)
	case a.place != b.place:
		return a.place < b.place
	}
	return (a.option < b.option) == (x >= 0)
}

func (w words) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *words) Push(v any)   { *w = append(*w, v.(word)) }
func (w *words) Pop() any {
	last := len(*w) - 1
	v := (*w)[last]
	*w = (*w)[:last]
	return v
}

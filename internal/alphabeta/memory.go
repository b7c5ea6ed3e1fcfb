package alphabeta

// memory is what one worker has learnt about the order of moves: how well
// moves of a class did as refutations, alone and as an answer to the moves one
// and two plies before.
type memory[M Code] struct {
	classes    int
	quiet      []int16 // by class
	capture    []int16 // by class
	reply      []int16 // by class of an earlier move, folded into rows, x class
	rows       int     // and one more for no move
	touched    []bool  // rows that are not all zero
	counter    []M     // by class of the move before
	correction correction
	anything   bool
}

// replyMax bounds the table of replies to 8 MB: a game of very many classes
// shares rows.
const replyMax = 1 << 22

// historyMax bounds every value of the memory.
const historyMax = 8192

func (m *memory[M]) resize(classes int) {
	if m.classes == classes {
		return
	}
	rows := max(min(classes, replyMax/classes), 1)
	*m = memory[M]{
		classes:    classes,
		quiet:      make([]int16, classes),
		capture:    make([]int16, classes),
		reply:      make([]int16, (rows+1)*classes),
		rows:       rows,
		touched:    make([]bool, rows+1),
		correction: newCorrection(classes),
		counter:    make([]M, classes+1),
	}
}

// clear forgets everything. A short search touches few of the megabytes of replies,
// and only those are wiped.
func (m *memory[M]) clear() {
	if !m.anything {
		return
	}
	clear(m.quiet)
	clear(m.capture)
	clear(m.counter)
	m.correction.clear()
	for row, touched := range m.touched {
		if touched {
			clear(m.reply[row*m.classes : (row+1)*m.classes])
		}
	}
	clear(m.touched)
	m.anything = false
}

// row is the row of replies to a move of that class; m.classes stands for no move.
func (m *memory[M]) row(class int) int {
	switch {
	case class == m.classes:
		return m.rows
	case m.rows < m.classes:
		return class % m.rows
	}
	return class
}

// answers is what is known of the replies to a move of that class.
func (m *memory[M]) answers(class int) []int16 {
	row := m.row(class)
	return m.reply[row*m.classes : (row+1)*m.classes]
}

// learnAnswer learns of one reply to a move of a class.
func (m *memory[M]) learnAnswer(before, class, bonus int) {
	row := m.row(before)
	m.touched[row] = true
	learn(&m.reply[row*m.classes+class], bonus)
}

// learn moves a value towards ±historyMax by a share of what is left.
func learn(value *int16, bonus int) {
	v := int(*value)
	v += bonus - v*max(bonus, -bonus)/historyMax
	*value = int16(v)
}

// reward is what a refutation at that depth is worth.
func reward(depth int) int { return min(16*depth*depth+32*depth, 1600) }

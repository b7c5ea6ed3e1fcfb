package alphabeta

// memory is what a worker has learnt about the order of moves: how well
// moves of a class did as refutations, alone and as an answer to the moves one
// and two plies before.
type memory[M Code] struct {
	classes    int
	quiet      []int16  // by class
	capture    []int16  // by class
	reply      []int16  // by row x class of a quiet move
	row        []uint16 // of the replies, by class of an earlier move; at classes that of no move
	width      int      // of a row
	touched    []bool   // rows that are not all zero
	counter    []M      // by class of the move before
	correction correction
	anything   bool
}

// historyMax bounds every value of the memory.
const historyMax = 8192

// resize makes room for the classes of a game. folded is nil where each class has a row of
// its own and quiet moves may have any class.
func (m *memory[M]) resize(classes int, folded Folded) {
	if m.classes == classes {
		return
	}
	rows, width := classes, classes
	if folded != nil {
		rows, width = folded.Rows(), folded.Quiet()
	}
	*m = memory[M]{
		classes:    classes,
		quiet:      make([]int16, classes),
		capture:    make([]int16, classes),
		reply:      make([]int16, (rows+1)*width),
		row:        make([]uint16, classes+1),
		width:      width,
		touched:    make([]bool, rows+1),
		correction: newCorrection(classes),
		counter:    make([]M, classes+1),
	}
	for class := range m.row {
		m.row[class] = uint16(class)
		if folded != nil && class < classes {
			m.row[class] = uint16(folded.Row(class))
		}
	}
	m.row[classes] = uint16(rows)
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
			clear(m.reply[row*m.width : (row+1)*m.width])
		}
	}
	clear(m.touched)
	m.anything = false
}

// answers is what is known of the replies to a move of that class; m.classes stands for no
// move.
func (m *memory[M]) answers(class int) []int16 {
	row := int(m.row[class])
	return m.reply[row*m.width : (row+1)*m.width]
}

// learnAnswer learns of one reply to a move of a class.
func (m *memory[M]) learnAnswer(before, class, bonus int) {
	row := int(m.row[before])
	m.touched[row] = true
	learn(&m.reply[row*m.width+class], bonus)
}

// learn moves a value towards ±historyMax by a share of what is left.
func learn(value *int16, bonus int) {
	v := int(*value)
	v += bonus - v*max(bonus, -bonus)/historyMax
	*value = int16(v)
}

// reward is what a refutation at that depth is worth.
func reward(depth int) int { return min(16*depth*depth+32*depth, 1600) }

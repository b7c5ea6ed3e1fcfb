package hall

import "qikit.dev/qikit/lib/sgcp"

// over puts an ended game among those that are forgotten once their time has come and
// nobody sits there.
func (t *table) over() {
	h := t.hall
	if t.ended.IsZero() {
		t.ended = h.now
	}
	t.due = t.ended.Add(h.options.Limits.Kept)
	t.place = h.over.PushBack(t)
	h.wakeToForget()
}

// forget takes a table where nobody sits out of the hall.
func (t *table) forget() {
	h := t.hall
	for w := range t.watchers {
		w.unwatch(t)
	}
	if t.place != nil {
		h.over.Remove(t.place)
	}
	delete(h.tables, t.game)
	h.changed(GameForgotten).Game = t.game
}

// forgetNext forgets the ended game that is due next. While somebody sits there its time
// begins anew.
func (h *Hall) forgetNext() {
	t := h.over.Front().Value.(*table)
	if t.seats == [2]*session{} {
		t.forget()
		return
	}
	t.due = h.now.Add(h.options.Limits.Kept)
	h.over.MoveToBack(t.place)
}

// wakeToForget sets the one timer that forgets ended games.
func (h *Hall) wakeToForget() {
	if h.forgets || h.over.Len() == 0 {
		return
	}
	h.forgets = true
	h.at(h.over.Front().Value.(*table).due, func() {
		for range h.over.Len() {
			if h.over.Front().Value.(*table).due.After(h.now) {
				break
			}
			h.forgetNext()
		}
		h.forgets = false
		h.wakeToForget()
	})
}

// room makes room for a new table, or returns why there is none. When there are as many
// as there may be, those that ended first are forgotten before their time.
func (h *Hall) room() error {
	most := h.options.Limits.Tables
	for range h.over.Len() {
		if len(h.tables) < most {
			break
		}
		h.forgetNext()
	}
	if len(h.tables) >= most {
		return refuse(sgcp.FaultFull, "too many games")
	}
	return nil
}

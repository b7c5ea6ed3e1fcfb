package platform

// explainedLeast is how many Clients' last choices are kept at least.
const explainedLeast = 64

// lastChoices keeps the last choice of each of the Clients who were played with last: of
// most of them at least, of twice as many at most. An Explanation takes some 8 KB.
type lastChoices struct {
	most          int
	recent, older map[string]Explanation // by Client's key
}

func (c *lastChoices) put(key string, e Explanation) {
	if _, ok := c.recent[key]; !ok && len(c.recent) >= c.most || c.recent == nil {
		c.recent, c.older = map[string]Explanation{}, c.recent
	}
	c.recent[key] = e
}

func (c *lastChoices) of(key string) (e Explanation, ok bool) {
	if e, ok = c.recent[key]; !ok {
		e, ok = c.older[key]
	}
	return e, ok
}

// slots is the number of games that can be played at once.
func (o *Options) slots() (n int) {
	for _, g := range o.Gateways {
		n += g.Slots
	}
	return n
}

package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/jsonobject"
)

// Rule is one of a game's own options, as ReadRules takes it from JSON.
type Rule struct {
	Name     string                     // the key
	Expected string                     // what the value must be, for the error
	Read     func(json.RawMessage) bool // takes the value, says whether it could
}

// RuleOf is a rule whose value is JSON of the type of into.
func RuleOf[T any](name, expected string, into *T) Rule {
	return Rule{name, expected, func(text json.RawMessage) bool {
		return string(text) != "null" && json.Unmarshal(text, into) == nil
	}}
}

// ReadRules reads a JSON object of options, as Setup carries it. What is
// missing is left as it was; blank text is an empty object. Errors wrap
// ErrRules: no object, a key that is no rule (the rules there are get named), a
// value that is not as expected.
func ReadRules(text json.RawMessage, rules ...Rule) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return fmt.Errorf("%w: %s", ErrRules, jsonobject.Misread(err, "a JSON object of rules"))
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == key })
		if i < 0 {
			names := make([]string, len(rules))
			for i, r := range rules {
				names[i] = r.Name
			}
			return fmt.Errorf("%w: %q, expected one of %s", ErrRules, key, strings.Join(names, ", "))
		}
		if !rules[i].Read(values[key]) {
			return fmt.Errorf("rule %s: %w: %s, expected %s", key, ErrRules, values[key], rules[i].Expected)
		}
	}
	return nil
}

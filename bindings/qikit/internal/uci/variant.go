package uci

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// variants are the games, by the names that UCI has for them, too.
var variants = []string{"xiangqi", "chess"}

const variantOption = "UCI_Variant"

// freeRules are rules without the ends that other programs may judge by rules of their own.
var freeRules = map[string]string{
	"xiangqi": `"natural_limit": 0, "repetition": "off"`,
	"chess":   `"quiet_limit": 0, "repetition": "off", "dead_material": false`,
}

// play changes the game.
func (s *session) play(name string) {
	if name != s.game {
		s.forget()
		s.game, s.board = name, nil
	}
}

// rules are those of the session's game in JSON, free or as they are.
func (s *session) rules(free bool) []byte {
	text := ""
	if free {
		text = freeRules[s.game]
	}
	if s.game == "chess" && s.chess960 {
		if free {
			text += ", "
		}
		text += fmt.Sprintf("%q: true", "chess960")
	}
	return []byte("{" + text + "}")
}

// playable is the board to search. When the other program asks for a move in a game
// that our rules have ended by repetition or count, the game goes on without its
// history: the other program's rules may differ.
func (s *session) playable(b game.Board) game.Board {
	if _, over := b.Outcome(); !over || len(b.Moves(nil)) == 0 {
		return b
	}
	if free, err := game.New(s.game, game.Setup{Position: b.Position(), Rules: s.rules(true), Lenient: true}); err == nil {
		return free
	}
	return b
}

// notation is how moves of Xiangqi are written.
func (s *session) notation() string {
	if s.ranks10 && s.protocol != &ucci {
		return xiangqi.NotationUCI10
	}
	return xiangqi.NotationUCI
}

// parse reads a move.
func (s *session) parse(b game.Board, text string) (game.Move, error) {
	if b, ok := b.(*xiangqi.Board); ok {
		return b.ParseAs(text, s.notation())
	}
	return b.Parse(text)
}

// text writes a legal move.
func (s *session) text(b game.Board, m game.Move) string {
	if b, ok := b.(*xiangqi.Board); ok {
		if text, err := b.Format(m, s.notation()); err == nil {
			return text
		}
	}
	return b.Text(m)
}

package xiangqi

import (
	"encoding/json"

	"qikit.dev/qikit/lib/game"
)

var _ game.Board = (*Board)(nil)

func init() {
	game.Register(game.Variant{
		Name:          "xiangqi",
		Sides:         []string{"red", "black"},
		New:           game.Boards(ReadRules, New),
		Records:       "pgn",
		ReadRecords:   ReadRecords,
		WriteRecord:   WriteRecord,
		WriteFormats:  writeFormats(),
		ReadTrees:     readTrees,
		RecordFormats: []string{"dhtmlxq"},
		RecordWords:   []string{"chinese chess", "象棋", "中国象棋", "中國象棋"},
		RecordTag:     "red",
		RecordUsual:   true,
		EncodeRecords: map[string]func(string) ([]byte, error){"gb18030": GB18030.encode},
	})
}

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// ReadRules reads the options from a JSON object, as [game.Setup] carries it:
//
//	{"natural_limit": 120, "repetition": "axf"}
//
// natural_limit is in plies, 0 for none; repetition is "axf", "simple" or
// "off". What is missing keeps its default. Errors wrap [game.ErrRules].
func ReadRules(rules json.RawMessage) (Options, error) {
	o := DefaultOptions()
	return o, game.ReadRules(rules, &o)
}

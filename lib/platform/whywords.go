package platform

// The texts of Sentences: English, Chinese.

var passes = map[string][2]string{
	"":                {"I pass: nothing was found.", "我停一手：没有找到着法。"},
	"settled":         {"I pass: every point of the board is decided.", "我停一手：棋盘上每一点都已定局。"},
	"nothing to play": {"I pass: every move would fill an own eye or is not allowed.", "我停一手：余下的着点或填自己的眼，或属禁着。"},
	"playouts":        {"I pass: the playouts find nothing better than to pass.", "我停一手：模拟中没有比停着更好的着法。"},
}

// deciders say which module decided; the move and why.
var deciders = map[string][2]string{
	"mc":        {"I played %s because of the playouts: %s.", "我下 %s，由模拟决定：%s。"},
	"search":    {"I played %s because of reading captures and ladders: %s.", "我下 %s，由吃子与征子的计算决定：%s。"},
	"static":    {"I played %s because of the stones around it: %s.", "我下 %s，由周围棋形决定：%s。"},
	"terminals": {"I played %s because of the playouts of other computers: %s.", "我下 %s，由其他电脑的模拟决定：%s。"},
	"memory":    {"I played %s from memory: %s.", "我下 %s，由记忆库决定：%s。"},
	"games":     {"I played %s because of finished games: %s.", "我下 %s，由以往对局的结果决定：%s。"},
	"game":      {"I played %s by lot: it was worth no more than %s.", "我下 %s，由抽签决定：价值并不高于 %s。"},
	"level":     {"I played %s by a mistake of my level; without it I would have played %s.", "我下 %s，是此级别故意的失误；否则会下 %s。"},
}

var (
	played     = [2]string{"I played %s; nothing speaks for another move.", "我下 %s；没有哪一点更值得下。"}
	tried      = [2]string{"%.0f of %.0f tried it and won %s", "%.0[2]f 次模拟中有 %.0[1]f 次选它，胜率 %[3]s"}
	lostGames  = [2]string{"after %s I won %s of %s", "以往下 %s 的 %[3]s 局中胜 %[2]s 局"}
	unnoted    = [2]string{"it is worth most there", "此处价值最高"}
	expected   = [2]string{"I expect %s to follow and give myself %s.", "预计接下来是 %s，我的胜率约 %s。"}
	chances    = [2]string{"I give myself %s.", "我的胜率约 %s。"}
	seconds    = [2]string{"Second was %s, with %s of its value.", "次选是 %s，价值为其 %s。"}
	opposed    = [2]string{"For %s spoke %s.", "支持 %s 的有：%s。"}
	agreed     = [2]string{"For my move also spoke %s.", "同样支持此着的有：%s。"}
	foundation = [2]string{"Playouts: %s.", "模拟：%s。"}
	adjusted   = [2]string{"%s, so %s went from %.4g to %.4g.", "%s，因此 %s 由 %.4g 调为 %.4g。"}
	comma      = [2]string{", ", "、"}
)

// sources are where playouts come from, with their number.
var sources = [4][2]string{
	{"%d now", "本次 %d 次"}, {"%d in your time", "利用你的时间 %d 次"}, {"%d remembered", "记忆中 %d 次"}, {"%d by other computers", "其他电脑 %d 次"},
}

var moduleNames = map[string][2]string{
	"mc": {"the playouts", "模拟"}, "search": {"the reading of captures and ladders", "吃子与征子的计算"}, "static": {"the stones around it", "周围棋形"},
	"terminals": {"other computers", "其他电脑"}, "memory": {"memory", "记忆库"}, "games": {"finished games", "以往对局"},
}

// notes are what modules note of a move; those with %s name a point.
var notes = map[string][2]string{
	"captures":           {"it captures stones", "可以吃子"},
	"atari":              {"it gives atari", "打吃"},
	"saves from atari":   {"it saves stones from atari", "救出被打吃的子"},
	"joins":              {"it joins own stones", "连接己方的子"},
	"cuts":               {"it cuts your stones apart", "切断对方的子"},
	"near the last move": {"it is near the last move", "靠近上一手"},
	"takes":              {"it takes the stones at %s", "可吃 %s 处的子"},
	"saves":              {"it saves the stones at %s", "可救 %s 处的子"},
	"met before":         {"I have met this position before", "这个局面以前遇到过"},
	"corner shape":       {"I know this shape of a corner", "这是熟悉的角部棋形"},
}

// situations are why parameters were changed for the moment.
var situations = map[string][2]string{
	string(Opening): {"It is the opening", "现在是布局"}, string(Middle): {"It is the middle game", "现在是中盘"}, string(Ending): {"It is the endgame", "现在是官子"},
	string(Fight): {"It is a fight", "正在战斗"}, string(Quiet): {"It is quiet", "局面平稳"},
	string(Even): {"It is even", "形势相当"}, string(Ahead): {"I am ahead", "我方领先"}, string(Behind): {"I am behind", "我方落后"},
}

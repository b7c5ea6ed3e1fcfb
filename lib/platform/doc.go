// Package platform is the AI platform of the Go (weiqi) match system: a player for
// SGCP gateways that waits for Clients, chooses its points, explains them, and
// learns.
//
//	o := platform.DefaultOptions()
//	o.Gateways = []platform.Endpoint{{Host: "127.0.0.1", Port: 4321, Key: secret, Slots: 2}}
//	o.Store, o.Bank = "platform.db", "platform.bank"
//	p, err := platform.Start(o)
//	if err != nil { … }
//	defer p.Close()
//
// There are a few types only. A [Platform] plays at the gateways of its [Options];
// Platform.Explanation tells why it chose a move. Its [MultiUserManager] keeps a
// [Profile] for each Client, whose [ParameterEditor] holds what the Client can set.
// Its [MemoryBank] keeps the positions it met. [Jobs] are compute terminals that
// help it.
//
// It does not listen: Clients of its own come through a gateway that the program
// starts beside it, as "qikit platform" does; to the platform it is a gateway
// like any other.
//
// # Parts
//
// They have the names of the specification. The network controller (network.go)
// carries the data, one connection for each game. The multi-user manager (users.go)
// keeps each Client's settings and game-process data. A profile's parameter editor
// (parameters.go) holds the parameters of all algorithm modules and the weights of
// their scores, and owns the constants manager (constants.go), which fits the
// constants to what the algorithms need. The coordinator of tactics and algorithms
// (coordinator.go) lets the modules speak, weighs what they say, and determines the
// point. The modules are static analysis, the search for captures and ladders
// (ladder.go), Monte-Carlo, the playouts of compute terminals (jobs.go), and the
// memory bank, for which self-learning (learning.go) analyses what recurs.
// background.go computes in the opponent's time.
//
// # A choice
//
// Each module gives the candidates a score of 0 to 1; a candidate's value is the
// sum of the scores by the weights in effect, and the best value is played. What a
// Client sets by 122 is in effect from the next move on; the engine changes it
// for the moment by the phase of the game, by tactics and by how it stands, unless
// "editor.adjusts" is 0. Levels under 10 get fewer playouts, those under 7 also
// mistake the values of their best few candidates.
//
// Playouts add up. Those of an earlier meeting on the same terms, and those that
// were made in the opponent's time for the move that then came, count for the
// choice as if they were made now, and only the rest is searched. Those of earlier
// meetings stand for three quarters of a move's at most: a position known well is
// answered in a quarter of the time, and what was found once is not for ever.
//
// Compute terminals search the same position, each core by a tree of its own (root
// parallel), and the visits of all trees count for the choice: "weight.terminals" where they are
// as many as the platform's own, in proportion where they are more or less, 20 times it at
// most. A tree is as large as the move's time and the slowest core allow, cores so slow that
// fewer visits would come with them left out; one that is not finished a quarter of that time
// after the platform's own search says nothing. A tree has 30 visits at least, so there are
// fewer trees than cores when less than that is asked for, and none at level 1. With four
// terminals of 300 visits beside 300 own, against 300 without, on 9x9, the side that had them
// won 86 games of 127 (68 %, give or take 8).
//
// A game that is over counts too, for later games at the same level: moves that
// lost are worth less in their positions (the part "games" of a choice), left with a
// fifth of their value after one lost game, so that a line that lost is not played
// again. A memory bank that was begun anew from the profiles knows nothing of that,
// since they do not have the level. What is left to chance depends on Options.Seed and
// the game's Gtoken, so that games differ: at levels that mistake nothing by 2 % of the
// best move's value. With Options.Vary off the same moves are answered alike.
//
// A game is stopped by 327 when every point of the board is decided, or when the
// playouts would pass. Marks of dead stones are agreed to unless the count with
// them turns the result of the platform's own estimate and differs from it by more
// than "end.flip" points; such marks, when they stay so for Options.Marks, are
// answered by 328. The server lets play resume twice; after that it decides.
//
// # Joseki and tesuji
//
// Of finished games the bank keeps what was played in each corner, and of its searches the
// moves that are far better than all others, with the 5x5 points around them; both with
// Black to begin, whatever the corner, the view and the colours. What recurs is a joseki or
// a tesuji: MemoryBank.Joseki and Tesuji list them by place and kind, LearntShape.SVG draws
// them, and a candidate that is a known tesuji is told so. Other programs read the
// file's views while no platform has it open:
//
//	SELECT place, kind, size, moves, seen, won FROM joseki;
//	SELECT place, kind, shape, seen, won, lead FROM tesuji;
//
// A joseki is in two games or more, fewer than every second of which went on in the same
// way; moves are "B D4 W C6 B F3", in the corner at the bottom left. A tesuji was found twice or
// more; the rows of a shape are from the top, # is off the board, and the move is in
// the middle. won is the part of the games, or the win rate, of Black; lead is by how much
// that exceeds the win rate of all other moves.
//
// # What is kept
//
// With Options.Store, profiles, games, and the sessions at the gateways. A platform
// that was killed takes its games up again where they are, and asks the gateway how
// they stand: a move carries its number, so it is not made twice. With Options.Bank
// the memory bank. A file of profiles that is damaged is refused, and Start fails;
// a memory bank that is damaged is kept aside under another name, and another one
// begun from the games in the profiles. A loss of power may cost the last second.
//
// # Whose a profile is
//
// A nick is given to one player at a time and to nobody for good, so a profile does not go
// by it. A guest has settings for the session: the gateway tells the platform, by 758,
// which session a nick belongs to, and they go on through lost connections and a platform
// that was killed, but nobody else ever has them. Guests of a day ago are forgotten; their
// games stay in the file for the memory bank. With a gateway that does not tell people
// apart, settings last for a game, and 122 outside of one is refused.
//
// Who wants to keep a profile claims a name by 124 with a password of 8 octets or more, and
// shows both in a later session. The first claim wins: it gets what an older platform has
// kept under that name, and the settings and games of the session. A session can be the
// first for one name only, and a platform keeps a million at most. Of a password the file has
// PBKDF2 with SHA-256, 600,000 rounds and 16 octets of salt, compared in constant time; the
// hash takes some 0.1 s of a processor, beside the games and one at a time. Wrong passwords
// are slowed down by the gateway, and by the platform for each name: after five in a row
// 1 s, then 2, 4 and so on up to a minute, until it is restarted. Meanwhile who has the name cannot
// enter either, unless the session has before. A forgotten password cannot be had again.
//
// # What the specification leaves open
//
// The level that 207 names becomes the Client's setting "level". Proposals (206)
// that can be played are accepted, unless their clock cannot be kept: periods or a
// bonus have to be 2 s or more, with a bonus the main time 0 or 2 s; without such the
// main time half a second for every second point of the board, 20 s on 9x9 and 90 s on
// 19x19. Where a clock allows less than a second for a move, it is not looked whether
// the game is over until the opponent passes. Undos are granted, ten a game, and draws when the
// platform does not stand better; both are parameters. Who asks "why?" or
// "为什么？" in the chat is told in the language of the question: the move and the module
// that decided it, with its reason; what is expected to follow, and the win rate; the second
// choice, and which modules preferred it; the playouts by their sources. What luck or a
// level's mistake decided is called so. "why in detail" has the part of every module.
// The platform resigns when three choices in a row say that the game is lost,
// by the parameter "game.resign". After a game it is ready for another one for
// Options.Rematch, and before one for Options.Start; it goes when the opponent is not. An
// opponent who has lost the connection leaves the game when the gateway's grace is over.
//
// # Cost
//
// Six goroutines a slot, and while the opponent thinks "background.share" of one more core, on
// average: half, unless the Client says otherwise; from a game's first choice to its end
// two trees of Options.TableMB at most. Beside the search, a choice takes some 1 ms on 9x9 and 2 on 19x19;
// with half of the board full 10 to 500 ms more, to see whether the game is over
// (weiqi.Suggest). A position in the memory bank takes some 2 kB on 9x9;
// it keeps 200,000 at most, and 400,000 moves of corner shapes. Of more, those that
// were met and seen least are forgotten, when a game ends or the bank is opened.
package platform

// Package maxn searches games of any number of players, and of chance, by the values of all
// players: max^n (C. A. Luckhardt, K. B. Irani, AAAI 1986), where each maximises his own value,
// and the paranoid search (N. R. Sturtevant, R. E. Korf, AAAI 2000), where all the others
// minimise that of the player at the root, so that alpha-beta applies. Plans are own moves alone, by
// beam search, where the others each take the move that promises most. A position in which chance is to
// move is worth the mean of its moves by their weights. It knows no game.
package maxn

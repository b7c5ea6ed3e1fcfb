//go:build !slim

package nets

import _ "embed"

//go:embed xiangqi/xiangqi.qnet
var xiangqi string

//go:embed chess/chess.qnet
var chess string

//go:embed surakarta/surakarta.qnet
var surakarta string

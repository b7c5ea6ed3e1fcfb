//go:build slim

package nets

const xiangqi, chess, surakarta = "", "", ""

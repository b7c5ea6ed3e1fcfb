//go:build !slim

package engine

import (
	"qikit.dev/qikit/internal/maxn"
	"qikit.dev/qikit/lib/game"
)

func init() {
	severalStrategies = append(severalStrategies, "plans")
	searchPlans = (*maxn.Search[game.Move]).Plan
}

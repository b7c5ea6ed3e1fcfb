//go:build !slim

package main

import (
	_ "qikit.dev/qikit/lib/chinesecheckers" // registers "chinesecheckers"
	_ "qikit.dev/qikit/lib/gomoku"          // registers "gomoku"
	_ "qikit.dev/qikit/lib/ludo"            // registers "ludo"
)

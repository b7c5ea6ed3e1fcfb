package platform

// Tests claim many names.
func init() { newRounds = 1000 }

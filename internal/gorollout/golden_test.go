package gorollout

// golden is the sum of TestPlay_golden.
const golden = 0x8126d1a0e586b5e0

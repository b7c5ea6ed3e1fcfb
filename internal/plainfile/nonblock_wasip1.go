package plainfile

// nonblock opens a file without waiting for a pipe's other end: WebAssembly has no pipes.
const nonblock = 0

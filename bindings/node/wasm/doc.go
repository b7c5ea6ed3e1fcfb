// Command wasm is the library for WebAssembly: boards, games, engines and reviews for browsers, and for Node where the native
// library cannot be loaded.
//
// It has one thread. JavaScript calls a function of qikit.h by its name, with its arguments as octets: at once (qkw_call)
// for boards, or begun (qkw_begin) and run in slices (qkw_step) for what takes long; between slices JavaScript hears
// who cancels. bindings/node/src/wasm is the other side.
package main

func main() {}

package host

// Version is the library's version, by semantic versioning. capi/version.h and
// the packages of the bindings state the same (a test compares them).
const Version = "0.1.0"

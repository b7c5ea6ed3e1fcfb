// Package unitycheck is the tests of the Unity package (bindings/unity) that
// need neither Unity nor Mono: every file has its .meta, GUIDs are unique,
// plugins are for the platform whose folder they lie in, and the declarations
// in C# are those of the header.
//
// Unity makes .meta files when it imports a package from a disk it can write
// to; a package that is installed is read-only, so all of them are committed.
// A new file gets one by
//
//	go test ./internal/unitycheck -update
package unitycheck

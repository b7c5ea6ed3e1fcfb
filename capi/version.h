/* The version of the library, by semantic versioning. */
#define QK_VERSION "0.1.0"

#pragma once

/// toml++, the one way that Shoal includes it.

// Header only: the shared library would follow shoal::sim to everyone who links it.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0

// toml++ 3.3 asserts before it checks: "[=" in a file aborts a debug build, and where NDEBUG is set clang
// takes the assertion as a promise and may drop the check behind it. Both are off here, and the check stays.
#define TOML_ASSERT(expression) static_assert(true)
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

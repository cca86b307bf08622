#pragma once

/// Includes toml++, configured as everywhere in Shoal.

// Header only: a shared library would become a dependency of everything that links shoal::sim.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// Without this, toml++ 3.3 reads a number through a stream: when memory runs out there, it says that the
// number is wrong.
#define TOML_FLOAT_CHARCONV 1

// toml++ 3.3 asserts before it checks. "[=" in a file aborts a debug build; with NDEBUG, clang takes the
// assertion as a promise and may drop the check behind it. Both are disabled here, and the check stays.
#define TOML_ASSERT(expression) static_assert(true)
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

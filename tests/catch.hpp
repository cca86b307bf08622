#pragma once

/// Catch2 for the tests, for both 2.13 (one header) and 3.x (many). Include this and no Catch2 header.

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_session.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#define SHOAL_CATCH_VERSION 3
#else
#include <catch2/catch.hpp>
#define SHOAL_CATCH_VERSION 2
#endif

#include <string>

namespace shoal::test {

/// Compares to within a tolerance: `CHECK(x == approx(2.0).margin(1e-3))`. Catch2's own name for it is
/// ambiguous in a file that also uses its matchers.
inline auto approx(double value) {
#if SHOAL_CATCH_VERSION == 3
    return Catch::Approx(value);
#else
    return Catch::Detail::Approx(value);
#endif
}

/// Matches a text that contains this one: `CHECK_THAT(text, contains("radius"))`.
inline auto contains(const std::string& text) {
#if SHOAL_CATCH_VERSION == 3
    return Catch::Matchers::ContainsSubstring(text);
#else
    return Catch::Matchers::Contains(text);
#endif
}

/// Matches a text that begins with this one.
inline auto startsWith(const std::string& text) {
    return Catch::Matchers::StartsWith(text);
}

/// Matches a text that ends with this one.
inline auto endsWith(const std::string& text) {
    return Catch::Matchers::EndsWith(text);
}

}  // namespace shoal::test

#pragma once

#include <string_view>

namespace shoal::detail {

/// Prints "shoal: SENTENCE" on standard error and aborts: for a programmer's mistake after which the program
/// cannot continue.
[[noreturn]] void abortWith(std::string_view sentence) noexcept;

/// Checks a precondition in every build; for code off the hot path.
inline void require(bool isTrue, std::string_view sentence) {
    if (!isTrue) [[unlikely]] {
        abortWith(sentence);
    }
}

/// For Result: reports that its value was read although it holds this problem, and aborts.
[[noreturn]] void abortWithProblem(std::string_view problem) noexcept;

}  // namespace shoal::detail

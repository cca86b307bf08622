#pragma once

#include <string_view>

namespace shoal::detail {

/// Prints "shoal: SENTENCE" on standard error and aborts: for a programmer's mistake that leaves nothing to
/// go on with.
[[noreturn]] void abortWith(std::string_view sentence) noexcept;

/// A check of the caller that stays on in every build; for code off the hot path.
inline void require(bool isTrue, std::string_view sentence) {
    if (!isTrue) [[unlikely]] {
        abortWith(sentence);
    }
}

/// For Result: its value was read although it holds this problem.
[[noreturn]] void abortWithProblem(std::string_view problem) noexcept;

}  // namespace shoal::detail

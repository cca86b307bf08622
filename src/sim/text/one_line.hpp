#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sim/text/budget.hpp"

namespace shoal {

/// Returns a text without the mark that spreadsheets and some editors put before UTF-8.
constexpr std::string_view withoutByteOrderMark(std::string_view text) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Cuts a text to at most `maxBytes`, never within a UTF-8 sequence.
std::string cutText(std::string text, std::size_t maxBytes);

/// Returns a text of any origin as one line for a message: control characters become spaces, and an ellipsis
/// replaces what exceeds `maxBytes`.
std::string oneLine(std::string text, std::size_t maxBytes = kMaxProblemBytes);

}  // namespace shoal

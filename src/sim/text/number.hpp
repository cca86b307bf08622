#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace shoal {

/// Parses all of `text` as a number, whatever the locale; empty if it is not one. Integers accept − but not
/// +; real numbers also accept inf and nan.
template <class T>
std::optional<T> numberFrom(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = error == std::errc{} && end == text.data() + text.size();
    return isNumber ? std::optional(value) : std::nullopt;
}

}  // namespace shoal

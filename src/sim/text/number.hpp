#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace shoal {

/// Parses all of `text` as a number, whatever the locale; empty if it is not one or does not fit. Signed
/// types accept a leading minus; no type accepts a leading plus. Real numbers may be inf or nan.
template <class T>
std::optional<T> numberFrom(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = error == std::errc{} && end == text.data() + text.size();
    return isNumber ? std::optional(value) : std::nullopt;
}

/// The same, but empty for inf and nan.
inline std::optional<double> finiteNumberFrom(std::string_view text) {
    const auto value = numberFrom<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace shoal

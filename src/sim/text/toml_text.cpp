#include "sim/text/toml_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

/// Returns the length in bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t characterLength(std::string_view text) {
    const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    if (length == 0 || text.size() < length) {
        return 0;
    }
    for (std::size_t index = 1; index < length; ++index) {
        if ((byte(index) & 0xc0U) != 0x80U) {
            return 0;
        }
    }
    // An overlong form, a UTF-16 surrogate, or beyond the last character.
    const bool isWrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
                         (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
    return isWrong ? 0 : length;
}

}  // namespace

std::string tomlText(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        const char c = text.front();
        const std::size_t length = characterLength(text);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
            result += length == 0 ? kReplacement : text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result + '"';
}

}  // namespace shoal

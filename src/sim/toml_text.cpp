#include "sim/toml_text.hpp"

#include <fmt/format.h>

namespace shoal {

std::string tomlText(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else {
            result += c;
        }
    }
    return result + '"';
}

}  // namespace shoal

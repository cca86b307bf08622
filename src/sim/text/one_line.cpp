#include "sim/text/one_line.hpp"

#include <algorithm>
#include <utility>

namespace shoal {

std::string cutText(std::string text, std::size_t maxBytes) {
    std::size_t end = std::min(text.size(), maxBytes);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
        --end;
    }
    text.resize(end);
    return text;
}

std::string oneLine(std::string text, std::size_t maxBytes) {
    if (text.size() > maxBytes) {
        text = cutText(std::move(text), maxBytes) + "…";
    }
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = ' ';
        }
    }
    return text;
}

}  // namespace shoal

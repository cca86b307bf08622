#include "sim/text/one_line.hpp"

namespace shoal {

std::string oneLine(std::string text, std::size_t maxBytes) {
    if (text.size() > maxBytes) {
        std::size_t end = maxBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
            --end;  // not in the middle of a UTF-8 sequence
        }
        text.resize(end);
        text += "…";
    }
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            c = ' ';
        }
    }
    return text;
}

}  // namespace shoal

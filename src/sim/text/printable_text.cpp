#include "sim/text/printable_text.hpp"

#include <algorithm>

namespace shoal {

namespace {

constexpr std::string_view kOmission = " ... ";

struct Decoded {
    char32_t point = 0;
    std::size_t bytes = 0;  ///< 0 if not UTF-8
};

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

/// Decodes the first character of `text`, which must not be empty.
Decoded decodeFirst(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {lead, 1};
    }
    // Smallest code point of each length: a longer encoding of it is an error.
    constexpr char32_t kMin[] = {0, 0, 0x80, 0x800, 0x10000};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
        return {};
    }
    char32_t point = lead & (0x7Fu >> bytes);
    for (std::size_t index = 1; index < bytes; ++index) {
        if (!isContinuation(text[index])) {
            return {};
        }
        point = (point << 6u) | (static_cast<unsigned char>(text[index]) & 0x3Fu);
    }
    const bool isSurrogate = point >= 0xD800 && point <= 0xDFFF;
    return point < kMin[bytes] || point > 0x10FFFF || isSurrogate ? Decoded{} : Decoded{point, bytes};
}

bool isControl(char32_t point) {
    return (point < 0x20 && point != '\n') || (point >= 0x7F && point < 0xA0);
}

/// Text-direction marks and line separators, which reorder or break a line.
bool isDirectional(char32_t point) {
    return point == 0x061C || point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2066 && point <= 0x2069);
}

std::string withoutMiddle(const std::string& text, std::size_t maxBytes) {
    const std::size_t kept = (maxBytes - std::min(maxBytes, kOmission.size())) / 2;
    std::size_t end = kept;
    while (end > 0 && isContinuation(text[end])) {
        --end;
    }
    std::size_t start = text.size() - kept;
    while (start < text.size() && isContinuation(text[start])) {
        ++start;
    }
    return text.substr(0, end).append(kOmission).append(text, start);
}

}  // namespace

std::string printableText(std::string_view text, std::size_t maxBytes) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Decoded first = decodeFirst(text);
        if (first.point == '\t' || first.point == '\r') {
            shown += ' ';
        } else if (first.bytes == 0 || isControl(first.point) || isDirectional(first.point)) {
            shown += '?';
        } else {
            shown.append(text, 0, first.bytes);
        }
        text.remove_prefix(std::max<std::size_t>(1, first.bytes));
    }
    return shown.size() > maxBytes ? withoutMiddle(shown, maxBytes) : shown;
}

}  // namespace shoal

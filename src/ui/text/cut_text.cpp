#include "ui/text/cut_text.hpp"

#include <cctype>
#include <cmath>
#include <limits>

namespace shoal {

namespace {

constexpr std::string_view kEllipsis = "…";

/// Returns the end of the longest start of a text that is no wider than `width`.
const char* endOfFit(std::string_view text, float width, const ImFont& font, float size) {
    const char* remaining = text.data();
    // ImGui stops at the first letter that reaches the limit. One pass: a title may have 60 KB.
    const float limit = std::nextafter(width, std::numeric_limits<float>::max());
    font.CalcTextSizeA(size, limit, 0.0f, text.data(), text.data() + text.size(), &remaining);
    return remaining;
}

}  // namespace

std::string cutToFit(std::string_view text, float width) {
    return cutToFit(text, width, *ImGui::GetFont(), ImGui::GetFontSize());
}

std::string cutToFit(std::string_view text, float width, const ImFont& font, float size) {
    if (text.empty() || endOfFit(text, width, font, size) == text.data() + text.size()) {
        return std::string(text);
    }
    const float ellipsis = font.CalcTextSizeA(size, std::numeric_limits<float>::max(), 0.0f, kEllipsis.data(),
                                              kEllipsis.data() + kEllipsis.size())
                               .x;
    const char* const end = endOfFit(text, width - ellipsis, font, size);
    return std::string(text.data(), end) + std::string(kEllipsis);
}

std::string sentencesThatFit(std::string_view text, float width, int lines) {
    const ImFont& font = *ImGui::GetFont();
    const float height = ImGui::GetFontSize();
    const auto fits = [&](std::string_view part) {
        const ImVec2 size = font.CalcTextSizeA(height, std::numeric_limits<float>::max(), width, part.data(),
                                               part.data() + part.size());
        return size.y < (static_cast<float>(lines) + 0.5f) * height;
    };
    constexpr std::size_t kMaxWhole = 400;  // longer ones take long to measure
    if (text.size() <= kMaxWhole && fits(text)) {
        return std::string(text);
    }
    std::string_view sentences;
    std::string_view clauses;
    for (std::size_t at = text.find_first_of(".:;,"); at != text.npos;
         at = text.find_first_of(".:;,", at + 1)) {
        // "Fig. 3" and "2.5" end nothing.
        const std::string_view after = text.substr(at + 1);
        const bool isEnd = after.empty() || (after.front() == ' ' && after.size() > 1 &&
                                             std::isdigit(static_cast<unsigned char>(after[1])) == 0);
        if (!isEnd) {
            continue;
        }
        const std::string_view part = text.substr(0, at + 1);
        if (!fits(part)) {
            break;
        }
        (text[at] == '.' ? sentences : clauses) = part;
    }
    if (!sentences.empty() || clauses.empty()) {
        return std::string(sentences);
    }
    return std::string(clauses.substr(0, clauses.size() - 1)) + ".";
}

}  // namespace shoal

#include "ui/text/cut_text.hpp"

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

}  // namespace shoal

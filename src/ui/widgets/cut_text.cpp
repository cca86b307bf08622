#include "ui/widgets/cut_text.hpp"

#include <cstddef>

#include <imgui.h>

namespace shoal {

namespace {

constexpr std::string_view kEllipsis = "…";

float wideAs(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

}  // namespace

std::string cutToFit(std::string_view text, float width) {
    if (wideAs(text) <= width) {
        return std::string(text);
    }
    const float room = width - wideAs(kEllipsis);
    std::size_t end = text.size();
    while (end > 0 && wideAs(text.substr(0, end)) > room) {
        do {
            --end;
        } while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);  // not within a letter
    }
    return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

}  // namespace shoal

#include "ui/widgets/theme.hpp"

#include <algorithm>
#include <cstddef>

namespace shoal::theme {

namespace {

constexpr std::array kPalettes{
    Palette{.accent{0x58 / 255.0f, 0xcf / 255.0f, 0xe0 / 255.0f, 1.0f},  // #58cfe0
            .other{0.98f, 0.64f, 0.84f, 1.0f},
            .text{0.93f, 0.96f, 0.97f, 1.0f},
            .quietText{0.66f, 0.74f, 0.78f, 1.0f},
            .warning{0.98f, 0.76f, 0.38f, 1.0f},
            .good{0.42f, 0.87f, 0.58f, 1.0f},
            .bad{1.0f, 0.58f, 0.54f, 1.0f},
            .panel{0x0c / 255.0f, 0x1b / 255.0f, 0x25 / 255.0f, 0.92f},
            .popup{0x0c / 255.0f, 0x1b / 255.0f, 0x25 / 255.0f, 1.0f},
            .card{1.0f, 1.0f, 1.0f, 0.035f},
            .frame{1.0f, 1.0f, 1.0f, 0.075f},
            .frameHovered{1.0f, 1.0f, 1.0f, 0.13f},
            .border = 0.0f,
            .track = 0.20f,
            .filled = 0.42f},
    Palette{.accent{0.00f, 0.36f, 0.43f, 1.0f},
            .other{0.52f, 0.08f, 0.38f, 1.0f},
            .text{0.05f, 0.09f, 0.11f, 1.0f},
            .quietText{0.22f, 0.29f, 0.33f, 1.0f},
            .warning{0.50f, 0.25f, 0.00f, 1.0f},
            .good{0.00f, 0.36f, 0.15f, 1.0f},
            .bad{0.62f, 0.04f, 0.04f, 1.0f},
            .panel{0.95f, 0.97f, 0.98f, 0.95f},
            .popup{0.98f, 0.99f, 1.00f, 1.0f},
            .card{1.0f, 1.0f, 1.0f, 0.45f},
            .frame{0.0f, 0.10f, 0.14f, 0.075f},
            .frameHovered{0.0f, 0.10f, 0.14f, 0.13f},
            .border = 0.0f,
            .track = 0.20f,
            .filled = 0.50f},
    Palette{.accent{0.36f, 0.90f, 1.0f, 1.0f},
            .other{1.0f, 0.68f, 0.90f, 1.0f},
            .text{1.0f, 1.0f, 1.0f, 1.0f},
            .quietText{0.90f, 0.90f, 0.90f, 1.0f},
            .warning{1.0f, 0.85f, 0.25f, 1.0f},
            .good{0.50f, 1.0f, 0.65f, 1.0f},
            .bad{1.0f, 0.70f, 0.66f, 1.0f},
            .panel{0.0f, 0.0f, 0.0f, 1.0f},
            .popup{0.0f, 0.0f, 0.0f, 1.0f},
            .card{1.0f, 1.0f, 1.0f, 0.0f},
            .frame{1.0f, 1.0f, 1.0f, 0.06f},
            .frameHovered{1.0f, 1.0f, 1.0f, 0.11f},
            .border = 0.65f,
            .track = 0.60f,
            .filled = 0.85f},
};
static_assert(kPalettes.size() == kKinds.size());

void applyColours(ImGuiStyle& style, const Palette& palette) {
    ImVec4* colours = style.Colors;
    colours[ImGuiCol_Text] = palette.text;
    colours[ImGuiCol_TextDisabled] = palette.quietText;
    colours[ImGuiCol_TextSelectedBg] = withAlpha(palette.accent, 0.35f);
    colours[ImGuiCol_WindowBg] = palette.panel;
    colours[ImGuiCol_ChildBg] = {0, 0, 0, 0};
    colours[ImGuiCol_PopupBg] = palette.popup;
    colours[ImGuiCol_Border] = withAlpha(palette.text, std::max(0.10f, palette.border));
    colours[ImGuiCol_FrameBg] = palette.frame;
    colours[ImGuiCol_FrameBgHovered] = palette.frameHovered;
    colours[ImGuiCol_FrameBgActive] = palette.frameHovered;
    colours[ImGuiCol_TitleBg] = palette.panel;
    colours[ImGuiCol_TitleBgActive] = palette.panel;
    colours[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    colours[ImGuiCol_ScrollbarGrab] = withAlpha(palette.text, 0.16f);
    colours[ImGuiCol_ScrollbarGrabHovered] = withAlpha(palette.text, 0.28f);
    colours[ImGuiCol_ScrollbarGrabActive] = withAlpha(palette.text, 0.36f);
    colours[ImGuiCol_CheckMark] = palette.accent;
    colours[ImGuiCol_SliderGrab] = palette.accent;
    colours[ImGuiCol_SliderGrabActive] = palette.text;
    colours[ImGuiCol_Button] = palette.frame;
    colours[ImGuiCol_ButtonHovered] = withAlpha(palette.accent, kFill);
    colours[ImGuiCol_ButtonActive] = withAlpha(palette.accent, kPressed);
    colours[ImGuiCol_Header] = withAlpha(palette.accent, 0.22f);
    colours[ImGuiCol_HeaderHovered] = withAlpha(palette.accent, kFill);
    colours[ImGuiCol_HeaderActive] = withAlpha(palette.accent, kPressed);
    colours[ImGuiCol_Separator] = withAlpha(palette.text, 0.10f);
    colours[ImGuiCol_Tab] = palette.frame;
    colours[ImGuiCol_TabHovered] = withAlpha(palette.accent, kPressed);
    colours[ImGuiCol_TabActive] = withAlpha(palette.accent, kFill);
    colours[ImGuiCol_PlotLines] = palette.accent;
    colours[ImGuiCol_PlotLinesHovered] = palette.text;
    colours[ImGuiCol_NavHighlight] = palette.accent;
    colours[ImGuiCol_ModalWindowDimBg] = {0.0f, 0.03f, 0.05f, 0.45f};
}

}  // namespace

const Palette& palette(Kind kind) {
    return kPalettes[static_cast<std::size_t>(kind)];
}

const Palette& colours() {
    // ImGui's context holds it, so that each UiContext has its own.
    const void* current = ImGui::GetIO().UserData;
    return current == nullptr ? kPalettes.front() : *static_cast<const Palette*>(current);
}

ImU32 packed(const Colour& colour) {
    return ImGui::ColorConvertFloat4ToU32(colour);
}

void apply(ImGuiStyle& style, float scale, Kind kind) {
    const Palette& chosen = palette(kind);
    ImGui::GetIO().UserData = const_cast<Palette*>(&chosen);
    // Start from the defaults: ScaleAllSizes multiplies the current sizes.
    style = ImGuiStyle();
    if (kind == Kind::light) {
        ImGui::StyleColorsLight(&style);
    } else {
        ImGui::StyleColorsDark(&style);
    }
    applyColours(style, chosen);
    style.WindowPadding = {3 * kGrid, 3 * kGrid};
    style.FramePadding = {2 * kGrid, kGrid};
    style.ItemSpacing = {2 * kGrid, kGrid};
    style.ItemInnerSpacing = {kGrid, kGrid};
    style.IndentSpacing = 3 * kGrid;
    style.ScrollbarSize = 2 * kGrid;
    style.GrabMinSize = kGrid;
    style.WindowRounding = 0.0f;
    style.ChildRounding = kCorner;
    style.FrameRounding = kCorner;
    style.PopupRounding = kCorner;
    style.ScrollbarRounding = kCorner;
    style.GrabRounding = 2.0f;
    style.TabRounding = kCorner;
    style.WindowBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
    style.FrameBorderSize = chosen.border > 0.0f ? 1.0f : 0.0f;
    style.ScaleAllSizes(scale);
}

}  // namespace shoal::theme

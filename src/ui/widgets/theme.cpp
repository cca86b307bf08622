#include "ui/widgets/theme.hpp"

namespace shoal::theme {

namespace {

void applyColours(ImGuiStyle& style) {
    ImVec4* colours = style.Colors;
    colours[ImGuiCol_Text] = kText;
    colours[ImGuiCol_TextDisabled] = kQuietText;
    colours[ImGuiCol_TextSelectedBg] = withAlpha(kAccent, 0.35f);
    colours[ImGuiCol_WindowBg] = kPanel;
    colours[ImGuiCol_ChildBg] = {0, 0, 0, 0};
    colours[ImGuiCol_PopupBg] = {0.05f, 0.10f, 0.13f, 0.97f};
    colours[ImGuiCol_Border] = withAlpha(kText, 0.10f);
    colours[ImGuiCol_FrameBg] = kFrame;
    colours[ImGuiCol_FrameBgHovered] = kFrameHovered;
    colours[ImGuiCol_FrameBgActive] = kFrameHovered;
    colours[ImGuiCol_TitleBg] = kPanel;
    colours[ImGuiCol_TitleBgActive] = kPanel;
    colours[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    colours[ImGuiCol_ScrollbarGrab] = withAlpha(kText, 0.16f);
    colours[ImGuiCol_ScrollbarGrabHovered] = withAlpha(kText, 0.28f);
    colours[ImGuiCol_ScrollbarGrabActive] = withAlpha(kText, 0.36f);
    colours[ImGuiCol_CheckMark] = kAccent;
    colours[ImGuiCol_SliderGrab] = kAccent;
    colours[ImGuiCol_SliderGrabActive] = kText;
    colours[ImGuiCol_Button] = kFrame;
    colours[ImGuiCol_ButtonHovered] = withAlpha(kAccent, 0.30f);
    colours[ImGuiCol_ButtonActive] = withAlpha(kAccent, 0.50f);
    colours[ImGuiCol_Header] = withAlpha(kAccent, 0.22f);
    colours[ImGuiCol_HeaderHovered] = withAlpha(kAccent, 0.30f);
    colours[ImGuiCol_HeaderActive] = withAlpha(kAccent, 0.40f);
    colours[ImGuiCol_Separator] = withAlpha(kText, 0.10f);
    colours[ImGuiCol_Tab] = kFrame;
    colours[ImGuiCol_TabHovered] = withAlpha(kAccent, 0.40f);
    colours[ImGuiCol_TabActive] = withAlpha(kAccent, 0.30f);
    colours[ImGuiCol_PlotLines] = kAccent;
    colours[ImGuiCol_PlotLinesHovered] = kText;
    colours[ImGuiCol_NavHighlight] = withAlpha(kAccent, 0.60f);
    colours[ImGuiCol_ModalWindowDimBg] = {0.0f, 0.03f, 0.05f, 0.45f};
}

}  // namespace

ImU32 packed(const Colour& colour) {
    return ImGui::ColorConvertFloat4ToU32(colour);
}

void apply(ImGuiStyle& style, float scale) {
    // Start from the defaults: ScaleAllSizes multiplies the current sizes.
    style = ImGuiStyle();
    ImGui::StyleColorsDark(&style);
    applyColours(style);
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
    style.ScaleAllSizes(scale);
}

}  // namespace shoal::theme

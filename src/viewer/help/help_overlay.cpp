#include "viewer/help/help_overlay.hpp"

#include <algorithm>

#include "ui/widgets/command_table.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "viewer/help/help_lines.hpp"

namespace shoal {

namespace {

/// Scrolls with the arrow and page keys, which the picture does not use.
void scrollByKeys() {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float page = ImGui::GetWindowHeight() - 2.0f * line;
    const float lines =
        (isKeyPressed(ImGuiKey_DownArrow) ? 1.0f : 0.0f) - (isKeyPressed(ImGuiKey_UpArrow) ? 1.0f : 0.0f);
    const float pages =
        (isKeyPressed(ImGuiKey_PageDown) ? 1.0f : 0.0f) - (isKeyPressed(ImGuiKey_PageUp) ? 1.0f : 0.0f);
    if (lines != 0.0f || pages != 0.0f) {
        ImGui::SetScrollY(
            std::clamp(ImGui::GetScrollY() + lines * line + pages * page, 0.0f, ImGui::GetScrollMaxY()));
    }
}

/// Widths of a column of the help [px].
struct Columns {
    float keys;
    float gap;
    float what;

    float width() const { return keys + gap + what; }
};

std::string keysOf(const WidgetContext& context, const HelpLine& line, std::string_view flyKeys) {
    return line.keys == kFlyKeys ? std::string(flyKeys) : context.commands->keyList(line.keys);
}

float widthOf(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

void buildGroup(const WidgetContext& context, const HelpGroup& group, const Columns& columns,
                std::string_view flyKeys) {
    const float start = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
    ImGui::TextUnformatted(group.title.data(), group.title.data() + group.title.size());
    ImGui::PopStyleColor();
    for (const HelpLine& line : group.lines) {
        const std::string keys = keysOf(context, line, flyKeys);
        const std::string what = context.commands->withKeys(line.what);
        ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().accent);
        ImGui::PushTextWrapPos(start + columns.keys);
        ImGui::TextUnformatted(keys.c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
        ImGui::SameLine(columns.keys + columns.gap);  // from the left edge of ImGui's group
        ImGui::PushTextWrapPos(start + columns.width());
        ImGui::TextUnformatted(what.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::Dummy({0.0f, context.px(2.0f * theme::kGrid)});
}

}  // namespace

void buildHelpOverlay(const WidgetContext& context, float pictureLeft, Commands& commands,
                      std::string_view flyKeys) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const ImVec2 padding(context.px(20.0f), context.px(16.0f));
    const float margin = context.px(2 * theme::kGrid);
    const float between = context.px(32.0f);
    Columns columns{.keys = 0.0f, .gap = context.px(16.0f), .what = context.px(260.0f)};
    std::size_t lineCount = 0;
    for (const HelpGroup& group : helpGroups()) {
        lineCount += group.lines.size();
        for (const HelpLine& line : group.lines) {
            columns.keys = std::max(columns.keys, widthOf(keysOf(context, line, flyKeys)));
        }
    }
    // Two columns beside the panel if they fit there, otherwise over it, otherwise one. A list taller than
    // the view scrolls.
    const float frame = 2.0f * padding.x + ImGui::GetStyle().ScrollbarSize;
    const float two = frame + 2.0f * columns.width() + between;
    const bool isWide = display.x >= two + 2.0f * margin;
    const float wanted = isWide ? two : frame + columns.width();
    const float left = display.x - pictureLeft >= wanted + 2.0f * margin ? pictureLeft : 0.0f;
    const float width = std::min(wanted, display.x - left - 2.0f * margin);
    if (!isWide) {
        columns.keys = std::min(columns.keys, 0.4f * (width - frame));
        columns.what = width - frame - columns.keys - columns.gap;
    }
    ImGui::SetNextWindowPos({left + (display.x - left) * 0.5f, display.y * 0.5f}, ImGuiCond_Always,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, std::max(1.0f, display.y - 2.0f * margin)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
    // It may lie over the panel, whose text must not show through.
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme::colours().popup);
    ImGui::Begin("help", nullptr, kFlags);
    ImGui::PopStyleColor();
    ImGui::PushFont(titleFont());
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    // Beside the title, so that it is in view at any window height.
    const char* const manual = "Open the manual";
    ImGui::SameLine(width - padding.x - ImGui::GetStyle().ScrollbarSize - ImGui::CalcTextSize(manual).x -
                    2.0f * ImGui::GetStyle().FramePadding.x);
    const bool opensManual = ImGui::Button(manual);
    const bool isOnButton = ImGui::IsItemHovered();
    context.note("help.manual");
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    const float start = ImGui::GetCursorPosX();
    std::size_t shown = 0;
    ImGui::BeginGroup();
    for (const HelpGroup& group : helpGroups()) {
        if (isWide && shown < lineCount / 2 && shown + group.lines.size() > lineCount / 2) {
            buildGroup(context, group, columns, flyKeys);
            ImGui::EndGroup();
            ImGui::SameLine(start + columns.width() + between);
            ImGui::BeginGroup();
        } else {
            buildGroup(context, group, columns, flyKeys);
        }
        shown += group.lines.size();
    }
    ImGui::EndGroup();
    const bool isOnScrollbar = ImGui::GetIO().MousePos.x >
                               ImGui::GetWindowPos().x + width - ImGui::GetStyle().ScrollbarSize - padding.x;
    if (opensManual) {
        commands.push_back(Run{"manual"});
    } else if (ImGui::IsWindowHovered() && !isOnButton && !isOnScrollbar &&
               ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        commands.push_back(Run{"help"});
    }
    scrollByKeys();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace shoal

#include <array>
#include <cstddef>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/gallery/gallery_source.hpp"
#include "ui/panel/panel.hpp"
#include "ui/sliders/tunable_row.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

void wrappedLine(const std::string& text, const theme::Colour& colour) {
    if (!text.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopStyleColor();
    }
}

std::string authorAndYear(const PresetSource& source) {
    if (source.year == 0) {
        return source.author;
    }
    return source.author.empty() ? std::to_string(source.year)
                                 : fmt::format("{}, {}", source.author, source.year);
}

/// Explains the letters beside the rows.
void buildLegend(const WidgetContext& context) {
    constexpr std::array<const char*, 3> kMeanings{"the source states the value",
                                                   "the value follows from what the source states",
                                                   "chosen for Shoal: the source does not state it"};
    for (std::size_t kind = 0; kind < kMeanings.size(); ++kind) {
        const auto each = static_cast<SourceMark::Kind>(kind);
        wrappedLine(std::string(letterOf(each)), colourOf(each));
        ImGui::SameLine(context.px(theme::kTitleSize));
        wrappedLine(kMeanings[kind], theme::colours().quietText);
    }
    wrappedLine("Click such a letter beside a value to read more.", theme::colours().quietText);
}

}  // namespace

void Panel::buildSource(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const PresetSource& source = frame.view.source();
    if (source.isEmpty() || !foldingHeading(context, "source", "Source", false, false).isOpen) {
        return;
    }
    ImGui::PushTextWrapPos(0.0f);
    ImGui::BeginGroup();
    wrappedLine(source.title, theme::colours().text);
    wrappedLine(authorAndYear(source), theme::colours().text);
    wrappedLine(source.address, theme::colours().accent);
    if (isWebAddress(source.address)) {
        if (ImGui::Button("Read it in the browser")) {
            frame.commands.push_back(OpenAddress{source.address});
        }
        context.note("button.address");
        tooltip(context, "Open " + source.address);
    }
    wrappedLine(source.note, theme::colours().quietText);
    if (!source.marks.empty()) {
        buildLegend(context);
    }
    ImGui::EndGroup();
    context.note("preset.source");
    ImGui::PopTextWrapPos();
}

}  // namespace shoal

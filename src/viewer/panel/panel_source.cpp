#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/text/value_text.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/panel/panel.hpp"

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
            frame.commands.push_back(Run{"open_address", {.text = source.address}});
        }
        context.note("button.address");
        tooltip(context, "Open " + source.address);
    }
    wrappedLine(source.note, theme::colours().quietText);
    ImGui::EndGroup();
    context.note("preset.source");
    ImGui::PopTextWrapPos();
}

}  // namespace shoal

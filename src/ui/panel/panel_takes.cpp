#include <fmt/format.h>

#include "ui/panel/panel.hpp"
#include "ui/panel/timeline.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxListed = 12;

}  // namespace

void Panel::buildTakes(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const TakesInput& takes = frame.input.takes;
    groupTitle(context, "Takes");
    const float gap = context.px(theme::kGrid);
    const float width = (ImGui::GetContentRegionAvail().x - resetColumn(context) - gap) / 2.0f;
    const bool isRecording = takes.recorded.has_value();
    buildActionButton(
        frame, {Action::recordTake,
                isRecording ? fmt::format("Stop ({})###take", clockText(*takes.recorded)) : "Record###take",
                "button.take", width,
                takes.isPlaying ? "A take is being played; go live first"
                                : "Record everything you do, to replay and film it later, bit for bit (F9)",
                !takes.isPlaying});
    ImGui::SameLine(0.0f, gap);
    buildActionButton(
        frame, {Action::keepTake, fmt::format("Keep last {}###keep_take", clockText(takes.kept)),
                "button.keep_take", width, "Keep what just happened as a take: play is always logged (F10)",
                !takes.isPlaying && takes.kept > 0.0});
    if (takes.saved.empty()) {
        return;
    }
    const std::string heading = fmt::format("Saved takes ({})", takes.saved.size());
    if (!foldingHeading(context, "takes.saved", heading, false, false).isOpen) {
        return;
    }
    const float inset = ImGui::GetStyle().FramePadding.x;
    ImGui::Indent(inset);
    for (std::size_t index = 0; index < takes.saved.size() && index < kMaxListed; ++index) {
        const std::string& name = takes.saved[index];
        if (ImGui::Selectable((name + "##take" + std::to_string(index)).c_str())) {
            frame.commands.push_back(OpenTake{index});
        }
        context.note("take." + name);
        tooltip(context, "Play it; Ctrl+F12 then films it");
    }
    ImGui::Unindent(inset);
}

}  // namespace shoal

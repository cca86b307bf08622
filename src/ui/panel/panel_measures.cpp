#include <algorithm>

#include <fmt/format.h>

#include "ui/panel/panel.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kPlotHeight = 36.0f;

/// Plots the last minute of a figure, with its name, current value and scale.
void plot(const WidgetContext& context, const char* id, std::string_view label, const std::string& value,
          const Figures::History& history, float max) {
    labelledValue(context, label, value);
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    const ImVec2 size(width, context.px(kPlotHeight));
    ImGui::Dummy(size);
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImVec2 end = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, end, theme::packed(theme::colours().frame), context.px(theme::kCorner));
    const float inset = context.px(3.0f);
    const float height = size.y - 2.0f * inset;
    // The newest value is at the right; a short history leaves the left empty.
    const float spread = (width - 2.0f * inset) / static_cast<float>(Figures::kHistory - 1);
    const auto place = [&](std::size_t index) {
        const float part = std::clamp(history.values[index] / max, 0.0f, 1.0f);
        const auto back = static_cast<float>(history.count - 1 - index);
        return ImVec2(end.x - inset - back * spread, end.y - inset - part * height);
    };
    for (std::size_t index = 1; index < history.count; ++index) {
        list.AddLine(place(index - 1), place(index), theme::packed(theme::colours().accent),
                     context.px(1.5f));
    }
    context.note(id);
    tooltip(context, fmt::format("The last minute, 0 to {:.3g}", max));
}

float largestOf(const Figures::History& history) {
    return *std::max_element(history.values.begin(),
                             history.values.begin() + static_cast<std::ptrdiff_t>(history.count));
}

void showTimes(const WidgetContext& context, const Figures& figures) {
    const double milliseconds = figures.step.total() * 1e3;
    const float max =
        figures.stepHistory.count == 0 ? 1.0f : std::max(0.1f, 1.25f * largestOf(figures.stepHistory));
    plot(context, "plot.step", "Step", fmt::format("{:.2f} ms", milliseconds), figures.stepHistory, max);
    labelledValue(context, "   sort", fmt::format("{:.2f} ms", figures.step.sort * 1e3));
    labelledValue(context, "   steer", fmt::format("{:.2f} ms", figures.step.steer * 1e3));
    labelledValue(context, "   integrate", fmt::format("{:.2f} ms", figures.step.integrate * 1e3));
    labelledValue(context, "Drawing",
                  fmt::format("{:.1f} ms", static_cast<double>(figures.drawSeconds) * 1e3));
}

}  // namespace

void Panel::buildMeasures(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Figures& figures = frame.input.figures;
    groupTitle(context, "Measures");
    plot(context, "plot.polarisation", "Polarisation", fmt::format("{:.2f}", figures.polarisation),
         figures.polarisationHistory, 1.0f);
    plot(context, "plot.milling", "Milling", fmt::format("{:.2f}", figures.milling), figures.millingHistory,
         1.0f);
    labelledValue(context, "Spacing", fmt::format("{:.2f} m", figures.spacing));
    if (figures.bestValue) {
        labelledValue(context, "Best value found", fmt::format("{:.3g}", *figures.bestValue));
    }
    if (figures.hasTimes) {
        showTimes(context, figures);
    }
    labelledValue(context, "Frames per second", fmt::format("{:.0f}", figures.framesPerSecond));
    const TimeSettings& time = frame.view.scene().time;
    labelledValue(context, "Simulated",
                  fmt::format("{:.1f} s", time.modelSeconds(static_cast<double>(frame.input.stepCount))));
    if (time != TimeSettings{}) {
        labelledValue(context, "Step", fmt::format("{:g} s", time.step));
        labelledValue(context, "Pace", fmt::format("{:.3g} s of the model a second", time.ratio()));
    }
    if (!frame.input.graphics.empty() &&
        foldingHeading(context, "measures.graphics", "Graphics", false, false).isOpen) {
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(frame.input.graphics.c_str());
        ImGui::PopTextWrapPos();
        context.note("measures.graphics.text");
    }
}

}  // namespace shoal

#include "viewer/measures/measure_strip.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "ui/widgets/keyboard.hpp"
#include "viewer/measures/measure_plot.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kHeight = 104.0f;
constexpr float kGap = 12.0f;
constexpr float kMinPlotWidth = 140.0f;
constexpr float kCloseSize = 14.0f;

bool buildClose(const WidgetContext& context, const Rect& strip) {
    const float size = context.px(kCloseSize);
    ImGui::SetCursorScreenPos({strip.max.x - size - context.px(2.0f), strip.min.y + context.px(2.0f)});
    const bool isClicked = closeMark(context, "close", {size, size});
    context.note("measures.close");
    tooltip(context, "Hide the measures ({plots})");
    return isClicked;
}

/// Width for the plots, with the gaps between them.
float plotsWidth(const WidgetContext& context, float width) {
    const float margin = context.px(kPlotMargin);
    const float plane = context.px(kHeight) - 2.0f * margin;
    return width - 2.0f * margin - plane - context.px(kCloseSize);
}

std::size_t plotCount(const WidgetContext& context, float width) {
    return static_cast<std::size_t>(
        std::clamp(std::floor(plotsWidth(context, width) / (context.px(kMinPlotWidth) + context.px(kGap))),
                   0.0f, static_cast<float>(kUsualPlots.size())));
}

/// Builds the list of columns, which a click on a plot's name opens.
void buildChoice(const WidgetContext& context, const Rect& plot, std::string& key) {
    ImGui::SetCursorScreenPos(plot.min);
    if (bareButton("name", {plot.width(), context.px(kSmallText)})) {
        ImGui::OpenPopup("columns");
    }
    context.note(fmt::format("plot.{}.name", key));
    const auto columns = measureColumns();
    const auto plotted = std::ranges::find(columns, key, &MeasureColumn::key);
    tooltip(context,
            fmt::format("{}Click to plot another measure",
                        plotted != columns.end() ? std::string(plotted->help) + "\n" : std::string()));
    if (!ImGui::BeginPopup("columns")) {
        return;
    }
    const std::string shown = key;
    for (const MeasureColumn& column : measureColumns()) {
        if (ImGui::Selectable(nameOf(column).c_str(), column.key == shown)) {
            key = column.key;
        }
        context.note(fmt::format("plot.choice.{}", column.key));
        tooltip(context, column.text());
    }
    if (context.takeEscape()) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

}  // namespace

float measureStripHeight(const WidgetContext& context, float width) {
    return plotCount(context, width) > 0 ? context.px(kHeight) : 0.0f;
}

bool buildMeasureStrip(const WidgetContext& context, const MeasureHistory& history,
                       std::vector<std::string>& plots, const StripPlace& place, const MeasureHistory* other,
                       std::optional<PlaneWish>& wish) {
    const float height = context.px(kHeight);
    const float margin = context.px(kPlotMargin);
    const float gap = context.px(kGap);
    const float inner = height - 2.0f * margin;
    const Rect strip{{place.left, place.bottom - height}, {place.right, place.bottom}};
    const std::size_t count = plotCount(context, strip.width());
    if (count == 0) {
        return false;
    }
    plots.resize(kUsualPlots.size());
    for (std::size_t plot = 0; plot < plots.size(); ++plot) {
        if (kindsOf(std::span(plots).subspan(plot, 1)).empty()) {
            plots[plot] = kUsualPlots[plot];
        }
    }
    ImGui::SetNextWindowPos(strip.min);
    ImGui::SetNextWindowSize({strip.width(), height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, context.px(theme::kCorner));
    ImGui::Begin("measures", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(2);  // tooltips keep the default padding
    const float width =
        (plotsWidth(context, strip.width()) - gap * static_cast<float>(count)) / static_cast<float>(count);
    float x = strip.min.x + margin;
    // A narrow view has no space for the last ones.
    for (std::size_t plot = 0; plot < count; ++plot) {
        const Rect area{{x, strip.min.y + margin}, {x + width, strip.max.y - margin}};
        ImGui::PushID(static_cast<int>(plot));
        buildPlot(context, history, other, columnOf(plots[plot]), area);
        buildChoice(context, area, plots[plot]);
        ImGui::PopID();
        x += width + gap;
    }
    buildPlane(context, history, other, {{x, strip.min.y + margin}, {x + inner, strip.max.y - margin}}, wish);
    const bool isClosed = buildClose(context, strip);
    ImGui::End();
    return isClosed;
}

}  // namespace shoal

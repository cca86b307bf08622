#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <shoal/measures.hpp>

#include "ui/widgets/keyboard.hpp"
#include "viewer/measures/measure_plot.hpp"
#include "viewer/measures/measure_strip.hpp"

namespace shoal {

void buildPlane(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
                const Rect& area, std::optional<PlaneWish>& wish) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const SmallText text(context, list);
    const float line = context.px(kSmallText);
    const Rect graph{{area.min.x + line, area.min.y + line + context.px(5.0f)},
                     {area.max.x, area.max.y - line - context.px(2.0f)}};
    list.AddRectFilled(graph.min, graph.max, theme::packed(theme::colours().frame), context.px(3.0f));
    const auto at = [&](float polarisation, float milling) {
        return ImVec2(graph.min.x + std::clamp(polarisation, 0.0f, 1.0f) * graph.width(),
                      graph.max.y - std::clamp(milling, 0.0f, 1.0f) * graph.height());
    };
    // Shade the corners that are states.
    const ImU32 region = packedWith(theme::colours().accent, 0.13f);
    constexpr auto kLowPart = static_cast<float>(kLowOrder);
    constexpr auto kHighPart = static_cast<float>(kHighOrder);
    for (const auto& [from, to] : {std::pair{at(0.0f, kLowPart), at(kLowPart, 0.0f)},
                                   std::pair{at(0.0f, 1.0f), at(kLowPart, kHighPart)},
                                   std::pair{at(kHighPart, kLowPart), at(1.0f, 0.0f)}}) {
        list.AddRectFilled(from, to, region);
    }
    const std::size_t polarisationColumn = columnOf("polarisation");
    const std::size_t millingColumn = columnOf("milling");
    std::optional<ImVec2> last;
    for (const MeasureSample& sample : history.samples()) {
        const auto polarisation = sample.of(polarisationColumn);
        const auto milling = sample.of(millingColumn);
        if (!polarisation || !milling) {
            continue;
        }
        const ImVec2 next = at(*polarisation, *milling);
        const auto age =
            static_cast<float>((history.latest().seconds - sample.seconds) / MeasureHistory::kSpan);
        if (last) {
            list.AddLine(*last, next, packedWith(theme::colours().accent, 0.9f - 0.8f * age),
                         context.px(1.5f));
        }
        last = next;
    }
    if (other != nullptr && other->latest().of(polarisationColumn) && other->latest().of(millingColumn)) {
        list.AddCircle(at(*other->latest().of(polarisationColumn), *other->latest().of(millingColumn)),
                       context.px(3.5f), theme::packed(theme::colours().other), 0, context.px(1.5f));
    }
    std::string state = "–";
    if (last) {
        list.AddCircleFilled(*last, context.px(3.5f), theme::packed(theme::colours().text));
        state = nameOf(stateOf(history.latest()).value());
    }
    text.draw({graph.max.x - text.width(state), area.min.y}, theme::colours().text, state);
    const std::string across = "P";
    text.draw({graph.max.x - text.width(across), graph.max.y + context.px(1.0f)}, theme::colours().quietText,
              across);
    text.draw({area.min.x, graph.min.y}, theme::colours().quietText, "M");
    if (wish) {
        const ImVec2 place = at(wish->polarisation, wish->milling);
        const float arm = context.px(5.0f);
        const ImU32 colour = theme::packed(theme::colours().warning);
        list.AddCircle(place, context.px(3.5f), colour, 0, context.px(1.5f));
        list.AddLine({place.x - arm, place.y}, {place.x + arm, place.y}, colour);
        list.AddLine({place.x, place.y - arm}, {place.x, place.y + arm}, colour);
    }
    ImGui::SetCursorScreenPos(graph.min);
    if (bareButton("plane", {graph.width(), graph.height()})) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        wish = {std::clamp((mouse.x - graph.min.x) / graph.width(), 0.0f, 1.0f),
                std::clamp((graph.max.y - mouse.y) / graph.height(), 0.0f, 1.0f)};
    }
    context.note("plot.plane");
    tooltip(context,
            "Polarisation to the right, milling upwards, over the last half minute. The shaded corners are a "
            "swarm (below), a mill (above) and a parallel group (right); bounds by Tunstrøm et al. 2013. In "
            "a double mill, at the left, boids circle both ways.\nClick where the flock should be: settings "
            "for that are searched.");
}

std::optional<GroupState> stateOf(const MeasureSample& sample) {
    const auto polarisation = sample.of("polarisation");
    const auto milling = sample.of("milling");
    return polarisation && milling
               ? std::optional(
                     groupStateOf(*polarisation, *milling, sample.of("rotation").value_or(std::nanf(""))))
               : std::nullopt;
}

std::string_view nameOf(GroupState state) {
    constexpr std::array<std::string_view, 5> kNames{"swarm", "mill", "double mill", "parallel",
                                                     "between states"};
    return kNames[static_cast<std::size_t>(state)];
}

}  // namespace shoal

#include "ui/explore/axis_ticks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/widgets/cut_text.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

constexpr float kTickGap = 6.0f;  // [px] at scale 1, between two labels

}  // namespace

bool isNumber(const SweepRuns::Key& key) {
    return key.parameter.form == Form::number || key.parameter.form == Form::integer;
}

std::string tickText(const SweepRuns::Key& key, double value) {
    if (key.parameter.form == Form::toggle) {
        return value != 0.0 ? "On" : "Off";
    }
    return isNumber(key) ? fmt::format("{:.4g}", value) : valueText(key.parameter, value);
}

std::string rangeEndText(double value) {
    return fmt::format("{:.3g}", value);
}

std::optional<double> placeNow(const Scene& scene, const SweepRuns::Key& key, const SweepAxisCells& axis) {
    const auto value = scene.value(key.key);
    return value ? axis.placeOf(*value) : std::nullopt;
}

AxisTicks::AxisTicks(const WidgetContext& context, const SweepRuns::Key& key, const SweepAxisCells& axis)
    : m_context(context), m_cell(1.0f / static_cast<float>(axis.count())), m_isNumber(isNumber(key)) {
    if (axis.areRanges()) {
        m_ticks = {{0.0f, rangeEndText(axis.low(0))}, {1.0f, rangeEndText(axis.high(axis.count() - 1))}};
        m_cell = 1.0f;
        return;
    }
    for (std::size_t cell = 0; cell < axis.count(); ++cell) {
        m_ticks.push_back({(static_cast<float>(cell) + 0.5f) * m_cell, tickText(key, axis.low(cell))});
    }
}

float AxisTicks::widest() const {
    const SmallText text(m_context, *ImGui::GetWindowDrawList());
    float widest = 0.0f;
    for (const Tick& tick : m_ticks) {
        widest = std::max(widest, text.width(tick.text));
    }
    return widest;
}

void AxisTicks::drawAcross(const Rect& plane) const {
    const SmallText text(m_context, *ImGui::GetWindowDrawList());
    const float cell = m_cell * plane.width();
    const float gap = m_context.px(kTickGap);
    // Names are cut to fit, because each is different; numbers follow from their neighbours.
    const auto every =
        m_isNumber ? std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil((widest() + gap) / cell)))
                   : std::size_t{1};
    for (std::size_t index = 0; index < m_ticks.size(); index += m_cell < 1.0f ? every : 1) {
        const std::string shown = m_isNumber
                                      ? m_ticks[index].text
                                      : cutToFit(m_ticks[index].text, cell - gap, *textFont(), text.height());
        const float width = text.width(shown);
        const float x = plane.min.x + m_ticks[index].place * plane.width() - 0.5f * width;
        text.draw({std::clamp(x, plane.min.x, std::max(plane.min.x, plane.max.x - width)),
                   plane.max.y + m_context.px(2.0f)},
                  theme::colours().quietText, shown);
    }
}

void AxisTicks::drawUp(const Rect& plane, float width) const {
    const SmallText text(m_context, *ImGui::GetWindowDrawList());
    const float cell = m_cell * plane.height();
    const auto every =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil((text.height() + 1.0f) / cell)));
    for (std::size_t index = 0; index < m_ticks.size(); index += m_cell < 1.0f ? every : 1) {
        const std::string shown = cutToFit(m_ticks[index].text, width, *textFont(), text.height());
        const float y = plane.max.y - m_ticks[index].place * plane.height() - 0.5f * text.height();
        text.draw({plane.min.x - m_context.px(theme::kGrid) - text.width(shown),
                   std::clamp(y, plane.min.y, plane.max.y - text.height())},
                  theme::colours().quietText, shown);
    }
}

}  // namespace shoal

#include "viewer/measures/measure_plot.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "viewer/measures/measure_strip.hpp"

namespace shoal {

namespace {

constexpr float kDash = 4.0f;  // [px] at scale 1

constexpr int kTickSeconds = 10;
// [s] A curve breaks over a longer gap: a take was moved forward.
constexpr double kMaxGap = 5.0;

const MeasureColumn& columnAt(std::size_t column) {
    return measureColumns()[column];
}

/// Whether a value is a plain number without a bound, such as a count.
bool isOpenNumber(const MeasureColumn& column) {
    return column.unit.empty() && column.max == 0.0;
}

/// One measure over time.
class Plot {
public:
    Plot(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
         std::size_t plotted, const Rect& area)
        : m_context(context),
          m_history(history),
          m_other(other),
          m_plotted(plotted),
          m_column(columnAt(m_plotted)),
          m_area(area),
          m_end(axisEndOf()) {}

    void build() const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const SmallText text(m_context, list);
        const Rect graph = graphArea();
        drawTitle(text);
        list.AddRectFilled(graph.min, graph.max, theme::packed(theme::colours().frame), m_context.px(3.0f));
        drawTime(list, text, graph);
        list.PushClipRect(graph.min, graph.max, true);
        drawOther(list, graph);
        drawCurve(list, graph);
        list.PopClipRect();
        drawAxis(list, text, graph);
        ImGui::SetCursorScreenPos({m_area.min.x, graph.min.y});
        ImGui::Dummy({m_area.width(), m_area.max.y - graph.min.y});
        m_context.note(fmt::format("plot.{}", m_column.key));
        if (ImGui::IsItemHovered()) {
            tooltip(m_context, hint(graph));
        }
    }

private:
    float axisEndOf() const {
        if (m_column.max > 0.0) {
            return static_cast<float>(m_column.max);
        }
        float largest = 0.0f;
        for (const MeasureHistory* history : {&m_history, m_other}) {
            for (const MeasureSample& sample :
                 history != nullptr ? history->samples() : std::span<const MeasureSample>()) {
                largest = std::max(largest, sample.of(m_plotted).value_or(0.0f));
            }
        }
        return largest > 0.0f ? static_cast<float>(roundedUp(static_cast<double>(largest))) : 1.0f;
    }

    Rect graphArea() const {
        const float line = m_context.px(kSmallText);
        return {{m_area.min.x, m_area.min.y + line + m_context.px(5.0f)},
                {m_area.max.x, m_area.max.y - line - m_context.px(2.0f)}};
    }

    float xOf(const Rect& graph, double seconds) const {
        const double age = m_history.latest().seconds - seconds;
        return graph.max.x - static_cast<float>(age / MeasureHistory::kSpan) * graph.width();
    }
    float yOf(const Rect& graph, float value) const {
        const float inset = m_context.px(2.0f);
        return graph.max.y - inset - std::clamp(value / m_end, 0.0f, 1.0f) * (graph.height() - 2.0f * inset);
    }

    /// Draws the name at the left and the newest value at the right.
    void drawTitle(const SmallText& text) const {
        const std::string name = nameOf(m_column);
        const std::string value = measureText(m_plotted, m_history.latest());
        const float valueX = m_area.max.x - text.width(value);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.PushClipRect(m_area.min, {valueX - m_context.px(2.0f), m_area.max.y}, true);
        text.draw(m_area.min, theme::colours().quietText, name);
        list.PopClipRect();
        text.draw({valueX, m_area.min.y}, theme::colours().text, value);
    }

    void drawTime(ImDrawList& list, const SmallText& text, const Rect& graph) const {
        const float y = graph.max.y + m_context.px(1.0f);
        const ImU32 line = packedWith(theme::colours().text, 0.08f);
        for (int ago = kTickSeconds; ago < static_cast<int>(MeasureHistory::kSpan); ago += kTickSeconds) {
            const float x = xOf(graph, m_history.latest().seconds - ago);
            list.AddLine({x, graph.min.y}, {x, graph.max.y}, line);
        }
        const std::string now = "now";
        text.draw({graph.min.x, y}, theme::colours().quietText,
                  fmt::format("−{:.0f} s", MeasureHistory::kSpan));
        text.draw({graph.max.x - text.width(now), y}, theme::colours().quietText, now);
    }

    void drawCurve(ImDrawList& list, const Rect& graph) const {
        const MeasureSample* last = nullptr;
        for (const MeasureSample& sample : m_history.samples()) {
            if (!sample.of(m_plotted)) {
                continue;
            }
            if (last != nullptr && sample.seconds - last->seconds < kMaxGap) {
                list.AddLine({xOf(graph, last->seconds), yOf(graph, *last->of(m_plotted))},
                             {xOf(graph, sample.seconds), yOf(graph, *sample.of(m_plotted))},
                             theme::packed(theme::colours().accent), m_context.px(1.5f));
            }
            last = &sample;
        }
    }

    /// Draws the other flock's curve, dashed.
    void drawOther(ImDrawList& list, const Rect& graph) const {
        if (m_other == nullptr) {
            return;
        }
        const float dash = m_context.px(kDash);
        float walked = 0.0f;  // [px] along the curve
        const MeasureSample* last = nullptr;
        for (const MeasureSample& sample : m_other->samples()) {
            if (!sample.of(m_plotted)) {
                continue;
            }
            if (last != nullptr && sample.seconds - last->seconds < kMaxGap) {
                const ImVec2 from{xOf(graph, last->seconds), yOf(graph, *last->of(m_plotted))};
                const ImVec2 to{xOf(graph, sample.seconds), yOf(graph, *sample.of(m_plotted))};
                const float length = std::hypot(to.x - from.x, to.y - from.y);
                const auto at = [&](float part) {
                    return ImVec2(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
                };
                for (float done = 0.0f; done < length;) {
                    const float inDash = std::fmod(walked + done, 2.0f * dash);
                    const float next =
                        std::min(length, done + (inDash < dash ? dash : 2.0f * dash) - inDash + 0.01f);
                    if (inDash < dash) {
                        list.AddLine(at(done / length), at(next / length),
                                     theme::packed(theme::colours().other), m_context.px(1.5f));
                    }
                    done = next;
                }
                walked += length;
            }
            last = &sample;
        }
    }

    void drawAxis(ImDrawList& list, const SmallText& text, const Rect& graph) const {
        const float inset = m_context.px(3.0f);
        const auto draw = [&](float y, const std::string& label) {
            const ImVec2 at{graph.min.x + inset, y};
            // Hides the curve behind the label.
            list.AddRectFilled({graph.min.x, y}, {at.x + text.width(label) + inset, y + text.height()},
                               theme::packed(theme::withAlpha(theme::colours().panel, 1.0f)));
            list.AddRectFilled({graph.min.x, y}, {at.x + text.width(label) + inset, y + text.height()},
                               theme::packed(theme::colours().frame));
            text.draw(at, theme::colours().quietText, label);
        };
        draw(graph.min.y, fmt::format("{:g}{}", m_end, unitSuffix(m_column.unit)));
        draw(graph.max.y - text.height() - m_context.px(1.0f), "0");
    }

    /// Explains the measure, and gives its value at the mouse.
    std::string hint(const Rect& graph) const {
        std::string words = fmt::format("{}: {}", nameOf(m_column), m_column.text());
        const double ago = static_cast<double>((graph.max.x - ImGui::GetIO().MousePos.x) / graph.width()) *
                           MeasureHistory::kSpan;
        const double seconds = m_history.latest().seconds - ago;
        const MeasureSample* found = nullptr;
        for (const MeasureSample& sample : m_history.samples()) {
            if (sample.seconds <= seconds && sample.of(m_plotted)) {
                found = &sample;
            }
        }
        if (found != nullptr) {
            words += fmt::format("\n{:.0f} s ago: {}", ago, measureText(m_plotted, *found));
        }
        if (m_other != nullptr) {
            words += "\nDashed: A";
        }
        return words;
    }

    const WidgetContext& m_context;
    const MeasureHistory& m_history;
    const MeasureHistory* m_other;
    std::size_t m_plotted;  ///< index in measureColumns()
    const MeasureColumn& m_column;
    Rect m_area;
    float m_end;
};

}  // namespace

void buildPlot(const WidgetContext& context, const MeasureHistory& history, const MeasureHistory* other,
               std::size_t column, const Rect& area) {
    Plot(context, history, other, column, area).build();
}

std::string nameOf(const MeasureColumn& column) {
    return labelOf(column.key.substr(0, column.key.size() - keySuffix(column.unit).size()));
}

std::string wishText(std::string_view column, double value) {
    constexpr double kTolerance = 0.05;
    const double max = measureColumns()[columnOf(column)].max;
    const double tolerance = kTolerance * (max > 0.0 ? max : std::max(std::abs(value), 1e-6));
    return fmt::format("{}={:.3g}..{:.3g}", column, value - tolerance, value + tolerance);
}

std::string measureText(std::size_t column, const MeasureSample& sample) {
    const auto value = sample.of(column);
    if (!value) {
        return "–";
    }
    const MeasureColumn& measure = columnAt(column);
    const float size = std::abs(*value);
    const bool isWhole = size >= 100.0f || (isOpenNumber(measure) && *value == std::round(*value));
    const std::string number = isWhole                        ? fmt::format("{:.0f}", *value)
                               : size == 0.0f || size >= 0.1f ? fmt::format("{:.2f}", *value)
                                                              : fmt::format("{:.2g}", *value);
    return number + unitSuffix(measure.unit);
}

}  // namespace shoal

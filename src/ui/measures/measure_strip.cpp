#include "ui/measures/measure_strip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/ui_context.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kHeight = 104.0f;
constexpr float kMargin = 8.0f;
constexpr float kGap = 12.0f;
constexpr float kMinPlotWidth = 112.0f;
constexpr float kSmallText = 12.0f;
constexpr float kDash = 4.0f;
constexpr float kCloseSize = 14.0f;

constexpr int kTickSeconds = 10;
// [s] A curve breaks over a longer gap: a take was moved forward.
constexpr double kMaxGap = 5.0;

struct PlotKind {
    std::string_view name;
    std::string_view unit;
    std::string_view help;
    float minAxis;  ///< where the axis ends if the values are small
    bool isFixed;   ///< the axis ends there whatever the values
    int decimals;
};

/// By Plotted.
constexpr std::array<PlotKind, kPlottedCount> kKinds{
    PlotKind{"Polarisation", "", "How aligned the headings are: 0 random, 1 identical.", 1.0f, true, 2},
    PlotKind{"Milling", "", "How much all circle one centre: 0 not at all, 1 a perfect mill.", 1.0f, true, 2},
    PlotKind{"Flocks", "",
             "Groups in which each boid is nearer than the linking distance to another; a boid "
             "alone counts, too.",
             5.0f, false, 0},
    PlotKind{"Spacing", " m", "Mean distance to the nearest neighbour.", 0.1f, false, 2},
    PlotKind{"Speed", " m/s", "Mean speed.", 1.0f, false, 2},
};

const PlotKind& kindOf(Plotted plotted) {
    return kKinds[static_cast<std::size_t>(plotted)];
}

struct Rect {
    ImVec2 min;
    ImVec2 max;
    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
};

ImU32 packed(const theme::Colour& colour, float alpha) {
    return theme::packed(theme::withAlpha(colour, alpha));
}

/// Text in the small size of axes.
class SmallText {
public:
    SmallText(const WidgetContext& context, ImDrawList& list)
        : m_list(list), m_size(context.px(kSmallText)) {}

    float width(const std::string& text) const {
        return textFont()->CalcTextSizeA(m_size, 1e9f, 0.0f, text.c_str()).x;
    }
    float height() const { return m_size; }
    void draw(const ImVec2& at, const theme::Colour& colour, const std::string& text) const {
        m_list.AddText(textFont(), m_size, at, theme::packed(colour), text.c_str());
    }

private:
    ImDrawList& m_list;
    float m_size;
};

void drawDashed(const WidgetContext& context, ImDrawList& list, const ImVec2& from, float toX, ImU32 colour) {
    const float dash = context.px(kDash);
    for (float x = from.x; x < toX; x += 2.0f * dash) {
        list.AddLine({x, from.y}, {std::min(x + dash, toX), from.y}, colour, context.px(1.0f));
    }
}

/// One measure over time.
class Plot {
public:
    Plot(const WidgetContext& context, const MeasureHistory& history, Plotted plotted, const Rect& area)
        : m_context(context), m_history(history), m_plotted(plotted), m_area(area), m_end(axisEndOf()) {}

    void build() const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const SmallText text(m_context, list);
        const Rect graph = graphArea();
        drawTitle(text);
        list.AddRectFilled(graph.min, graph.max, theme::packed(theme::colours().frame), m_context.px(3.0f));
        drawTime(list, text, graph);
        list.PushClipRect(graph.min, graph.max, true);
        drawMarks(list, graph);
        drawCurve(list, graph);
        list.PopClipRect();
        drawAxis(text, graph);
        ImGui::SetCursorScreenPos(m_area.min);
        ImGui::Dummy({m_area.width(), m_area.height()});
        m_context.note(fmt::format("plot.{}", kindOf(m_plotted).name));
        if (ImGui::IsItemHovered()) {
            tooltip(m_context, hint(graph));
        }
    }

private:
    float axisEndOf() const {
        const PlotKind& kind = kindOf(m_plotted);
        float largest = kind.minAxis;
        for (const MeasureSample& sample : m_history.samples()) {
            largest = std::max(largest, sample.of(m_plotted).value_or(0.0f));
        }
        return kind.isFixed ? kind.minAxis : static_cast<float>(roundedUp(static_cast<double>(largest)));
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

    /// The name at the left, the value at the right, with the one before the last edit if there is room.
    void drawTitle(const SmallText& text) const {
        const std::string name(kindOf(m_plotted).name);
        std::string value = measureText(m_plotted, m_history.latest());
        if (!m_history.marks().empty()) {
            const std::string longer =
                measureText(m_plotted, m_history.marks().back().before) + " → " + value;
            if (text.width(name) + text.width(longer) + m_context.px(kMargin) < m_area.width()) {
                value = longer;
            }
        }
        text.draw(m_area.min, theme::colours().quietText, name);
        text.draw({m_area.max.x - text.width(value), m_area.min.y}, theme::colours().text, value);
    }

    void drawTime(ImDrawList& list, const SmallText& text, const Rect& graph) const {
        const float y = graph.max.y + m_context.px(1.0f);
        const ImU32 line = packed(theme::colours().text, 0.08f);
        for (int ago = kTickSeconds; ago < static_cast<int>(MeasureHistory::kSpan); ago += kTickSeconds) {
            const float x = xOf(graph, m_history.latest().seconds - ago);
            list.AddLine({x, graph.min.y}, {x, graph.max.y}, line);
        }
        const std::string now = "now";
        text.draw({graph.min.x, y}, theme::colours().quietText,
                  fmt::format("−{:.0f} s", MeasureHistory::kSpan));
        text.draw({graph.max.x - text.width(now), y}, theme::colours().quietText, now);
    }

    /// The moments of edits, and the value before the last of them.
    void drawMarks(ImDrawList& list, const Rect& graph) const {
        for (const MeasureHistory::Mark& mark : m_history.marks()) {
            const float from = xOf(graph, mark.begin);
            const float to = std::max(xOf(graph, mark.end), from + m_context.px(1.0f));
            list.AddRectFilled({from, graph.min.y}, {to, graph.max.y},
                               packed(theme::colours().warning, 0.35f));
            if (!mark.name.empty()) {
                drawMorph(list, graph, mark, from, to);
            }
        }
        if (!m_history.marks().empty()) {
            const MeasureHistory::Mark& last = m_history.marks().back();
            if (const auto& before = last.before.of(m_plotted)) {
                drawDashed(m_context, list, {xOf(graph, last.begin), yOf(graph, *before)}, graph.max.x,
                           packed(theme::colours().text, 0.7f));
            }
        }
    }

    /// A line where the morph began and one where it ended, and its name between or beside them.
    void drawMorph(ImDrawList& list, const Rect& graph, const MeasureHistory::Mark& mark, float from,
                   float to) const {
        const ImU32 line = packed(theme::colours().warning, 0.9f);
        list.AddLine({from, graph.min.y}, {from, graph.max.y}, line, m_context.px(1.0f));
        if (mark.isOver) {
            list.AddLine({to, graph.min.y}, {to, graph.max.y}, line, m_context.px(1.0f));
        }
        const SmallText text(m_context, list);
        const float gap = m_context.px(3.0f);
        const float width = text.width(mark.name);
        // Left of the morph while there is no space at its right.
        const float right = std::max(from, to - width - gap) + gap;
        text.draw({right + width < graph.max.x ? right : from - width - gap, graph.min.y + gap},
                  theme::colours().text, mark.name);
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

    void drawAxis(const SmallText& text, const Rect& graph) const {
        const float inset = m_context.px(3.0f);
        text.draw({graph.min.x + inset, graph.min.y}, theme::colours().quietText,
                  fmt::format("{:g}{}", m_end, kindOf(m_plotted).unit));
        text.draw({graph.min.x + inset, graph.max.y - text.height() - m_context.px(1.0f)},
                  theme::colours().quietText, "0");
    }

    /// What the measure is, and its value and the edit where the mouse is.
    std::string hint(const Rect& graph) const {
        std::string words(kindOf(m_plotted).help);
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
        if (!m_history.marks().empty() && !m_history.marks().back().name.empty()) {
            const MeasureHistory::Mark& last = m_history.marks().back();
            const double now = m_history.latest().seconds;
            words += fmt::format(
                "\nMorph {}: began {:.0f} s ago, {}", last.name, now - last.begin,
                last.isOver ? fmt::format("ended {:.0f} s ago", now - last.end) : std::string("goes on"));
        } else if (!m_history.marks().empty()) {
            const MeasureHistory::Mark& last = m_history.marks().back();
            words += fmt::format(
                "\n{:.0f} s ago you changed {}", m_history.latest().seconds - last.begin,
                last.keys.size() == 1 ? last.keys.front() : fmt::format("{} sliders", last.keys.size()));
        }
        return words;
    }

    const WidgetContext& m_context;
    const MeasureHistory& m_history;
    Plotted m_plotted;
    Rect m_area;
    float m_end;
};

/// Milling over polarisation, with the regions of the states and the trail of the last half minute.
void buildPlane(const WidgetContext& context, const MeasureHistory& history, const Rect& area) {
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
    // The corners that are states.
    const ImU32 region = packed(theme::colours().accent, 0.13f);
    for (const auto& [from, to] :
         {std::pair{at(0.0f, 0.35f), at(0.35f, 0.0f)}, std::pair{at(0.0f, 1.0f), at(0.35f, 0.65f)},
          std::pair{at(0.65f, 0.35f), at(1.0f, 0.0f)}}) {
        list.AddRectFilled(from, to, region);
    }
    std::optional<ImVec2> last;
    for (const MeasureSample& sample : history.samples()) {
        const auto& polarisation = sample.of(Plotted::polarisation);
        const auto& milling = sample.of(Plotted::milling);
        if (!polarisation || !milling) {
            continue;
        }
        const ImVec2 next = at(*polarisation, *milling);
        const auto age =
            static_cast<float>((history.latest().seconds - sample.seconds) / MeasureHistory::kSpan);
        if (last) {
            list.AddLine(*last, next, packed(theme::colours().accent, 0.9f - 0.8f * age), context.px(1.5f));
        }
        last = next;
    }
    std::string state = "–";
    const MeasureSample& latest = history.latest();
    if (last) {
        list.AddCircleFilled(*last, context.px(3.5f), theme::packed(theme::colours().text));
        state = nameOf(groupStateOf(static_cast<double>(*latest.of(Plotted::polarisation)),
                                    static_cast<double>(*latest.of(Plotted::milling))));
    }
    text.draw({graph.max.x - text.width(state), area.min.y}, theme::colours().text, state);
    const std::string across = "P";
    text.draw({graph.max.x - text.width(across), graph.max.y + context.px(1.0f)}, theme::colours().quietText,
              across);
    text.draw({area.min.x, graph.min.y}, theme::colours().quietText, "M");
    ImGui::SetCursorScreenPos(area.min);
    ImGui::Dummy({area.width(), area.height()});
    context.note("plot.plane");
    tooltip(context,
            "Polarisation to the right, milling upwards, over the last half minute. The shaded corners are a "
            "swarm (below), a mill (above) and a parallel group (right); bounds by Tunstrøm et al. 2013.");
}

bool buildClose(const WidgetContext& context, const Rect& strip) {
    const float size = context.px(kCloseSize);
    ImGui::SetCursorScreenPos({strip.max.x - size - context.px(2.0f), strip.min.y + context.px(2.0f)});
    const bool isClicked = bareButton("close", {size, size});
    context.note("measures.close");
    const ImVec2 min = ImGui::GetItemRectMin();
    const ImU32 colour =
        theme::packed(ImGui::IsItemHovered() ? theme::colours().text : theme::colours().quietText);
    const float in = size * 0.3f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({min.x + in, min.y + in}, {min.x + size - in, min.y + size - in}, colour, context.px(1.3f));
    list.AddLine({min.x + size - in, min.y + in}, {min.x + in, min.y + size - in}, colour, context.px(1.3f));
    tooltip(context, "Hide the measures (M)");
    return isClicked;
}

}  // namespace

std::string_view nameOf(Plotted plotted) {
    return kindOf(plotted).name;
}

std::string_view nameOf(GroupState state) {
    constexpr std::array<std::string_view, 4> kNames{"swarm", "mill", "parallel", "between states"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string measureText(Plotted plotted, const MeasureSample& sample) {
    const PlotKind& kind = kindOf(plotted);
    const auto& value = sample.of(plotted);
    return value ? fmt::format("{:.{}f}{}", *value, kind.decimals, kind.unit) : "–";
}

float measureStripHeight(const WidgetContext& context) {
    return context.px(kHeight);
}

bool buildMeasureStrip(const WidgetContext& context, const MeasureHistory& history, const StripPlace& place) {
    const float height = measureStripHeight(context);
    const float margin = context.px(kMargin);
    const float gap = context.px(kGap);
    const float inner = height - 2.0f * margin;
    const Rect strip{{place.left, place.bottom - height}, {place.right, place.bottom}};
    const float close = context.px(kCloseSize);
    const float room = strip.width() - 2.0f * margin - inner - close;
    const auto count = static_cast<std::size_t>(std::clamp(
        std::floor(room / (context.px(kMinPlotWidth) + gap)), 0.0f, static_cast<float>(kPlottedCount)));
    if (count == 0) {
        return false;
    }
    ImGui::SetNextWindowPos(strip.min);
    ImGui::SetNextWindowSize({strip.width(), height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
    ImGui::Begin("measures", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();  // tooltips keep the usual one
    const float width = (room - gap * static_cast<float>(count)) / static_cast<float>(count);
    float x = strip.min.x + margin;
    // In a narrow view the last are missing.
    for (const Plotted plotted : std::span(kPlottedAll).first(count)) {
        Plot(context, history, plotted, {{x, strip.min.y + margin}, {x + width, strip.max.y - margin}})
            .build();
        x += width + gap;
    }
    buildPlane(context, history, {{x, strip.min.y + margin}, {x + inner, strip.max.y - margin}});
    const bool isClosed = buildClose(context, strip);
    ImGui::End();
    return isClosed;
}

}  // namespace shoal

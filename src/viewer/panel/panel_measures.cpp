#include <string>

#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "ui/widgets/theme.hpp"
#include "viewer/measures/measure_strip.hpp"
#include "viewer/panel/panel.hpp"

namespace shoal {

namespace {

constexpr const char* kStripFold = "measures.strip";
constexpr const char* kAllFold = "measures.all";
constexpr const char* kScoreFold = "measures.score";

bool isUnfolded(const Folds& folds, const char* id) {
    const auto found = folds.find(id);
    return found != folds.end() && found->second;
}

/// The list of all measures, as tables and Python have them.
void showAllMeasures(const WidgetContext& context, const MeasureSample& measures) {
    std::size_t at = 0;
    for (const MeasureKind& kind : measureKinds()) {
        for (const MeasureColumn& column : kind.columns) {
            labelledValue(context, nameOf(column), measureText(at++, measures));
            context.note(fmt::format("measure.all.{}", column.key));
            tooltip(context, fmt::format("{}\n{}: {}", column.text(), column.key, kind.source));
        }
    }
}

void showTimes(const WidgetContext& context, const Figures& figures) {
    labelledValue(context, "Step", fmt::format("{:.2f} ms", figures.step.total() * 1e3));
    labelledValue(context, "   sort", fmt::format("{:.2f} ms", figures.step.sort * 1e3));
    labelledValue(context, "   steer", fmt::format("{:.2f} ms", figures.step.steer * 1e3));
    labelledValue(context, "   integrate", fmt::format("{:.2f} ms", figures.step.integrate * 1e3));
    const auto time = [&](const char* label, double seconds, const char* help) {
        labelledValue(context, label, fmt::format("{:.2f} ms", seconds * 1e3));
        tooltip(context, help);
    };
    const FrameCost& cost = figures.cost;
    time("Drawing, processor", cost.drawing, "All that the processor does to draw one frame");
    time("   sending bodies", cost.sending, "Preparing the bodies and passing them to the graphics card");
    if (!cost.passes.empty()) {
        time("Drawing, card", cost.card,
             "What the graphics card takes to draw the flock and its place, in one frame");
        for (const auto& [name, seconds] : cost.passes) {
            time(fmt::format("   {}", name).c_str(), seconds, "One pass of the renderer");
        }
    }
}

void showMeasures(const WidgetContext& context, const MeasureSample& measures) {
    for (const std::string_view key : kUsualPlots) {
        const std::size_t column = columnOf(key);
        labelledValue(context, nameOf(measureColumns()[column]), measureText(column, measures));
        context.note(fmt::format("measure.{}", key));
    }
    if (const auto state = stateOf(measures)) {
        labelledValue(context, "State", nameOf(*state));
    }
}

}  // namespace

bool Panel::isStripShown() const {
    return isUnfolded(m_layout.folds, kStripFold);
}

bool Panel::isScoreShown() const {
    return isUnfolded(m_layout.folds, kScoreFold);
}

std::vector<const MeasureKind*> Panel::shownKinds() const {
    std::vector<std::string> columns;
    if (isUnfolded(m_layout.folds, kAllFold)) {
        for (const MeasureColumn& column : measureColumns()) {
            columns.emplace_back(column.key);
        }
    } else if (isStripShown()) {
        columns = m_layout.plots;
    }
    return kindsOf(columns);
}

void Panel::toggleStrip() {
    m_layout.folds[kStripFold] = !isStripShown();
}

void Panel::showStripAtFirst() {
    m_layout.folds.try_emplace(kStripFold, true);
}

void Panel::buildStrip(PanelFrame& frame) {
    // The first edit shows the strip, to show the edit's effect; after that, only the user shows or hides it.
    if (!frame.edits.empty()) {
        showStripAtFirst();
    }
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const StripPlace place{frame.place.free, display.x - frame.place.margin,
                           display.y - frame.place.coveredBelow(display.y) - frame.input.coveredBelow};
    if (!isStripShown()) {
        return;
    }
    if (!frame.context.isOn("find_settings")) {
        m_planeWish.reset();
    }
    const std::optional<PlaneWish> before = m_planeWish;
    if (buildMeasureStrip(frame.context, frame.input.figures.history, m_layout.plots, place,
                          frame.other.history, m_planeWish)) {
        toggleStrip();
    }
    if (m_planeWish && m_planeWish != before) {
        frame.commands.push_back(
            Run{"find_settings",
                {.text = wishText("polarisation", static_cast<double>(m_planeWish->polarisation)) + "\n" +
                         wishText("milling", static_cast<double>(m_planeWish->milling))}});
    }
}

void Panel::buildMeasures(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Figures& figures = frame.input.figures;
    groupTitle(context, "Measures");
    showMeasures(context, figures.measures);
    if (foldingHeading(context, kAllFold, "All measures", false, false).isOpen) {
        showAllMeasures(context, figures.measures);
    }
    if (frame.input.score != nullptr &&
        foldingHeading(context, kScoreFold, "Compared with real animals", false, false).isOpen) {
        buildScoreCard(context, *frame.input.score, m_layout.targets);
    }
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
        labelledValue(context, "Time step", fmt::format("{:g} s", time.step));
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

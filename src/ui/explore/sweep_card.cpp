#include "ui/explore/sweep_card.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ui/explore/axis_ticks.hpp"
#include "ui/explore/choice_row.hpp"
#include "ui/measures/measure_strip.hpp"
#include "ui/widgets/cut_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/printable_text.hpp"
#include "ui/widgets/theme.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

constexpr const char* kCardFold = "sweep";

// Sizes at scale 1 [px].
constexpr float kMinCellHeight = 16.0f;
constexpr float kMaxCellHeight = 36.0f;
constexpr float kPlotHeight = 120.0f;
constexpr float kMaxTickWidth = 72.0f;
constexpr float kDotRadius = 3.0f;

constexpr std::size_t kMaxHintMeasures = 8;

std::string numberText(double value, std::string_view unit) {
    return fmt::format("{:.3g}{}", value, unitSuffix(unit));
}

std::string meanText(const SweepMean& mean, std::string_view unit) {
    const std::string error = std::isfinite(mean.error) ? fmt::format(" ± {:.2g}", mean.error) : "";
    return fmt::format("{:.3g}{}{}", mean.mean, error, unitSuffix(unit));
}

std::string settingText(const SweepRuns::Key& key, double value) {
    return tickText(key, value) + (isNumber(key) ? unitSuffix(key.parameter.declared.unit) : "");
}

/// "Zones orientation 4 m", or a range.
std::string cellText(const SweepRuns::Key& key, const SweepAxisCells& axis, std::size_t cell) {
    return axis.areRanges()
               ? fmt::format("{} {} to {}{}", key.name, rangeEndText(axis.low(cell)),
                             rangeEndText(axis.high(cell)), unitSuffix(key.parameter.declared.unit))
               : fmt::format("{} {}", key.name, settingText(key, axis.low(cell)));
}

std::string runsText(std::size_t count) {
    return fmt::format("{} {}", withThousands(count), count == 1 ? "run" : "runs");
}

struct StateMeasures {
    std::size_t polarisation = 0;
    std::size_t milling = 0;
    std::optional<std::size_t> rotation;
};

/// The measures that tell the state of the whole flock.
std::optional<StateMeasures> stateMeasures(const SweepRuns& runs) {
    const auto polarisation = measureNamed(runs, "polarisation");
    const auto milling = measureNamed(runs, "milling");
    return polarisation && milling
               ? std::optional(StateMeasures{*polarisation, *milling, measureNamed(runs, "rotation")})
               : std::nullopt;
}

/// The state of a cell's mean measures; empty if no run in it tells.
std::optional<GroupState> stateIn(const SweepMap::Cell& cell, const StateMeasures& measures) {
    const SweepMean& polarisation = cell.means[measures.polarisation];
    const SweepMean& milling = cell.means[measures.milling];
    if (polarisation.count == 0 || milling.count == 0) {
        return std::nullopt;
    }
    return groupStateOf(polarisation.mean, milling.mean,
                        measures.rotation ? cell.means[*measures.rotation].mean : std::nan(""));
}

}  // namespace

SweepRequests SweepCard::build(const WidgetContext& context, const std::shared_ptr<const SweepRuns>& runs,
                               const Scene& scene) {
    SweepRequests requests;
    if (runs == nullptr) {
        m_runs.reset();
        return requests;
    }
    const bool isNew = runs != m_runs;
    if (isNew) {
        take(context, runs);
    }
    const float top = ImGui::GetCursorScreenPos().y;
    if (buildHeading(context, requests)) {
        ImGui::PushID(kCardFold);
        if (m_map && m_up) {
            buildAxis(context, true, requests);
            buildMap(context, scene, requests);
            buildAxis(context, false, requests);
            buildColours(context, requests);
            buildLegend(context);
        } else if (m_map) {
            buildColours(context, requests);
            buildPlot(context, scene, requests);
            buildAxis(context, false, requests);
        } else {
            buildMeans(context);
        }
        buildSummary(context);
        ImGui::PopID();
    }
    if (isNew) {
        scrollIntoView(top, ImGui::GetCursorScreenPos().y);
    }
    return requests;
}

/// Begins to show another sweep.
void SweepCard::take(const WidgetContext& context, const std::shared_ptr<const SweepRuns>& runs) {
    m_runs = runs;
    m_across = 0;
    m_up = runs->keys.size() > 1 ? std::optional<std::size_t>(1) : std::nullopt;
    m_measure.reset();
    if (!m_up || !stateMeasures(*runs)) {
        m_measure = measureNamed(*runs, "polarisation").value_or(0);
    }
    chooseMap();
    if (context.folds != nullptr) {
        (*context.folds)[kCardFold] = true;
    }
}

void SweepCard::chooseMap() {
    if (m_runs->keys.empty()) {
        m_map.reset();
    } else {
        m_map.emplace(*m_runs, m_across, m_up);
    }
    if (m_map && m_measure) {
        m_range = m_map->range(*m_runs, *m_measure, !m_up);
    }
}

bool SweepCard::buildHeading(const WidgetContext& context, SweepRequests& requests) const {
    const ImVec2 start = ImGui::GetCursorPos();
    const float close = resetColumn(context);
    const float width = ImGui::GetContentRegionAvail().x - close;
    const std::string title =
        cutToFit("Sweep: " + printableText(m_runs->file), width - context.px(6.0f * theme::kGrid));
    const bool isOpen = foldingHeading(context, kCardFold, title, true, false).isOpen;
    const ImVec2 end = ImGui::GetCursorPos();
    ImGui::SetCursorPos({start.x + width, start.y});
    requests.closes = closeMark(context, "sweep.close", {close, ImGui::GetFrameHeight()});
    context.note("sweep.close");
    tooltip(context, "Remove the sweep from the panel; the settings stay as they are");
    ImGui::SetCursorPos(end);
    return isOpen;
}

/// Builds the list that chooses the key of an axis.
void SweepCard::buildAxis(const WidgetContext& context, bool isUp, SweepRequests& requests) {
    const auto nameOfKey = [](const SweepRuns::Key& key) {
        const std::string_view unit = isNumber(key) ? key.parameter.declared.unit : std::string_view();
        return unit.empty() ? key.name : fmt::format("{} ({})", key.name, unit);
    };
    std::size_t& shown = isUp ? *m_up : m_across;
    std::vector<ChoiceItem> items;
    for (std::size_t index = 0; index < m_runs->keys.size(); ++index) {
        const SweepRuns::Key& key = m_runs->keys[index];
        items.push_back({key.key, nameOfKey(key), index == shown});
    }
    const ChoiceAnswer answer = buildChoiceRow(context,
                                               {.id = isUp ? "sweep.up" : "sweep.across",
                                                .label = isUp ? "Up" : "Across",
                                                .chosen = nameOfKey(m_runs->keys[shown]),
                                                .hint = "Which of the varied settings this axis shows"},
                                               items);
    requests.takesEscape |= answer.takesEscape;
    if (answer.chosen && *answer.chosen != shown) {
        if (m_up && *answer.chosen == (isUp ? m_across : *m_up)) {
            std::swap(m_across, *m_up);
        } else {
            shown = *answer.chosen;
        }
        chooseMap();
    }
}

/// Builds the list that chooses the measure.
void SweepCard::buildColours(const WidgetContext& context, SweepRequests& requests) {
    std::vector<ChoiceItem> items;
    const bool hasState = m_up && stateMeasures(*m_runs);
    if (hasState) {
        items.push_back({"State", "State", !m_measure});
    }
    const std::size_t first = items.size();
    for (std::size_t index = 0; index < m_runs->measures.size(); ++index) {
        const SweepRuns::Measure& measure = m_runs->measures[index];
        items.push_back({measure.key, measure.name, m_measure == index});
    }
    const auto now = std::ranges::find(items, true, &ChoiceItem::isChosen);
    const std::string help = m_measure ? m_runs->measures[*m_measure].help : std::string();
    const ChoiceAnswer answer =
        buildChoiceRow(context,
                       {.id = "sweep.colours",
                        .label = m_up ? "Colours" : "Measure",
                        .chosen = now == items.end() ? std::string() : now->text,
                        .hint = help.empty() ? "What the sweep shows: the state or a measure" : help},
                       items);
    requests.takesEscape |= answer.takesEscape;
    if (answer.chosen) {
        m_measure = *answer.chosen >= first ? std::optional(*answer.chosen - first) : std::nullopt;
        chooseMap();
    }
}

void SweepCard::buildMap(const WidgetContext& context, const Scene& scene, SweepRequests& requests) const {
    const AxisTicks ticks(context, across(), m_map->across());
    const AxisTicks ticksUp(context, up(), *m_map->up());
    const float left = std::min(ticksUp.widest(), context.px(kMaxTickWidth)) + context.px(theme::kGrid);
    const float width = std::floor(ImGui::GetContentRegionAvail().x - resetColumn(context) - left);
    const auto columns = static_cast<float>(m_map->width());
    const auto rows = static_cast<float>(m_map->height());
    const float cell = std::clamp(width / columns, context.px(kMinCellHeight), context.px(kMaxCellHeight));
    const float height = std::floor(std::min(rows * cell, width));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const Rect plane{{corner.x + left, corner.y}, {corner.x + left + width, corner.y + height}};
    ImGui::SetCursorScreenPos(plane.min);
    const bool isClicked = bareButton("plane", {width, height});
    context.note("sweep.map");
    ImGui::GetWindowDrawList()->AddRectFilled(plane.min, plane.max, theme::packed(theme::colours().frame));
    drawCells(plane);
    drawPlaneFrame(plane);
    point(context, {plane, m_map->width(), m_map->height()}, isClicked, scene, requests);
    ticksUp.drawUp(plane, context.px(kMaxTickWidth));
    const auto x = placeNow(scene, across(), m_map->across());
    const auto y = placeNow(scene, up(), *m_map->up());
    if (x && y) {
        drawSettingsDot(context, plane,
                        {plane.min.x + static_cast<float>(*x) * plane.width(),
                         plane.max.y - static_cast<float>(*y) * plane.height()});
    }
    ticks.drawAcross(plane);
    ImGui::SetCursorScreenPos({corner.x, plane.max.y});
    ImGui::Dummy({width, context.px(kSmallText + theme::kGrid)});
}

void SweepCard::drawCells(const Rect& plane) const {
    const CellPlane cells{plane, m_map->width(), m_map->height()};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t y = 0; y < cells.rows; ++y) {
        for (std::size_t x = 0; x < cells.columns; ++x) {
            if (const auto colour = colourOf(m_map->at(x, y))) {
                const Rect cell = cells.cell(x, y);
                list.AddRectFilled(cell.min, cell.max, *colour);
            }
        }
    }
}

/// Empty if no run in the cell tells.
std::optional<ImU32> SweepCard::colourOf(const SweepMap::Cell& cell) const {
    if (cell.runs == 0) {
        return std::nullopt;
    }
    if (m_measure) {
        const SweepMean& mean = cell.means[*m_measure];
        return mean.count > 0 ? std::optional(rampCellColour(mean.mean, m_range.low, m_range.high))
                              : std::nullopt;
    }
    const auto state = stateIn(cell, *stateMeasures(*m_runs));
    return state ? std::optional(stateCellColour(*state)) : std::nullopt;
}

void SweepCard::buildPlot(const WidgetContext& context, const Scene& scene, SweepRequests& requests) const {
    const AxisTicks ticks(context, across(), m_map->across());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const SmallText text(context, list);
    const std::string_view unit = m_runs->measures[*m_measure].unit;
    const std::string high = numberText(m_range.high, unit);
    const std::string low = numberText(m_range.low, unit);
    const float left = std::max(text.width(high), text.width(low)) + context.px(theme::kGrid);
    const float width = std::floor(ImGui::GetContentRegionAvail().x - resetColumn(context) - left);
    const float height = context.px(kPlotHeight);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const Rect plane{{corner.x + left, corner.y}, {corner.x + left + width, corner.y + height}};
    ImGui::SetCursorScreenPos(plane.min);
    const bool isClicked = bareButton("plane", {width, height});
    context.note("sweep.map");
    list.AddRectFilled(plane.min, plane.max, theme::packed(theme::colours().frame));
    point(context, {plane, m_map->width(), 1}, isClicked, scene, requests);
    if (const auto x = placeNow(scene, across(), m_map->across())) {
        const float at = plane.min.x + static_cast<float>(*x) * plane.width();
        list.AddLine({at, plane.min.y}, {at, plane.max.y}, packedWith(theme::colours().text, 0.35f));
        list.AddCircleFilled({at, plane.max.y}, context.px(4.0f), theme::packed(theme::colours().text));
    }
    drawCurve(context, plane);
    drawPlaneFrame(plane);
    text.draw({plane.min.x - left, plane.min.y}, theme::colours().quietText, high);
    text.draw({plane.min.x - left, plane.max.y - text.height()}, theme::colours().quietText, low);
    ticks.drawAcross(plane);
    ImGui::SetCursorScreenPos({corner.x, plane.max.y});
    ImGui::Dummy({width, context.px(kSmallText + theme::kGrid)});
}

/// Draws the means with their error bars, joined by lines if the key is a number.
void SweepCard::drawCurve(const WidgetContext& context, const Rect& plane) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const CellPlane cells{plane, m_map->width(), 1};
    const ImU32 colour = theme::packed(theme::colours().accent);
    const float inset = context.px(2.0f * kDotRadius);
    const double span = m_range.high > m_range.low ? m_range.high - m_range.low : 1.0;
    const auto yOf = [&](double value) {
        const auto part = static_cast<float>(std::clamp((value - m_range.low) / span, 0.0, 1.0));
        return plane.max.y - inset - part * (plane.height() - 2.0f * inset);
    };
    std::optional<ImVec2> last;
    for (std::size_t x = 0; x < cells.columns; ++x) {
        const SweepMap::Cell& cell = m_map->at(x, 0);
        if (cell.runs == 0 || cell.means[*m_measure].count == 0) {
            last.reset();
            continue;
        }
        const SweepMean& mean = cell.means[*m_measure];
        const Rect column = cells.cell(x, 0);
        const ImVec2 at{0.5f * (column.min.x + column.max.x), yOf(mean.mean)};
        if (last && isNumber(across())) {
            list.AddLine(*last, at, packedWith(theme::colours().accent, 0.6f), context.px(1.5f));
        }
        last = at;
        if (std::isfinite(mean.error)) {
            const float low = yOf(mean.mean - mean.error);
            const float high = yOf(mean.mean + mean.error);
            const float half = context.px(kDotRadius);
            list.AddLine({at.x, low}, {at.x, high}, colour, context.px(1.0f));
            list.AddLine({at.x - half, low}, {at.x + half, low}, colour, context.px(1.0f));
            list.AddLine({at.x - half, high}, {at.x + half, high}, colour, context.px(1.0f));
        }
        list.AddCircleFilled(at, context.px(kDotRadius), colour);
    }
}

/// Outlines and explains the cell at the mouse, and sets its keys when it was clicked.
void SweepCard::point(const WidgetContext& context, const CellPlane& cells, bool isClicked,
                      const Scene& scene, SweepRequests& requests) const {
    if (!ImGui::IsItemHovered()) {
        return;
    }
    const auto [x, y] = cells.at(ImGui::GetIO().MousePos);
    const SweepMap::Cell& cell = m_map->at(x, y);
    const Rect outline = cells.cell(x, y);
    ImGui::GetWindowDrawList()->AddRect(outline.min, outline.max, packedWith(theme::colours().text, 0.9f));
    tooltip(context, hint(x, y));
    if (!isClicked || cell.runs == 0) {
        return;
    }
    const auto set = [&](const SweepRuns::Key& key, double value) {
        const auto now = scene.value(key.key);
        if (!now || !isSameSetting(*now, value)) {
            requests.edits.push_back({key.key, value});
        }
    };
    set(across(), cell.across);
    if (m_up) {
        set(up(), cell.up);
    }
}

/// Describes a cell.
std::string SweepCard::hint(std::size_t x, std::size_t y) const {
    const SweepMap::Cell& cell = m_map->at(x, y);
    std::string words = cellText(across(), m_map->across(), x);
    if (m_up) {
        words += "\n" + cellText(up(), *m_map->up(), y);
    }
    if (cell.runs == 0) {
        return words + "\nNo run";
    }
    std::vector<std::size_t> order;
    const auto addOnce = [&](std::size_t index) {
        if (std::ranges::find(order, index) == order.end()) {
            order.push_back(index);
        }
    };
    if (m_measure) {
        addOnce(*m_measure);
    }
    if (const auto state = stateMeasures(*m_runs)) {
        if (const auto told = stateIn(cell, *state)) {
            words += fmt::format("\nState: {}", nameOf(*told));
        }
        addOnce(state->polarisation);
        addOnce(state->milling);
        if (state->rotation) {
            addOnce(*state->rotation);
        }
    }
    for (std::size_t index = 0; index < m_runs->measures.size(); ++index) {
        addOnce(index);
    }
    const bool isCut = order.size() > kMaxHintMeasures;
    order.resize(std::min(order.size(), kMaxHintMeasures));
    for (const std::size_t index : order) {
        const SweepRuns::Measure& measure = m_runs->measures[index];
        const SweepMean& mean = cell.means[index];
        words += mean.count == 0 ? fmt::format("\n{}: not defined", measure.name)
                                 : fmt::format("\n{} {}", measure.name, meanText(mean, measure.unit));
        if (mean.count > 0 && mean.count < cell.runs) {
            words += fmt::format(" (defined in {})", runsText(mean.count));
        }
    }
    words += isCut ? "\n…" : "";
    words += fmt::format("\n{}; ± is the standard error {}", runsText(cell.runs),
                         cell.runs == 1 ? "over time" : "over runs");
    if (m_map->across().areRanges() || (m_up && m_map->up()->areRanges())) {
        words +=
            fmt::format("\nClick for {}{}, the run nearest to the middle", settingText(across(), cell.across),
                        m_up ? ", " + settingText(up(), cell.up) : std::string());
        return words;
    }
    return words +
           fmt::format("\nClick to set {}. R starts the flock afresh, as the runs did", m_up ? "both" : "it");
}

void SweepCard::buildLegend(const WidgetContext& context) const {
    if (m_measure) {
        const std::string_view unit = m_runs->measures[*m_measure].unit;
        drawRampLegend(context, numberText(m_range.low, unit), numberText(m_range.high, unit));
    } else {
        drawStateLegend(context);
    }
}

/// Lists the means over all runs, for a sweep of seeds alone.
void SweepCard::buildMeans(const WidgetContext& context) const {
    const std::vector<SweepMean> means = meansOfAll(*m_runs);
    for (std::size_t index = 0; index < means.size(); ++index) {
        const SweepRuns::Measure& measure = m_runs->measures[index];
        labelledValue(context, measure.name,
                      means[index].count > 0 ? meanText(means[index], measure.unit) : std::string("–"));
        context.note("sweep." + measure.key);
        tooltip(context, measure.help);
    }
}

/// Says how many runs there are and what the cells average over.
void SweepCard::buildSummary(const WidgetContext& context) const {
    std::vector<std::string> averaged;
    if (m_runs->seeds > 1) {
        averaged.push_back(fmt::format("{} seeds", withThousands(m_runs->seeds)));
    }
    for (std::size_t index = 0; index < m_runs->keys.size(); ++index) {
        if (index != m_across && (!m_up || index != *m_up)) {
            averaged.push_back(m_runs->keys[index].name);
        }
    }
    std::string words = runsText(m_runs->count);
    if (!m_runs->plan.empty()) {
        words += ", " + m_runs->plan;
    }
    if (!averaged.empty()) {
        words += fmt::format("; averaged over {}", fmt::join(averaged, ", "));
    }
    ImGui::PushStyleColor(ImGuiCol_Text, theme::colours().quietText);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - resetColumn(context));
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    context.note("sweep.summary");
}

}  // namespace shoal

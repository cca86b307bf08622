#include "ui/explore/pad.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <shoal/measures.hpp>

#include "ui/explore/choice_row.hpp"
#include "ui/explore/map_parts.hpp"
#include "ui/measures/measure_strip.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr float kPadSide = 260.0f;  // [px] at scale 1
constexpr std::string_view kWeight = ".weight";

/// Maps a slider fraction to a position across the plane, 0 .. 1. Nodes lie at the centres of their cells.
float padPlaceOf(double part) {
    constexpr auto kCells = static_cast<double>(kPhaseSide);
    return static_cast<float>((0.5 + part * (kCells - 1.0)) / kCells);
}

double padPartAt(float place) {
    constexpr auto kCells = static_cast<double>(kPhaseSide);
    return std::clamp((static_cast<double>(place) * kCells - 0.5) / (kCells - 1.0), 0.0, 1.0);
}

double padValueAt(const RuleSlider& slider, double part) {
    return roundedForDrag(slider.parameter, slider.travel.at(part));
}

std::array<double, kPhaseSide> nodeValuesOf(const RuleSlider& slider) {
    std::array<double, kPhaseSide> values{};
    for (std::size_t node = 0; node < kPhaseSide; ++node) {
        values[node] = slider.travel.at(static_cast<double>(node) / (kPhaseSide - 1));
    }
    return values;
}

/// Returns a cell's own result, or else that of the nearest node of a coarser grid; null if there is none
/// yet.
const MeasureSample* resultFor(const PhaseGrid& grid, std::size_t x, std::size_t y) {
    for (auto stride = kPhaseStrides.rbegin(); stride != kPhaseStrides.rend(); ++stride) {
        const auto nearest = [&](std::size_t at) { return (at + *stride / 2) / *stride * *stride; };
        if (const auto& node = grid.at(nearest(x), nearest(y))) {
            return &*node;
        }
    }
    return nullptr;
}

std::string stateText(const MeasureSample& means) {
    const auto state = stateOf(means);
    return std::string(state ? nameOf(*state) : "no result");
}

/// Describes the settings under the mouse and how the diagram is computed.
std::string hintAt(const PhaseGrid& grid, const RuleSlider& across, const RuleSlider& up, double partX,
                   double partY) {
    std::string words =
        fmt::format("{} {}, {} {}", across.name, valueText(across.parameter, padValueAt(across, partX)),
                    up.name, valueText(up.parameter, padValueAt(up, partY)));
    const auto nodeAt = [](double part) {
        return static_cast<std::size_t>(std::lround(part * (kPhaseSide - 1)));
    };
    if (const MeasureSample* means = resultFor(grid, nodeAt(partX), nodeAt(partY))) {
        words += ": " + stateText(*means);
        for (const std::string_view key : kUsualPlots) {
            const std::size_t column = columnOf(key);
            words += fmt::format("\n{} {}", nameOf(measureColumns()[column]), measureText(column, *means));
        }
    }
    return words +
           fmt::format(
               "\nDrag to set both sliders. The colours show {0} × {0} runs from the start with at most "
               "{1} boids of the largest species, at the same density and seed, {2:.0f} s of play "
               "each; means over the "
               "last {3:.0f} s.",
               kPhaseSide, kPhaseBoids, kPhaseSeconds, kPhaseSeconds / 2.0);
}

}  // namespace

const RuleSlider* Pad::find(const std::string& key) const {
    const auto found = std::ranges::find(m_sliders, key, &RuleSlider::key);
    return found == m_sliders.end() ? nullptr : &*found;
}

void Pad::note(std::span<const Edit> edits) {
    for (const Edit& edit : edits) {
        if (!std::string_view(edit.key).ends_with(kWeight)) {
            continue;
        }
        std::erase(m_lastWeights, edit.key);
        m_lastWeights.push_back(edit.key);
        if (m_lastWeights.size() > 2) {
            m_lastWeights.erase(m_lastWeights.begin());
        }
    }
}

/// Chooses the two sliders unless the user chose both and they still exist.
void Pad::chooseAxes() {
    const bool hasBoth = find(m_keyX) != nullptr && find(m_keyY) != nullptr;
    if (m_isChosen && hasBoth) {
        return;
    }
    if (m_lastWeights.size() == 2 && find(m_lastWeights[0]) != nullptr && find(m_lastWeights[1]) != nullptr) {
        // Keep the axes if they are the same two sliders: edits must not swap them.
        if (!hasBoth || std::ranges::find(m_lastWeights, m_keyX) == m_lastWeights.end() ||
            std::ranges::find(m_lastWeights, m_keyY) == m_lastWeights.end()) {
            m_keyX = m_lastWeights[0];
            m_keyY = m_lastWeights[1];
        }
        return;
    }
    if (hasBoth) {
        return;
    }
    const auto ending = [&](std::string_view end) {
        const auto found = std::ranges::find_if(
            m_sliders, [&](const RuleSlider& each) { return std::string_view(each.key).ends_with(end); });
        return found == m_sliders.end() ? std::string() : found->key;
    };
    m_keyX = ending(".alignment.weight");
    m_keyY = ending(".cohesion.weight");
    for (std::string* key : {&m_keyX, &m_keyY}) {
        for (const RuleSlider& each : m_sliders) {
            if (key->empty() && each.key != m_keyX && each.key != m_keyY) {
                *key = each.key;
            }
        }
    }
}

std::optional<PhaseAxes> Pad::build(const WidgetContext& context, const SceneView& view, const Scene& loaded,
                                    std::uint64_t revision, const PhaseGrid& grid, std::vector<Edit>& edits) {
    if (!foldingHeading(context, "pad", "Pad: two sliders at once", false, false).isOpen) {
        return std::nullopt;
    }
    if (m_revision != revision) {
        m_revision = revision;
        Scene scene = view.scene();
        m_sliders = ruleSlidersOf(scene, loaded);
    }
    if (m_sliders.size() < 2) {
        ImGui::TextDisabled("The rules that are on have no two sliders");
        return std::nullopt;
    }
    chooseAxes();
    ImGui::PushID("pad");
    buildAxis(context, "pad.up", "Up", m_keyY);
    const RuleSlider& across = *find(m_keyX);
    const RuleSlider& up = *find(m_keyY);
    PhaseAxes axes{across.key, up.key, nodeValuesOf(across), nodeValuesOf(up)};
    findRange(grid);
    buildPlane(context, grid, across, up, edits);
    buildAxis(context, "pad.across", "Across", m_keyX);
    buildColours(context, grid);
    ImGui::PopID();
    return axes;
}

/// Builds the list that chooses the slider of an axis.
void Pad::buildAxis(const WidgetContext& context, const char* id, const char* label, std::string& key) {
    const RuleSlider* now = find(key);
    std::vector<ChoiceItem> items;
    for (const RuleSlider& each : m_sliders) {
        items.push_back({each.key, each.name, each.key == key});
    }
    const auto chosen = buildChoiceRow(context,
                                       {.id = id,
                                        .label = label,
                                        .chosen = now != nullptr ? now->name : std::string(),
                                        .hint = "Which slider of a rule this axis moves"},
                                       items);
    if (chosen && m_sliders[*chosen].key != key) {
        const std::string& slider = m_sliders[*chosen].key;
        std::string& other = &key == &m_keyX ? m_keyY : m_keyX;
        if (slider == other) {
            other = key;
        }
        key = slider;
        m_isChosen = true;
    }
}

void Pad::buildPlane(const WidgetContext& context, const PhaseGrid& grid, const RuleSlider& across,
                     const RuleSlider& up, std::vector<Edit>& edits) {
    const float side =
        std::floor(std::min(context.px(kPadSide), ImGui::GetContentRegionAvail().x - resetColumn(context)));
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 max{min.x + side, min.y + side};
    const CellPlane plane{{min, max}, kPhaseSide, kPhaseSide};
    bareButton("plane", {side, side});
    context.note("pad.plane");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, theme::packed(theme::colours().frame));
    for (std::size_t y = 0; y < kPhaseSide; ++y) {
        for (std::size_t x = 0; x < kPhaseSide; ++x) {
            if (const MeasureSample* means = resultFor(grid, x, y)) {
                const Rect cell = plane.cell(x, y);
                list.AddRectFilled(cell.min, cell.max, colourOf(*means));
            }
        }
    }
    drawPlaneFrame(plane.area);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double partX = padPartAt((mouse.x - min.x) / side);
    const double partY = padPartAt((max.y - mouse.y) / side);
    double shownX = across.travel.partOf(across.shown);
    double shownY = up.travel.partOf(up.shown);
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        shownX = partX;
        shownY = partY;
        for (const auto& [slider, part] : {std::pair(&across, partX), std::pair(&up, partY)}) {
            if (const double value = padValueAt(*slider, part); value != slider->shown) {
                edits.push_back({slider->key, value});
            }
        }
    } else if (ImGui::IsItemHovered()) {
        tooltip(context, hintAt(grid, across, up, partX, partY));
    }
    drawSettingsDot(context, plane.area,
                    {min.x + padPlaceOf(shownX) * side, max.y - padPlaceOf(shownY) * side});
}

/// Finds the range of the measure that the colours show.
void Pad::findRange(const PhaseGrid& grid) {
    if (!m_colouredBy) {
        return;
    }
    m_low = std::numeric_limits<float>::max();
    m_high = std::numeric_limits<float>::lowest();
    for (const auto& node : grid.nodes) {
        if (const auto value = node ? node->of(*m_colouredBy) : std::nullopt) {
            m_low = std::min(m_low, *value);
            m_high = std::max(m_high, *value);
        }
    }
    const auto max = static_cast<float>(measureColumns()[*m_colouredBy].max);
    if (max > 0.0f || m_low > m_high) {
        m_low = 0.0f;
        m_high = max > 0.0f ? max : 1.0f;
    }
}

ImU32 Pad::colourOf(const MeasureSample& means) const {
    if (m_colouredBy) {
        const auto value = means.of(*m_colouredBy);
        return value ? rampCellColour(static_cast<double>(*value), static_cast<double>(m_low),
                                      static_cast<double>(m_high))
                     : 0;
    }
    const auto state = stateOf(means);
    return state ? stateCellColour(*state) : 0;
}

/// Builds the choice of colours, their legend and the number of finished runs.
void Pad::buildColours(const WidgetContext& context, const PhaseGrid& grid) {
    std::vector<ChoiceItem> items{{"State", "State", !m_colouredBy}};
    for (const std::string_view key : kUsualPlots) {
        const std::size_t column = columnOf(key);
        items.push_back({std::string(key), nameOf(measureColumns()[column]), m_colouredBy == column});
    }
    const auto chosen = buildChoiceRow(
        context,
        {.id = "pad.colours",
         .label = "Colours",
         .chosen = m_colouredBy ? nameOf(measureColumns()[*m_colouredBy]) : "State",
         .hint = "What the diagram shows: the state, as in the plane of polarisation and milling, or a "
                 "measure"},
        items);
    if (chosen) {
        m_colouredBy = *chosen > 0 ? std::optional(columnOf(kUsualPlots[*chosen - 1])) : std::nullopt;
    }
    if (m_colouredBy) {
        MeasureSample low;
        MeasureSample high;
        low.put(measureColumns()[*m_colouredBy].key, m_low);
        high.put(measureColumns()[*m_colouredBy].key, m_high);
        drawRampLegend(context, measureText(*m_colouredBy, low), measureText(*m_colouredBy, high));
    } else {
        drawStateLegend(context);
    }
    constexpr std::size_t kAll = kPhaseSide * kPhaseSide;
    ImGui::TextDisabled("%s", grid.done < kAll ? fmt::format("{} of {} runs", grid.done, kAll).c_str()
                                               : fmt::format("All {} runs are done", kAll).c_str());
    context.note("pad.progress");
}

}  // namespace shoal

#include "ui/panel/rule_table.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/sliders/tunable_row.hpp"
#include "ui/text/cut_text.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

// Sizes at scale 1 [px].
constexpr float kCellWidth = 72.0f;
constexpr float kMinCellWidth = 32.0f;  // with narrower cells there is no table
constexpr float kCellGap = 8.0f;
constexpr float kNameWidth = 60.0f;

/// Where a rule acts: the weight of one species' rule towards another, or its own kind.
struct Cell {
    std::size_t subject = 0;
    std::size_t towards = 0;
    std::size_t section = 0;
    bool isOn = false;
};

std::vector<Cell> cellsOf(const PanelFrame& frame, std::string_view rule) {
    const auto& species = frame.view.scene().species;
    const auto& sections = frame.view.sections();
    std::vector<Cell> cells;
    for (std::size_t index = 0; index < sections.size(); ++index) {
        const Section& section = sections[index];
        if (section.rule == nullptr || section.rule->info().key != rule ||
            section.rule->kind() != RuleKind::pair || !section.tunables.find("weight")) {
            continue;
        }
        const auto subject = static_cast<std::size_t>(section.speciesIndex);
        std::size_t towards = subject;
        for (std::size_t other = 0; other < species.size(); ++other) {
            towards = section.path.ends_with(fmt::format(".sees.{}.{}", species[other].name, rule)) ? other
                                                                                                    : towards;
        }
        cells.push_back({subject, towards, index, section.rule->isEnabled});
    }
    return cells;
}

/// Returns the species that a rule which is on has at this end.
std::vector<std::size_t> used(const std::vector<Cell>& cells, std::size_t Cell::*end) {
    std::vector<std::size_t> all;
    for (const Cell& cell : cells) {
        if (cell.isOn && std::ranges::find(all, cell.*end) == all.end()) {
            all.push_back(cell.*end);
        }
    }
    std::ranges::sort(all);
    return all;
}

}  // namespace

void buildRuleTable(PanelFrame& frame, std::size_t index) {
    const WidgetContext& context = frame.context;
    const Section& own = frame.view.sections()[index];
    const auto& species = frame.view.scene().species;
    if (species.size() < 2) {
        return;
    }
    const std::vector<Cell> cells = cellsOf(frame, own.rule->info().key);
    // Of a species' cards of the same rule, the first that is on has the table.
    const auto first = std::ranges::find_if(cells, [&](const Cell& cell) {
        return cell.isOn && cell.subject == static_cast<std::size_t>(own.speciesIndex);
    });
    if (first == cells.end() || first->section != index || std::ranges::count(cells, true, &Cell::isOn) < 2) {
        return;
    }
    const std::vector<std::size_t> rows = used(cells, &Cell::subject);
    const std::vector<std::size_t> columns = used(cells, &Cell::towards);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    const float gap = context.px(kCellGap);
    const float nameWidth = context.px(kNameWidth);
    const float cell =
        std::min(context.px(kCellWidth), (width - nameWidth) / static_cast<float>(columns.size()) - gap);
    if (cell < context.px(kMinCellWidth)) {
        return;
    }
    const auto put = [&](const std::string& text, float x, float y, float most, const theme::Colour& colour) {
        const std::string shown = cutToFit(text, most);
        ImGui::GetWindowDrawList()->AddText({x, y}, theme::packed(colour), shown.c_str());
    };
    const theme::Palette& palette = theme::colours();
    const auto left = [&](std::size_t column) {
        return start.x + nameWidth + static_cast<float>(column) * (cell + gap) + gap;
    };
    float y = start.y;
    put("towards", start.x, y, nameWidth, palette.quietText);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        put(species[columns[column]].name, left(column), y, cell, palette.quietText);
    }
    y += ImGui::GetTextLineHeight() + context.px(theme::kGrid);
    for (const std::size_t row : rows) {
        put(species[row].name, start.x, y + context.px(1.0f), nameWidth, palette.text);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const auto found = std::ranges::find_if(cells, [&](const Cell& each) {
                return each.subject == row && each.towards == columns[column];
            });
            if (found != cells.end()) {
                ImGui::SetCursorScreenPos({left(column), y});
                ImGui::PushID("cell");  // the card has a row of the same key
                buildCell(frame, found->section,
                          *frame.view.sections()[found->section].tunables.find("weight"), cell);
                ImGui::PopID();
            }
        }
        y += context.px(kSliderHeight);
    }
    ImGui::SetCursorScreenPos(start);
    ImGui::Dummy({width, y - start.y});
    context.note(own.path + ".table");
}

}  // namespace shoal

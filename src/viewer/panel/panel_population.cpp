#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/panel/panel.hpp"
#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

namespace {

constexpr double kMinTimeScale = 0.1;
constexpr double kMaxTimeScale = 8.0;

/// The clock's speed: not a tunable of the scene, but set like one.
struct TimeScale {
    float scale = 1.0f;
};

const Parameter& timeScaleParameter() {
    static constexpr Parameter kParameter =
        parameter<&TimeScale::scale>("time", logarithmic(kMinTimeScale, kMaxTimeScale, "×"),
                                     "Simulated seconds per real second; does not change paths.");
    return kParameter;
}

}  // namespace

void Panel::buildSpeciesTabs(PanelFrame& frame) {
    const auto& species = m_view.scene().species;
    if (species.size() < 2 || !ImGui::BeginTabBar("species", ImGuiTabBarFlags_FittingPolicyScroll)) {
        return;
    }
    const bool isChosen = std::exchange(m_isSpeciesChosen, false);
    const int chosen = m_speciesIndex;
    for (std::size_t index = 0; index < species.size(); ++index) {
        const bool isSelected = isChosen && chosen == static_cast<int>(index);
        if (ImGui::BeginTabItem(species[index].name.c_str(), nullptr,
                                isSelected ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None)) {
            // A tab selected by code becomes current only in the next frame.
            m_speciesIndex = isChosen ? chosen : static_cast<int>(index);
            ImGui::EndTabItem();
        }
        frame.context.note("tab." + species[index].name);
    }
    ImGui::EndTabBar();
}

void Panel::buildPopulation(PanelFrame& frame) {
    groupTitle(frame.context, "Population");
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        if (!isShownSpecies(section) || section.rule != nullptr || section.path.ends_with(".perception")) {
            continue;
        }
        if (section.path ==
            "species." + m_view.scene().species[static_cast<std::size_t>(m_speciesIndex)].name) {
            buildSpecies(frame, index);
        } else {
            buildFoldingSection(frame, index, false);
        }
    }
    buildSeed(frame);
}

void Panel::buildSpecies(PanelFrame& frame, std::size_t index) {
    const Section& section = m_view.sections()[index];
    const std::size_t count = *section.tunables.find("count");
    std::vector<std::size_t> rest(section.tunables.parameters.size());
    std::iota(rest.begin(), rest.end(), std::size_t{0});
    std::erase(rest, count);
    buildRows(frame, index, {count});
    const std::string id = section.path + ".body";
    const bool isAnyChanged =
        std::ranges::any_of(rest, [&](std::size_t parameter) { return m_view.isChanged(index, parameter); });
    const HeadingState heading =
        foldingHeading(frame.context, id.c_str(), "Body and decision rate", false, isAnyChanged);
    if (heading.resets) {
        for (const std::size_t parameter : rest) {
            if (m_view.isChanged(index, parameter)) {
                frame.edits.push_back(m_view.resetOf(index, parameter));
            }
        }
    }
    if (heading.isOpen) {
        buildRows(frame, index, rest);
    }
}

void Panel::buildSeed(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const float gap = context.px(theme::kGrid);
    const float next = ImGui::CalcTextSize("New").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float width = ImGui::GetContentRegionAvail().x - resetColumn(context);
    ImGui::AlignTextToFramePadding();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + context.px(8.0f));
    ImGui::TextUnformatted("Seed");
    ImGui::SameLine(0.0f, 0.0f);
    const float field = context.px(120.0f);
    ImGui::SetCursorPosX(width - field - gap - next);
    std::uint64_t seed = m_view.scene().seed;
    ImGui::SetNextItemWidth(field);
    ImGui::InputScalar("##seed", ImGuiDataType_U64, &seed);
    markNumber(true);
    context.note("field.seed");
    // When typing ends, not at each digit: every seed restarts the scene.
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        frame.commands.push_back(Run{"restart_with", {.text = std::to_string(seed)}});
    }
    tooltip(context, "Seed of all random numbers: the same seed gives the same flock");
    ImGui::SameLine(0.0f, gap);
    if (ImGui::Button("New")) {
        frame.commands.push_back(Run{"restart_with", {.text = std::to_string(m_view.scene().seed + 1)}});
    }
    context.note("button.new_seed");
    tooltip(context, "Start again with the next seed");
}

void Panel::buildTime(PanelFrame& frame) {
    const TunableRow row{.parameter = timeScaleParameter(),
                         .key = "time",
                         .shown = frame.input.timeScale,
                         .isChanged = frame.input.timeScale != 1.0,
                         .resetShown = 1.0,
                         .source = {},
                         .isWide = true};
    const TunableChange change = tunableRow(frame.context, row);
    if (change.shown) {
        frame.commands.push_back(Run{"time_scale", {.number = *change.shown}});
    }
}

/// Builds a row that names the boid followed, and what features say of it.
void Panel::buildFollowing(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const auto& chosen = frame.input.chosenBoid;
    if (!chosen) {
        return;
    }
    constexpr float kCross = 24.0f;  // [px] at scale 1
    const float cross = context.px(kCross);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x - 2.0f * cross, cross);
    ImGui::Dummy(size);
    const bool isWhole = drawLabelAndValue(context, min, {min.x + size.x, min.y + size.y}, *chosen, "");
    context.note("following", !isWhole);
    ImGui::SameLine(0.0f, 0.0f);
    if (iconButton(context, "button.eyes", Icon::eye, cross, {.isQuiet = true},
                   "Look through its eyes, or back at it ({eyes})")) {
        frame.commands.push_back(Run{"eyes"});
    }
    ImGui::SameLine(0.0f, 0.0f);
    if (iconButton(context, "button.let_go", Icon::close, cross, {.isQuiet = true},
                   "Stop following it (Esc)")) {
        frame.commands.push_back(Run{"stop_following"});
    }
    for (Feature* const feature : frame.input.features) {
        feature->buildFollowed(frame);
    }
}

}  // namespace shoal

#include "viewer/panel/section_rows.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"

namespace shoal {

namespace {

/// Whether a radius is drawn around a boid while it is set. The start region's radius belongs to no boid.
bool isShownAroundBoid(const Section& section, const Parameter& parameter) {
    const bool isRadius = parameter.declared.key.ends_with("radius") && !section.path.ends_with(".start");
    return section.speciesIndex >= 0 && parameter.declared.unit == "m" &&
           (isRadius || endsAtPerception(section, parameter));
}

/// Whether the world's edges are drawn while one of the section's tunables is set.
bool isAboutWorld(const Section& section) {
    return section.path == "world" || (section.rule != nullptr && section.rule->info().isWall);
}

/// Says when or where a tunable has no effect.
std::string effectText(const Section& section, const Parameter& parameter, const TunableRow& row) {
    if (row.isIdle) {
        return fmt::format("No effect while {}.", needsLacking(section, parameter));
    }
    if (endsAtPerception(section, parameter)) {
        return fmt::format("A boid sees no farther than {}.",
                           valueText(parameter, static_cast<double>(section.perception->radius)));
    }
    if (const std::string_view condition = idleWhile(section, parameter); !condition.empty()) {
        return fmt::format("No effect while {}.", condition);
    }
    return {};
}

/// Draws a pulsing frame around the row that was just built from `top` [px] on, and scrolls once to show it
/// and the rows beside it. A hero is always in view.
void pointOut(PanelFrame& frame, const ImVec2& top, bool isHero) {
    const WidgetContext& context = frame.context;
    const ImVec2 end(top.x + ImGui::GetContentRegionAvail().x - (isHero ? 0.0f : resetColumn(context)),
                     ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y);
    if (!isHero && std::exchange(frame.highlight.isNew, false)) {
        const float rowsBeside = 4.0f * (end.y - top.y);
        scrollIntoView(top.y - rowsBeside, end.y + rowsBeside);
    }
    const float pulse = 0.6f + 0.4f * std::cos(2.0f * std::numbers::pi_v<float> * frame.highlight.left);
    const float around = context.px(2.0f);
    ImGui::GetWindowDrawList()->AddRect(
        {top.x - around, top.y - around}, {end.x + around, end.y + around},
        theme::packed(
            theme::withAlpha(theme::colours().accent, pulse * std::min(1.0f, frame.highlight.left))),
        context.px(theme::kCorner), 0, context.px(2.0f));
}

/// Returns another flock's value of a tunable, if it differs.
std::optional<double> otherValue(const PanelFrame& frame, const std::string& key) {
    const auto& values = frame.other.values;
    const auto found = std::ranges::find(values, key, &OtherFlock::Value::key);
    return found == values.end() ? std::nullopt : std::optional(found->shown);
}

/// Makes the row of a lower limit one of the whole range.
void addUpperEnd(PanelFrame& frame, std::size_t sectionIndex, std::size_t index, TunableRow& row) {
    const Section& section = frame.view.sections()[sectionIndex];
    const Parameter& parameter = section.tunables.parameters[index];
    const Edit reset = frame.view.resetOf(sectionIndex, index);
    row.upper.emplace(UpperEnd{.parameter = parameter,
                               .key = reset.key,
                               .shown = parameter.shown(section.tunables.get(index)),
                               .isChanged = frame.view.isChanged(sectionIndex, index),
                               .resetShown = reset.shown,
                               .other = otherValue(frame, reset.key)});
    const SliderTravel travel =
        travelOf(frame.view.scene(), frame.view.sections(), sectionIndex, index, reset.shown);
    row.travel->min = std::min(row.travel->min, travel.min);
    row.travel->max = std::max(row.travel->max, travel.max);
    row.goesBeyond |= statedTravel(frame.view.scene(), section, parameter) != nullptr;
}

/// Builds the row of a tunable; outside the list of all settings if it has a label of its own.
void buildRow(PanelFrame& frame, std::size_t sectionIndex, std::size_t index, const std::string& label = {}) {
    const Section& section = frame.view.sections()[sectionIndex];
    const Parameter& parameter = section.tunables.parameters[index];
    const Edit reset = frame.view.resetOf(sectionIndex, index);
    TunableRow row{
        .parameter = parameter,
        .key = reset.key,
        .shown = parameter.shown(section.tunables.get(index)),
        .isChanged = frame.view.isChanged(sectionIndex, index),
        .resetShown = reset.shown,
        .source = section.rule != nullptr ? section.rule->info().source : std::string_view{},
        .travel = travelOf(frame.view.scene(), frame.view.sections(), sectionIndex, index, reset.shown),
        .isIdle = !needsLacking(section, parameter).empty(),
        .goesBeyond = statedTravel(frame.view.scene(), section, parameter) != nullptr,
        .label = label,
        .isWide = !label.empty(),
        .isHero = !label.empty(),
        .other = otherValue(frame, reset.key)};
    row.effect = effectText(section, parameter, row);
    if (const auto upper = section.tunables.find(parameter.declared.upperLimit.key)) {
        addUpperEnd(frame, sectionIndex, *upper, row);
    }
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const std::string& pointedOut = frame.highlight.key;
    const bool isPointedOut =
        frame.highlight.left > 0.0f && (pointedOut == row.key || (row.upper && pointedOut == row.upper->key));
    row.beginsTyping = isPointedOut && std::exchange(frame.highlight.isTyped, false);
    const TunableChange change = tunableRow(frame.context, row);
    if (isPointedOut) {
        pointOut(frame, top, row.isHero);
    }
    if (change.shown) {
        frame.edits.push_back({row.key, *change.shown});
    }
    if (change.upper) {
        frame.edits.push_back({row.upper->key, *change.upper});
    }
    frame.joinsLast |= change.joinsLast;
    frame.perception.follow(frame.view.sections(), row.key, change, frame.edits);
    frame.shown.isWorldShown |= change.isHeld && isAboutWorld(section);
    if (change.isHeld && isShownAroundBoid(section, parameter)) {
        frame.shown.radius = {static_cast<std::size_t>(section.speciesIndex),
                              static_cast<float>(change.shown.value_or(row.shown))};
    }
}

/// Builds the list that chooses the quality of the window's picture, which no preset has.
void buildQuality(PanelFrame& frame) {
    Parameter choice;
    choice.declared = {
        .key = "quality",
        .max = static_cast<double>(kQualityNames.size()) - 1.0,
        .help =
            "Smooths the edges in this window with one, four or eight samples per pixel: fewer "
            "draw faster, and films keep their own quality."};
    choice.declared.choices = kQualityNames;
    choice.form = Form::choice;
    const Quality usual = frame.input.usualQuality;
    const TunableRow row{.parameter = choice,
                         .key = "picture.quality",
                         .shown = static_cast<double>(frame.input.quality),
                         .isChanged = frame.input.quality != usual,
                         .resetShown = static_cast<double>(usual),
                         .source = {},
                         .origin = "the default"};
    if (const TunableChange change = tunableRow(frame.context, row); change.shown) {
        const auto chosen = static_cast<Quality>(*change.shown);
        frame.commands.push_back(Run{
            "quality",
            {.text = chosen == usual ? "" : std::string(kQualityNames[static_cast<std::size_t>(chosen)])}});
    }
}

/// Builds a row for each setting of the window's picture, which no preset has either.
void buildPictureSettings(PanelFrame& frame) {
    PictureSettings fixed;
    PictureSettings usual;
    const Tunables now{frame.input.picture != nullptr ? frame.input.picture : &fixed,
                       PictureSettings::parameters};
    const Tunables atFirst{&usual, PictureSettings::parameters};
    for (std::size_t index = 0; index < now.parameters.size(); ++index) {
        const Parameter& parameter = now.parameters[index];
        const TunableRow row = settingRow("picture", now, atFirst, index);
        if (const TunableChange change = tunableRow(frame.context, row); change.shown) {
            now.set(index, parameter.stored(*change.shown));
        }
    }
}

}  // namespace

void PerceptionLink::follow(std::span<const Section> sections, const std::string& key,
                            const TunableChange& change, std::vector<Edit>& edits) {
    if (key == m_held && !change.isHeld && !change.shown) {
        m_held.clear();
    }
    if (!change.isHeld && !change.shown) {
        return;
    }
    if (key != m_held) {
        m_followers = radiiAtPerception(sections, key);
        m_held = change.isHeld ? key : std::string();
    }
    if (change.shown) {
        for (const RadiusAtPerception& follower : m_followers) {
            edits.push_back({follower.key, std::min(*change.shown, follower.max)});
        }
    }
}

void buildRows(PanelFrame& frame, std::size_t section, const std::vector<std::size_t>& parameters) {
    const Tunables& tunables = frame.view.sections()[section].tunables;
    for (const std::size_t index : parameters) {
        if (lowerLimitOf(tunables, index)) {
            continue;  // in the row of the lower limit
        }
        buildRow(frame, section, index);
    }
}

void buildHeroRow(PanelFrame& frame, const Hero& hero) {
    buildRow(frame, hero.section, hero.parameter, hero.label);
}

void buildAllRows(PanelFrame& frame, std::size_t section) {
    std::vector<std::size_t> all(frame.view.sections()[section].tunables.parameters.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    buildRows(frame, section, all);
}

void buildFoldingSection(PanelFrame& frame, std::size_t index, bool isOpenAtFirst) {
    const Section& section = frame.view.sections()[index];
    const HeadingState heading = foldingHeading(frame.context, section.path.c_str(), section.title,
                                                isOpenAtFirst, frame.view.isAnyChanged(index));
    if (heading.resets) {
        const std::vector<Edit> resets = frame.view.resetsOf(index);
        frame.edits.insert(frame.edits.end(), resets.begin(), resets.end());
    }
    if (heading.isOpen) {
        buildAllRows(frame, index);
        if (section.path == "look") {
            buildQuality(frame);
            buildPictureSettings(frame);
        }
    }
}

}  // namespace shoal

#include "ui/panel/section_rows.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "ui/widgets/tunable_row.hpp"

namespace shoal {

namespace {

/// A radius is drawn around a boid while it is set. That of the start region belongs to no boid.
bool isShownAroundBoid(const Section& section, const Parameter& parameter) {
    return section.speciesIndex >= 0 && parameter.declared.unit == "m" &&
           parameter.declared.key.ends_with("radius") && !section.path.ends_with(".start");
}

/// Limits the slider of a coordinate to the world, or to the current value if that is outside.
Parameter narrowedToWorld(Parameter parameter, const Section& section, const Scene& scene, double shown) {
    const bool isThing = section.path.starts_with("attractor.") || section.path.starts_with("goal.");
    const std::string_view key = parameter.declared.key;
    if (!isThing || (key != "x" && key != "y" && key != "z")) {
        return parameter;
    }
    const Vec3f half = scene.world.halfExtent();
    const auto reach = static_cast<double>(key == "x" ? half.x : key == "y" ? half.y : half.z);
    parameter.declared.min = std::max(parameter.declared.min, std::min(-reach, shown));
    parameter.declared.max = std::min(parameter.declared.max, std::max(reach, shown));
    return parameter;
}

/// Adds a point's effect to its heading: "Point 2 · scares".
std::string titleOf(const Section& section) {
    if (section.path.starts_with("attractor.")) {
        if (const auto pull = section.tunables.find("pull")) {
            const double now = section.tunables.get(*pull);
            return section.title + (now < 0.0 ? " · scares" : now > 0.0 ? " · attracts" : " · does nothing");
        }
    }
    return section.title;
}

void buildRow(PanelFrame& frame, std::size_t sectionIndex, std::size_t index) {
    const Section& section = frame.view.sections()[sectionIndex];
    const Parameter& declared = section.tunables.parameters[index];
    const Parameter parameter =
        narrowedToWorld(declared, section, frame.view.scene(), declared.shown(section.tunables.get(index)));
    const Edit reset = frame.view.resetOf(sectionIndex, index);
    const TunableRow row{.parameter = parameter,
                         .key = reset.key,
                         .shown = parameter.shown(section.tunables.get(index)),
                         .isChanged = frame.view.isChanged(sectionIndex, index),
                         .resetShown = reset.shown,
                         .source = section.rule != nullptr ? section.rule->info().source : std::string_view{},
                         .mark = frame.view.source().markOf(reset.key)};
    const TunableChange change = tunableRow(frame.context, row);
    if (change.shown) {
        frame.requests.edits.push_back({row.key, *change.shown});
    }
    if (change.isHeld && isShownAroundBoid(section, parameter)) {
        frame.requests.shownRadius = {static_cast<std::size_t>(section.speciesIndex),
                                      static_cast<float>(change.shown.value_or(row.shown))};
    }
}

void buildRemoval(PanelFrame& frame, const Section& section) {
    const std::string key = section.path + ".present";
    ImGui::PushID(key.c_str());
    if (ImGui::Button("Remove", {ImGui::GetContentRegionAvail().x, 0.0f})) {
        frame.requests.edits.push_back({key, 0.0});
    }
    frame.context.note(key);
    ImGui::PopID();
}

}  // namespace

void buildRows(PanelFrame& frame, std::size_t section, const std::vector<std::size_t>& parameters) {
    for (const std::size_t index : parameters) {
        buildRow(frame, section, index);
    }
}

void buildAllRows(PanelFrame& frame, std::size_t section) {
    std::vector<std::size_t> all(frame.view.sections()[section].tunables.parameters.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    buildRows(frame, section, all);
}

void buildFoldingSection(PanelFrame& frame, std::size_t index, bool isOpenAtFirst) {
    const Section& section = frame.view.sections()[index];
    const HeadingState heading = foldingHeading(frame.context, section.path.c_str(), titleOf(section),
                                                isOpenAtFirst, frame.view.isAnyChanged(index));
    if (heading.resets) {
        const std::vector<Edit> resets = frame.view.resetsOf(index);
        frame.requests.edits.insert(frame.requests.edits.end(), resets.begin(), resets.end());
    }
    if (heading.isOpen) {
        buildAllRows(frame, index);
        if (section.isRemovable) {
            buildRemoval(frame, section);
        }
    }
}

}  // namespace shoal

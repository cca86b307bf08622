#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "sim/scene/key_index.hpp"

namespace shoal {

namespace {

void addValue(std::vector<Edit>& edits, const Section& to, const Tunables& tunables, std::size_t index) {
    const Parameter& parameter = tunables.parameters[index];
    edits.push_back(
        {fmt::format("{}.{}", to.path, parameter.declared.key), parameter.shown(tunables.get(index))});
}

void addChanged(std::vector<Edit>& edits, const Section& from, const Section& to) {
    for (const auto& [before, after] :
         {std::pair{from.switches(), to.switches()}, std::pair{from.tunables, to.tunables}}) {
        for (std::size_t index = 0; index < after.parameters.size(); ++index) {
            if (before.get(index) != after.get(index)) {
                addValue(edits, to, after, index);
            }
        }
    }
}

void addPresence(std::vector<Edit>& edits, const Section& section, bool isPresent) {
    edits.push_back({section.path + ".present", isPresent ? 1.0 : 0.0});
    if (isPresent) {
        for (std::size_t index = 0; index < section.tunables.parameters.size(); ++index) {
            addValue(edits, section, section.tunables, index);
        }
    }
}

}  // namespace

std::optional<FoundTunable> findTunable(std::span<const Section> sections, std::string_view key) {
    const std::size_t dot = key.rfind('.');
    if (dot == std::string_view::npos) {
        return std::nullopt;
    }
    const auto section = std::ranges::find(sections, key.substr(0, dot), &Section::path);
    if (section == sections.end()) {
        return std::nullopt;
    }
    for (const Tunables& tunables : {section->tunables, section->switches()}) {
        if (const auto index = tunables.find(key.substr(dot + 1))) {
            return FoundTunable{&*section, tunables, *index};
        }
    }
    return std::nullopt;
}

std::vector<Edit> difference(const Scene& from, const Scene& to) {
    Scene before = from;
    Scene after = to;
    const std::vector<Section> sectionsBefore = before.sections();
    const std::vector<Section> sectionsAfter = after.sections();
    const SectionIndex pathsBefore = sectionIndex(sectionsBefore);
    const SectionIndex pathsAfter = sectionIndex(sectionsAfter);
    std::vector<Edit> edits;
    for (const Section& section : sectionsBefore) {
        const auto same = pathsAfter.find(section.path);
        if (same != pathsAfter.end() && section.path != "camera") {
            addChanged(edits, section, same->second);
        }
    }
    for (const Section& section : sectionsBefore) {
        if (section.isRemovable && !pathsAfter.contains(section.path)) {
            addPresence(edits, section, false);
        }
    }
    for (const Section& section : sectionsAfter) {
        if (section.isRemovable && !pathsBefore.contains(section.path)) {
            addPresence(edits, section, true);
        }
    }
    return edits;
}

}  // namespace shoal

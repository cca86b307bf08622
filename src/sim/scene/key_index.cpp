#include "sim/scene/key_index.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace shoal {

namespace {

constexpr std::string_view kSpeciesStart = "species.";

bool isTunable(const SectionIndex& sections, std::string_view key) {
    const std::size_t dot = key.rfind('.');
    if (dot == std::string_view::npos) {
        return false;
    }
    const auto section = sections.find(key.substr(0, dot));
    if (section == sections.end()) {
        return false;
    }
    const std::string_view last = key.substr(dot + 1);
    return section->second.tunables.find(last) || section->second.switches().find(last);
}

bool isStart(const SectionIndex& sections, std::string_view key) {
    if (sections.contains(key)) {
        return true;
    }
    const std::string start = std::string(key) + ".";
    const auto next = sections.lower_bound(start);
    return next != sections.end() && next->first.starts_with(start);
}

/// Whether this is the full key of a tunable or of a rule's switch, or the start of one before a dot.
bool isKeyOrStart(const SectionIndex& sections, std::string_view key) {
    return isTunable(sections, key) || isStart(sections, key);
}

}  // namespace

SectionIndex sectionIndex(const std::vector<Section>& sections) {
    SectionIndex index;
    for (const Section& section : sections) {
        index.emplace(section.path, section);
    }
    return index;
}

std::optional<std::string> fullKey(const Scene& scene, const SectionIndex& sections, std::string_view key) {
    for (const std::string_view leftOut : {std::string_view(), kSpeciesStart}) {
        if (std::string full = fmt::format("{}{}", leftOut, key); isKeyOrStart(sections, full)) {
            return full;
        }
    }
    if (scene.species.size() == 1) {
        if (std::string full = fmt::format("{}{}.{}", kSpeciesStart, scene.species[0].name, key);
            isKeyOrStart(sections, full)) {
            return full;
        }
    }
    return std::nullopt;
}

std::vector<std::string> writtenKeys(const SectionIndex& sections) {
    std::vector<std::string> keys;
    for (const auto& [path, section] : sections) {
        const std::string start =
            path.starts_with(kSpeciesStart) ? path.substr(kSpeciesStart.size()) : std::string(path);
        keys.push_back(start);
        for (const Parameter& parameter : section.tunables.parameters) {
            keys.push_back(fmt::format("{}.{}", start, parameter.declared.key));
        }
    }
    return keys;
}

bool isFormerTunable(std::string_view key) {
    // What the perception "visible" and gusts had; a steady wind has no gusts.
    constexpr std::array<std::string_view, 3> kEndings{"perception.body_radius", "wind.gusts", "wind.size"};
    return std::ranges::any_of(kEndings, [key](std::string_view ending) { return key.ends_with(ending); });
}

}  // namespace shoal

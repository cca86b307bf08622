#include "viewer/compare/side_by_side.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"

namespace shoal {

namespace {

std::string settingText(const Parameter& parameter, double shown) {
    switch (parameter.form) {
        case Form::toggle:
            return shown != 0.0 ? "on" : "off";
        case Form::choice:
            return parameter.text(parameter.stored(shown));
        case Form::number:
        case Form::integer:
            break;
    }
    return valueText(parameter, shown);
}

std::string titleOf(const Scene& scene) {
    return scene.title.empty() ? scene.name : scene.title;
}

std::string speciesText(std::size_t species) {
    return species == 1 ? "one species" : fmt::format("{} species", species);
}

/// Index of the species with this name; the number of species if there is none.
std::size_t indexOf(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.species, name, &Species::name);
    return static_cast<std::size_t>(found - scene.species.begin());
}

/// Says why settings cannot move from one scene to the other; empty if they can.
std::string obstacleBetween(const Scene& from, const Scene& to) {
    if (from.species.size() != to.species.size()) {
        return fmt::format("{} has {} and this scene {}", titleOf(to), speciesText(to.species.size()),
                           speciesText(from.species.size()));
    }
    for (std::size_t index = 0; index < from.species.size(); ++index) {
        const auto& here = from.species[index].sees;
        const auto& there = to.species[index].sees;
        const bool isSame =
            std::ranges::equal(here, there, [&](const Interaction& one, const Interaction& other) {
                return indexOf(from, one.observed) == indexOf(to, other.observed);
            });
        if (!isSame) {
            return fmt::format("{} of {} does not see the same species as {} here", to.species[index].name,
                               titleOf(to), from.species[index].name);
        }
    }
    if (from.time != to.time) {
        return fmt::format("a step of {} lasts {:g} s of the model at {:g} s a second, here {:.3g} s at {:g}",
                           titleOf(to), to.time.step, to.time.ratio(), from.time.step, from.time.ratio());
    }
    return {};
}

/// Returns `to` with the names of `from`'s species, so that equal tunables have equal keys.
Scene withNamesOf(const Scene& from, Scene to) {
    const Scene former = to;
    for (std::size_t index = 0; index < to.species.size(); ++index) {
        to.species[index].name = from.species[index].name;
        for (Interaction& seen : to.species[index].sees) {
            seen.observed = from.species[indexOf(former, seen.observed)].name;
        }
    }
    return to;
}

}  // namespace

const std::vector<SplitDifference>& SideBySide::differences(const Scene& a, const Instant& b) {
    if (m_compared != b.revision) {
        m_compared = b.revision;
        m_differences = differencesOf(a, b.scene());
    }
    return m_differences;
}

std::vector<SplitDifference> differencesOf(const Scene& a, const Scene& b) {
    Scene copy = b;
    const std::vector<Section> sections = copy.sections();
    std::vector<SplitDifference> differences;
    for (const Edit& edit : difference(b, a)) {
        constexpr std::string_view kPresence = ".present";
        if (std::string_view(edit.key).ends_with(kPresence)) {
            const std::string thing = edit.key.substr(0, edit.key.size() - kPresence.size());
            differences.push_back({thing.substr(thing.find('.') + 1), edit.shown != 0.0 ? "there" : "none",
                                   edit.shown != 0.0 ? "none" : "there"});
        } else if (const auto inB = findTunable(sections, edit.key)) {
            const Parameter& parameter = inB->parameter();
            const std::string_view key = parameter.declared.key;
            const std::string& title = inB->section->title;
            differences.push_back(
                {key == "weight" || key == "enabled" ? title : title + " " + plainLabelOf(key),
                 settingText(parameter, edit.shown), settingText(parameter, inB->shown()), edit.key,
                 edit.shown});
        }
    }
    return differences;
}

Outcome takeSettingsOf(const Scene& preset, Scene& scene) {
    if (const std::string obstacle = obstacleBetween(scene, preset); !obstacle.empty()) {
        return Problem{obstacle};
    }
    for (const Edit& edit : difference(scene, withNamesOf(scene, preset))) {
        if (auto applied = scene.apply(edit); !applied) {
            return applied.problem();
        }
    }
    return Done{};
}

}  // namespace shoal

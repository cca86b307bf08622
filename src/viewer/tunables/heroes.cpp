#include "viewer/tunables/heroes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxWeights = 3;

/// Keys that say too little without their rule's name.
constexpr std::array<std::string_view, 8> kVague{"weight",    "radius", "max",       "min",
                                                 "preferred", "range",  "deviation", "exponent"};

std::string heroLabel(const Scene& scene, const Section& section, const Declaration& declared) {
    const std::string_view key = declared.key;
    const bool hasSpecies = section.speciesIndex >= 0;
    const std::string species =
        hasSpecies ? scene.species[static_cast<std::size_t>(section.speciesIndex)].name : std::string();
    if (key == "count" && section.path == "species." + species) {
        return boidsName(species);
    }
    std::string label = labelOf(key);
    if (section.path.ends_with(".perception")) {
        label = key == "radius" ? "Perception radius" : key == "count" ? "Neighbours" : label;
    } else if (!declared.upperLimit.key.empty()) {
        label = labelOf(declared.upperLimit.name);
    } else if (std::ranges::find(kVague, key) != kVague.end()) {
        label = key == "weight" || key == "preferred"
                    ? section.title
                    : fmt::format("{} {}", section.title, plainLabelOf(key));
    }
    const bool isOfMany =
        hasSpecies && scene.species.size() > 1 && section.path.find(".sees.") == std::string::npos;
    return isOfMany ? fmt::format("{} · {}", label, species) : label;
}

void addHero(std::vector<Hero>& heroes, const Scene& scene, const std::vector<Section>& sections,
             std::string_view fullKey) {
    const std::size_t dot = std::min(fullKey.rfind('.'), fullKey.size());
    const auto section = std::ranges::find(sections, fullKey.substr(0, dot), &Section::path);
    if (section == sections.end() || dot == fullKey.size()) {
        return;  // of an object that is gone
    }
    const std::string_view key = fullKey.substr(dot + 1);
    if (const auto named = section->tunables.find(key)) {
        // One slider sets both limits of a range.
        const std::size_t parameter = lowerLimitOf(section->tunables, *named).value_or(*named);
        const auto index = static_cast<std::size_t>(section - sections.begin());
        const auto isSame = [&](const Hero& hero) {
            return hero.section == index && hero.parameter == parameter;
        };
        if (std::ranges::none_of(heroes, isSame)) {
            heroes.push_back({index, parameter,
                              heroLabel(scene, *section, section->tunables.parameters[parameter].declared)});
        }
    }
}

}  // namespace

std::vector<Hero> heroesOf(const Scene& scene, const std::vector<Section>& sections) {
    std::vector<Hero> heroes;
    for (const std::string& key : scene.heroes) {
        addHero(heroes, scene, sections, key);
    }
    if (!heroes.empty() || scene.species.empty()) {
        return heroes;
    }
    bool seesAnything = false;
    for (const Section& section : sections) {
        if (section.rule == nullptr || section.speciesIndex != 0 || !section.rule->isEnabled) {
            continue;
        }
        seesAnything = seesAnything || section.rule->kind() == RuleKind::pair;
        if (heroes.size() < kMaxWeights) {
            addHero(heroes, scene, sections, section.path + ".weight");
        }
    }
    const std::string species = "species." + scene.species[0].name;
    if (seesAnything) {
        addHero(heroes, scene, sections, species + ".perception.radius");
    }
    addHero(heroes, scene, sections, species + ".count");
    return heroes;
}

}  // namespace shoal

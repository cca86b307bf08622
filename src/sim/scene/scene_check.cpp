#include "sim/scene/scene_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/detail/require.hpp>
#include <shoal/scene.hpp>

#include "sim/text/budget.hpp"
#include "sim/text/legal_name.hpp"

namespace shoal {
namespace {

template <class Thing>
Outcome checkNames(std::string_view kind, const std::vector<Thing>& things) {
    std::vector<std::string_view> names;
    for (const Thing& thing : things) {
        if (!isLegalName(thing.name)) {
            return Problem{fmt::format("\"{:.60}\" cannot name {} {}: use letters, digits, _ and -",
                                       thing.name, articleOf(kind), kind)};
        }
        names.push_back(thing.name);
    }
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end()) {
        return Problem{fmt::format("{0}.{1} is defined twice: give each {0} its own name", kind, *twice)};
    }
    return Done{};
}

Outcome checkObserved(const Scene& scene) {
    for (const Species& species : scene.species) {
        std::vector<std::string_view> seen;
        for (const Interaction& interaction : species.sees) {
            const std::string& observed = interaction.observed;
            if (observed == species.name) {
                return Problem{
                    fmt::format("species.{0} sees its own kind through its own rules, not through sees.{0}",
                                species.name)};
            }
            if (std::ranges::find(scene.species, observed, &Species::name) == scene.species.end()) {
                return Problem{
                    fmt::format("species.{}.sees.{:.60}: there is no such species", species.name, observed)};
            }
            if (std::ranges::find(seen, observed) != seen.end()) {
                return Problem{fmt::format("species.{}.sees.{} is defined twice", species.name, observed)};
            }
            seen.emplace_back(observed);
        }
    }
    return Done{};
}

/// Checks the names that make up the keys of the scene.
Outcome checkAllNames(const Scene& scene) {
    for (const Outcome& outcome :
         {checkNames("species", scene.species), checkNames("obstacle", scene.obstacles),
          checkNames("goal", scene.goals), checkNames("attractor", scene.attractors)}) {
        if (!outcome) {
            return outcome;
        }
    }
    for (const Species& species : scene.species) {
        if (Outcome names = checkNames("boid", species.placed); !names) {
            return Problem{fmt::format("species.{}: {}", species.name, names.problem().text)};
        }
    }
    return checkObserved(scene);
}

Outcome checkTunables(const std::vector<Section>& sections) {
    for (const Section& section : sections) {
        const Tunables& tunables = section.tunables;
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const Outcome legal = checkStored(tunables.parameters[index], tunables.get(index));
            if (!legal) {
                return Problem{fmt::format("{}.{}", section.path, legal.problem().text)};
            }
        }
    }
    return Done{};
}

Outcome checkThingCounts(const Scene& scene) {
    for (const auto& [kind, count] :
         {std::pair{"obstacles", scene.obstacles.size()}, std::pair{"goals", scene.goals.size()},
          std::pair{"attractors", scene.attractors.size()}}) {
        if (count > kMaxThings) {
            return Problem{
                fmt::format("the scene has {} {}, but may have at most {}", count, kind, kMaxThings)};
        }
    }
    return Done{};
}

Outcome checkInteractionCount(const Scene& scene) {
    std::size_t count = 0;
    for (const Species& species : scene.species) {
        count += species.sees.size();
    }
    if (count > kMaxInteractions) {
        return Problem{
            fmt::format("the species have {} tables [species.NAME.sees.OTHER], but may have at most {}",
                        count, kMaxInteractions)};
    }
    return Done{};
}

Outcome checkSource(const PresetSource& source) {
    for (const std::string* text : {&source.title, &source.author, &source.address, &source.note}) {
        if (text->size() > kMaxSourceBytes) {
            return Problem{fmt::format("a text of the source has {} bytes, but may have at most {}",
                                       text->size(), kMaxSourceBytes)};
        }
    }
    if (source.year < 0 || source.year > kMaxSourceYear) {
        return Problem{
            fmt::format("the source's year is {}, but must be from 0 to {}", source.year, kMaxSourceYear)};
    }
    return Done{};
}

/// Checks the numbers of parts before any check that takes time for each part.
Outcome checkCounts(const Scene& scene) {
    if (scene.species.size() > kMaxSpecies) {
        return Problem{fmt::format("the scene has {} species, but may have at most {}", scene.species.size(),
                                   kMaxSpecies)};
    }
    if (Outcome things = checkThingCounts(scene); !things) {
        return things;
    }
    for (const Species& species : scene.species) {
        if (species.placed.size() > kMaxPlaced) {
            return Problem{fmt::format("species.{} has {} placed boids, but may have at most {}",
                                       species.name, species.placed.size(), kMaxPlaced)};
        }
    }
    return checkInteractionCount(scene);
}

}  // namespace

std::int64_t Scene::boidCount() const {
    return std::accumulate(species.begin(), species.end(), std::int64_t{0},
                           [](std::int64_t sum, const Species& each) { return sum + each.count; });
}

Outcome Scene::check() const {
    if (Outcome counts = checkCounts(*this); !counts) {
        return counts;
    }
    if (Outcome names = checkAllNames(*this); !names) {
        return names;
    }
    if (Outcome texts = checkSource(source); !texts) {
        return texts;
    }
    // Sections give write access to the scene; this check only reads.
    auto& readOnly = const_cast<Scene&>(*this);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    if (Outcome tunables = checkTunables(readOnly.sections()); !tunables) {
        return tunables;
    }
    if (boidCount() > kMaxBoids) {
        return Problem{
            fmt::format("the scene has {} boids in total, but may have at most {}", boidCount(), kMaxBoids)};
    }
    return Done{};
}

void requireSpecies(const Scene& scene, std::size_t speciesIndex) {
    if (speciesIndex >= scene.species.size()) {
        detail::abortWith(noSuchSpecies(scene, speciesIndex));
    }
}

std::string noSuchSpecies(const Scene& scene, std::size_t speciesIndex) {
    return fmt::format("there is no species {}: the scene has {}", speciesIndex, scene.species.size());
}

}  // namespace shoal

#include "app/colour/boid_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "sim/measures/boid_tree.hpp"
#include "sim/step/checkpoint.hpp"
#include "ui/inspector/steering_words.hpp"

namespace shoal {
namespace {

using ColourBy = LookSettings::ColourBy;

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

float headingOf(const Vec3f& velocity) {
    if (velocity.x == 0.0f && velocity.z == 0.0f) {
        return kNone;
    }
    const float turn = std::atan2(velocity.x, -velocity.z) / (2.0f * std::numbers::pi_v<float>);
    return turn < 0.0f ? turn + 1.0f : turn;
}

std::vector<float> nearestOf(const StateView& state, std::size_t speciesIndex) {
    const Flock& flock = state.flocks()[speciesIndex];
    if (flock.count() < 2) {
        return std::vector<float>(flock.count(), kNone);
    }
    const std::vector<double> distances =
        BoidTree(flock.now(), flock.count(), measureSpace(state.scene(), speciesIndex).period)
            .nearestDistances();
    return {distances.begin(), distances.end()};
}

/// Ranks the flocks of all species by size. A boid on its own is not a flock.
BoidValues flocksOf(const StateView& state) {
    struct Group {
        std::size_t species = 0;
        std::size_t rank = 0;  ///< within its species
        std::size_t size = 0;
    };
    std::vector<Group> groups;
    std::vector<std::vector<std::uint32_t>> membership;
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        const Flock& flock = state.flocks()[species];
        const MeasureSpace space = measureSpace(state.scene(), species);
        membership.push_back(
            BoidTree(flock.now(), flock.count(), space.period).groups(space.linkingDistance));
        const std::size_t first = groups.size();
        for (const std::uint32_t rank : membership.back()) {
            while (groups.size() <= first + rank) {
                groups.push_back({species, groups.size() - first, 0});
            }
            ++groups[first + rank].size;
        }
    }
    std::ranges::stable_sort(groups, std::ranges::greater(), &Group::size);
    std::vector<std::vector<float>> rankOf(state.flocks().size());
    for (std::size_t rank = 0; rank < groups.size(); ++rank) {
        std::vector<float>& ranks = rankOf[groups[rank].species];
        ranks.resize(std::max(ranks.size(), groups[rank].rank + 1));
        ranks[groups[rank].rank] = groups[rank].size > 1 ? static_cast<float>(rank) : kNone;
    }
    BoidValues values;
    for (std::size_t species = 0; species < membership.size(); ++species) {
        std::vector<float>& all = values.emplace_back();
        for (const std::uint32_t rank : membership[species]) {
            all.push_back(rankOf[species][rank]);
        }
    }
    return values;
}

/// Returns the index of a title; adds the title if it is new.
std::size_t indexOf(const std::string& title, std::vector<std::string>& titles) {
    const auto found = std::ranges::find(titles, title);
    const std::size_t index = static_cast<std::size_t>(found - titles.begin());
    if (found == titles.end()) {
        titles.push_back(title);
    }
    return index;
}

/// Adds to `titles` those of the species' rules.
std::vector<float> strongestOf(const Simulation& simulation, std::size_t species,
                               std::vector<std::string>& titles) {
    const std::size_t count = simulation.flocks()[species].count();
    std::vector<float> strongest(count, kNone);
    std::vector<float> strengthSq(count, 0.0f);
    for (const FlockPush& push : simulation.pushes(species)) {
        const auto index = static_cast<float>(
            indexOf(pushName(simulation.scene(), species, push.rule, push.observedIndex), titles));
        for (std::size_t id = 0; id < count; ++id) {
            const float square = lengthSq(push.steering[id]);
            if (square > strengthSq[id]) {
                strengthSq[id] = square;
                strongest[id] = index;
            }
        }
    }
    return strongest;
}

std::vector<float> pushOf(const Simulation& simulation, std::size_t species) {
    const std::size_t count = simulation.flocks()[species].count();
    std::vector<Vec3f> sums(count);
    bool isAnyColoured = false;
    for (const FlockPush& push : simulation.pushes(species)) {
        for (std::size_t id = 0; push.isColoured && id < count; ++id) {
            sums[id] += push.steering[id];
        }
        isAnyColoured |= push.isColoured;
    }
    std::vector<float> values(count, kNone);
    if (isAnyColoured) {
        std::ranges::transform(sums, values.begin(), magnitudeOf);
    }
    return values;
}

std::vector<float> valuesOf(const StateView& state, std::size_t species, ColourBy quantity) {
    const Flock& flock = state.flocks()[species];
    const FlockState& now = flock.now();
    switch (quantity) {
        case ColourBy::speed:
            return flock.now().byId(
                [&](std::size_t slot) { return std::sqrt(lengthSq(now.velocity.at(slot))); });
        case ColourBy::heading:
            return flock.now().byId([&](std::size_t slot) { return headingOf(now.velocity.at(slot)); });
        case ColourBy::height:
            return flock.now().byId([&](std::size_t slot) { return now.position.y[slot]; });
        case ColourBy::steering:
            return flock.now().byId(
                [&](std::size_t slot) { return std::sqrt(lengthSq(flock.steering().at(slot))); });
        case ColourBy::nearest:
            return nearestOf(state, species);
        default:
            return {};
    }
}

}  // namespace

StrongestRules strongestRules(const StateView& state, std::vector<std::string> titles) {
    const Simulation simulation = simulationOf(state);
    StrongestRules strongest{.indices = {}, .titles = std::move(titles)};
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        strongest.indices.push_back(strongestOf(simulation, species, strongest.titles));
    }
    return strongest;
}

BoidValues boidValues(const StateView& state, ColourBy quantity) {
    if (quantity == ColourBy::species) {
        return {};
    }
    if (quantity == ColourBy::flock) {
        return flocksOf(state);
    }
    if (quantity == ColourBy::rule) {
        return strongestRules(state).indices;
    }
    const bool isAsked = quantity == ColourBy::neighbours || quantity == ColourBy::push;
    const auto simulation = isAsked ? std::optional(simulationOf(state)) : std::nullopt;
    BoidValues values;
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        values.push_back(quantity == ColourBy::neighbours ? simulation->neighbourCounts(species)
                         : quantity == ColourBy::push     ? pushOf(*simulation, species)
                                                          : valuesOf(state, species, quantity));
    }
    return values;
}

bool isSlow(ColourBy quantity) {
    return quantity == ColourBy::neighbours || quantity == ColourBy::nearest || quantity == ColourBy::flock ||
           quantity == ColourBy::rule || quantity == ColourBy::push;
}

}  // namespace shoal

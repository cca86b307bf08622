#include "viewer/colour/boid_values.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "sim/measures/boid_tree.hpp"
#include "sim/step/checkpoint.hpp"

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

BoidValues boidValues(const StateView& state, ColourBy quantity) {
    if (quantity == ColourBy::species) {
        return {};
    }
    const auto simulation =
        quantity == ColourBy::neighbours ? std::optional(simulationOf(state)) : std::nullopt;
    BoidValues values;
    for (std::size_t species = 0; species < state.flocks().size(); ++species) {
        values.push_back(simulation ? simulation->neighbourCounts(species)
                                    : valuesOf(state, species, quantity));
    }
    return values;
}

bool isSlow(ColourBy quantity) {
    return quantity == ColourBy::neighbours || quantity == ColourBy::nearest;
}

}  // namespace shoal
